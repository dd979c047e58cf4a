package stones

import (
	"math"
	"math/rand/v2"
	"slices"

	"arcade/games"
	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// bed is a river of one size: the water, its banks and foam, and the stones, drawn once.
type bed struct {
	w, h   int
	x0, px float64 // the middle of the first stone, and the distance to the next
	rows   []int   // of the stones with even and with odd numbers, or the rows there and back
	snake  int     // the number of stones in a row there and back, 0 for all
	rx, ry float64
	words  bool // stones have room for words, not for letters alone
	high   int  // of the arc of a hop, in pixels

	water []ui.Token // by row
	foam  []foam
	bank  [2][]int // by side and row of pixels
	stone [][2][stones.Rewards]*picture
}

// foam is a light streak on the water.
type foam struct {
	x, y, n int // in pixels
	tok     ui.Token
}

// The rivers at 80x24, at 48x40 and at 120x40.
var (
	narrow = newBed(bed{w: 80, h: 12, x0: 4.5, px: 4.42, rows: []int{5, 8}, rx: 3.05, ry: 2.5, high: 5})
	slim   = newBed(bed{w: 48, h: 13, x0: 5, px: 7.5, rows: []int{2, 6, 10}, snake: 6, rx: 3.05, ry: 2.1, high: 3})
	broad  = newBed(bed{w: 120, h: 20, x0: 8.5, px: 6.42, rows: []int{9, 14}, rx: 4.4, ry: 3.9, words: true, high: 8})
)

func newBed(b bed) *bed {
	for y := range b.h {
		b.water = append(b.water, ui.NewPaint(waterRow(y, b.h)))
	}
	const one, most = 26, 3 // a streak for so many cells, with up to so many further pixels
	r := rand.New(rand.NewPCG(7, 7))
	for range b.w * b.h / one {
		f := foam{x: 4 + r.IntN(b.w-12), y: r.IntN(2*b.h - 2), n: 2 + r.IntN(most)}
		f.tok = ui.NewPaint(waterRow(f.y/2, b.h).Soft(foamInk, 0.45, ui.Mids{{23, 30}: 30, {73, 116}: 116}))
		b.foam = append(b.foam, f)
	}
	wide := 1.0
	if b.words {
		wide = 1.6
	}
	for side := range b.bank {
		for y := range 2 * b.h {
			b.bank[side] = append(b.bank[side], int((2.2+math.Sin(float64(y+2)*0.55+float64(side)*2)*1.1)*wide))
		}
	}
	b.stone = make([][2][stones.Rewards]*picture, len(b.rows))
	for parity, row := range b.rows {
		under := func(dy int) ui.Paint { return waterRow(min(max(row+dy>>1, 0), b.h-1), b.h) }
		for _, grade := range used {
			for hot := range 2 {
				b.stone[parity][hot][grade] = newPicture(stoneLayers(grade, hot == 1, b.rx, b.ry, waterRow(row, b.h)), under)
			}
		}
	}
	return &b
}

// at returns the cell of the middle of a stone.
func (b *bed) at(cell int) (x, y int) {
	row, i := b.rowOf(cell), cell
	if b.snake > 0 {
		if i = cell % b.snake; row%2 == 1 {
			i = b.snake - 1 - i
		}
	}
	return int(b.x0 + b.px*float64(i)), b.rows[row]
}

// rowOf returns the row of a stone.
func (b *bed) rowOf(cell int) int {
	if b.snake > 0 {
		return cell / b.snake
	}
	return cell & 1
}

// crossing is the visible state of a river.
type crossing struct {
	rewards [stones.Cells]stones.Reward
	way     []int // the walker's cells, in order
	// odds has the chances of the cells that the choice in focus can reach; 0 for the others. Without
	// percents only the rings show.
	odds     [stones.Cells]float64
	percents bool
	walkers  []walker
}

// walker is a person on a stone, or in the air over one.
type walker struct {
	cell int
	coat *coat
	air  bool
	side int // distance from the middle of the stone
	seat games.Seat
}

// draw draws the river from the region's top left cell on.
func (b *bed) draw(a *app.App, g ui.Region, see *crossing) {
	b.drawWater(g)
	for i := 1; i < len(see.way); i++ {
		b.drawHop(g, see.way[i-1], see.way[i])
	}
	for cell, r := range see.rewards {
		x, y := b.at(cell)
		hot := 0
		if b.words && see.odds[cell] > 0 {
			hot = 1
		}
		b.stone[b.rowOf(cell)][hot][r].draw(g, x, y)
		if !b.words && see.odds[cell] > 0 {
			b.mark(g, x, y)
		}
	}
	for cell, r := range see.rewards { // over the stones beside it
		b.label(a, g, see, cell, r)
	}
	for _, w := range see.walkers {
		b.drawWalker(g, w)
	}
}

// mark marks a small stone: at its sides, or where stones are so close in their row that those of two would be one, by a
// line above it. A change of the focus takes 2.6 kB with whole rings and 1.3 with the sides alone.
func (b *bed) mark(g ui.Region, x, y int) {
	far := int(b.rx)
	if b.snake > 0 {
		for dx := 1 - far; dx < far; dx++ {
			g.Pixel(x+dx, 2*y-int(b.ry), hotTok)
		}
		return
	}
	for _, side := range []int{-1, 1} {
		for dy := -1; dy <= 1; dy++ {
			g.Pixel(x+side*far, 2*y+dy, hotTok)
		}
	}
}

// drawWater draws the water, below all other pictures.
func (b *bed) drawWater(g ui.Region) {
	for y, tok := range b.water {
		g.Fill(ui.Rect{Y: y, W: b.w, H: 1}, tok)
	}
	for _, f := range b.foam {
		for i := range f.n {
			g.Pixel(f.x+i, f.y, f.tok)
		}
	}
	for side, wide := range b.bank {
		for y, n := range wide {
			for i := range n + 1 {
				x, tok := i, bankTok
				if side == 1 {
					x = b.w - 1 - i
				}
				if i == n {
					tok = shoreTok
				}
				g.Pixel(x, y, tok)
			}
		}
	}
}

// drawHop draws dots along a walker's hop from a stone to another.
func (b *bed) drawHop(g ui.Region, from, to int) {
	x0, r0 := b.at(from)
	x1, r1 := b.at(to)
	y0, y1 := float64(2*r0+1), float64(2*r1+1)
	far := float64(x1 - x0)
	n := max(4, int(math.Abs(far)/1.6))
	for i := 1; i < n; i++ {
		t := float64(i) / float64(n)
		g.Pixel(x0+int(far*t), int(y0+(y1-y0)*t-math.Sin(t*math.Pi)*float64(b.high)-2), hopTok)
	}
}

// label writes a stone's reward on it, and beside it its number and its percent.
func (b *bed) label(a *app.App, g ui.Region, see *crossing, cell int, r stones.Reward) {
	x, y := b.at(cell)
	look, word := grades[r], letter(a, r)
	below := 2
	if b.words {
		word, below = a.T(gradeShort[r]), 3
	}
	b.write(g, x-ui.Width(word)/2, y, look.ink|ui.Bold, look.tok, word)
	number, ink := app.Itoa(cell), numTok
	if see.odds[cell] > 0 || see.stands(cell) {
		ink = hotTok | ui.Bold
	}
	p, text := see.odds[cell], ""
	if see.percents && p != 0 && p != 1 {
		text = app.Itoa(app.Percent(p)) + "%"
	}
	if b.snake > 0 && text != "" { // the next row is near: beside the number
		row := y + below
		if b.covered(see, cell) {
			x += 4
		} else {
			x += b.write(g, x-1, row, ink, b.water[row], number+" ")
		}
		b.write(g, x-1, row, oddsInk|ui.Bold, oddsTok, text)
		return
	}
	b.write(g, x-(ui.Width(number)-1)/2, y+below, ink, b.water[y+below], number)
	if text == "" {
		return
	}
	up, even := y+below+1, cell&1 == 0
	if even {
		up = y - below
	}
	if even && see.stands(cell) { // beside the hat
		up, x = y-below-1, x+5
		if x+2 >= b.w {
			x -= 10
		}
	}
	b.write(g, x-1, up, oddsInk|ui.Bold, oddsTok, text)
}

// stands reports whether a walker is on a cell.
func (see *crossing) stands(cell int) bool {
	return slices.ContainsFunc(see.walkers, func(w walker) bool { return w.cell == cell })
}

// covered reports whether a walker on the stone below a cell hides the cell's number.
func (b *bed) covered(see *crossing, cell int) bool {
	x, y := b.at(cell)
	return slices.ContainsFunc(see.walkers, func(w walker) bool {
		at, row := b.at(w.cell)
		return at == x && row > y
	})
}

// write writes a word in an ink on a ground over the picture, and returns its width.
func (b *bed) write(g ui.Region, x, y int, ink, ground ui.Token, word string) int {
	g.Fill(ui.Rect{X: x, Y: y, W: ui.Width(word), H: 1}, ground)
	return g.Text(x, y, ink, word)
}

// coat has the colours of a walker.
type coat struct{ colours map[rune]ui.Token }

func newCoat(colour ui.Paint) *coat {
	return &coat{map[rune]ui.Token{
		'k': ui.NewPaint(lit(0x17161c, 233)), 't': ui.NewPaint(lit(0xf0c79a, 223)),
		'a': ui.NewPaint(colour), 'w': ui.NewPaint(colour.Soft(white, 0.65, nil)),
	}}
}

// The coats of the first and the second walker.
var coats = [2]*coat{newCoat(lit(0xf3f3f3, 255)), newCoat(lit(0xff7a7a, 210))}

// walkerRows is a walker with a hat.
var walkerRows = []string{".kkk.", "kkkkk", ".ttt.", "aaaaa", "awwwa", ".a.a."}

// shortRows is a walker for the smaller space above a stone.
var shortRows = []string{"kkkkk", ".ttt.", "aaaaa", ".a.a."}

// drawWalker draws a walker and keeps the word on the stone visible.
func (b *bed) drawWalker(g ui.Region, w walker) {
	x, y := b.at(w.cell)
	up := 6
	if b.words {
		up = 7
	}
	if w.air {
		up += 3
	}
	rows, top := walkerRows, 2*y-up
	if top < 0 {
		rows, top = shortRows, max(0, top+len(walkerRows)-len(shortRows))
	}
	g.Pixels(x-2+w.side, top, rows, w.coat.colours)
}

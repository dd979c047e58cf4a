package othello

import (
	_ "embed" // discs.art
	"fmt"

	"arcade/sessions/ui"
)

// Colours of the board in signs, and of the discs on it.
var (
	felt      = ui.NewSurface(ui.Surface{Fg: 231, Bg: 29, Sixteen: "30;42"})
	discBlack = ui.NewSurface(ui.Surface{Fg: 16, Bg: 29, Sixteen: "30;42"})
	discWhite = ui.NewSurface(ui.Surface{Fg: 231, Bg: 29, Sixteen: "1;97;42"})
	discFace  = ui.NewSurface(ui.Surface{Fg: 16, Bg: 231, Sixteen: "30;47"}) // the middle of a large white disc
	lastBlack = ui.NewSurface(ui.Surface{Fg: 16, Bg: 220, Sixteen: "30;43", Mono: "1"})
	lastWhite = ui.NewSurface(ui.Surface{Fg: 231, Bg: 130, Sixteen: "1;97;41", Mono: "1"})
)

// Colours of the table on ui.LevelRich: felt in two greens, its lines, a wooden rim.
var (
	feltLight = ui.NewPaint(ui.Paint{Night: 0x12704f, Day: 0x2f9a6d, Dark: 29, Light: 29})
	feltDark  = ui.NewPaint(ui.Paint{Night: 0x0e6446, Day: 0x298c62, Dark: 29, Light: 29})
	feltLine  = ui.NewPaint(ui.Paint{Night: 0x0a4f38, Day: 0x1f7550, Dark: 23, Light: 23})
	rimTop    = ui.NewPaint(ui.Paint{Night: 0x6a4526, Day: 0xc39a68, Dark: 94, Light: 137})
	rimFoot   = ui.NewPaint(ui.Paint{Night: 0x4c3019, Day: 0xb58a57, Dark: 94, Light: 137})
	rimText   = ui.NewPaint(ui.Paint{Night: 0xf0d9b5, Day: 0x2a1a08, Dark: 231, Light: 16})
	lamp      = ui.NewPaint(ui.Paint{Night: 0xffcb6b, Day: 0xffe08a, Dark: 221, Light: 222})
	lastDark  = ui.NewPaint(ui.Paint{Night: 0xff8a5c, Dark: 209}) // on a black disc
	lastLight = ui.NewPaint(ui.Paint{Night: 0xd1401f, Dark: 160})
	inkBlack  = ui.NewPaint(ui.Paint{Night: 0x000000, Dark: 16})
	inkWhite  = ui.NewPaint(ui.Paint{Night: 0xffffff, Dark: 231})
	legalDot  = ui.NewPaint(ui.Paint{Night: 0xa0c6b9, Day: 0xeaf5f0, Dark: 158, Light: 231}) // thin white on the felt, as thin as 3:1 allows
)

// rowInk is the ink of a row's number on a square of a board without a rim.
var rowInk = ui.NewInk(ui.Ink{Dark: 231, Light: 16, Sixteen: "30;42"})

// The bodies of discs.
var (
	blackDisc  = ui.NewPaint(ui.Paint{Night: 0x14171f, Dark: 233})
	blackGloss = ui.NewPaint(ui.Paint{Night: 0x2c3243, Dark: 237})
	blackFoot  = ui.NewPaint(ui.Paint{Night: 0x11141c, Dark: 232})
	whiteDisc  = ui.NewPaint(ui.Paint{Night: 0xf4f1e8, Dark: 255})
	whiteFoot  = ui.NewPaint(ui.Paint{Night: 0xe9e4d6, Dark: 253})
	barBlack   = ui.NewPaint(ui.Paint{Night: 0x05070b, Dark: 16})
)

// rims has the steps of the rim from above, rimCorners the steps of its corners on the page.
var (
	rims = func() (list [7]ui.Token) {
		for i := range list {
			list[i] = ui.Mix(rimTop, rimFoot, float64(i)/6)
		}
		return list
	}()
	rimCorners = [2]ui.Token{ui.Mix(ui.Page, rimTop, 0.4), ui.Mix(ui.Page, rimFoot, 0.4)}
)

// seams has the edges of small squares. In 256 colours, with only one green for felt, they are the lines of
// the board; otherwise they are invisible.
var seams = [2]ui.Token{
	ui.NewPaint(ui.Paint{Night: 0x12704f, Day: 0x2f9a6d, Dark: 23, Light: 23}),
	ui.NewPaint(ui.Paint{Night: 0x0e6446, Day: 0x298c62, Dark: 23, Light: 23}),
}

// ground is the ground of a small square, with the resulting colours of an edge, a shadow, a legal square
// and the disc that would lie there.
type ground struct{ felt, seam, shadow, legal, ghostBlack, ghostWhite ui.Token }

func newGround(felt, seam ui.Token) ground {
	return ground{felt: felt, seam: seam, shadow: ui.Mix(felt, inkBlack, 0.45)}
}

// lit returns a green of the felt with a thin colour over it.
func lit(night, day uint32, index uint8) ui.Token {
	return ui.NewPaint(ui.Paint{Night: night, Day: day, Dark: index, Light: index})
}

// The grounds of small squares: normal, after the last move, and under the cursor. The latter two have no
// legal mark.
var (
	grounds = func() (list [2]ground) {
		list = [2]ground{newGround(feltLight, seams[0]), newGround(feltDark, seams[1])}
		list[0].legal, list[1].legal = lit(0x76ac99, 0x86c4aa, 115), lit(0x73a594, 0x83bca4, 115)
		list[0].ghostBlack, list[1].ghostBlack = lit(0x134839, 0x235f4a, 23), lit(0x114134, 0x205744, 23)
		list[0].ghostWhite, list[1].ghostWhite = lit(0x78aa94, 0x88c1a4, 115), lit(0x76a38f, 0x84b99e, 115)
		return list
	}()
	lastGrounds  = [2]ground{newGround(lit(0x94a957, 0xa1bc65, 107), seams[0]), newGround(lit(0x93a353, 0x9fb560, 107), seams[1])}
	cursorGround = newGround(lamp, lamp)
)

//go:embed discs.art
var discsArt string

// discs has the pictures of discs: 7x3 at rest and turning, the transparent cursor, and the tile of a seat.
var discs = ui.Sprites(discsArt, discColours())

// discColours returns the colours in discs.art: a disc's colours, and each of them mixed with the felt, so
// that edges are smooth on any felt.
func discColours() map[string]ui.Token {
	bodies := map[string]ui.Token{
		"black": blackDisc, "white": whiteDisc, "light": inkWhite, "gold": lamp, "deep": barBlack,
		"gloss": ui.NewPaint(ui.Paint{Night: 0x3a4152, Dark: 238}), "soft": ui.NewPaint(ui.Paint{Night: 0x272c3a, Dark: 235}),
		"grey": ui.NewPaint(ui.Paint{Night: 0xb9b4a6, Dark: 250}), "pale": ui.NewPaint(ui.Paint{Night: 0xd9d5c9, Dark: 253}),
	}
	colours := map[string]ui.Token{
		"felt": feltLight, "shadow.42": ui.Mix(feltLight, inkBlack, 0.42), "shadow.21": ui.Mix(feltLight, inkBlack, 0.21),
	}
	for name, body := range bodies {
		colours[name] = body
		for _, part := range []int{25, 50, 75} {
			colours[fmt.Sprintf("%s.%d", name, part)] = ui.Mix(feltLight, body, float64(part)/100)
		}
	}
	colours["black.50"], colours["white.50"] = lit(0x134437, 0x225946, 23), lit(0x83b19c, 0x92c6ab, 115) // the disc under the cursor
	return colours
}

// pose is a step of a turning disc: at rest, half turned, or on its edge.
type pose uint8

const (
	atRest pose = iota
	halfTurned
	onEdge
)

// poses has the names of the poses in discs.art.
var poses = [...]string{atRest: "rest", halfTurned: "half", onEdge: "edge"}

// pictures has the squares of a board with lines, by side: discs in each pose, and the cursor on a legal
// square.
type pictures struct {
	w, h  int
	discs [2][len(poses)]*ui.Sprite
	rings [2]*ui.Sprite
}

// large and huge have the pictures of squares of 7 by 3 and of 11 by 5 cells, tiles the discs in a seat's
// plate.
var (
	large = newPictures(7, 3)
	huge  = newPictures(11, 5)
	tiles = [2]*ui.Sprite{discs["tile b"], discs["tile w"]}
)

func newPictures(w, h int) *pictures {
	set := &pictures{w: w, h: h}
	for side, name := range []string{"b", "w"} {
		of := fmt.Sprintf("%dx%d %s ", w, h, name)
		for p := range poses {
			set.discs[side][p] = discs[of+poses[p]]
		}
		set.rings[side] = discs[of+"cursor"]
	}
	return set
}

// setOf returns the pictures of squares so wide.
func setOf(w int) *pictures {
	if w == huge.w {
		return huge
	}
	return large
}

// sideOf returns a disc's seat.
func sideOf(disc byte) int {
	if disc == 'O' {
		return 1
	}
	return 0
}

// smallDisc draws a disc of 4 by 2 cells, set by hand: two colours a cell.
func smallDisc(g ui.Region, x, y, side int, p pose, on ground) {
	top, body, foot, other := blackGloss, blackFoot, blackFoot, whiteDisc
	if side == 1 {
		top, body, foot, other = inkWhite, inkWhite, whiteFoot, blackDisc
	}
	switch p {
	case onEdge:
		for i := range 2 {
			g.Cell(x+1, y+i, '▐', foot, on.felt)
			g.Cell(x+2, y+i, '▌', other, on.felt)
		}
		return
	case atRest:
		g.Cell(x, y, '▗', body, on.felt)
		g.Cell(x+3, y, '▖', foot, on.felt)
		g.Cell(x, y+1, '▝', foot, on.felt)
		g.Cell(x+3, y+1, '▘', foot, on.felt)
	}
	g.Cell(x+1, y, '▆', top, on.felt)
	g.Cell(x+2, y, '▆', body, on.felt)
	g.Cell(x+1, y+1, '▂', on.shadow, foot)
	g.Cell(x+2, y+1, '▂', on.shadow, foot)
}

// shade returns the index of the square's green.
func (k cell) shade() int {
	if k.dark {
		return 1
	}
	return 0
}

// small draws a square of 4 by 2 cells.
func (k cell) small(g ui.Region, x, y int) {
	shade := k.shade()
	on := grounds[shade]
	switch {
	case k.focus && k.disc != '-':
		on = cursorGround
	case k.last:
		on = lastGrounds[shade]
	}
	g.Fill(ui.Rect{X: x, Y: y, W: 4, H: 2}, on.felt)
	if k.disc == '-' {
		g.Cell(x+3, y, '▕', on.seam, on.felt)
		for i := range 4 {
			g.Cell(x+i, y+1, '▁', on.seam, on.felt)
		}
	}
	switch {
	case k.disc != '-':
		smallDisc(g, x, y, sideOf(k.disc), k.pose, on)
	case k.focus || k.better:
		inside := on.felt
		if k.legal || k.better {
			inside = [2]ui.Token{on.ghostBlack, on.ghostWhite}[k.side]
		}
		for i, edge := range []rune{'▔', '▁'} {
			g.Cell(x, y+i, '▎', lamp, inside)
			if inside != on.felt { // without a mark only the corners are drawn
				g.Cell(x+1, y+i, edge, lamp, inside)
				g.Cell(x+2, y+i, edge, lamp, inside)
			}
			g.Cell(x+3, y+i, '▊', inside, lamp)
		}
	case k.legal:
		for i := 1; i <= 2; i++ {
			g.Cell(x+i, y, '▂', on.legal, on.felt)
			g.Cell(x+i, y+1, '▆', on.felt, on.legal)
		}
	}
}

// lined draws a square within the lines of the board.
func (k cell) lined(g ui.Region, x, y int, set *pictures) {
	midX, midY := x+set.w/2, y+set.h/2
	switch {
	case k.disc != '-':
		g.Stamp(x, y, set.discs[sideOf(k.disc)][k.pose])
		if k.last && k.pose == atRest {
			mark := [2]ui.Token{lastDark, lastLight}[sideOf(k.disc)]
			g.Cell(midX, midY, '●', mark, g.At(midX, midY))
		}
	case k.focus && k.legal || k.better:
		g.Stamp(x, y, set.rings[k.side])
	case k.legal:
		g.Cell(midX, midY, '●', legalDot, feltLight)
	}
	if k.focus || k.better {
		for i, corner := range []string{"┏━", "━┓", "┗━", "━┛"} {
			for j, r := range []rune(corner) {
				g.Cell(x-1+i%2*set.w+j, y-1+i/2*(set.h+1), r, lamp, feltLight)
			}
		}
	}
}

// tall draws a square of 6 by 3 cells.
func (k cell) tall(g ui.Region, at ui.Rect) {
	on := grounds[k.shade()]
	if k.last {
		on = lastGrounds[k.shade()]
	}
	g.Fill(at, on.felt)
	if k.disc != '-' {
		tallDisc(g, at.X, at.Y, sideOf(k.disc), k.pose, on)
	} else if (k.focus || k.better) && (k.legal || k.better) {
		ghost := [2]ui.Token{on.ghostBlack, on.ghostWhite}[k.side]
		for i := range 4 {
			g.Cell(at.X+1+i, at.Y, '▄', ghost, on.felt)
			g.Cell(at.X+1+i, at.Y+1, ' ', ghost, ghost)
			g.Cell(at.X+1+i, at.Y+2, '▀', ghost, on.felt)
		}
	} else if k.legal {
		g.Cell(at.X+2, at.Y+1, '▐', on.legal, on.felt)
		g.Cell(at.X+3, at.Y+1, '▌', on.legal, on.felt)
	}
	if k.focus || k.better {
		for i, r := range []rune("▛▜▙▟") {
			g.Cell(at.X+i%2*(at.W-1), at.Y+i/2*(at.H-1), r, lamp, on.felt)
		}
	}
}

// tallDisc draws a disc in a square of 6 by 3 cells, set by hand: two colours a cell.
func tallDisc(g ui.Region, x, y, side int, p pose, on ground) {
	top, body, foot, other := blackGloss, blackFoot, blackFoot, whiteDisc
	if side == 1 {
		top, body, foot, other = inkWhite, inkWhite, whiteFoot, blackDisc
	}
	if p == onEdge {
		for i := range 3 {
			g.Cell(x+2, y+i, '▐', foot, on.felt)
			g.Cell(x+3, y+i, '▌', other, on.felt)
		}
		return
	}
	for i := 2; i <= 3; i++ {
		g.Cell(x+i, y, '▆', body, on.felt)
		g.Cell(x+i, y+1, ' ', body, body)
		g.Cell(x+i, y+2, '▂', on.shadow, foot)
	}
	if p == halfTurned {
		return
	}
	for i := 1; i <= 4; i += 3 {
		g.Cell(x+i, y, '▄', body, on.felt)
		g.Cell(x+i, y+1, ' ', body, body)
		g.Cell(x+i, y+2, '▀', foot, on.felt)
	}
	g.Cell(x, y+1, '▐', body, on.felt)
	g.Cell(x+5, y+1, '▌', foot, on.felt)
	g.Cell(x+1, y+1, '▝', top, body)
	g.Cell(x+2, y+1, '▘', top, body)
}

// sign draws a square in signs: a disc, or four by three blocks of it if the square is that large, and left of it > for
// the cursor or * for the last move.
func (k cell) sign(g ui.Region, at ui.Rect) {
	ink := felt
	switch {
	case k.disc == 'X':
		ink = discBlack
	case k.disc == 'O':
		ink = discWhite
	case k.better:
		ink = ui.Picked
	}
	if at.W >= 6 && at.H >= 3 {
		k.blocks(g, at, ink)
		return
	}
	mark, sign := " ", " "
	switch {
	case k.focus:
		mark, ink = ">", ui.Focus
	case k.last && k.disc == 'O':
		mark, ink = "*", lastWhite
	case k.last:
		mark, ink = "*", lastBlack
	}
	switch {
	case k.disc == 'X':
		sign = "●"
	case k.disc == 'O':
		sign = "○"
	case k.better || k.legal && k.focus:
		sign = "+"
	case k.legal:
		sign = "."
	}
	g.Text(at.X+(at.W-3)/2, at.Y+(at.H-1)/2, ink, mark+sign+" ")
}

// blocks draws a square of 6 by 3 cells in signs.
func (k cell) blocks(g ui.Region, at ui.Rect, ink ui.Token) {
	art := [3]string{"    ", "    ", "    "}
	switch {
	case k.disc == 'X':
		art = [3]string{"▄▄▄▄", "████", "▀▀▀▀"}
	case k.disc == 'O':
		art = [3]string{"▄▄▄▄", "█  █", "▀▀▀▀"} // its middle is painted below
	case k.better || k.legal && k.focus:
		art[1] = " ++ "
	case k.legal:
		art[1] = " .. "
	}
	for i, row := range art {
		g.Text(at.X+1, at.Y+i, ink, row)
	}
	if k.disc == 'O' {
		g.Paint(ui.Rect{X: at.X + 2, Y: at.Y + 1, W: 2, H: 1}, discFace)
	}
	mark, edge, rows := "", felt, at.H
	switch {
	case k.focus:
		mark, edge = ">", ui.Focus
	case k.last:
		mark, edge, rows = "*", lastBlack, 1
	}
	for i := range rows {
		y := at.Y + (at.H-rows)/2 + i
		g.Paint(ui.Rect{X: at.X, Y: y, W: 1, H: 1}, edge)
		g.Paint(ui.Rect{X: at.X + at.W - 1, Y: y, W: 1, H: 1}, edge)
	}
	g.Text(at.X, at.Y+1, edge, mark)
}

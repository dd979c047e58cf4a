package stones

import (
	"fmt"
	"strings"

	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// river is a mode in the form: its name, the result of best play, and the rewards of its stones.
type river struct {
	a               *app.App
	mode            stones.Mode
	chosen, focused bool
	letters         bool // for stones, in one row
}

// bedRows is the number of rows of a part of the river, and cellWidth the cells of a stone.
const bedRows, cellWidth = 5, 4

// beds returns into how many parts the river is broken in w cells.
func (r river) beds(w int) int {
	if w < cellWidth*stones.Cells+6 {
		return 2
	}
	return 1
}

// best returns the result of best play.
func (r river) best() string {
	start := startOf(r.mode.Number)
	return r.a.T("st.setup.best", "g", gradeName(r.a, r.mode.Top()), "p", app.Percent(start.Final[r.mode.Top()]), "v", fmt.Sprintf("%.2f", start.Value))
}

// outset is what best play of a mode has before its first pick: the expected reward, and the chances of the rewards.
type outset struct {
	Value float64
	Final stones.Chances
}

// startOf returns the outset of a mode.
func startOf(mode int) outset {
	best := stones.BestPlay(mode)
	begin := best.Mode().Begin()
	return outset{best.Value(begin), best.Final(begin)}
}

// head returns the rows of the name and of the result of best play.
func (r river) head(w int) int {
	if 5+ui.Width(r.a.T("st.mode", "n", r.mode.Number))+2+ui.Width(r.best()) <= w-2 {
		return 1
	}
	return 1 + kit.Text{Text: r.best()}.Least(kit.Look{}, max(w-4, 1)).H
}

// Least returns the size of the rows.
func (r river) Least(l kit.Look, w int) kit.Size {
	text := kit.Text{Text: r.best()}.Least(l, max(w-4, 1))
	s := kit.Size{W: max(2*stones.Cells+3, text.W+4), H: r.head(w) + 1}
	if n := r.beds(w); !r.letters {
		s = kit.Size{W: max(s.W, cellWidth*((stones.Cells+n-1)/n)+6), H: r.head(w) + bedRows*n}
	}
	return s
}

// Wish returns the rows.
func (r river) Wish(l kit.Look, w int) int { return r.Least(l, w).H }

// Draw draws the name, and the river or its letters.
func (r river) Draw(l kit.Look, g ui.Region) {
	ink := ui.Text
	if r.chosen {
		ink = ui.Strong | ui.Bold
	}
	g.Sheet(g.Rect(), app.If(r.chosen, ui.Raised, ui.Panel))
	if r.chosen && r.focused {
		g.Edge(0, 0, g.H(), ui.Accent)
	}
	g.Text(2, 0, app.If(r.chosen, ui.Accent, ui.Faint), app.If(r.chosen, "●", "○"))
	g.Text(4, 0, ink, r.a.T("st.mode", "n", r.mode.Number))
	y := r.head(g.W())
	if y == 1 {
		g.TextRight(g.W()-2, 0, ui.Muted, r.best())
	} else {
		kit.Text{Ink: ui.Muted, Text: r.best()}.Draw(l, g.Sub(ui.Rect{X: 2, Y: 1, W: g.W() - 4, H: y - 1}))
	}
	if r.letters {
		r.drawLetters(g, y)
		return
	}
	beds := r.beds(g.W())
	for k := range beds {
		from, to := k*stones.Cells/beds, (k+1)*stones.Cells/beds
		bed := g.Sub(ui.Rect{X: 1, Y: y + bedRows*k, W: g.W() - 2, H: bedRows})
		kit.ByLevel{
			Pictures: kit.Picture{Paint: func(_ kit.Look, g ui.Region) { drawStream(r.a, g, r.mode.Rewards, from, to) }},
			Signs:    kit.Picture{Paint: func(_ kit.Look, g ui.Region) { drawBed(r.a, g, r.mode.Rewards, from, to) }},
		}.Draw(l, bed)
	}
}

// drawLetters draws a letter for each stone in the row y.
func (r river) drawLetters(g ui.Region, y int) {
	for i, grade := range r.mode.Rewards {
		word, x := letter(r.a, grade), 2+2*i
		g.Fill(ui.Rect{X: x, Y: y, W: 2, H: 1}, grades[grade].tok)
		g.Text(x, y, grades[grade].ink|ui.Bold, word)
	}
}

// drawBed draws some stones of a mode as boxes, 5 high: numbers, letters, marks.
func drawBed(a *app.App, g ui.Region, rewards [stones.Cells]stones.Reward, from, to int) {
	more := strings.Repeat("───┬", to-from-1)
	g.Text(1, 1, ui.Text, "┌"+more+"───┐")
	g.Text(1, 4, ui.Text, "└"+strings.ReplaceAll(more, "┬", "┴")+"───┘")
	g.Text(1, 2, ui.Text, "│")
	g.Text(1, 3, ui.Text, "│")
	for cell := from; cell < to; cell++ {
		x, r := 2+cellWidth*(cell-from), rewards[cell]
		word := letter(a, r)
		g.TextRight(x+2, 0, ui.Muted, app.Itoa(cell))
		g.Text(x+2-ui.Width(word), 2, gradeTokens[r], word)
		g.Text(x, 3, gradeTokens[r], marks(r))
		g.Text(x+3, 2, ui.Text, "│")
		g.Text(x+3, 3, ui.Text, "│")
	}
}

// drawStream draws some stones of a mode in one row on water, 5 high: small stones with their
// letters, and their numbers.
func drawStream(a *app.App, g ui.Region, rewards [stones.Cells]stones.Reward, from, to int) {
	for y := range 4 {
		g.Fill(ui.Rect{Y: y, W: g.W(), H: 1}, narrow.water[3+y])
	}
	for cell := from; cell < to; cell++ {
		r := rewards[cell]
		x, look := 4+4*(cell-from), grades[r]
		for i := range 3 {
			g.Pixel(x+i, 1, look.tok)
			g.Pixel(x+i, 4, smallFeet[r])
		}
		g.Fill(ui.Rect{X: x, Y: 1, W: 3, H: 1}, look.tok)
		word := letter(a, r)
		g.Text(x+(3-ui.Width(word))/2, 1, look.ink|ui.Bold, word)
		number := app.Itoa(cell)
		narrow.write(g, x+1-(ui.Width(number)-1)/2, 3, numTok, narrow.water[6], number)
	}
}

// smallFeet has the feet of small stones, by grade.
var smallFeet = func() (list [stones.Rewards]ui.Token) {
	for r := range list {
		list[r] = ui.NewPaint(grades[r].foot)
	}
	return list
}()

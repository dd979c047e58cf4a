package review

import (
	"fmt"
	"math"

	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// The grounds of a chart above and below its axis.
var (
	chartAbove = ui.Mix(ui.Panel, ui.OK, 0.13)
	chartBelow = ui.Mix(ui.Panel, ui.Strong, 0.05)
)

// course is a block with the course of the match as a chart, under it the misses, the turning point and the ply in
// view, and the progress of the analysis or the meaning of the marks.
type course struct {
	a     *app.App
	s     *Page
	marks [2]string
	graph func(c course, g ui.Region) // draws the chart, with its marks in the last row
	key   string                      // of the words for the marks
}

// newCourse returns the course of a match with a chart of dots, or of signs.
func newCourse(a *app.App, s *Page, marks [2]string) kit.Block {
	return kit.ByLevel{Pictures: course{a, s, marks, course.dots, "an.marks.rich"}, Signs: course{a, s, marks, course.signs, "an.marks"}}
}

// dots draws a shaded chart, with more room above.
func (c course) dots(g ui.Region) {
	rows := g.H() - 1
	up := (3*rows + 2) / 5
	c.s.Review.graphRich(g, 0, 0, g.W(), up, rows-up, len(c.s.Plies), c.marks)
}

// signs draws a chart of signs.
func (c course) signs(g ui.Region) {
	c.s.Review.graph(g, 0, 0, g.W(), g.H()/2-1, len(c.s.Plies), c.marks)
}

// The rows of a course besides its chart, the least rows of that, and the usual ones.
const courseRows, leastCourse, usualCourse = 3, 5, 11

// Least returns a low chart.
func (c course) Least(kit.Look, int) kit.Size { return kit.Size{W: 24, H: courseRows + leastCourse} }

// Wish returns the usual height.
func (c course) Wish(kit.Look, int) int { return courseRows + usualCourse }

// Draw draws the chart.
func (c course) Draw(l kit.Look, g ui.Region) {
	g.TextCut(0, 0, g.W(), ui.Strong|ui.Bold, c.s.Wording(c.a, "an.title"))
	c.graph(c, g.Sub(ui.Rect{Y: 1, W: g.W(), H: g.H() - courseRows + 1}))
	drawFoot(c.a, g, c.s.Review, c.key, ui.Rect{W: g.W() + 1}, g.H()-1, !l.Touch)
}

// chart maps the plies of a match to the columns of a graph: a column each, or several plies in a column
// if there are more plies than columns.
type chart struct{ w, plies int }

// column returns the column of a ply, counted from 0.
func (c chart) column(ply int) int {
	if c.plies < c.w {
		return ply
	}
	return (ply*(c.w-1) + c.plies/2) / c.plies
}

// cover returns the first and the last ply of a column.
func (c chart) cover(col int) (from, to int) {
	from = -1
	for p := 0; p <= c.plies; p++ {
		if c.column(p) == col {
			if from < 0 {
				from = p
			}
			to = p
		}
	}
	return from, to
}

// shown returns the ply that a column shows: the one in view, the turning point, or else the last.
func (c chart) shown(col int, prefer ...int) int {
	from, to := c.cover(col)
	for _, p := range prefer {
		if p > 0 && p >= from && p <= to {
			return p
		}
	}
	return to
}

// scale returns the value at the ends of the graph's axis.
func (v *Analysis) scale() float64 {
	most := 0.0
	for p := range v.Of + 1 {
		if x, _, ok := v.value(p); ok {
			most = max(most, math.Abs(x))
		}
	}
	for _, top := range []float64{8, 12, 16, 24, 32, 48, 64, 128, 256, 512} {
		if most <= top {
			return top
		}
	}
	return 999
}

// bar returns a value as full cells and a half one, with half rows for top.
func bar(value, top float64, half int) (full int, rest bool) {
	n := int(math.Round(math.Abs(value) / top * float64(2*half)))
	if n == 0 && math.Abs(value) >= 1 {
		n = 1 // a value other than zero shows
	}
	n = min(n, 2*half)
	return n / 2, n%2 == 1
}

// leastHit is the least width of a graph that can be clicked.
const leastHit = 5

// graph draws the course of the match; up means that seat 0 is ahead. The axis is double where the values
// are exact, and dotted where they are not final. Below it are the misses, the turning point and the ply in
// view. A click on a column goes there.
func (v *Analysis) graph(g ui.Region, x, y, w, half, ply int, marks [2]string) {
	top := v.scale()
	label := fmt.Sprintf("%.0f", top)
	inner := min(ui.Width(marks[0]), 2) - 1 // wider marks do not stand beside a number
	g.Text(x, y+inner, ui.Muted, marks[0])
	g.TextRight(x+4, y, ui.Muted, label)
	g.TextRight(x+4, y+half, ui.Muted, "0")
	g.Text(x, y+2*half-inner, ui.Muted, marks[1])
	g.TextRight(x+4, y+2*half, ui.Muted, label)
	x += 5
	c := chart{w: min(w-5, v.Of+1), plies: v.Of}
	for col := range c.w {
		p := c.shown(col, ply, v.Turn)
		value, exact, ok := v.value(p)
		axis, ink := ".", ui.Muted
		switch {
		case ok && exact:
			axis, ink = "═", ui.Text
		case v.sure(p):
			axis = "─"
		}
		if p == v.Turn && v.Turn > 0 {
			ink = ui.Warn
		}
		g.Text(x+col, y+half, ink, axis)
		if ok {
			full, rest := bar(value, top, half)
			step, part := -1, "▄"
			if value < 0 {
				step, part = 1, "▀"
			}
			for i := range full {
				g.Text(x+col, y+half+step*(i+1), ink, "█")
			}
			if rest {
				g.Text(x+col, y+half+step*(full+1), ink, part)
			}
		}
		from, to := c.cover(col)
		mark, tok := " ", ui.Muted
		for q := from; q <= to; q++ {
			if v.Better(q) != "" {
				mark = "x"
			}
		}
		if v.Turn > 0 && v.Turn >= from && v.Turn <= to {
			mark, tok = "!", ui.Warn
		}
		if ply >= from && ply <= to {
			g.Paint(ui.Rect{X: x + col, Y: y, W: 1, H: 2*half + 1}, ui.Focus)
			mark, tok = "^", ui.Focus
		}
		g.Text(x+col, y+2*half+1, tok, mark)
		if c.w >= leastHit { // of a few plies the slider serves better
			g.Hit(ui.Rect{X: x + col, Y: y, W: 1, H: 2*half + 2}, ui.SlideHit(p))
		}
	}
}

// graphRich draws the course of the match; up means that seat 0 is ahead. Under it are the misses, the
// turning point and the ply in view. A click on a column goes there.
func (v *Analysis) graphRich(g ui.Region, x, y, w, up, down, ply int, marks [2]string) {
	top := v.scale()
	label := fmt.Sprintf("%.0f", top)
	g.Text(x, y, ui.Muted, marks[0])
	g.TextRight(x+5, y, ui.Muted, label)
	g.TextRight(x+5, y+up, ui.Muted, "0")
	g.Text(x, y+up+down-1, ui.Muted, marks[1])
	g.TextRight(x+5, y+up+down-1, ui.Muted, label)
	x, w = x+6, w-6
	g.Fill(ui.Rect{X: x, Y: y, W: w, H: up}, chartAbove)
	g.Fill(ui.Rect{X: x, Y: y + up, W: w, H: down}, chartBelow)
	c := chart{w: min(w, v.Of+1), plies: v.Of}
	wide := max(w/c.w, 1) // a short match has broad columns
	for col := range c.w {
		v.columnRich(g, c, col, ui.Rect{X: x + col*wide, Y: y, W: wide, H: up + down}, up, ply, top)
	}
}

// columnRich draws one column of the chart, and the mark under it.
func (v *Analysis) columnRich(g ui.Region, c chart, col int, r ui.Rect, up, ply int, top float64) {
	p := c.shown(col, ply, v.Turn)
	from, to := c.cover(col)
	value, exact, ok := v.value(p)
	here := ply >= from && ply <= to
	ink := app.If(value >= 0, ui.OK, ui.Muted)
	switch {
	case here:
		ink = ui.Accent
	case v.Turn > 0 && p == v.Turn:
		ink = ui.Warn
	}
	for i := range r.W {
		if here && i == 0 {
			for j := range r.H {
				g.Cell(r.X, r.Y+j, '│', ui.SolidInk(ui.Accent), g.At(r.X, r.Y+j))
			}
		}
		if v.sure(p) {
			axis := app.If(ok && exact, ui.Strong, ui.Faint)
			g.Cell(r.X+i, r.Y+up, '▔', ui.SolidInk(axis), g.At(r.X+i, r.Y+up))
		}
		if ok {
			g.SignedColumn(r.X+i, r.Y, up, r.H-up, value, top, ink)
		}
	}
	mark, tok := "", ui.Bad
	for q := from; q <= to; q++ {
		if v.Better(q) != "" {
			mark = "x"
		}
	}
	if v.Turn > 0 && v.Turn >= from && v.Turn <= to {
		mark, tok = "!", ui.Warn
	}
	if here {
		mark, tok = "▲", ui.Accent
	}
	g.Text(r.X, r.Y+r.H, tok, mark)
	g.Hit(ui.Rect{X: r.X, Y: r.Y, W: r.W, H: r.H + 1}, ui.SlideHit(p))
}

// drawFoot draws the progress of the analysis, and at the end the meaning of the marks, a key. small says that a target may
// be a row high.
func drawFoot(a *app.App, g ui.Region, v *Analysis, marks string, r ui.Rect, y int, small bool) {
	switch {
	case v.failed():
		g.TextCut(r.X, y, r.W-1, ui.Warn, a.T("an.failed"))
	case !v.Finished():
		text := a.T("an.running", "n", v.Done, "of", v.Of)
		x := r.X + g.Text(r.X, y, ui.Info, text) + 2
		g.Meter(x, y, r.X+r.W-1-x, v.Done, v.Of, ui.Info)
	default:
		x := r.X + g.Text(r.X, y, ui.Muted, a.T(marks)) + 2
		if turn := a.T("an.turn", "n", v.Turn); v.Turn > 0 && x+ui.Width(turn) < r.X+r.W {
			g.Text(x, y, ui.Warn, turn)
			if small {
				g.Hit(ui.Rect{X: x, Y: y, W: ui.Width(turn), H: 1}, ui.Press("w"))
			}
		}
	}
}

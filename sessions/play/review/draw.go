package review

import (
	"fmt"
	"math"
	"slices"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

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
		g.Hit(ui.Rect{X: x + col, Y: y, W: 1, H: 2*half + 2}, ui.SlideHit(p))
	}
}

// points returns a value with the mark of the side ahead.
func points(value float64, exact bool, marks [2]string) string {
	switch {
	case exact && value == 0, !exact && math.Abs(value) < .05:
		return "= 0"
	case value > 0:
		return marks[0] + " +" + discs(value, exact)
	}
	return marks[1] + " +" + discs(-value, exact)
}

// discs returns an amount, with a decimal if it is not exact.
func discs(n float64, exact bool) string { return fmt.Sprintf("%.*f", app.Either(exact, 0, 1), n) }

// Page is the part of a replay that the drawing of its analysis needs.
type Page struct {
	Review  *Analysis
	Plies   []games.Ply // up to the one in view
	Seats   []lobby.SeatInfo
	Wording func(a *app.App, key string) string       // a sentence that the game may have of its own
	Act     func(a *app.App, act games.Action) string // an action in few cells
}

// Draw draws the analysis of a replay into r, of 38 by 18 or 53 by 32: the graph, the ply in view, and a
// summary of each player; or into a column, see [drawColumn]. marks are the signs of the seats, of at
// most two cells.
func Draw(a *app.App, g ui.Region, s *Page, r ui.Rect, marks [2]string) {
	if g.Rich() && r.W >= 37 {
		drawRich(a, g, s, r, marks)
		return
	}
	if r.W < 38 {
		drawColumn(a, g, s, r, marks)
		return
	}
	v, ply, half := s.Review, len(s.Plies), 4
	rule := func(y int, title string) {
		g.HLine(r.X-1, y, r.W, ui.Muted)
		if title != "" {
			g.Text(r.X+1, y, ui.Muted, " "+title+" ")
		}
	}
	full := r.H > 18
	if full {
		half = 7
	}
	y := r.Y
	rule(y, s.Wording(a, "an.title"))
	v.graph(g, r.X, y+1, r.W-1, half, ply, marks)
	y += 2*half + 3
	rule(y, "")
	drawPly(a, g, s, r, y+1, marks)
	y += 3
	rule(y, s.Wording(a, "an.seats"))
	y++
	for seat, mark := range marks {
		list := v.Misses(games.Seat(seat))
		text := v.sum(a, games.Seat(seat))
		if len(list) > 0 {
			worst := v.Verdict(list[0])
			text += ", " + a.T("an.worst", "d", discs(worst.Lost(), worst.Exact), "at", list[0])
			g.Hit(ui.Rect{X: r.X, Y: y, W: r.W, H: 1}, ui.SlideHit(list[0]))
		}
		g.Text(r.X, y, ui.Text, mark)
		g.TextCut(r.X+2, y, r.W-2, ui.Text, text)
		y++
	}
	foot := r.Y + r.H - 1
	if full {
		rule(y, a.T("an.worsts"))
		drawMisses(a, g, s, ui.Rect{X: r.X, Y: y + 1, W: r.W, H: foot - y - 2}, marks)
	}
	drawFoot(a, g, v, r, foot)
}

// drawPly draws the ply in view, and the better choice.
func drawPly(a *app.App, g ui.Region, s *Page, r ui.Rect, y int, marks [2]string) {
	v, ply := s.Review, len(s.Plies)
	left := a.T("rp.start")
	if ply > 0 {
		p := s.Plies[ply-1]
		left = fmt.Sprintf("%d. %s %s", ply, marks[p.Seat], p.Action)
	}
	g.Text(r.X, y, ui.Strong, left)
	value, exact, ok := v.value(ply)
	if !ok {
		g.TextCut(r.X, y+1, r.W-1, ui.Muted, a.T("an.unknown"))
		return
	}
	kind := app.Either(exact, "an.exact", "an.guess")
	g.TextRight(r.X+r.W-1, y, ui.Text, points(value, exact, marks)+"  "+a.T(kind))
	if ply == 0 {
		return
	}
	text, tok := verdict(a, s)
	if v.Turn == ply && v.Better(ply) != "" {
		text = "! " + text
	}
	g.TextCut(r.X, y+1, r.W-1, tok, text)
}

// noChoice reports whether the table played the ply in view because nothing else was possible. It also
// plays for a player whose time has run out.
func (s *Page) noChoice(j *games.Judgement) bool {
	return s.Plies[len(s.Plies)-1].Forced && j.Best == j.Played
}

// verdict returns the better choice for the ply in view, if there is one.
func verdict(a *app.App, s *Page) (text string, tok ui.Token) {
	ply := len(s.Plies)
	switch j := s.Review.Verdict(ply); {
	case s.noChoice(j):
		return s.Wording(a, "an.forced"), ui.Muted
	case j.Missed:
		return a.T("an.missed", "m", s.Act(a, j.Best), "d", discs(j.Lost(), j.Exact)), ui.Warn
	case j.Best != j.Played:
		return a.T("an.near", "m", s.Act(a, j.Best), "d", discs(j.Lost(), j.Exact)), ui.Text
	}
	return a.T("an.best"), ui.OK
}

// drawMisses lists the greatest misses of both players that fit.
func drawMisses(a *app.App, g ui.Region, s *Page, r ui.Rect, marks [2]string) {
	list := s.Review.Misses(games.Nobody)
	list = list[:min(len(list), r.H)]
	slices.Sort(list)
	for i, ply := range list {
		j := s.Review.Verdict(ply)
		tok, mark := ui.Mark(ply == len(s.Plies), ui.Strong, ui.Text)
		text := fmt.Sprintf("%s%3d. %s %s", mark, ply, marks[j.Seat], j.Played)
		g.Text(r.X, r.Y+i, tok, text)
		g.TextCut(r.X+14, r.Y+i, r.W-14, tok, a.T("an.missed", "m", string(j.Best), "d", discs(j.Lost(), j.Exact)))
		g.Hit(ui.Rect{X: r.X, Y: r.Y + i, W: r.W, H: 1}, ui.SlideHit(ply))
	}
}

// drawFoot draws the progress of the analysis, and at the end the meaning of the marks.
func drawFoot(a *app.App, g ui.Region, v *Analysis, r ui.Rect, y int) {
	switch {
	case v.failed():
		g.TextCut(r.X, y, r.W-1, ui.Warn, a.T("an.failed"))
	case !v.Finished():
		text := a.T("an.running", "n", v.Done, "of", v.Of)
		x := r.X + g.Text(r.X, y, ui.Info, text) + 2
		if w := r.X + r.W - 1 - x; g.Rich() {
			g.Meter(x, y, w, v.Done, v.Of, ui.Info)
		} else {
			g.Text(x, y, ui.Info, ui.BarText(v.Done, v.Of, w))
		}
	default:
		text := a.T("an.marks")
		if g.Rich() {
			text = a.T("an.marks.rich")
		}
		x := r.X + g.Text(r.X, y, ui.Muted, text) + 2
		if turn := a.T("an.turn", "n", v.Turn); v.Turn > 0 && x+ui.Width(turn) < r.X+r.W {
			g.Text(x, y, ui.Warn, turn)
			g.Hit(ui.Rect{X: x, Y: y, W: ui.Width(turn), H: 1}, ui.Press("w"))
		}
	}
}

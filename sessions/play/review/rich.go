package review

import (
	"fmt"
	"slices"

	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// The grounds of a chart above and below its axis.
var (
	chartAbove = ui.Mix(ui.Panel, ui.OK, 0.13)
	chartBelow = ui.Mix(ui.Panel, ui.Strong, 0.05)
)

// drawRich is [Draw] on ui.LevelRich, into 37 by 18 or 41 by 35: a chart of the lead, the ply in view
// with the better choice, and the misses of each player.
func drawRich(a *app.App, g ui.Region, s *Page, r ui.Rect, marks [2]string) {
	v, full := s.Review, r.H > 30
	up, down, h := 3, 2, 9
	if full {
		up, down, h = 6, 5, 16
	}
	in := g.Sheet(ui.Rect{X: r.X, Y: r.Y, W: r.W, H: h}, ui.Panel)
	title := s.Wording(a, "an.title")
	x, y, w := 2, 0, r.W-4
	if full {
		x, y, w = 3, 1, r.W-6
	}
	in.TextCut(x, y, w, ui.Strong|ui.Bold, title)
	v.graphRich(in, x, y+1, w, up, down, len(s.Plies), marks)
	drawFoot(a, in, v, ui.Rect{X: x, W: w + 1}, y+up+down+2)
	top := r.Y + h + 1
	in = g.Sheet(ui.Rect{X: r.X, Y: top, W: r.W, H: r.Y + r.H - top}, ui.Panel)
	body := in.Sub(ui.Rect{X: x, Y: 1, W: w, H: r.Y + r.H - top - 1})
	drawPlyRich(a, body, s, marks)
	y = 4
	for seat, mark := range marks {
		list, text := v.Misses(games.Seat(seat)), v.sum(a, games.Seat(seat))
		body.Text(0, y, ui.Text, mark)
		body.TextRight(w, y, ui.Muted, text)
		x := ui.Width(mark) + 1
		body.TextCut(x, y, w-x-1-ui.Width(text), ui.Text, a.SeatName(s.Seats[seat]))
		if len(list) > 0 {
			body.Hit(ui.Rect{Y: y, W: w, H: 1}, ui.SlideHit(list[0]))
		}
		y++
	}
	if full {
		body.Text(0, y+1, ui.Strong|ui.Bold, a.T("an.worsts"))
		drawMissesRich(a, body, s, ui.Rect{Y: y + 2, W: w, H: body.H() - y - 3}, marks)
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
	ink := app.Either(value >= 0, ui.OK, ui.Muted)
	switch {
	case here:
		ink = ui.Accent
	case v.Turn > 0 && p == v.Turn:
		ink = ui.Warn
	}
	for i := range r.W {
		if here && i == 0 {
			for j := range r.H {
				g.Cell(r.X, r.Y+j, '│', ui.Ground(ui.Accent), g.At(r.X, r.Y+j))
			}
		}
		if v.sure(p) {
			axis := app.Either(ok && exact, ui.Strong, ui.Faint)
			g.Cell(r.X+i, r.Y+up, '▔', ui.Ground(axis), g.At(r.X+i, r.Y+up))
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

// drawPlyRich draws the ply in view and the better choice, each with its expected points as a meter.
func drawPlyRich(a *app.App, g ui.Region, s *Page, marks [2]string) {
	v, ply, w := s.Review, len(s.Plies), g.W()
	head := a.T("rp.start")
	if ply > 0 {
		p := s.Plies[ply-1]
		head = fmt.Sprintf("%d. %s %s", ply, marks[p.Seat], s.Act(a, p.Action))
	}
	x := g.Text(0, 0, ui.Strong|ui.Bold, head) + 2
	value, exact, ok := v.value(ply)
	if !ok {
		g.TextCut(0, 1, w, ui.Muted, a.T("an.unknown"))
		return
	}
	kind := points(value, exact, marks) + "  " + a.T(app.Either(exact, "an.exact", "an.guess"))
	j := v.Verdict(ply)
	switch {
	case ply == 0:
		g.TextRight(w, 0, ui.Muted, kind)
		return
	case s.noChoice(j):
		g.TextCut(0, 1, w, ui.Muted, s.Wording(a, "an.forced"))
	case j.Missed:
		text := a.T("an.lost", "d", discs(j.Lost(), exact))
		if ply == v.Turn {
			text = "! " + text
		}
		// If both do not fit, the chip covers the end of the action, which the rows below name.
		x = max(min(x, w-ui.Width(text)-2), 0)
		g.Chip(x, 0, text, ui.Ground(ui.Bad))
	case j.Best == j.Played:
		g.TextCut(0, 1, w, ui.OK, a.T("an.best"))
	}
	if !j.Missed || x+26 < w {
		g.TextRight(w, 0, ui.Muted, kind)
	}
	if j.Best != j.Played {
		top := max(v.scale(), 1)
		drawMove(a, g, s, 1, j.Best, j.Before, a.T("an.col.best"), top, marks, ui.OK)
		drawMove(a, g, s, 2, j.Played, j.After, a.T("an.col.played"), top, marks, ui.Muted)
	}
}

// drawMove draws a row: an action, its expected points as a meter and a number, and a note.
func drawMove(a *app.App, g ui.Region, s *Page, y int, act games.Action, value float64, note string, top float64, marks [2]string, tok ui.Token) {
	j := s.Review.Verdict(len(s.Plies))
	ahead := value
	if j.Seat == 1 {
		ahead = -value
	}
	name := s.Act(a, act)
	g.TextCut(0, y, 5, app.Either(tok == ui.OK, ui.Accent|ui.Bold, ui.Text), name)
	text := points(value, j.Exact, marks)
	w := g.W() - 6 - 8 - 9
	g.Meter(6, y, w, int((ahead+top)*100), int(200*top), tok)
	g.Text(6+w+1, y, ui.Text, text)
	g.TextRight(g.W(), y, ui.Muted, note)
}

// drawMissesRich lists the greatest misses of both players that fit.
func drawMissesRich(a *app.App, g ui.Region, s *Page, r ui.Rect, marks [2]string) {
	list := s.Review.Misses(games.Nobody)
	list = list[:min(len(list), max(r.H, 0))]
	slices.Sort(list)
	for i, ply := range list {
		j, tok := s.Review.Verdict(ply), ui.Text
		if ply == len(s.Plies) {
			g.Fill(ui.Rect{X: r.X - 1, Y: r.Y + i, W: r.W + 2, H: 1}, ui.Cap)
			tok = ui.Strong | ui.Bold
		}
		x := r.X + g.Text(r.X, r.Y+i, tok, fmt.Sprintf("%2d. %s %s", ply, marks[j.Seat], s.Act(a, j.Played)))
		x += g.Text(x, r.Y+i, ui.Muted, " › ")
		lost := expected(-j.Lost())
		g.TextCut(x, r.Y+i, r.X+r.W-x-ui.Width(lost)-1, ui.Accent, s.Act(a, j.Best))
		g.TextRight(r.X+r.W, r.Y+i, ui.Bad, lost)
		g.Hit(ui.Rect{X: r.X, Y: r.Y + i, W: r.W, H: 1}, ui.SlideHit(ply))
	}
}

package review

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// drawColumn draws the analysis into a column beside a wide board, of 22 by 20 or 30 by 36. It is for a
// game whose judge weighs every alternative and the luck of the deal.
func drawColumn(a *app.App, l kit.Look, g ui.Region, s *Page, r ui.Rect, marks [2]string) {
	v, half, options, misses := s.Review, 2, min(max(r.H-16, 2), 5), 3
	full := r.H > 30 && r.W >= 30
	if full {
		half, options, misses = 4, 10, 4
	}
	w, y := r.W-1, r.Y
	rule := func(title string) {
		g.HLine(r.X-1, y, r.W, ui.Muted)
		if title != "" {
			g.Text(r.X, y, ui.Muted, " "+title+" ")
		}
		y++
	}
	rule(s.Wording(a, "an.title"))
	v.graph(g, r.X, y, w, half, len(s.Plies), marks)
	y += 2*half + 2
	rule(a.T("an.options"))
	drawOptions(a, g, s, ui.Rect{X: r.X, Y: y, W: w, H: 1 + options}, marks)
	y += 1 + options
	rule(a.T("an.costs"))
	drawCosts(a, l, g, s, ui.Rect{X: r.X, Y: y, W: w, H: misses}, marks)
	y += misses
	if full {
		rule(s.Wording(a, "an.seats"))
		for seat, mark := range marks {
			g.TextCut(r.X, y, w, ui.Text, mark+" "+v.sum(a, games.Seat(seat)))
			y++
		}
		rule(a.T("an.luck"))
	}
	drawLuck(a, g, v, ui.Rect{X: r.X, Y: y, W: w, H: r.Y + r.H - 1 - y}, marks)
	drawFoot(a, g, v, r, r.Y+r.H-1, !l.Touch)
}

// sum returns a seat's misses and its average loss per ply.
func (v *Analysis) sum(a *app.App, seat games.Seat) string {
	return a.T("an.sum", "n", len(v.Misses(seat)), "a", fmt.Sprintf("%.1f", v.average(seat)))
}

// expected returns the expected points of a seat, in at most 5 cells.
func expected(points float64) string {
	return app.If(math.Abs(points) >= 99.95, fmt.Sprintf("%+.0f", points), fmt.Sprintf("%+.1f", points))
}

// drawOptions draws the ply in view and all alternatives, the best first, with their expected points; in
// two columns if there are many.
func drawOptions(a *app.App, g ui.Region, s *Page, r ui.Rect, marks [2]string) {
	v, ply := s.Review, len(s.Plies)
	head := a.T("rp.start")
	if ply > 0 {
		p := s.Plies[ply-1]
		head = fmt.Sprintf("%d. %s %s", ply, marks[p.Seat], s.Act(a, p.Action))
	}
	value, exact, ok := v.value(ply)
	g.TextCut(r.X, r.Y, r.W, ui.Strong, head)
	if text := points(value, exact, marks); ok && ui.Width(head)+1+ui.Width(text) <= r.W {
		g.TextRight(r.X+r.W, r.Y, ui.Text, text)
	}
	j := v.Verdict(ply)
	switch {
	case !ok:
		g.TextCut(r.X, r.Y+1, r.W, ui.Muted, a.T("an.unknown"))
	case j != nil:
		list, best := slices.Clone(j.Options), -math.MaxFloat64
		slices.SortStableFunc(list, func(p, q games.Option) int { return cmp.Compare(q.Points, p.Points) })
		rows, w, wide := r.H-1, r.W, true
		if len(list) > rows {
			w, wide = (r.W-1)/2, false
		}
		for i, o := range list[:min(len(list), 2*rows)] {
			x, y := r.X+i/rows*(w+1), r.Y+1+i%rows
			number, tok, mark := expected(o.Points), ui.Text, " "
			if best = max(best, o.Points); o.Points == best {
				tok = ui.OK
			}
			if o.Action == j.Played {
				mark = ">"
				if tok = ui.Strong; j.Missed {
					tok = ui.Warn
				}
			}
			if wide && o.SE > 0 {
				number += fmt.Sprintf(" (%.1f)", o.SE)
			}
			g.TextCut(x, y, w-ui.Width(number), tok, mark+s.Act(a, o.Action))
			g.TextRight(x+w, y, tok, number)
		}
	}
}

// drawCosts lists the most expensive decisions first: the choice, the better one, and the points between
// them.
func drawCosts(a *app.App, l kit.Look, g ui.Region, s *Page, r ui.Rect, marks [2]string) {
	v := s.Review
	list := v.Misses(games.Nobody)
	if len(list) == 0 && v.Finished() && !v.Hidden() {
		g.TextCut(r.X, r.Y, r.W, ui.Muted, a.T("an.none"))
	}
	for i, ply := range list[:min(len(list), r.H)] {
		j, tok := v.Verdict(ply), ui.Text
		if ply == len(s.Plies) {
			tok = ui.Strong
		}
		number := expected(-j.Lost())
		g.TextRight(r.X+r.W, r.Y+i, tok, number)
		g.TextCut(r.X, r.Y+i, r.W-1-ui.Width(number), tok, fmt.Sprintf("%d %s %s/%s", ply, marks[j.Seat], s.Act(a, j.Played), s.Act(a, j.Best)))
		if !l.Touch { // a finger has the chart
			g.Hit(ui.Rect{X: r.X, Y: r.Y + i, W: r.W, H: 1}, ui.SlideHit(ply))
		}
	}
}

// drawLuck compares the result of the match with the results of strong players on the same deal.
func drawLuck(a *app.App, g ui.Region, v *Analysis, r ui.Rect, marks [2]string) {
	switch l := v.Luck; {
	case r.H < 1:
	case l == nil && !v.Over:
		g.TextCut(r.X, r.Y, r.W, ui.Muted, a.T("an.luck.wait"))
	case l != nil && !v.Hidden():
		row := func(i int, key string, value float64) {
			g.Text(r.X, r.Y+i, ui.Text, a.T(key))
			g.TextRight(r.X+r.W, r.Y+i, ui.Text, points(value, false, marks))
		}
		row(0, "an.luck.deal", l.Dealt())
		if r.H > 1 {
			row(1, "an.luck.result", l.Result)
		}
		if r.H > 2 {
			g.TextCut(r.X, r.Y+2, r.W, ui.Muted, a.T("an.luck.both", "a", expected(l.Same), "b", expected(l.Swapped)))
		}
	}
}

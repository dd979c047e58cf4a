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

// drawColumn draws the analysis into a column beside a wide board, in any height. It is for a
// game whose judge weighs every alternative and the luck of the deal.
func drawColumn(a *app.App, l kit.Look, g ui.Region, s *Page, r ui.Rect, marks [2]string) {
	v := s.Review
	part := func(title string, rows, more, drop int, paint func(g ui.Region)) kit.Item {
		return kit.Item{Drop: drop, Block: kit.Picture{Size: kit.Size{W: leastColumn, H: 1 + rows}, More: more, Paint: func(_ kit.Look, g ui.Region) {
			g.HLine(0, 0, g.W(), ui.Muted)
			if ui.Width(title)+2 < g.W() {
				g.Text(1, 0, ui.Muted, " "+title+" ")
			}
			paint(g.Sub(ui.Rect{X: 1, Y: 1, W: g.W() - 2, H: g.H() - 1}))
		}}}
	}
	kit.Draw(kit.Col(0, 0,
		part(s.Wording(a, "an.title"), 6, 4, 0, func(g ui.Region) { v.graph(g, 0, 0, g.W(), g.H()/2-1, len(s.Plies), marks) }),
		part(a.T("an.options"), 3, 8, 0, func(g ui.Region) { drawOptions(a, g, s, g.Rect(), marks) }),
		part(a.T("an.costs"), 2, 2, 2, func(g ui.Region) { drawCosts(a, l, g, s, g.Rect(), marks) }),
		part(s.Wording(a, "an.seats"), len(marks), 0, 4, func(g ui.Region) {
			for seat, mark := range marks {
				g.TextCut(0, seat, g.W(), ui.Text, mark+" "+v.sum(a, games.Seat(seat)))
			}
		}),
		part(a.T("an.luck"), 2, 1, 3, func(g ui.Region) { drawLuck(a, g, v, g.Rect(), marks) }),
		kit.Item{Block: kit.Word{}, Fill: 1},
		kit.Item{Block: kit.Picture{Size: kit.Size{W: leastColumn, H: 1}, Paint: func(_ kit.Look, g ui.Region) {
			drawFoot(a, g, v, "an.marks", ui.Rect{X: 1, W: g.W() - 1}, 0, !l.Touch)
		}}},
	), l, g.Sub(ui.Rect{X: r.X - 1, Y: r.Y, W: r.W + 1, H: r.H}))
}

// leastColumn is the least width of a column.
const leastColumn = 20

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

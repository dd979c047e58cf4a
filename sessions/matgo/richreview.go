package matgo

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// review draws the analysis of a replay: instead of the seats' sheets; on the small table a chart instead
// of deck and log, and the alternatives beside the hand.
func (t *richTable) review() {
	if !t.large() {
		t.reviewSmall()
		return
	}
	marks := [2]string{t.a.T("mg.an.second"), t.a.T("mg.an.second")}
	marks[t.view.First] = t.a.T("mg.an.first")
	x, w := t.foeSeat.X, t.foeSeat.W
	play.DrawReview(t.a, t.g, t.s, ui.Rect{X: x, Y: 1, W: w, H: t.h / 2}, marks)
	h := t.h - 3 - t.h/2
	g := t.g.Sheet(ui.Rect{X: x, Y: t.h/2 + 2, W: w, H: h}, ui.Panel)
	g.Text(2, 1, ui.Strong|ui.Bold, t.a.T("an.options"))
	t.options(g.Sub(ui.Rect{X: 2, Y: 2, W: w - 4, H: h - 7}))
	t.luck(g.Sub(ui.Rect{X: 2, Y: h - 4, W: w - 4, H: 3}), marks)
}

// reviewSmall draws the lead as a chart, and the alternatives.
func (t *richTable) reviewSmall() {
	x, y, w := t.logX, t.deckY, t.mat.X+t.mat.W-1-t.logX
	t.g.TextCut(x, y, w, hwatu.MatText, t.a.T("mg.an.title"))
	chart := ui.Rect{X: x, Y: y + 1, W: w, H: 6}
	t.chart(chart)
	v := t.s.Review
	if !v.Over {
		t.g.TextCut(x, y+8, w, hwatu.MatText, t.a.T("an.running", "n", v.Done, "of", v.Of))
	} else if l := v.Luck; l != nil && !v.Hidden() {
		t.g.TextCut(x, y+8, w, hwatu.MatText, t.a.T("an.luck.deal")+fmt.Sprintf(" %+.1f", l.Dealt()))
		t.g.TextCut(x, y+9, w, hwatu.MatDim, t.a.T("an.luck.result")+fmt.Sprintf(" %+.1f", l.Result))
	}
	at := t.besideX(0)
	if n := len(t.view.Hands[t.me]); t.handX+6*n+2 < at {
		at = t.handX + 6*n + 2
	}
	t.options(t.g.Sub(ui.Rect{X: at, Y: t.handY, W: 77 - at, H: 4}))
}

// chart draws the lead of the seat below after each ply, upwards if ahead. A click goes to the ply.
func (t *richTable) chart(r ui.Rect) {
	v, ply := t.s.Review, len(t.s.Plies)
	top, half := 8.0, r.H/2
	for p := 1; p <= v.Of; p++ {
		if j := v.Verdict(p); j != nil {
			top = max(top, math.Abs(j.After))
		}
	}
	for i := range r.W {
		p := 1 + (i*max(v.Of-1, 0)+(r.W-1)/2)/max(r.W-1, 1)
		from := 1 + ((i-1)*max(v.Of-1, 0)+(r.W-1)/2)/max(r.W-1, 1)
		here := ply <= p && (ply > from || i == 0 && ply >= 1 || p == from && ply == p)
		t.g.Fill(ui.Rect{X: r.X + i, Y: r.Y, W: 1, H: r.H}, hwatu.SlotPaint)
		t.g.Hit(ui.Rect{X: r.X + i, Y: r.Y, W: 1, H: r.H + 1}, ui.SlideHit(p))
		mark, tok := "", hwatu.MatText
		if v.Better(p) != "" {
			mark = "x"
		}
		if here {
			mark, tok = "▲", hwatu.MatGold
		}
		t.g.Text(r.X+i, r.Y+r.H, tok|ui.Bold, mark)
		j := v.Verdict(p)
		if j == nil {
			continue
		}
		value := app.Either(t.me == 0, j.After, -j.After)
		t.g.SignedColumn(r.X+i, r.Y, half, r.H-half, value, top, app.Either(here, hwatu.MatGold, hwatu.MatText))
	}
}

// options draws all alternatives at the ply in view on one scale: the value of each as a line from zero,
// its error as a thin tail, and the number.
func (t *richTable) options(g ui.Region) {
	j := t.s.Review.Verdict(len(t.s.Plies))
	switch {
	case len(t.s.Plies) == 0:
		return
	case j == nil:
		g.TextCut(0, 0, g.W(), ui.Muted, t.a.T("an.unknown"))
		return
	}
	list := slices.Clone(j.Options)
	slices.SortStableFunc(list, func(p, q games.Option) int { return cmp.Compare(q.Points, p.Points) })
	if at := slices.IndexFunc(list, func(o games.Option) bool { return o.Action == j.Played }); at >= g.H() {
		list[g.H()-1] = list[at] // the played one is always shown
	}
	low, high := 0.0, 0.0
	for _, o := range list {
		low, high = min(low, o.Points-o.SE), max(high, o.Points+o.SE)
	}
	for i, o := range list[:min(len(list), g.H())] {
		ink := ui.Text
		if i == 0 {
			ink = ui.OK
		}
		if o.Action == j.Played {
			if i > 0 && j.Missed {
				ink = ui.Bad
			}
			g.Text(0, i, ink, "●")
		}
		number := fmt.Sprintf("%+.1f", o.Points)
		g.TextRight(g.W(), i, ink|ui.Bold, number)
		g.TextCut(2, i, min(11, g.W()-3-ui.Width(number)), ink, tell.ActShort(t.a, o.Action))
		scale(g.Sub(ui.Rect{X: 14, Y: i, W: max(g.W()-14-7, 0), H: 1}), o, low, high, app.Either(ink == ui.Text, ui.Muted, ink))
	}
}

// scale draws an option from zero to its value, on a scale from low to high.
func scale(g ui.Region, o games.Option, low, high float64, ink ui.Token) {
	cell := func(v float64) int { return int(math.Round((v - low) / max(high-low, 1) * float64(g.W()-1))) }
	zero := cell(0)
	from, to := min(zero, cell(o.Points)), max(zero, cell(o.Points))
	for x := range g.W() {
		ground := g.At(x, 0)
		switch {
		case x >= from && x <= to && from != to:
			g.Cell(x, 0, '━', ui.Ground(ink), ground)
		case x >= cell(o.Points-o.SE) && x <= cell(o.Points+o.SE):
			g.Cell(x, 0, '─', ui.Ground(ui.Muted), ground)
		case x == zero:
			g.Cell(x, 0, '│', ui.Ground(ui.Track), ground)
		}
	}
}

// luck draws the deal's share of the result: the masters' results with the same cards.
func (t *richTable) luck(g ui.Region, marks [2]string) {
	v := t.s.Review
	l := v.Luck
	switch {
	case l == nil && !v.Over:
		g.TextCut(0, 0, g.W(), ui.Muted, t.a.T("an.luck.wait"))
		return
	case l == nil || v.Hidden():
		return
	}
	ahead := func(n float64) string {
		return marks[app.Either(n < 0, 1, 0)] + fmt.Sprintf(" +%.1f", math.Abs(n))
	}
	g.Text(0, 0, ui.Strong|ui.Bold, t.a.T("an.luck"))
	g.Text(0, 1, ui.Text, t.a.T("an.luck.deal"))
	g.TextRight(g.W(), 1, ui.Text, ahead(l.Dealt()))
	g.Text(0, 2, ui.Text, t.a.T("an.luck.result"))
	g.TextRight(g.W(), 2, ui.Text, ahead(l.Result))
}

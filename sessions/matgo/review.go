package matgo

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// review draws the analysis of a replay with pictures: instead of the seats' sheets; or a chart instead of deck and log,
// and the alternatives beside the hand. Elsewhere it stands below the table.
func (t *board) review() {
	switch {
	case t.factsBeside(): // it is among the facts
	case t.chartHere():
		t.reviewSmall()
	case t.sheets:
		t.reviewLarge()
	case t.rest.H >= reviewRows:
		kit.Draw(kit.Col(1, 0, play.ReviewItems(t.a, t.s, t.marks())...), t.l, t.g.Sub(t.rest))
	}
}

// chartHere reports whether the floor has a chart in place of the deck.
func (t *board) chartHere() bool {
	return t.s.Review != nil && t.l.Rich && t.aside >= 14 && t.mat.H >= 10
}

// reviewLarge draws the analysis in place of the seats' sheets.
func (t *board) reviewLarge() {
	marks := t.marks()
	course, rest := t.foeSeat, t.ownSeat
	if !t.above {
		course.Y, course.H = t.foeSeat.Y, t.h/2
		rest.Y, rest.H = t.h/2+2, t.h-3-t.h/2
	}
	play.DrawReview(t.a, t.l, t.g, t.s, course, marks)
	g, w, h := t.g.Sheet(rest, ui.Panel), rest.W, rest.H
	g.Text(2, 1, ui.Strong|ui.Bold, t.a.T("an.options"))
	t.options(g.Sub(ui.Rect{X: 2, Y: 2, W: w - 4, H: h - 7}))
	t.luck(g.Sub(ui.Rect{X: 2, Y: h - 4, W: w - 4, H: 3}), marks)
}

// reviewSmall draws the lead as a chart, and the alternatives.
func (t *board) reviewSmall() {
	x, y, w := t.deckX, t.mat.Y, t.mat.X+t.mat.W-1-t.deckX
	t.g.TextCut(x, y, w, hwatu.MatText, t.a.T("mg.an.title"))
	t.chart(ui.Rect{X: x, Y: y + 1, W: w, H: t.mat.H - 4})
	y += t.mat.H - 2
	v := t.s.Review
	if !v.Over {
		t.g.TextCut(x, y, w, hwatu.MatText, t.a.T("an.running", "n", v.Done, "of", v.Of))
	} else if l := v.Luck; l != nil && !v.Hidden() {
		t.g.TextCut(x, y, w, hwatu.MatText, named(t.a.T("an.luck.deal"), l.Dealt(), w))
		t.g.TextCut(x, y+1, w, hwatu.MatDim, named(t.a.T("an.luck.result"), l.Result, w))
	}
	n := len(t.view.Hands[t.me])
	at, _ := t.handAt(n, n+1)
	at = max(at+1, t.log.X)
	if w := t.own.X + t.own.W - 1 - at; w >= leastOptions {
		t.options(t.g.Sub(ui.Rect{X: at, Y: t.handY, W: w, H: t.own.Y + t.own.H - t.handY}))
	}
}

// named returns points after their name, without a decimal if w cells are too few for it.
func named(name string, points float64, w int) string {
	if text := fmt.Sprintf("%s %+.1f", name, points); ui.Width(text) <= w {
		return text
	}
	return fmt.Sprintf("%s %+.0f", name, points)
}

// leastOptions is the least width of the alternatives.
const leastOptions = 15

// chart draws the lead of the seat below after each ply, upwards if ahead. A click goes to the ply.
func (t *board) chart(r ui.Rect) {
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
		value := app.If(t.me == 0, j.After, -j.After)
		t.g.SignedColumn(r.X+i, r.Y, half, r.H-half, value, top, app.If(here, hwatu.MatGold, hwatu.MatText))
	}
}

// options draws all alternatives at the ply in view on one scale: the value of each as a line from zero,
// its error as a thin tail, and the number.
func (t *board) options(g ui.Region) {
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
		scale(g.Sub(ui.Rect{X: 14, Y: i, W: max(g.W()-14-7, 0), H: 1}), o, low, high, app.If(ink == ui.Text, ui.Muted, ink))
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
			g.Cell(x, 0, '━', ui.SolidInk(ink), ground)
		case x >= cell(o.Points-o.SE) && x <= cell(o.Points+o.SE):
			g.Cell(x, 0, '─', ui.SolidInk(ui.Muted), ground)
		case x == zero:
			g.Cell(x, 0, '│', ui.SolidInk(ui.Track), ground)
		}
	}
}

// luck draws the deal's share of the result: the masters' results with the same cards.
func (t *board) luck(g ui.Region, marks [2]string) {
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
		return marks[app.If(n < 0, 1, 0)] + fmt.Sprintf(" +%.1f", math.Abs(n))
	}
	g.Text(0, 0, ui.Strong|ui.Bold, t.a.T("an.luck"))
	g.Text(0, 1, ui.Text, t.a.T("an.luck.deal"))
	g.TextRight(g.W(), 1, ui.Text, ahead(l.Dealt()))
	g.Text(0, 2, ui.Text, t.a.T("an.luck.result"))
	g.TextRight(g.W(), 2, ui.Text, ahead(l.Result))
}

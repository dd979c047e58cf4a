package yut

import (
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
)

// reward draws the choice of a relic: the offered ones on shelves, the one in focus raised.
func (k *column) reward(g ui.Region) {
	a, in := k.a, g.Sheet(g.Rect(), ui.Panel)
	in.Strip(ui.Rect{W: in.W(), H: 1}, ui.Accent)
	in.Text(2, 1, ui.Strong|ui.Bold, clip(a.T("yt.reward.title"), in.W()-3))
	in.Text(2, 2, ui.Muted, clip(a.T("yt.choices", "n", len(k.view.Reward.Relics)), in.W()-3))
	if hand := handText(a, k.view.Hand); hand != "" {
		n := in.Text(2, 3, ui.Muted, a.T("yt.hand")) + 1
		in.TextCut(2+n, 3, in.W()-3-n, ui.Text, hand)
	}
	step, tall := 6, 5
	if in.H() > 21 {
		step, tall = 10, 8
	}
	for i, id := range k.view.Reward.Relics {
		k.shelf(in, ui.Rect{X: 1, Y: 4 + step*i, W: in.W() - 2, H: tall}, i+1, id)
	}
	if in.H() > 21 {
		text := a.T("yt.reward.rule")
		for i, line := range ui.Wrap(text, in.W()-4) {
			in.Text(2, in.H()-2+i, ui.Muted, line)
		}
	}
}

// shelf draws one offered relic: its number, its picture, its name and its effect.
func (k *column) shelf(g ui.Region, r ui.Rect, n int, id string) {
	on := k.v.pick == n
	in := g.Sub(r)
	if on {
		in = g.SheetEdge(r, ui.Raised, ui.Accent)
	}
	g.Hit(r, board.SlotHit(n))
	y := (r.H - 5) / 2
	in.Chip(2, y, app.Itoa(n), app.Either(on, ui.Focus, ui.Cap))
	board.Tile(in, 1, y+1, id)
	e, _ := yut.FindRelic(id)
	lang, w := k.a.Lang.String(), r.W-11
	for _, line := range ui.Wrap(e.Name.In(lang), w) {
		in.Text(10, y, ui.Strong|ui.Bold, line)
		y++
	}
	for _, line := range ui.Wrap(e.Text.In(lang), w) {
		if y < r.H {
			in.Text(10, y, ui.Text, line)
		}
		y++
	}
}

// offer draws the choice of a slot for a stick: the chances with it in each.
func (k *column) offer(g ui.Region) {
	a, in := k.a, g.Sheet(g.Rect(), ui.Panel)
	in.Strip(ui.Rect{W: in.W(), H: 1}, ui.Accent)
	e, _ := yut.FindStick(k.view.Offer.ID)
	lang := a.Lang.String()
	in.Text(2, 1, ui.Strong|ui.Bold, a.T("yt.offer.title"))
	in.TextRight(in.W()-2, 1, ui.Muted, a.T("yt.offer.back", "n", k.view.Offer.Back))
	in.Text(2, 2, board.StickInk|ui.Bold, e.Name.In(lang))
	y := 3
	for _, line := range ui.Wrap(e.Text.In(lang), in.W()-4) {
		in.Text(2, y, ui.Text, line)
		y++
	}
	step := 2
	if in.H() > 21 {
		y, step = 8, 4
	}
	y = max(y, 6)
	in.Text(2, y, ui.Muted, a.T("yt.offer.after"))
	for t := yut.Do; t <= yut.Mo; t++ {
		in.TextRight(1+oddsEnd(t, in.W()-2), y+1, ui.Muted, tokenName(a, t))
	}
	y += 2
	for i := range yut.Slots + 1 {
		k.slot(in, ui.Rect{X: 1, Y: y + step*i, W: in.W() - 2, H: 2}, i)
	}
	y += step*(yut.Slots+1) + 1
	hand := handText(a, k.view.Hand)
	if y+1 < in.H() && hand != "" {
		in.TextCut(2, y, in.W()-3, ui.Text, hand)
		in.TextCut(2, y+1, in.W()-3, ui.Muted, a.T("yt.left", "n", len(k.view.Hand)))
	}
}

// slot draws one row of an offer: the stick that would go, or in the last row none, and the chances then.
func (k *column) slot(g ui.Region, r ui.Rect, i int) {
	on, odds, key := k.v.pick == i+1, k.view.Odds, app.Itoa((i+1)%(yut.Slots+1))
	in := g.Sub(r)
	if on {
		in.Fill(in.Rect(), ui.Raised)
		in.Edge(0, 0, r.H, ui.Accent)
	}
	g.Hit(r, board.SlotHit(i+1))
	in.Chip(1, 0, key, app.Either(on, ui.Focus, ui.Cap))
	name, back := k.a.T("yt.offer.keep"), ""
	if i < yut.Slots {
		odds = k.view.Offer.Odds[i]
		name, back = shortStick(k.a, k.view.Sticks[i].ID), app.Itoa(k.view.Sticks[i].Back)+"%"
	}
	in.Text(5, 0, app.Either(on, ui.Strong|ui.Bold, ui.Text), name)
	in.TextRight(r.W-1, 0, ui.Muted, back)
	for t := yut.Do; t <= yut.Mo; t++ {
		n, was, x := app.Percent(odds[t-1]), app.Percent(k.view.Odds[t-1]), oddsEnd(t, r.W)
		ink, sign := ui.Text, ""
		switch {
		case n > was:
			ink, sign = ui.OK, "+"
		case n < was:
			ink, sign = ui.Bad, "-"
		}
		in.TextRight(x, 1, ink, app.Itoa(n))
		in.Text(x, 1, ink, sign)
	}
}

// oddsEnd returns the end of the column of a token's chance in a row of w cells.
func oddsEnd(t yut.Token, w int) int { return 1 + int(t)*(w-3)/yut.Tokens }

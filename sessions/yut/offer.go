package yut

import (
	"arcade/games"
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
)

// reward is the choice of a relic: the offered ones below each other, the one in focus raised.
func (d *desk) reward() kit.Block {
	a, n := d.a, len(d.view.Reward.Relics)
	col := kit.Col(1, 0,
		kit.Item{Block: kit.Text{Ink: ui.Accent | ui.Bold, Text: a.T("yt.reward.title")}},
		kit.Item{Block: kit.Text{Ink: ui.Text, Text: a.T("yt.reward.why", "k", d.view.Reward.Pieces, "n", n)}, Drop: 2},
		kit.Item{Block: d.pending(), Drop: 3})
	for i, id := range d.view.Reward.Relics {
		col.Items = append(col.Items, kit.Item{Block: d.shelf(i+1, id), First: true})
	}
	col.Items = append(col.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("yt.reward.rule")}, Drop: 4}, kit.Item{Block: d.thrown(), Drop: 5})
	return col
}

// pending are the tokens that are left for later, nothing if there are none.
func (d *desk) pending() kit.Block {
	if len(d.view.Hand) == 0 {
		return nothing
	}
	return kit.Col(0, 0, kit.Item{Block: keyed{d, kinds(d.view.Hand), false}},
		kit.Item{Block: kit.Text{Ink: ui.Muted, Text: d.a.T("yt.left", "n", len(d.view.Hand))}})
}

// shelf is an offered relic: its number and its picture, its name and its effect.
func (d *desk) shelf(n int, id string) kit.Block {
	on := d.v.pick == n
	e, _ := yut.FindRelic(id)
	lang := d.a.Lang.String()
	row := kit.Row(1, kit.Item{Block: kit.Col(0, 0, item(numbered(app.Itoa(n), on)), item(tiles[id]))}, kit.Item{Fill: 1, Block: kit.Col(0, 0,
		kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: e.Name.In(lang)}}, kit.Item{Block: kit.Text{Ink: ui.Text, Text: e.Text.In(lang)}})})
	return kit.Tap{Msg: board.SlotHit(n), Block: kit.Sheet{Mine: on, Block: kit.Pad{Block: row, X: 1}}}
}

// numbered is the number of a choice.
func numbered(key string, on bool) kit.Chips {
	return kit.Chips{{Word: key, Ground: app.If(on, ui.Focus, ui.Cap)}}
}

// offer is the choice of a slot for a stick: the chances with it in each.
func (d *desk) offer() kit.Block {
	a := d.a
	e, _ := yut.FindStick(d.view.Offer.ID)
	lang := a.Lang.String()
	text := func(ink ui.Token, words string) kit.Item { return kit.Item{Block: kit.Text{Ink: ink, Text: words}} }
	head := kit.Col(0, 0, text(ui.Accent|ui.Bold, a.T("yt.offer.title")),
		kit.Item{Block: kit.Row(2, kit.Item{Block: kit.Text{Ink: board.StickInk | ui.Bold, Text: e.Name.In(lang)}, Fill: 1},
			kit.Item{Block: kit.Word{Ink: ui.Muted, Text: a.T("yt.offer.back", "n", d.view.Offer.Back)}})},
		text(ui.Text, e.Text.In(lang)))
	list := kit.Col(1, 0, kit.Item{Block: kit.Col(0, 0, kit.Item{Drop: 1, Block: kit.Ends{
		Left: a.T("yt.offer.which"), Right: a.T("yt.offer.after"), Ink: ui.Muted}}, kit.Item{Block: oddsHead{d}})})
	for i := range yut.Slots + 1 {
		list.Items = append(list.Items, kit.Item{Block: kit.Tap{Msg: board.SlotHit(i + 1), Block: slot{d, i}, Name: slot{d, i}.spoken}})
	}
	chosen := d.v.pick > 0 && d.v.pick <= yut.Slots
	keys := kit.Keys{{Name: "0", Label: a.T("yt.key.drop"), Key: "0"}}
	if chosen {
		keys = append(kit.Keys{{Name: "Enter", Label: a.T("yt.key.swap"), Key: "enter"}}, keys...)
	}
	return kit.Col(1, 0, kit.Item{Block: head}, kit.Item{Block: list, First: true},
		kit.Item{Block: keys, Drop: 2}, kit.Item{Block: d.pending(), Drop: 3}, kit.Item{Block: d.relics(true), Drop: 4}, kit.Item{Block: d.thrown(), Drop: 5})
}

// The least cells of an offered slot, and of one in a row: the name, and then the chances.
const slotLeast, slotWide, slotName = 25, 54, 27

// oddsAt returns the column after the chance of a token in w cells.
func oddsAt(t yut.Token, w int) int {
	x := 0
	if w >= slotWide {
		x = slotName
	}
	return x + int(t)*(w-x-1)/yut.Tokens
}

// oddsHead are the names of the tokens over their chances.
type oddsHead struct{ *desk }

// Least returns the size of a row.
func (h oddsHead) Least(kit.Look, int) kit.Size { return kit.Size{W: slotLeast, H: 1} }

// Wish returns one row.
func (h oddsHead) Wish(kit.Look, int) int { return 1 }

// Draw draws the names.
func (h oddsHead) Draw(_ kit.Look, g ui.Region) {
	for t := yut.Do; t <= yut.Mo; t++ {
		g.TextRight(oddsAt(t, g.W()), 0, ui.Muted, tokenName(h.a, t))
	}
}

// slot is a row of an offer: the stick that would go, or in the last row none, and the chances then.
type slot struct {
	*desk
	i int
}

// spoken returns what the row does, with the chances then.
func (s slot) spoken() string {
	act, odds := games.Action("stick discard"), s.view.Odds
	if s.i < yut.Slots {
		act, odds = games.Action("stick "+app.Itoa(s.i+1)), s.view.Offer.Odds[s.i]
	}
	return spokenChoice(s.a, s.s, act) + ". " + spokenOdds(s.a, odds)
}

// Least returns the size of two rows, or of one if it is wide.
func (s slot) Least(_ kit.Look, w int) kit.Size {
	return kit.Size{W: slotLeast, H: app.If(w >= slotWide, 1, 2)}
}

// Wish returns the least height.
func (s slot) Wish(l kit.Look, w int) int { return s.Least(l, w).H }

// Draw draws the stick and the chances.
func (s slot) Draw(l kit.Look, g ui.Region) {
	on, odds, key := s.v.pick == s.i+1, s.view.Odds, app.Itoa((s.i+1)%(yut.Slots+1))
	name, back := s.a.T("yt.offer.keep"), ""
	if s.i < yut.Slots {
		odds = s.view.Offer.Odds[s.i]
		name, back = shortStick(s.a, s.view.Sticks[s.i].ID), app.Itoa(s.view.Sticks[s.i].Back)+"%"
	}
	ink := ui.Text
	if on {
		g.Fill(g.Rect(), ui.Raised)
		g.Edge(0, 0, g.H(), ui.Accent)
		ink = ui.Strong | ui.Bold
	}
	wide := g.W() >= slotWide
	end := app.If(wide, slotName-2, g.W()-1)
	numbered(key, on).Draw(l, g.Sub(ui.Rect{X: 1, W: 4, H: 1}))
	g.Text(6, 0, ink, name)
	g.TextRight(end, 0, ui.Muted, back)
	for t := yut.Do; t <= yut.Mo; t++ {
		n, was, x := app.Percent(odds[t-1]), app.Percent(s.view.Odds[t-1]), oddsAt(t, g.W())
		ink, sign := ui.Text, ""
		switch {
		case n > was:
			ink, sign = ui.OK, "+"
		case n < was:
			ink, sign = ui.Bad, "-"
		}
		y := app.If(wide, 0, 1)
		g.TextRight(x, y, ink, app.Itoa(n))
		g.Text(x, y, ink, sign)
	}
}

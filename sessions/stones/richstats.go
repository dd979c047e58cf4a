package stones

import (
	"arcade/games"
	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/store"
)

// track draws a run in a row: every stop a dot, the last in the colour of its reward.
func (v *statsView) track(a *app.App, g ui.Region, m store.Match, focus bool) {
	run, _ := readPast(m)
	name, ink := gradeName(a, run.Reward), ui.Text
	if m.Reason != games.Finished {
		name = a.T("solo.gaveup")
	}
	if focus {
		ink = ui.Strong | ui.Bold
	}
	gradeChip(a, g, 2, 0, run.Reward)
	g.TextCut(7, 0, 11, ink, name)
	g.Text(19, 0, ui.Text, a.T("st.rich.cell", "n", run.Cell))
	g.TextCut(27, 0, 12, ui.Muted, a.Class(m.Daily, m.Seeded, v.looked(m)))
	when := a.Ago(m.Ended)
	g.TextRight(g.W()-2, 0, ui.Muted, when)
	x := 40
	w := g.W() - x - 14
	for i := range w {
		g.Cell(x+i, 0, '─', ui.SolidInk(ui.Track), g.At(x, 0))
	}
	spot := func(cell int, tok ui.Token) { g.Cell(x+cell*(w-1)/stones.Goal, 0, '●', tok, g.At(x, 0)) }
	for _, cell := range v.ways[m.ID] {
		spot(cell, ui.Muted)
	}
	spot(run.Cell, inks[run.Reward])
}

// follow reads the unknown ways of the runs around the focus.
func (v *statsView) follow(a *app.App) {
	const around = 16
	list := v.List(a)
	for i := max(0, list.Focus-around); i < min(list.N, list.Focus+around); i++ {
		id := v.runs.Matches[i].ID
		if _, ok := v.ways[id]; ok {
			continue
		}
		if v.ways == nil {
			v.ways = map[string][]int{}
		}
		v.ways[id] = nil
		r, err := a.House.Lobby.Replay(a.Ctx, a.Visit.Me().ID, id)
		if err != nil {
			continue // the list shows it without its way
		}
		if view, ok := r.View(len(r.Plies)).(stones.View); ok {
			v.ways[id] = wayOf(view)
		}
	}
}

package stones

import (
	"fmt"
	"slices"

	"arcade/games"
	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/store"
)

// drawRich draws the statistics on ui.LevelRich: four numbers, the rewards, the last cells of the runs, and
// the runs as tracks.
func (v *statsView) drawRich(a *app.App, g ui.Region) {
	s, full, margin := v.stats, g.W() >= 120, 1
	y := 0
	if full {
		margin, y = 2, 1
	}
	w := g.W() - 2*margin
	mean, cell, best := "-", "-", "-"
	if s.Runs > 0 {
		reward, last := means(s)
		mean, cell = fmt.Sprintf("%.2f", reward), fmt.Sprintf("%.1f", last)
		n := 0
		for _, k := range s.Rewards[stones.SuperEpic:] {
			n += k
		}
		best = app.Itoa(app.Percent(float64(n)/float64(s.Runs))) + "%"
	}
	tile := (w - 3) / 4
	for i, t := range [4][2]string{
		{app.Itoa(s.Runs), a.T("st.tile.runs")}, {mean, a.T("st.tile.mean")}, {cell, a.T("st.tile.cell")}, {best, a.T("st.tile.best")},
	} {
		shade := ui.White
		if i == 3 {
			shade = ui.Gold
		}
		sheets.Tile(g, ui.Rect{X: margin + i*(tile+1), Y: y, W: tile, H: 5}, t[0], t[1], shade)
	}
	y += 6
	left, high := 38, 5
	if full {
		left, high = 54, 8
	}
	in := sheets.Panel(g, ui.Rect{X: margin, Y: y, W: left, H: high}, a.T("st.tile.rewards"), "")
	gradeBars(a, in, s.Rewards, s.Runs)
	r := ui.Rect{X: margin + left + 1, Y: y, W: w - left - 1, H: high}
	cellColumns(sheets.Panel(g, r, a.T("st.lastcells"), ""), s.Cells)
	if full {
		v.ranked(a, in.Sub(ui.Rect{Y: 5, W: in.W(), H: 2}))
	}
	y += high + 1
	v.tracksOf(a, g.Sub(ui.Rect{X: margin, Y: y, W: w, H: g.H() - y}))
}

// ranked describes the standing of the ranked runs of each mode.
func (v *statsView) ranked(a *app.App, g ui.Region) {
	y := 0
	for i, m := range v.stats.Modes {
		if m.Counted > 0 && y < g.H() {
			g.Text(0, y, ui.Muted, a.T("st.ranked", "m", i+1, "v", fmt.Sprintf("%.2f", m.Mean()), "n", min(m.Counted, stones.Window), "s", m.Longest))
			y++
		}
	}
}

// cellColumns draws the number of runs that ended on each cell as columns over the cells' numbers, in the
// colour of the cell's reward if all modes have the same.
func cellColumns(g ui.Region, counts [stones.Cells]int) {
	h, pitch := g.H()-1, g.W()/stones.Cells
	wide := max(1, pitch-1)
	most := slices.Max(counts[:])
	for cell, n := range counts {
		x := cell * pitch
		tok := grades[stones.Rare].tok
		if r, same := alike(cell); same {
			tok = grades[r].tok
		}
		g.Columns(x, 0, wide, h, []int{n}, most, tok, -1, tok)
		if pitch < 3 && cell%2 == 1 && cell != 15 || pitch < 3 && (cell == 14 || cell == 16) {
			continue
		}
		ink := ui.Muted
		if n > 0 {
			ink = ui.Strong | ui.Bold
		}
		g.Text(x, h, ink, app.Itoa(cell))
	}
}

// alike returns a cell's reward if it is the same in all modes.
func alike(cell int) (r stones.Reward, same bool) {
	modes := stones.Modes()
	r = modes[0].Rewards[cell]
	return r, !slices.ContainsFunc(modes, func(m stones.Mode) bool { return m.Rewards[cell] != r })
}

// tracksOf lists the runs: their rewards, and their ways as tracks.
func (v *statsView) tracksOf(a *app.App, g ui.Region) {
	g.Text(2, 0, ui.Strong|ui.Bold, a.T("st.tile.past"))
	list := v.List(a)
	if list.N == 0 {
		g.Text(2, 2, ui.Strong|ui.Bold, a.T("st.stats.none"))
		return
	}
	g.TextRight(g.W()-2, 0, ui.Muted, a.T("st.tile.far"))
	rows, pitch := g.H()-1, 1
	if g.H() > 16 {
		rows, pitch = (g.H()-1)/2, 2
	}
	from, to := ui.Window(list.Focus, list.N, rows)
	for i := from; i < to; i++ {
		row := g.Sub(ui.Rect{Y: 1 + (i-from)*pitch, W: g.W(), H: 1})
		if i == list.Focus {
			row.Fill(row.Rect(), ui.Raised)
			row.Edge(0, 0, 1, ui.Accent)
		}
		row.Hit(row.Rect(), ui.RowHit(i))
		v.track(a, row, v.runs.Matches[i], i == list.Focus)
	}
}

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
	when := a.When(m.Ended)
	g.TextRight(g.W()-2, 0, ui.Muted, when)
	x := 40
	w := g.W() - x - 14
	for i := range w {
		g.Cell(x+i, 0, '─', ui.Ground(ui.Track), g.At(x, 0))
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

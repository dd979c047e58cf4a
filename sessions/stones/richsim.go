package stones

import (
	"fmt"

	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
)

// drawRich draws the simulation on ui.LevelRich: the form, the progress, and the result.
func (s *simulation) drawRich(a *app.App, g ui.Region) {
	margin := 1
	if g.W() >= 120 {
		margin = 2
	}
	w := g.W() - 2*margin
	form := g.Sheet(ui.Rect{X: margin, Y: 0, W: w, H: 5}, ui.Panel)
	for i, key := range []string{"st.sim.mode", "st.sim.policy", "st.sim.games"} {
		s.Form.Draw(form, 1+i, i, a.T(key), 12)
	}
	if s.want == 0 {
		g.Text(margin+2, 7, ui.Muted, a.T("st.sim.none"))
		return
	}
	t := s.tally
	g.Text(margin+2, 6, ui.Strong|ui.Bold, a.T("st.mode", "n", s.of.mode)+"   "+a.T("st.policy."+s.of.policy))
	g.TextRight(g.W()-margin-2, 6, ui.Text, fmt.Sprintf("%d / %d", t.Games, s.want))
	g.Meter(margin+2, 7, w-4, t.Games, s.want, face.Accent)
	reward, err := t.Reward()
	cell, _ := t.Cell()
	line := a.T("st.means", "v", fmt.Sprintf("%.4f", reward), "c", fmt.Sprintf("%.2f", cell)) + "   " + a.T("st.sim.error", "e", fmt.Sprintf("%.4f", err))
	g.Text(margin+2, 9, ui.Text, line)
	if s.of.policy == stones.Best {
		g.Text(margin+2, 10, ui.Muted, a.T("st.sim.exact", "v", fmt.Sprintf("%.4f", stones.BestPlay(s.of.mode).Value(stones.Begin()))))
	}
	left, high := 38, 6
	if g.W() >= 120 {
		left, high = 56, 10
	}
	gradeBars(a, sheets.Panel(g, ui.Rect{X: margin, Y: 12, W: left, H: high}, a.T("st.tile.rewards"), ""), t.Rewards, t.Games)
	cellColumns(sheets.Panel(g, ui.Rect{X: margin + left + 1, Y: 12, W: w - left - 1, H: high}, a.T("st.lastcells"), ""), t.Cells)
}

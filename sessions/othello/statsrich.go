package othello

import (
	"fmt"

	"arcade/sessions/app"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
)

// drawRich draws the statistics on ui.LevelRich: four numbers in pixels, a panel for each group, and the
// matches.
func (v *statsView) drawRich(a *app.App, g ui.Region) {
	margin, gap, panels, height := 1, 2, 2, 8
	full := g.W() >= 120
	if full {
		margin, gap, panels, height = 2, 4, 3, 8
	}
	won, lost := 0, 0
	for _, t := range v.Colour {
		won, lost = won+t.Won, lost+t.Lost
	}
	rate := "-"
	if v.Games > 0 {
		rate = app.Itoa(app.Percent(float64(won)/float64(v.Games))) + "%"
	}
	y, in := 0, g.W()-2*margin
	if full {
		y = 1
	}
	tile := (in - 3*gap) / 4
	for i, t := range []struct{ value, key string }{
		{app.Itoa(v.Games), "os.col.games"}, {app.Itoa(won), "os.col.won"}, {app.Itoa(lost), "os.col.lost"}, {rate, "os.col.rate"},
	} {
		shade := app.Either(i == 3, ui.Gold, ui.White)
		sheets.Tile(g, ui.Rect{X: margin + i*(tile+gap), Y: y, W: tile, H: 5}, t.value, a.T(t.key), shade)
	}
	y += 5
	if full {
		y++
	}
	if v.Games > 0 {
		g.TextCut(margin+2, y, in-2, ui.Muted, v.misses(a.Lang))
	}
	y++
	if full {
		y++
	}
	w := (in - (panels-1)*gap) / panels
	at := func(i int) ui.Rect { return ui.Rect{X: margin + i*(w+gap), Y: y, W: w, H: height} }
	first := sheets.Panel(g, at(0), a.T("os.colour"), "")
	used := v.Colour.bars(a, first, 0)
	if full {
		v.Opening.bars(a, sheets.Panel(g, at(1), a.T("os.opening"), ""), 0)
	} else {
		first.Text(0, used, ui.Strong|ui.Bold, a.T("os.opening"))
		v.Opening.bars(a, first, used+1)
	}
	v.Opponent.bars(a, sheets.Panel(g, at(panels-1), a.T("os.opponent"), ""), 0)
	y += height
	v.drawList(a, g, y-1, g.H()-y-1)
}

// bars draws the tallies from row y on, as many as fit, and returns the row below.
func (g group) bars(a *app.App, r ui.Region, y int) int {
	for _, t := range g {
		if t.Games == 0 || y >= r.H() {
			continue
		}
		rate := app.Percent(float64(t.Won) / float64(t.Games))
		number := fmt.Sprintf("%d/%d %3d%%", t.Won, t.Games, rate)
		sheets.Share{Label: a.T(string(t.Name)), Part: t.Won, Whole: t.Games, Number: number, Ink: face.Accent}.Draw(r, y, 14, 11)
		y++
	}
	return y
}

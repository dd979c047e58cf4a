package pages

import (
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// groupStarts has the options before which the page of settings has a blank row on ui.LevelRich.
var groupStarts = map[string]bool{"bell": true, "mouse": true}

// drawRich draws the settings on ui.LevelRich, a line each, and a sample beside them.
func (v *settingsView) drawRich(a *app.App, g ui.Region) {
	in, y := g.Sub(ui.Rect{X: 1, W: 78, H: g.H()}), 1
	for i, r := range v.Rows {
		if groupStarts[r.ID] {
			y++
		}
		v.Form.Draw(in, y, i, a.T("set."+r.ID), 17)
		y++
	}
	if g.Folded() {
		return
	}
	sample(a, g, ui.Rect{X: 61, Y: 6, W: 18, H: 14}) // below the longest rows
}

// sample draws the settings' effect on colours and glyphs.
func sample(a *app.App, g ui.Region, r ui.Rect) {
	in := g.Sheet(r, ui.Panel)
	in.Text(2, 1, ui.Strong|ui.Bold, a.T("set.sample"))
	x := 2
	for _, game := range a.House.Lobby.Games() {
		if s := play.GameOf(game.Info().Name).Face.Tile; s != nil && x+s.W <= r.W-2 {
			in.Stamp(x, 3, s)
			x += s.W + 2
		}
	}
	in.Text(2, 6, ui.Text, "● 14  ○ 12")
	in.Text(2, 7, ui.Text, "♠ ♥ ♦ ♣  가나")
	in.Bar(2, 9, r.W-4, 62, 100, ui.Info, ui.Track)
	in.Meter(2, 10, r.W-4, 40, 100, ui.Accent)
	for i, tok := range []ui.Token{ui.Accent, ui.Info, ui.OK, ui.Warn, ui.Bad} {
		in.Text(2+3*i, 12, tok|ui.Bold, "Aa")
	}
}

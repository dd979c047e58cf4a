package pages

import (
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// drawRich draws the form on ui.LevelRich: a sheet whose head describes the chosen deal and its class, and
// a line for each row.
func (s *Setup) drawRich(a *app.App, g ui.Region) {
	h := 5
	for _, at := range s.Shown() {
		h += 2
		if s.Rows[at].Input != nil {
			h++
		}
	}
	about := s.About(a)
	in := play.FormSheet(g, klondike.Name, ui.Rect{X: 1, W: g.W() - 2, H: min(h, g.H())}, about[0], about[1])
	y := 0
	for _, at := range s.Shown() {
		r := &s.Rows[at]
		if r.Input == nil {
			s.Form.Draw(in, y, at, a.T("kp.row."+r.ID), setupLabel)
			y += 2
			continue
		}
		s.fieldRich(a, in, y, at)
		in.TextCut(setupLabel+3, y+1, in.W()-setupLabel-4, ui.Muted, s.Reading(a))
		y += 3
	}
}

// fieldRich draws a row with a text field, on its own ground.
func (s *Setup) fieldRich(a *app.App, g ui.Region, y, at int) {
	const x, w = setupLabel + 2, dealCells + 1
	r, ink := s.Rows[at], ui.Text
	if s.In().ID == r.ID {
		g.Fill(ui.Rect{Y: y, W: g.W(), H: 1}, ui.Raised)
		g.Edge(0, y, 1, ui.Accent)
		ink = ui.Strong | ui.Bold
	}
	g.Text(2, y, ink, a.T("kp.row."+r.ID))
	g.Fill(ui.Rect{X: x, Y: y, W: w, H: 1}, ui.Cap)
	if s.In().ID == r.ID {
		r.Input.Draw(g, x+1, y, w-1)
	} else {
		g.TextCut(x+1, y, w-2, ui.Cap, r.Input.String())
	}
	g.Hit(ui.Rect{Y: y, W: g.W(), H: 1}, app.PickHit{Row: at})
}

package pages

import (
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/solo"
	"arcade/sessions/ui"
)

// drawRich draws the form of a new table on ui.LevelRich.
func (s *Setup) drawRich(a *app.App, c *ui.Canvas) {
	r := c.Area().Centered(ui.MinWidth-2, 19)
	g := play.FormSheet(c.Region, s.game, r, a.T("setup.title", "game", a.T("game."+s.game)), a.T("setup.note."+s.game))
	y := 0
	for _, row := range s.Shown() {
		if id := s.Rows[row].ID; id == "second" {
			solo.FieldRow(g, y, &s.Form, id, a.T("setup.second"), s.beside(a))
		} else {
			s.Form.Draw(g, y, row, a.T("setup."+id), 10)
			s.about(a, g, y+1, id)
		}
		y += 2
	}
	if s.to.ID != "" && s.Value("who") == "player" {
		g.Text(2, y, ui.Strong|ui.Bold, a.T("setup.to", "p", a.Marked(s.to.Name, s.to.Bot)))
	}
	x := 2 + g.Keycap(2, g.H()-2, "Enter", a.T("key.start"), "enter", true) + 3
	g.Keycap(x, g.H()-2, "Esc", a.T("key.back"), "esc", false)
}

package stones

import (
	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// slimCard is the height of a choice's sheet on a narrow screen.
const slimCard = 5

// slimSpace has the layout of a narrow screen: the stones lie in three rows there and back, the choices
// below each other.
func slimSpace(g ui.Region) space { return space{slim, g, false, 0, slim.h} }

// slim reports whether a screen is narrow.
func (sp space) slim() bool { return sp.bed == slim }

// wayLines draws the last rows of a narrow screen: the picks left, and the way so far.
func (v *gameView) wayLines(a *app.App, sp space, s *play.Scene, view stones.View) {
	y := sp.top + stones.Choices*slimCard
	if y >= sp.g.H() {
		return
	}
	if y+1 < sp.g.H() {
		v.way(a, sp.g.Sub(ui.Rect{X: 1, Y: y + 1, W: sp.g.W() - 2, H: 1}), s, view)
	}
	w := sp.g.Text(1, y, ui.Muted, a.T("st.rich.left"))
	drawPicks(sp.g, 3+w, y, view.Left)
}

// DrawNarrow draws a run in 48 columns.
func (v *gameView) DrawNarrow(a *app.App, g ui.Region, s *play.Scene) bool {
	view, ok := s.View.(stones.View)
	if !ok || !g.Rich() {
		return false
	}
	if before, ok := s.Before.(stones.View); ok && s.Unrest(a, v) > 0 {
		view = before
	}
	v.drawRich(a, slimSpace(g), s, view)
	return true
}

// DrawNarrow draws both runs in 48 columns.
func (v *duelView) DrawNarrow(a *app.App, g ui.Region, s *play.Scene) bool {
	view, cells, left, ok := v.shown(a, s)
	if !ok || !g.Rich() {
		return false
	}
	v.drawRich(a, slimSpace(g), s, view, cells, left)
	return true
}

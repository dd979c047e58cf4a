package replays

import (
	"fmt"

	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// DrawNarrow draws the game's own narrow layout, and the slider below it.
func (r *Replay) DrawNarrow(a *app.App, g ui.Region) bool {
	if r.Data == nil || r.Scene.Review != nil || r.sheet && r.scored() {
		return false
	}
	view, ok := r.view.(play.Narrower)
	if !ok || !view.DrawNarrow(a, g.Sub(ui.Rect{W: g.W(), H: g.H() - 1}), &r.Scene) {
		return false
	}
	n := len(r.Data.Plies)
	text := fmt.Sprintf("%d / %d", r.Ply, n)
	g.TextRight(g.W()-1, g.H()-1, ui.Strong, text)
	ui.Slider(g, 1, g.H()-1, g.W()-3-ui.Width(text)-1, r.Ply, n, func(pos int) any { return ui.SlideHit(pos) })
	return true
}

package play

import (
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/store"
)

// Narrower is a view with its own layout for [ui.Narrow]. DrawNarrow returns false if it has none at the
// moment. Other views are folded.
type Narrower interface {
	DrawNarrow(a *app.App, g ui.Region, s *Scene) bool
}

// DrawNarrow draws the game's own narrow layout.
func (t *Table) DrawNarrow(a *app.App, g ui.Region) bool {
	n, ok := t.Game.(Narrower)
	if !ok || t.Snap == nil || t.Snap.Status == store.Open || t.Snap.Curtain != games.Nobody || t.Scene.Review != nil {
		return false
	}
	return n.DrawNarrow(a, g, &t.Scene)
}

package round

import (
	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// SeatTag returns "나" or "상대", or the name; instead of a name that is too long it says which of the two
// began.
func SeatTag(a *app.App, s *play.Scene, seat games.Seat) string {
	own, other := a.SeatName(s.Seats[seat]), a.SeatName(s.Seats[1-seat])
	switch view, ok := s.View.(*matgo.View); {
	case !Named(s):
		return a.T(app.If(seat == s.You, "mg.me", "mg.foe"))
	case ok && max(ui.Width(own), ui.Width(other)) > 8:
		return a.T(app.If(seat == view.First, "mg.first", "mg.second"))
	}
	return own
}

// Of returns the round's view in a scene.
func Of(s *play.Scene) (*matgo.View, bool) {
	view, ok := s.View.(*matgo.View)
	if !ok {
		view = &matgo.View{}
	}
	return view, ok
}

// Named reports whether both seats go by their names, because the viewer is not exactly one of them.
func Named(s *play.Scene) bool { return s.You == games.Nobody || s.Shared == games.Screen }

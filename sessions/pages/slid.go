package pages

import (
	"time"

	"arcade/sessions/app"
)

// slide is the moment when another row came under the focus by itself. An Enter at once may be meant for
// the row before.
type slide struct{ at time.Time }

// note compares the row in focus before and after the list was read again.
func (s *slide) note(before, after string) {
	if before != after {
		s.at = time.Now()
	}
}

// just reports whether that was too short ago for a key to be meant for the row, and says so.
func (s *slide) just(a *app.App) bool {
	if time.Since(s.at) >= app.GuardTime {
		return false
	}
	a.Warn(a.T("lobby.slid"))
	return true
}

package play

import (
	"time"

	"arcade/sessions/app"
)

// Resume returns a player at once to a match with this id in which others or a clock wait: a running
// clock leaves no time for a question. The table ignores keys that were meant for the first screen.
func Resume(a *app.App, id string) {
	t := NewTable(id)
	t.calm = time.Now().Add(calmTime)
	a.Push(t)
	if a.Top() == app.Screen(t) {
		a.Toast(a.T("resume.back"), nil)
	}
}

package play

import (
	"time"

	"arcade/sessions/app"
)

// Resume brings somebody back to a match, of this id, in which others or a clock wait: at
// once, for nothing is asked before a clock that runs. Keys that were on their way to the
// first screen do nothing there.
func Resume(a *app.App, id string) {
	t := NewTable(id)
	t.calm = time.Now().Add(calmTime)
	a.Push(t)
	if a.Top() == app.Screen(t) {
		a.Toast(a.T("resume.back"), nil)
	}
}

package pages

import (
	"arcade/sessions/app"
	"arcade/sessions/play/replays"
	"arcade/sessions/ui"
	"arcade/store"
)

// newEnded lists matches that have just ended, for replay by their numbers.
func newEnded(list []store.Match) app.Screen {
	return &app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title, q.Width = a.T("home.ended"), 60
		for _, m := range list {
			q.Add(true, ui.Key(m.ID), matchEnded(a, m), func(a *app.App) { a.Push(replays.New(m.ID)) })
		}
		q.Add(true, "esc", a.T("key.close"), nil)
	}}
}

package play

import (
	"arcade/sessions/app"
	"arcade/store"
)

// Scorer is whose row on a board by points it is.
func Scorer(a *app.App, r store.Score) string {
	if r.Player == a.Visit.Me().ID {
		return a.PersonName(a.Visit.Me()) + " " + a.T("tb.me")
	}
	return a.Marked(r.Name, r.ByBot)
}

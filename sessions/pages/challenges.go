package pages

import (
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// maxChallenges limits the challenges listed on the home screen. More have one row, so that the games stay
// in view.
const maxChallenges = 3

// challenges returns the rows of challenges to the visitor.
func challenges(a *app.App, list []*table.Summary) (rows []row) {
	for _, s := range list[:min(len(list), maxChallenges)] {
		rows = append(rows, row{
			title: play.Challenge(a, s),
			right: a.Control(s.Control), tok: ui.Accent, invite: s,
			do: func(a *app.App) { a.Push(play.NewInvite(s)) },
		})
	}
	if n := len(list); n > maxChallenges {
		rows = append(rows, row{title: a.T("home.invites", "n", n), tok: ui.Accent, do: app.To(askDeclineAll)})
	}
	return rows
}

// askDeclineAll asks whether to decline all challenges.
func askDeclineAll(*app.App) app.Screen {
	return &app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title = a.T("home.invites", "n", len(a.Visit.Invites()))
		q.Lines = []string{a.T("inv.all")}
		q.Confirm(a.T("inv.later"), a.T("inv.decline.all"), app.DeclineAll)
	}}
}

package pages

import (
	"errors"

	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// maxChallenges limits the challenges listed on the home screen. More have one row, so that the games stay
// in view.
const maxChallenges = 3

// challenges returns the rows of challenges to the visitor.
func challenges(a *app.App, list []*lobby.Summary) (rows []row) {
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
		q.Title, q.Focus = a.T("home.invites", "n", len(a.Visit.Invites())), -1
		q.Lines = []string{a.T("inv.all")}
		q.Answers = []app.Answer{
			{Key: "d", Label: a.T("inv.decline"), Do: declineAll},
			{Key: "esc", Label: a.T("inv.later"), Do: nil},
		}
	}}
}

// declineAll declines all present challenges.
func declineAll(a *app.App) {
	n := 0
	for _, s := range a.Visit.Invites() {
		switch err := a.Visit.Cancel(s.ID); {
		case err == nil:
			n++
		case !errors.Is(err, lobby.ErrNoTable): // a challenge that was withdrawn meanwhile is not a failure
			a.Fail(err)
			return
		}
	}
	a.Say(a.T("inv.declined.all", "n", n))
}

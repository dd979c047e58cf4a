package play

import (
	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/sessions/app"
)

// newConfirm asks before one gives up: or, while that is free, before the match is called off.
func newConfirm(t *Table) app.Screen {
	return &app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Left = true
		stay := app.Answer{Key: "esc", Label: a.T("leave.stay"), Do: nil}
		if t.alonely() {
			q.Left, q.Low = false, true
			q.Title, q.Lines = a.T("solo.giveup.title"), []string{t.wording(a, "solo.giveup.text")}
			q.Answers = []app.Answer{stay, {Key: "y", Label: a.T("solo.giveup.go"), Do: t.doing(games.Resign)}}
			switch s := t.Snap; {
			case s.CanAbort:
				q.Title, q.Lines = a.T("abort.title"), []string{t.wording(a, "solo.abort.text")}
				q.Answers[1] = app.Answer{Key: "y", Label: a.T("abort.go"), Do: t.doing(games.Abort)}
			case s.Daily != "" && !s.Looked:
				q.Lines = append(q.Lines, a.T("solo.giveup.daily"))
			case !s.Seeded && !s.Looked && !a.Visit.Me().Guest:
				q.Lines = append(q.Lines, t.wording(a, "solo.giveup.ranked"))
			}
			return
		}
		if t.Snap.CanAbort {
			q.Title, q.Lines = a.T("abort.title"), []string{a.T("abort.text")}
			q.Answers = []app.Answer{stay, {Key: "y", Label: a.T("abort.go"), Do: t.doing(games.Abort)}}
			return
		}
		if s := t.Snap; s.Shared == games.Screen && s.You != games.Nobody {
			q.Title, q.Lines = a.T("resign.title"), []string{a.T("screen.resign", "p", a.SeatName(s.Seats[s.You]))}
			q.Answers = []app.Answer{stay, {Key: "y", Label: a.T("resign.go"), Do: t.doing(games.Resign)}}
			return
		}
		q.Title, q.Lines = a.T("resign.title"), append([]string{a.T("resign.text")}, t.trim(a).Price...)
		q.Answers = []app.Answer{stay, {Key: "y", Label: a.T("resign.go"), Do: t.doing(games.Resign)}}
	}}
}

// newLeaveTable asks before one leaves a live match, and names the price.
func newLeaveTable(t *Table) app.Screen {
	back := func(a *app.App) tea.Cmd { return a.Pop() }
	return &app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title, q.Left = a.T("away.title"), true
		stay := app.Answer{Key: "esc", Label: a.T("leave.stay"), Do: nil}
		if t.Snap.CanAbort {
			q.Lines = []string{a.T("abort.text")}
			q.Answers = []app.Answer{stay, {Key: "y", Label: a.T("away.go"), Do: back}, {Key: "x", Label: a.T("abort.go"), Do: t.doing(games.Abort)}}
			return
		}
		resign := app.Answer{Key: "r", Label: a.T("resign.go"), Do: t.doing(games.Resign)}
		if t.Snap.Round > 0 { // to leave in the middle of a round is to lose it
			q.Title = a.T("leave.title")
			q.Lines = append([]string{a.T("away.forfeit")}, t.trim(a).Price...)
			q.Answers = []app.Answer{stay, resign}
			return
		}
		text2 := a.T(app.Either(t.Snap.Private, "away.text2.friend", "away.text2"))
		q.Lines = append([]string{a.T("away.text1"), text2}, t.trim(a).Price...)
		q.Answers = []app.Answer{stay, {Key: "y", Label: a.T("away.go"), Do: back}, resign}
	}}
}

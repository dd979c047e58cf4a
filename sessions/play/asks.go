package play

import (
	"arcade/games"
	"arcade/sessions/app"
)

// newConfirm asks before the player gives up, or before the match is called off while that is free.
func newConfirm(t *Table) app.Screen {
	return &app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Left, q.Costs = true, !t.Snap.CanAbort
		stay := app.Answer{Key: "esc", Label: a.T("leave.stay"), Do: nil}
		if t.singleSeat() {
			q.Left, q.Low = false, true
			q.Title, q.Lines = a.T("solo.giveup.title"), []string{t.wording(a, "solo.giveup.text")}
			q.Answers = []app.Answer{stay, {Key: "y", Label: a.T("solo.giveup.go"), Do: t.doing(games.Resign)}}
			switch s := t.Snap; {
			case s.CanAbort:
				q.Title, q.Lines = a.T("abort.title"), []string{t.wording(a, "solo.abort.text")}
				q.Answers[1] = app.Answer{Key: "y", Label: a.T("abort.go"), Do: t.doing(games.Abort)}
			case s.Daily != "" && !s.Hinted:
				q.Lines = append(q.Lines, a.T("solo.giveup.daily"))
			case !s.Seeded && !s.Hinted && !a.Visit.Me().Guest:
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
		q.Title, q.Lines = a.T("resign.title"), append([]string{a.T("resign.text")}, t.chrome(a).Price...)
		q.Answers = []app.Answer{stay, {Key: "y", Label: a.T("resign.go"), Do: t.doing(games.Resign)}}
	}}
}

// leaveTable asks before a player leaves a live match, the same in every game: stay, leave, or give up.
// It shows the present price of giving up.
type leaveTable struct {
	app.Ask
	t    *Table
	free bool // the match could be called off when the question was asked
}

func newLeaveTable(t *Table) app.Screen { return &leaveTable{t: t, free: t.Snap.CanAbort} }

func (l *leaveTable) Open(a *app.App) { l.Refresh(a) }

func (l *leaveTable) Refresh(a *app.App) {
	s, price := l.t.Snap, l.t.chrome(a).Price
	own := alone(s)
	leave, end := (*app.App).Pop, l.t.doing(games.Resign)
	l.Title, l.Left, l.Low, l.Costs = a.T("away.title"), !l.t.singleSeat(), l.t.singleSeat(), !s.CanAbort
	switch {
	case own:
		l.Lines = []string{app.Either(a.Visit.Me().Guest, a.T("away.guest"), l.t.kept(a))}
		if leave = l.t.stepAway; !s.CanAbort {
			l.Lines = append(l.Lines, price...)
		}
	case s.CanAbort:
		l.Lines = []string{a.T("abort.text")}
	default:
		l.Lines = append([]string{a.T("away.text1"), a.T(app.Either(s.Private, "away.text2.friend", "away.text2"))}, price...)
	}
	resign := "resign.go"
	if l.t.singleSeat() { // giving up asks about the price itself
		resign, end = "solo.giveup.go", app.To(func(*app.App) app.Screen { return newConfirm(l.t) })
	}
	l.Clear()
	l.Add(true, "esc", a.T("leave.stay"), nil)
	l.Add(true, "y", a.T("away.go"), leave)
	if l.free { // so that its number keeps its answer
		l.Add(s.CanAbort, "x", a.T("abort.go"), l.t.doing(games.Abort))
	}
	if !s.CanAbort {
		l.Add(true, "r", a.T(resign), end)
	}
}

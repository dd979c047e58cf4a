package play

import (
	"arcade/games"
	"arcade/sessions/app"
)

// newConfirm asks before the player gives up, or before the match is called off while that is free.
func newConfirm(t *Table) app.Screen {
	return &app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		s, title, label, kind := t.Snap, "resign.title", "resign.go", games.Resign
		switch {
		case t.singleSeat():
			title, label = "solo.giveup.title", "solo.giveup.go"
			q.Lines = []string{t.wording(a, "solo.giveup.text")}
			switch {
			case s.CanAbort:
				q.Lines = []string{t.wording(a, "solo.abort.text")}
			case s.Daily != "" && !s.Hinted:
				q.Lines = append(q.Lines, a.T("solo.giveup.daily"))
			case !s.Seeded && !s.Hinted && !a.Visit.Me().Guest:
				q.Lines = append(q.Lines, t.wording(a, "solo.giveup.ranked"))
			}
		case s.CanAbort:
			q.Lines = []string{a.T("abort.text")}
		case s.Shared == games.Screen && s.You != games.Nobody:
			q.Lines = []string{a.T("screen.resign", "p", a.SeatName(s.Seats[s.You]))}
		default:
			q.Lines = append([]string{a.T("resign.text")}, t.chrome(a).Price...)
		}
		if s.CanAbort {
			title, label, kind = "abort.title", "abort.go", games.Abort
		}
		q.Title = a.T(title)
		q.Confirm(a.T("leave.stay"), a.T(label), t.doing(kind))
	}}
}

// leaveTable asks before a player leaves a live match, the same in every game: stay, leave, or give up,
// which asks once more. It shows the present price of giving up.
type leaveTable struct {
	app.Ask
	t *Table
}

func newLeaveTable(t *Table) app.Screen { return &leaveTable{t: t} }

func (l *leaveTable) Open(a *app.App) { l.Refresh(a) }

func (l *leaveTable) Refresh(a *app.App) {
	s, price := l.t.Snap, l.t.chrome(a).Price
	own := alone(s)
	leave := (*app.App).Pop
	l.Title, l.Costs = a.T("away.title"), !s.CanAbort
	switch {
	case own:
		l.Lines = []string{app.If(a.Visit.Me().Guest, a.T("away.guest"), l.t.kept(a))}
		if leave = l.t.stepAway; !s.CanAbort {
			l.Lines = append(l.Lines, price...)
		}
	case s.CanAbort:
		l.Lines = []string{a.T("abort.text")}
	default:
		l.Lines = append([]string{a.T("away.text1"), a.T(app.If(s.Private, "away.text2.friend", "away.text2"))}, price...)
	}
	end := app.If(s.CanAbort, "abort.go", app.If(l.t.singleSeat(), "solo.giveup.go", "resign.go"))
	l.Answers = []app.Answer{
		{Key: "esc", Label: a.T("leave.stay")},
		{Label: a.T("away.go"), Do: leave},
		{Label: a.T(end), Do: app.To(func(*app.App) app.Screen { return newConfirm(l.t) }), Apart: true},
	}
}

// newDraw asks once more before a draw is accepted, which ends the match.
func newDraw(t *Table) app.Screen {
	return &app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title = a.T("draw.title")
		q.Lines = []string{a.T("draw.text")}
		q.Confirm(a.T("leave.stay"), a.T("draw.go"), t.doing(games.AcceptDraw))
	}}
}

// newClaim asks how a match ends whose opponent has left. A round of a series cannot be drawn.
func newClaim(t *Table) app.Screen {
	return &app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title = a.T("claim.title")
		q.Lines = []string{a.T("claim.text")}
		q.Add(true, "esc", a.T("claim.wait"), nil)
		q.Add(true, "win", a.T("claim.win"), t.doing(games.ClaimWin))
		if t.Snap.Round == 0 {
			q.Add(true, "draw", a.T("claim.draw"), t.doing(games.ClaimDraw))
			q.Answers[2].Apart = true
		}
	}}
}

package play

import (
	"time"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// hostOf returns the seat of the waiting host.
func hostOf(s *table.Summary) table.SeatInfo { return s.Seats[max(s.SeatOf(s.Host().ID), 0)] }

// ready reports whether the player has confirmed at the table.
func (t *Table) ready() bool { return t.Snap.You != games.Nobody && t.Snap.Seats[t.Snap.You].Rematch }

// meetCommands are the keys while two players who have found each other are about to begin. Keys pressed
// before the question could be read do nothing.
func (t *Table) meetCommands() []app.Command {
	calm := func(do func(*app.App)) func(*app.App) {
		return func(a *app.App) {
			if time.Since(t.offered) < app.GuardTime {
				return
			}
			do(a)
		}
	}
	list := []app.Command{app.HelpKey, {Key: "esc", Also: []ui.Key{"q"}, Bar: "key.calloff", Do: calm(func(a *app.App) {
		err := a.Visit.Cancel(t.ID)
		a.Pop()
		if err != nil {
			a.Log.Debug("call a meeting off", "err", err) // the match has just begun or ended
		} else {
			a.Say(a.T("meet.called"))
		}
	})}}
	if t.ready() {
		return list
	}
	return append([]app.Command{{Key: "enter", Also: []ui.Key{"space"}, Bar: "key.ready", Do: calm(func(a *app.App) {
		a.Fail(a.Visit.Ready(t.ID))
		t.Refresh(a)
	})}}, list...)
}

// closed leaves an open seat that is gone or no longer the player's. A search goes on.
func (t *Table) closed(a *app.App) {
	key, was := "wait.closed", t.Snap
	if t.found() {
		t.search.goOn(a, a.Opponent(was))
		return
	}
	switch {
	case was.Waits && !t.ready() && t.now() >= was.ReadyBy:
		key = "meet.late"
	case was.Waits:
		key = "meet.off"
	case was.Invited != "":
		key = "wait.declined"
	}
	a.Back(a.T(key, "p", a.Opponent(was)))
}

// meetMessage says what the two players wait for.
func (t *Table) meetMessage(a *app.App) string {
	s, p := t.Snap, a.Opponent(t.Snap)
	n := app.Seconds(s.ReadyBy - t.now())
	switch {
	case s.Comes && t.ready():
		return a.T("meet.comes", "p", p, "n", n)
	case s.Comes:
		return a.T("meet.here", "p", p, "n", n)
	case t.ready():
		return a.T("meet.wait", "p", p)
	}
	return a.T("meet.go")
}

// meetText returns the explanation of the meeting.
func (t *Table) meetText() string {
	switch {
	case !t.Snap.Comes:
		return "meet.text"
	case t.ready():
		return "meet.text.guest"
	}
	return "meet.text.host"
}

// OpenTable returns a function that goes to a table.
func OpenTable(id string) func(*app.App) {
	return func(a *app.App) { a.Push(NewTable(id)) }
}

// Offer makes a table and shows it by show, which is push or swap.
func Offer(a *app.App, o pairing.Offer, show func(app.Screen)) {
	id, err := a.Visit.Create(o)
	if err != nil {
		a.Fail(err)
		return
	}
	show(NewTable(id))
}

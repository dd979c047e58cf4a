package app

import (
	"slices"
	"time"

	"arcade/lobby/directory"
)

// CatchUp reads the lobby's changes for the visit: another window, a table that has begun, an invitation.
// Then it refreshes the screens. A visitor's own action calls it at once, and the following wake then
// finds nothing new.
func (a *App) CatchUp() {
	a.woken = a.Visit.Woken()
	if why := a.Visit.Ended(); why != nil {
		a.Ended(why)
		return
	}
	if a.rests() {
		return
	}
	if a.untouched && a.Visit.Active() && a.waitedFor() { // the other window has ended
		a.untouched = false
		a.House.Places.Start(a, nil)
	}
	a.House.Places.Calls(a)
	a.notices()
	a.invites()
	// Hidden screens refresh when they come back. From below, because a result sheet shows the state of
	// the table under it.
	for i := a.Lowest(); i < len(a.Stack); i++ {
		if r, ok := a.Stack[i].(refresher); ok {
			r.Refresh(a)
		}
	}
}

// page is the default sight of a page: the number of people in the top bar, matches and deals.
const page = directory.Counts | directory.Deals

// look gives the lobby the sight of the visible screens.
func (a *App) look() {
	var sight directory.Sight
	for _, s := range a.Stack[a.Lowest():] {
		if l, ok := s.(watcher); ok {
			sight = sight.And(l.Watches())
		} else if _, over := s.(overlay); !over {
			sight = sight.And(directory.Sight{Changes: page})
		}
	}
	if !a.looks || sight != a.sight {
		a.looks, a.sight = true, sight
		a.Visit.SetSight(sight)
	}
}

// second handles the passing of time: toasts go, an idle connection ends, the server stops.
func (a *App) second() {
	now := time.Now()
	a.nextToast()
	if a.Note != "" && a.passes() && !now.Before(a.Noted.Add(ToastTime)) {
		a.Note = "" // the message row shows the prompt again
		a.sayNext(a.unsaid)
	}
	a.drained()
	a.idled()
	if a.quit {
		return
	}
	a.repaintNow()
	if !a.covered() {
		a.invites()
	}
	switch s := a.Top().(type) {
	case passer:
		s.Pass(a)
	case refresher:
		s.Refresh(a)
	}
}

// seated reports whether the visitor sits at a live table, where the visitor may wait as long as the
// clock.
func (a *App) seated() bool {
	return !a.covered() && slices.ContainsFunc(a.Stack, func(s Screen) bool {
		t, ok := s.(seated)
		return ok && t.Playing()
	})
}

// never is longer than any session.
const never = 100 * day

// day is the length of a day of runs, from midnight to midnight in UTC.
const day = 24 * time.Hour

// leastTick is the least time from one tick to the next.
const leastTick = 20 * time.Millisecond

// retick sets the time of the next tick. A requested tick is never cancelled: otherwise continuous typing
// would delay a redraw one second after the last key for ever.
func (a *App) retick() {
	wait := min(time.Until(time.Now().Truncate(day).Add(day)), a.nextIdle())
	if a.Closing() {
		wait = min(wait, a.nextCount())
	}
	if a.repaints.waiting {
		wait = min(wait, time.Until(a.repaints.last.Add(RepaintPause)))
	}
	if d := a.nextToast(); d > 0 {
		wait = min(wait, d)
	}
	if a.Note != "" && a.passes() {
		wait = min(wait, time.Until(a.Noted.Add(ToastTime)))
	}
	if a.invite != nil && a.invite.Until > 0 { // it counts down
		wait = min(wait, time.Duration((a.invite.Until-time.Now().UnixMilli())%1000+5)*time.Millisecond)
	}
	for i := len(a.Stack) - 1; i >= 0; i-- {
		if t, ok := a.Stack[i].(ticker); ok {
			if d := t.Tick(a); d > 0 {
				wait = min(wait, d)
			}
		}
		if _, ok := a.Stack[i].(overlay); !ok {
			break
		}
	}
	due := time.Now().Add(max(wait, leastTick))
	if a.due.IsZero() || due.Before(a.due) {
		a.due = due
	}
}

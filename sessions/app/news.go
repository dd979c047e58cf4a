package app

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
)

// news looks at what the lobby has for the visit: another window, a table that
// has begun, an invitation; then the screens look for themselves.
func (a *App) news() tea.Cmd {
	if why := a.Visit.Ended(); why != nil {
		return a.Ended(why)
	}
	if a.Visit.Superseded() {
		if _, ok := a.Top().(*moved); !ok {
			return a.Push(&moved{})
		}
		return nil
	}
	var cmds []tea.Cmd
	cmds = append(cmds, a.House.Places.News(a))
	a.notices()
	// What is not in view looks for itself when it comes back. From below: a
	// result sheet shows what the table under it has learnt.
	for i := a.Lowest(); i < len(a.Stack); i++ {
		if r, ok := a.Stack[i].(refresher); ok {
			cmds = append(cmds, r.Refresh(a))
		}
	}
	return tea.Batch(cmds...)
}

// second is what the passing of time brings: toasts go, an idle connection
// ends, the server stops.
func (a *App) second() tea.Cmd {
	now := time.Now()
	a.Toasts = slices.DeleteFunc(a.Toasts, func(t *toast) bool { return !now.Before(t.until) })
	if cmd := a.drained(); cmd != nil {
		return cmd
	}
	if cmd := a.idled(); cmd != nil {
		return cmd
	}
	if r, ok := a.Top().(refresher); ok {
		return r.Refresh(a)
	}
	return nil
}

// seated tells that the connection sits at a live table, where it may wait as long as its clock.
func (a *App) seated() bool {
	for _, s := range a.Stack {
		if t, ok := s.(seated); ok && t.Playing() {
			return true
		}
	}
	return false
}

// MaxTick is the longest time from one tick to the next.
const MaxTick = 30 * time.Second

// retick asks for the next tick, if one sooner than that under way is wanted.
func (a *App) retick() tea.Cmd {
	wait := min(MaxTick, a.nextIdle())
	if !a.closes.IsZero() {
		wait = min(wait, a.nextCount())
	}
	for _, t := range a.Toasts {
		wait = min(wait, time.Until(t.until))
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
	wait = max(wait, 20*time.Millisecond)
	due := time.Now().Add(wait)
	if !a.tickAt.IsZero() && !due.Before(a.tickAt) {
		return nil
	}
	a.tickAt = due
	a.Gen++
	gen := a.Gen
	return a.after(wait, Ticked{gen})
}

// after gives a message some time later; not tea.Tick, whose goroutine would outlive
// the session.
func (a *App) after(wait time.Duration, msg tea.Msg) tea.Cmd {
	return func() tea.Msg {
		t := time.NewTimer(wait)
		defer t.Stop()
		select {
		case <-t.C:
			return msg
		case <-a.Ctx.Done():
			return nil
		}
	}
}

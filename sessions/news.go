package sessions

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
)

// news looks at what the lobby has for the visit: another window, a table that
// has begun, an invitation; then the screens look for themselves.
func (a *App) news() tea.Cmd {
	if why := a.visit.Ended(); why != nil {
		return a.ended(why)
	}
	if a.visit.Superseded() {
		if _, ok := a.top().(*moved); !ok {
			return a.push(&moved{})
		}
		return nil
	}
	var cmds []tea.Cmd
	cmds = append(cmds, a.house.Places.News(a))
	a.notices()
	// What is not in view looks for itself when it comes back. From below: a
	// result sheet shows what the table under it has learnt.
	for i := a.lowest(); i < len(a.stack); i++ {
		if r, ok := a.stack[i].(refresher); ok {
			cmds = append(cmds, r.refresh(a))
		}
	}
	return tea.Batch(cmds...)
}

// second is what the passing of time brings: toasts go, an idle connection
// ends, the server stops.
func (a *App) second() tea.Cmd {
	now := time.Now()
	a.toasts = slices.DeleteFunc(a.toasts, func(t *toast) bool { return !now.Before(t.until) })
	if cmd := a.drained(); cmd != nil {
		return cmd
	}
	if cmd := a.idled(); cmd != nil {
		return cmd
	}
	if r, ok := a.top().(refresher); ok {
		return r.refresh(a)
	}
	return nil
}

// seated tells that the connection sits at a live table, where it may wait as long as its clock.
func (a *App) seated() bool {
	for _, s := range a.stack {
		if t, ok := s.(seated); ok && t.playing() {
			return true
		}
	}
	return false
}

// maxTick is the longest time from one tick to the next.
const maxTick = 30 * time.Second

// retick asks for the next tick, if one sooner than that under way is wanted.
func (a *App) retick() tea.Cmd {
	wait := min(maxTick, a.nextIdle())
	if !a.closes.IsZero() {
		wait = min(wait, a.nextCount())
	}
	for _, t := range a.toasts {
		wait = min(wait, time.Until(t.until))
	}
	for i := len(a.stack) - 1; i >= 0; i-- {
		if t, ok := a.stack[i].(ticker); ok {
			if d := t.tick(a); d > 0 {
				wait = min(wait, d)
			}
		}
		if _, ok := a.stack[i].(overlay); !ok {
			break
		}
	}
	wait = max(wait, 20*time.Millisecond)
	due := time.Now().Add(wait)
	if !a.tickAt.IsZero() && !due.Before(a.tickAt) {
		return nil
	}
	a.tickAt = due
	a.gen++
	gen := a.gen
	return a.after(wait, ticked{gen})
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
		case <-a.ctx.Done():
			return nil
		}
	}
}

package app

import (
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Draining is sent when the server begins to stop: after in the screens have to leave.
type Draining struct{ In time.Duration }

// drain begins the countdown, at the end of which the program quits by itself.
func (a *App) drain(in time.Duration) tea.Cmd {
	a.closes = time.Now().Add(in)
	return a.drained()
}

// drained quits when the countdown is over.
func (a *App) drained() tea.Cmd {
	if a.closes.IsZero() || time.Now().Before(a.closes) {
		return nil
	}
	a.bye = a.T(a.UnlessGuest("sh.closing", "sh.closing.guest"), "host", a.House.SSH)
	return tea.Quit
}

// countdown tells when the server stops, "" where it does not.
func (a *App) countdown() string {
	if a.closes.IsZero() {
		return ""
	}
	left := max(time.Until(a.closes), 0)
	return a.T(a.UnlessGuest("sh.restart", "sh.restart.guest"), "n", strconv.Itoa(int((left+time.Second-1)/time.Second)))
}

// UnlessGuest chooses between two sentences: a guest is promised no more than is
// kept, for it cannot come back to its games.
func (a *App) UnlessGuest(key, guests string) string { return Either(a.Visit.Me().Guest, guests, key) }

// nextCount is the time until the countdown shows another number, or is over.
func (a *App) nextCount() time.Duration {
	left := time.Until(a.closes)
	if part := left % time.Second; part > 0 {
		return part
	}
	return min(left, time.Second)
}

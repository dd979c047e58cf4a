package app

import (
	"strconv"
	"strings"
	"time"

	"arcade/sessions/ui"
)

// ServerStops is sent when the server begins to stop. The screens have to leave within In.
type ServerStops struct{ In time.Duration }

// drain begins the countdown. The program quits at its end.
func (a *App) drain(in time.Duration) {
	a.closes = time.Now().Add(in)
	a.drained()
}

// drained quits when the countdown is over.
func (a *App) drained() {
	if !a.Closing() || time.Now().Before(a.closes) {
		return
	}
	a.bye = "" // no other farewell
	a.Quit()
}

// Closing reports whether the server stops, with a countdown on the screen.
func (a *App) Closing() bool { return !a.closes.IsZero() }

// countdown returns the sentence on the server's stop, "" without one.
func (a *App) countdown() string {
	if !a.Closing() {
		return ""
	}
	return a.T(a.UnlessGuest("sh.restart", "sh.restart.guest"), "n", strconv.Itoa(a.secondsLeft()))
}

// secondsLeft returns the number of seconds until the server stops.
func (a *App) secondsLeft() int {
	return int((max(time.Until(a.closes), 0) + time.Second - 1) / time.Second)
}

// In the last lastSeconds the countdown has its own sheet on ui.LevelRich.
const lastSeconds = 10

// drawCountdown draws the sheet of the last seconds on ui.LevelRich.
func (a *App) drawCountdown(c *ui.Canvas) {
	line := a.countdown()
	if line == "" {
		return
	}
	if n := a.secondsLeft(); n <= lastSeconds {
		what, _, _ := strings.Cut(line, "...")
		ui.Countdown(c, strconv.Itoa(n), what, a.House.SSH)
	}
}

// UnlessGuest returns key, or guests for a guest: a guest cannot come back to its games, so it is
// promised less.
func (a *App) UnlessGuest(key, guests string) string { return If(a.Visit.Me().Guest, guests, key) }

// nextCount returns the time until the countdown shows another number, or ends.
func (a *App) nextCount() time.Duration {
	left := time.Until(a.closes)
	if part := left % time.Second; part > 0 {
		return part
	}
	return min(left, time.Second)
}

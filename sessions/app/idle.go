package app

import (
	"time"
)

// idleWarning is the time between the warning and the end of an idle connection.
const idleWarning = time.Minute

// active records that a person acts: a key, a click, a turn of the wheel or a paste. Automatic reports of
// a terminal, and movements of the mouse, do not count.
func (a *App) active() { a.input, a.warned, a.untouched = time.Now(), time.Time{}, false }

// idled warns and then ends an idle connection. A visitor at a live table may wait as long as the clock,
// and is warned after that.
func (a *App) idled() {
	switch {
	case a.House.Idle <= 0:
	case a.seated():
		a.warned = time.Time{}
	case a.nextIdle() > 0:
	case a.warned.IsZero():
		a.warned = time.Now()
	default:
		a.bye = a.T("sh.idle.bye", "host", a.House.SSH)
		a.Quit()
		return
	}
}

// nextIdle returns the time until idled has work.
func (a *App) nextIdle() time.Duration {
	switch {
	case a.House.Idle <= 0 || a.seated():
		return never
	case a.warned.IsZero():
		return time.Until(a.input.Add(a.House.Idle - idleWarning))
	}
	return time.Until(a.warned.Add(idleWarning))
}

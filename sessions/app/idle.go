package app

import (
	"time"
)

// idleWarning is the time of the warning before an idle connection ends.
const idleWarning = time.Minute

// active notes that there is a person at the other end: a key, a click, a turn of
// the wheel or a paste. What a terminal sends by itself, and the mouse's moving,
// are none.
func (a *App) active() { a.input, a.warned = time.Now(), time.Time{} }

// idled warns and then ends a connection whose person does nothing. One that sits
// at a live table may wait as long as its clock, and is warned after it.
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

// nextIdle is the time until idled has something to do.
func (a *App) nextIdle() time.Duration {
	switch {
	case a.House.Idle <= 0 || a.seated():
		return never
	case a.warned.IsZero():
		return time.Until(a.input.Add(a.House.Idle - idleWarning))
	}
	return time.Until(a.warned.Add(idleWarning))
}

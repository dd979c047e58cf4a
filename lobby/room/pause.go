package room

import "time"

// Pause spaces the attempts after failures in a row, so that what fails is not overloaded. The zero value has no failure.
type Pause struct {
	Failed int // failures in a row
	again  time.Time
}

// Fail counts a failure. Attempts during the pause do not extend it.
func (p *Pause) Fail() {
	if !p.Waits() {
		p.Failed++
		p.again = time.Now().Add(p.whole())
	}
}

// Waits reports whether the next attempt has to wait.
func (p *Pause) Waits() bool { return p.Failed > 0 && time.Now().Before(p.again) }

// Skip ends the pause after a failure, and makes the next one short.
func (p *Pause) Skip() { p.Failed, p.again = 1, time.Now() }

// Left returns the rest of the pause, or a whole pause if none is running; 0 if nothing has failed.
func (p *Pause) Left() time.Duration {
	if p.Waits() {
		return time.Until(p.again)
	}
	return p.whole()
}

// whole is a pause, from 1 s to half a minute.
func (p *Pause) whole() time.Duration {
	if p.Failed == 0 {
		return 0
	}
	return time.Second << min(p.Failed-1, 5)
}

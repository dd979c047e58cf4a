package room

import "time"

// Pause spaces the attempts after failures in a row, so that what fails is not overloaded. The zero value has no failure.
type Pause struct {
	Failed int // failures in a row
	again  time.Time
}

// Fail counts a failure. Attempts during the pause do not extend it.
func (pause *Pause) Fail() {
	if !pause.Waits() {
		pause.Failed++
		pause.again = time.Now().Add(pause.whole())
	}
}

// Waits reports whether the next attempt has to wait.
func (pause *Pause) Waits() bool { return pause.Failed > 0 && time.Now().Before(pause.again) }

// Skip ends the pause after a failure, and makes the next one short.
func (pause *Pause) Skip() { pause.Failed, pause.again = 1, time.Now() }

// Left returns the rest of the pause, or a whole pause if none is running; 0 if nothing has failed.
func (pause *Pause) Left() time.Duration {
	if pause.Waits() {
		return time.Until(pause.again)
	}
	return pause.whole()
}

// whole is a pause, from 1 s to half a minute.
func (pause *Pause) whole() time.Duration {
	if pause.Failed == 0 {
		return 0
	}
	return time.Second << min(pause.Failed-1, 5)
}

package app

import (
	"time"
)

// RepaintPause is how long after a whole repaint the next one may come. A frame is
// usually what has changed; a whole one costs many times as much, and a few clients
// that ask for it without end would take the processors from everybody.
const RepaintPause = 500 * time.Millisecond

// repaints are the requested repaints of the whole screen.
type repaints struct {
	last    time.Time
	waiting bool // one more will come
}

// repaint draws the whole screen again, now or as soon as it may be.
func (a *App) repaint() {
	a.repaints.waiting = true
	a.repaintNow()
}

// repaintNow does the repaint that waits, if it may come.
func (a *App) repaintNow() {
	r := &a.repaints
	if !r.waiting || time.Since(r.last) < RepaintPause {
		return
	}
	r.last, r.waiting = time.Now(), false
	a.client.Repaint()
}

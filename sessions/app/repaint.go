package app

import (
	"time"
)

// RepaintPause is the least time between two whole repaints. A frame usually has only the changes. A
// whole one costs many times as much, and a few clients that request them without end would use up the
// processors.
const RepaintPause = 500 * time.Millisecond

// repaints has the requested repaints of the whole screen.
type repaints struct {
	last    time.Time
	waiting bool // one more will come
}

// repaint draws the whole screen again, now or as soon as it is allowed.
func (a *App) repaint() {
	a.repaints.waiting = true
	a.repaintNow()
}

// repaintNow does a waiting repaint, if it is allowed now.
func (a *App) repaintNow() {
	r := &a.repaints
	if !r.waiting || time.Since(r.last) < RepaintPause {
		return
	}
	r.last, r.waiting = time.Now(), false
	a.client.Repaint()
}

package ui

import "sync"

// shared are the unused canvases, of usual size and large. A frame is drawn and painted, and its canvas
// given back, so that a few serve all sessions.
var shared [2]sync.Pool

// usual is the most cells of a usual screen.
const usual = 120 * 40

// sharing returns the pool of canvases of w by h cells.
func sharing(w, h int) *sync.Pool {
	if w*h > usual {
		return &shared[1]
	}
	return &shared[0]
}

// Borrow returns an empty canvas of w by h cells, for one frame; Return gives it back.
func Borrow(w, h int) *Canvas {
	c, ok := sharing(w, h).Get().(*Canvas)
	if !ok {
		c = new(Canvas)
	}
	c.Reset(w, h)
	return c
}

// Return gives a canvas back. It must not be used afterwards.
func (c *Canvas) Return() {
	clear(c.hits) // hits belong to a session
	c.hits, c.field, c.Strict, c.Rich, c.Touch, c.Errors, c.Spec = c.hits[:0], drawnField{}, false, false, false, nil, FrameSpec{}
	sharing(c.W(), c.H()).Put(c)
}

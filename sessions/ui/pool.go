package ui

import "sync"

// shared are the canvases that nobody draws on, the usual ones and the large: a frame
// is drawn, painted, and its canvas given back, so that a few serve all sessions.
var shared [2]sync.Pool

// usual is how many cells a usual screen has at most.
const usual = 120 * 40

// sharing is the place of the canvases of w by h cells.
func sharing(w, h int) *sync.Pool {
	if w*h > usual {
		return &shared[1]
	}
	return &shared[0]
}

// Borrow gives an empty canvas of w by h cells, for one frame: Return gives it back.
func Borrow(w, h int) *Canvas {
	c, ok := sharing(w, h).Get().(*Canvas)
	if !ok {
		c = new(Canvas)
	}
	c.Reset(w, h)
	return c
}

// Return gives a canvas back. Nothing of it may be used from then on.
func (c *Canvas) Return() {
	clear(c.hits) // what can be clicked belongs to a session
	c.hits, c.field, c.Strict, c.Rich, c.Errors, c.Spec = c.hits[:0], drawnField{}, false, false, nil, FrameSpec{}
	sharing(c.W(), c.H()).Put(c)
}

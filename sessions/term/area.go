package term

import (
	"sync/atomic"
)

const (
	// usualWidth and usualHeight are a full screen on most desks: who has no more is
	// drawn in full, whoever else is here.
	usualWidth, usualHeight = 200, 60
	// largeCells is how many cells there are for all larger screens of the process
	// together, beyond the usual ones: a cell costs the renderer some 260 bytes, and
	// without a bound one address could make the server use gigabytes.
	largeCells = 1_000_000
)

// large is what is left of largeCells.
var large atomic.Int64

func init() { large.Store(largeCells) }

// area is a screen's part of the cells for large screens. It is for one goroutine at a time.
type area struct {
	pool *atomic.Int64
	held int64
}

// fit gives the size that is drawn on a terminal of the size s: s itself, or where
// there are no cells left for it as much of it as a usual screen has. What a screen
// has once had it keeps until free: its renderer does too.
func (a *area) fit(s Size) Size {
	more := int64(s.Width*s.Height-usualWidth*usualHeight) - a.held
	if more <= 0 {
		return s
	}
	if a.pool.Add(-more) < 0 {
		a.pool.Add(more)
		return Size{min(s.Width, usualWidth), min(s.Height, usualHeight)}
	}
	a.held += more
	return s
}

// free gives everything back.
func (a *area) free() {
	a.pool.Add(a.held)
	a.held = 0
}

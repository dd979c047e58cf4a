package app

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// RepaintPause is how long after a whole repaint the next one may come. A frame is
// usually what has changed; a whole one costs many times as much, and a few clients
// that ask for it without end would take the processors from everybody.
const RepaintPause = 500 * time.Millisecond

// repaints are the whole repaints that somebody has asked for.
type repaints struct {
	last    time.Time
	waiting bool // one more will come
}

// Repainting is when a repaint that had to wait comes.
type Repainting struct{}

// repaint draws the whole screen again, now or as soon as it may be.
func (a *App) repaint() tea.Cmd {
	r := &a.repaints
	wait := RepaintPause - time.Since(r.last)
	switch {
	case r.waiting:
		return nil
	case wait <= 0:
		return r.now()
	}
	r.waiting = true
	return a.after(wait, Repainting{})
}

func (r *repaints) now() tea.Cmd {
	r.last, r.waiting = time.Now(), false
	return tea.ClearScreen
}

package app

// events are the last sentences about what has happened, for people who hear the screen on a page. Frames may be
// skipped, and their page may be away for a while, so events do not go with the frame in which they happened. The page
// knows by their numbers which it has.
type events struct {
	list []string // in their order
	last int      // the number of the last, from 1
}

// mostEvents is how many events a session has at most. Of more that have not gone out the oldest are not read out, and
// the page says how many.
const mostEvents = 64

// since returns the events after the one with a number, and the number of the first of them.
func (e *events) since(no int) (list []string, first int) {
	n := min(max(0, e.last-no), len(e.list))
	return e.list[len(e.list)-n:], e.last - n + 1
}

// ReadOut has a page read out what has happened, after all that happened before, and returns the number of the last
// event.
func (a *App) ReadOut(list ...string) (last int) {
	if !a.Browser() {
		return 0
	}
	e := &a.events
	for _, text := range list {
		e.last++
		e.list = append(e.list, Again(text, e.last))
	}
	if n := len(e.list) - mostEvents; n > 0 {
		e.list = append(e.list[:0], e.list[n:]...)
		clear(e.list[len(e.list):cap(e.list)])
	}
	return e.last
}

// LastEvent returns the number of the last event.
func (a *App) LastEvent() int { return a.events.last }

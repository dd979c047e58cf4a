package lobby

import (
	"errors"
	"slices"
)

// A replay holds its whole match in memory for as long as somebody looks at it. So there
// is a bound to what the screens of an address, and of the whole house, hold open, in
// actions: some hundred bytes each.
const (
	heldPerAddress = 3 * fullLog
	heldInAll      = 30 * fullLog
	// heldLeast is what a replay counts at least: its screen and its analysis, of which a
	// visit has one, are of that order.
	heldLeast = 200
)

// What is refused where too many replays are open, at an address and in the whole house.
var (
	ErrManyReplays = errors.New("too many replays are open at your address")
	ErrAllReplays  = errors.New("too many replays are open in the house")
)

// weight is what a replay counts: the views of an exhibition are as large as ten actions each.
func (r *Replay) weight() int { return max(len(r.Plies)+10*len(r.Views), heldLeast) }

// Hold says that the visitor's screen keeps a replay open, until Drop or the visit's end.
// ErrManyReplays, ErrAllReplays; ErrLeft.
func (v *Visit) Hold(r *Replay) error {
	l := v.l
	l.mu.Lock()
	defer l.mu.Unlock()
	switch n := r.weight(); {
	case v.gone:
		return ErrLeft
	case l.held[v.id.From]+n > heldPerAddress:
		return ErrManyReplays
	case l.heldAll+n > heldInAll:
		return ErrAllReplays
	}
	v.held = append(v.held, r)
	l.holds(v.id.From, r.weight())
	return nil
}

// Drop says that the visitor's screen has closed a replay; it may be one that is not held.
func (v *Visit) Drop(r *Replay) {
	v.l.mu.Lock()
	defer v.l.mu.Unlock()
	if at := slices.Index(v.held, r); at >= 0 {
		v.held = slices.Delete(v.held, at, at+1)
		v.l.holds(v.id.From, -r.weight())
	}
}

// dropAll is Drop of all that the visit holds. The lobby's lock is held.
func (v *Visit) dropAll() {
	for _, r := range v.held {
		v.l.holds(v.id.From, -r.weight())
	}
	v.held = nil
}

// holds counts n actions more that an address holds. The lock is held.
func (l *Lobby) holds(from string, n int) {
	l.heldAll += n
	if l.held[from] += n; l.held[from] == 0 {
		delete(l.held, from)
	}
}

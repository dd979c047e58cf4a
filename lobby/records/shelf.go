package records

import (
	"errors"
	"slices"
	"sync"

	"arcade/games/kibo"
)

// A replay holds its whole match in memory while it is open. So the replays that the screens of an
// address, and of the whole house, hold open are bounded, in actions of some hundred bytes each.
const (
	heldPerAddress = 3 * kibo.MaxEntries
	heldInAll      = 30 * kibo.MaxEntries
	// heldLeast is the least weight of a replay: the approximate size of its screen and its analysis, of
	// which a visit has one.
	heldLeast = 200
)

// The refusals when too many replays are open, at an address and in the whole house, and once the shelf
// is shut.
var (
	ErrManyReplays = errors.New("too many replays are open at your address")
	ErrAllReplays  = errors.New("too many replays are open in the house")
	ErrShut        = errors.New("the shelf is shut")
)

// weight returns the weight of a replay: each view of an exhibition is as large as ten actions.
func (r *Replay) weight() int { return max(len(r.Plies)+10*len(r.Views), heldLeast) }

// Shelves bound the open replays of all screens. The zero value is ready.
type Shelves struct {
	mu  sync.Mutex
	by  map[string]int // by address
	all int
}

// Shelf has the replays that the screen of one visit holds open; nil holds none.
type Shelf struct {
	of   *Shelves
	from string
	// guarded by of.mu
	held []*Replay
	shut bool
}

// Shelf returns the shelf of a visit from an address.
func (all *Shelves) Shelf(from string) *Shelf { return &Shelf{of: all, from: from} }

// Hold puts a replay on the shelf, until Drop or Shut. ErrManyReplays, ErrAllReplays, ErrShut.
func (s *Shelf) Hold(r *Replay) error {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	switch n := r.weight(); {
	case s.shut:
		return ErrShut
	case s.of.by[s.from]+n > heldPerAddress:
		return ErrManyReplays
	case s.of.all+n > heldInAll:
		return ErrAllReplays
	}
	s.held = append(s.held, r)
	s.of.count(s.from, r.weight())
	return nil
}

// Drop removes a replay from the shelf, if it is there.
func (s *Shelf) Drop(r *Replay) {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	if at := slices.Index(s.held, r); at >= 0 {
		s.held = slices.Delete(s.held, at, at+1)
		s.of.count(s.from, -r.weight())
	}
}

// Shut drops all replays, and refuses new ones.
func (s *Shelf) Shut() {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	for _, r := range s.held {
		s.of.count(s.from, -r.weight())
	}
	s.held, s.shut = nil, true
}

// count adds n actions to the account of an address. The lock is held.
func (all *Shelves) count(from string, n int) {
	if all.by == nil {
		all.by = map[string]int{}
	}
	all.all += n
	if all.by[from] += n; all.by[from] == 0 {
		delete(all.by, from)
	}
}

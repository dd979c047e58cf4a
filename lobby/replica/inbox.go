package replica

import (
	"sync"

	"arcade/lobby/table"
)

// Publication is the state of a table that a node has published.
type Publication struct {
	From  string
	State table.State
}

// Inbox holds what was published of a follower's match. A node receives in one goroutine all
// that is sent to it, and a follower's lock may be held for as long as a take-over lasts: so
// what was received waits here, in order, for a goroutine that takes the lock.
type Inbox struct {
	mu      sync.Mutex // taken after the table's, or without it
	waiting []Publication
	taking  bool // a goroutine takes what waits
}

// InboxSize is how many publications may wait. Where more come only the newest is left,
// which shows the follower that it has missed some.
const InboxSize = 100

// Put adds a publication. Where no goroutine takes what waits it calls start, which begins one
// that calls [Inbox.Take] until nothing is left, and reports whether it has.
func (b *Inbox) Put(p Publication, start func() bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting) == InboxSize {
		b.waiting = nil
	}
	if b.waiting = append(b.waiting, p); !b.taking {
		b.taking = start()
	}
}

// Take empties the inbox; nil where nothing waits, which ends the goroutine of Put.
func (b *Inbox) Take() []Publication {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.waiting
	b.waiting, b.taking = nil, len(list) > 0
	return list
}

// Len is how many publications wait.
func (b *Inbox) Len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.waiting)
}

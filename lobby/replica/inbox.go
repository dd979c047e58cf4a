package replica

import (
	"sync"

	"arcade/lobby/table"
)

// Publication is a state of a table that another node has published.
type Publication struct {
	From  string
	State table.State
}

// Inbox holds another node's publications about a follower's match. A node receives all messages in one
// goroutine, while a take-over may hold the follower's lock for long. So publications wait here, in order,
// for a goroutine that takes the lock.
type Inbox struct {
	mu      sync.Mutex // taken after the table's lock, or without it
	waiting []Publication
	taking  bool // a goroutine takes the waiting ones
}

// InboxSize limits the waiting publications. When more come only the newest stays, and the gap shows the
// follower that it has missed some.
const InboxSize = 100

// Put adds a publication. If no goroutine empties the inbox it calls start, which starts one that calls
// [Inbox.Take] until nothing is left. Start reports whether it did.
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

// Take empties the inbox. It returns nil if nothing waits; then the goroutine of Put ends.
func (b *Inbox) Take() []Publication {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.waiting
	b.waiting, b.taking = nil, len(list) > 0
	return list
}

// Len returns the number of waiting publications.
func (b *Inbox) Len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.waiting)
}

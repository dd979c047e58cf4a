package replica

import (
	"cmp"
	"sync"

	"arcade/lobby/table"
)

// Publication is a state of a table that another node has published.
type Publication struct {
	From  string
	State table.State
}

// Newest holds the newest publication about a follower's match that the follower does not show yet. A node
// receives all messages in one goroutine, while a take-over may hold the follower's lock for long; so a
// publication waits here for a goroutine that takes the lock. A newer one takes its place: it has all that the
// older one had, but for what the store has.
type Newest struct {
	mu       sync.Mutex // taken after the table's lock, or without it
	waiting  *Publication
	handling bool // a goroutine handles the waiting one
}

// Put adds a publication. If no goroutine handles them it calls start, which starts one that calls [Newest.Next]
// until nothing is left. Start reports whether it did.
func (nw *Newest) Put(p Publication, start func() bool) {
	nw.mu.Lock()
	defer nw.mu.Unlock()
	if w := nw.waiting; w != nil && cmp.Or(cmp.Compare(w.State.Epoch, p.State.Epoch), cmp.Compare(w.State.Rev, p.State.Rev)) > 0 {
		return
	}
	if nw.waiting = &p; !nw.handling {
		nw.handling = start()
	}
}

// Next returns the publication that waits. It returns nil if none does; then the goroutine of Put ends.
func (nw *Newest) Next() *Publication {
	nw.mu.Lock()
	defer nw.mu.Unlock()
	p := nw.waiting
	nw.waiting, nw.handling = nil, p != nil
	return p
}

package search

// Limit bounds a search. The zero Limit is none.
type Limit struct {
	// Nodes is the most positions to look at, 0 for any number. The same limit gives
	// the same result on any machine.
	Nodes int64
	// Stop ends the search when it gives true; nil never does. It is asked every few
	// thousand positions, well within a millisecond of thinking, and may take its
	// time to leave a core to others.
	Stop func() bool
}

// tickNodes is how many positions lie between two looks at the limit.
const tickNodes = 4096

// clock counts the positions of a search and stops it at its limit.
type clock struct {
	nodes, look int64
	limit       Limit
	stopped     bool
}

func newClock(l Limit) clock {
	c := clock{limit: l}
	c.next()
	return c
}

// next sets when to look again.
func (c *clock) next() {
	c.look = c.nodes + tickNodes
	if c.limit.Nodes > 0 {
		c.look = min(c.look, c.limit.Nodes)
	}
}

// tick counts a position and tells whether the search must end.
func (c *clock) tick() bool {
	c.nodes++
	if c.nodes >= c.look && !c.stopped {
		c.stopped = c.limit.Nodes > 0 && c.nodes >= c.limit.Nodes || c.limit.Stop != nil && c.limit.Stop()
		c.next()
	}
	return c.stopped
}

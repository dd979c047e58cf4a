package search

import "arcade/games"

// tickNodes is the number of positions between two checks of the limit.
const tickNodes = 4096

// clock counts the positions of a search and stops it at its limit.
type clock struct {
	nodes, look int64
	limit       games.Limit
	stopped     bool
}

func newClock(l games.Limit) clock {
	c := clock{limit: l}
	c.next()
	return c
}

// next sets the position count of the next check.
func (c *clock) next() {
	c.look = c.nodes + tickNodes
	if c.limit.Nodes > 0 {
		c.look = min(c.look, c.limit.Nodes)
	}
}

// tick counts a position and reports whether the search must end.
func (c *clock) tick() bool {
	if c.stopped {
		return true
	}
	c.nodes++
	if c.nodes >= c.look {
		c.stopped = c.limit.Nodes > 0 && c.nodes >= c.limit.Nodes || c.limit.Stop != nil && c.limit.Stop()
		c.next()
	}
	return c.stopped
}

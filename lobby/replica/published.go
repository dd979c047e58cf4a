package replica

import (
	"maps"
	"slices"

	"arcade/lobby/table"
)

// Published records which nodes follow a table, and counts its states. The table's lock guards it.
type Published struct {
	// Rev counts the publications; at a follower it is the last one received.
	Rev uint64

	to map[string]int64 // by node: time of its last request, in ms
}

// Follow notes that a node has a follower at time now.
func (p *Published) Follow(node string, now int64) {
	if p.to == nil {
		p.to = map[string]int64{}
	}
	p.to[node] = now
}

// Follows reports whether a node has a follower.
func (p *Published) Follows(node string) bool { return p.to[node] != 0 }

// Nodes returns the nodes with followers.
func (p *Published) Nodes() []string { return slices.Collect(maps.Keys(p.to)) }

// Moved forgets everything: the table has become a follower, and its new owner counts in its own way.
func (p *Published) Moved() { *p = Published{} }

// Publish sends a table's newest state to the nodes that have asked since a time, and forgets the others.
func (p *Published) Publish(t *table.Table, since int64, send func(node string, s table.State)) {
	p.Rev++
	maps.DeleteFunc(p.to, func(_ string, asked int64) bool { return asked < since })
	if len(p.to) == 0 {
		return
	}
	s := t.Newest(p.Rev)
	for node := range p.to {
		send(node, s)
	}
}

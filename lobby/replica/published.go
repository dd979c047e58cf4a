package replica

import (
	"maps"
	"reflect"
	"slices"

	"arcade/lobby/table"
	"arcade/store"
)

// Published records the state of a table that nodes with followers know. The table's lock guards it.
type Published struct {
	// Rev counts the publications; at a follower it is the last one received.
	Rev uint64

	to   map[string]int64 // by node: time of its last request, in ms
	at   int              // the length of the log
	rec  store.Match
	said int
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

// Publish sends a table's changes to the nodes that have asked since a time, and drops the others.
func (p *Published) Publish(t *table.Table, since int64, send func(node string, s table.State)) {
	p.Rev++
	if len(p.to) > 0 {
		s := t.State(p.Rev, p.at, p.said)
		if rec := t.Rec; !reflect.DeepEqual(rec, p.rec) {
			s.Rec = &rec
		}
		for node, asked := range p.to {
			if asked < since {
				delete(p.to, node)
				continue
			}
			send(node, s)
		}
	}
	p.at, p.rec, p.said = len(t.Log), t.Rec, t.ChatTotal
}

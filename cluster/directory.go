package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
)

// beatForm is a node's beat, in version 1: the number Seq of its part of the directory, the rows that
// changed since the last beat, and the last event that the node knows. A row without a value has been
// removed.
type beatForm struct {
	V           int                        `json:"v"`
	Node        string                     `json:"node"`
	Incarnation int64                      `json:"incarnation"`
	Seq         uint64                     `json:"seq"`
	Changed     map[string]json.RawMessage `json:"changed,omitempty"`
	Events      uint64                     `json:"news,omitempty"`
}

// pageForm requests the rows of a part of the directory after a key. rowsForm is the answer. Both are in
// version 1.
type pageForm struct {
	V     int    `json:"v"`
	After string `json:"after"`
}

type rowsForm struct {
	V           int                        `json:"v"`
	Incarnation int64                      `json:"incarnation"`
	Seq         uint64                     `json:"seq"`
	Rows        map[string]json.RawMessage `json:"rows"`
	More        bool                       `json:"more,omitempty"`
}

// page limits the bytes of rows in one message. NATS accepts 1 MB.
const page = 256 << 10

// part is the part of the directory that one node publishes.
type part struct {
	incarnation int64
	seq         uint64
	rows        map[string]json.RawMessage
	whole       time.Time // last known complete
}

// apply applies changes; a row without a value is removed.
func (p *part) apply(rows map[string]json.RawMessage) {
	for key, value := range rows {
		if gone(value) {
			delete(p.rows, key)
		} else {
			p.rows[key] = value
		}
	}
}

func gone(value json.RawMessage) bool { return len(value) == 0 || string(value) == "null" }

// Show publishes a JSON row to all nodes, in place of the row with the same key; nil removes it. Changes
// go out with the next beat, at most once a second with a lease of 5 s.
func (n *Node) Show(key string, value json.RawMessage) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if bytes.Equal(n.mine.rows[key], value) {
		return
	}
	n.mine.apply(map[string]json.RawMessage{key: value})
	n.changed[key] = true
}

// Rows calls f with every row of all nodes, in random order, until f returns false. f must not call the
// node. It may keep the values, which never change.
func (n *Node) Rows(f func(node, key string, value json.RawMessage) bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for key, value := range n.mine.rows {
		if !f(n.cfg.Name, key, value) {
			return
		}
	}
	for node, p := range n.parts {
		for key, value := range p.rows {
			if !f(node, key, value) {
				return
			}
		}
	}
}

// Shown returns a channel that is closed when rows of other nodes may have changed.
func (n *Node) Shown() <-chan struct{} { return n.shown.next() }

// beat sends the changed rows, or only a sign of life if rows is false.
func (n *Node) beat(rows bool) {
	for {
		n.mu.Lock()
		f := beatForm{V: version, Node: n.cfg.Name, Incarnation: n.incarnation, Changed: map[string]json.RawMessage{}}
		size := 0
		for key := range n.changed {
			if !rows {
				break
			}
			if size += len(key) + len(n.mine.rows[key]) + 8; size > page && len(f.Changed) > 0 {
				break
			}
			f.Changed[key] = n.mine.rows[key] // nil for a removed row
			delete(n.changed, key)
		}
		if len(f.Changed) > 0 {
			n.mine.seq++
		}
		f.Seq = n.mine.seq
		if n.events != nil {
			f.Events = n.events.number()
		}
		more := rows && len(n.changed) > 0
		n.mu.Unlock()
		if err := n.conn.Publish(subjectBeat, encode(f)); err != nil {
			n.cfg.Log.Debug("a beat was not sent", "err", err) // the next beat shows the gap
		}
		if !more {
			return
		}
	}
}

// heard receives a beat of another node.
func (n *Node) heard(m *nats.Msg) {
	var f beatForm
	if err := decode(m.Data, &f); err != nil {
		n.cfg.Log.Warn("bad beat", "err", err)
		return
	}
	if f.Node == n.cfg.Name {
		return
	}
	n.mu.Lock()
	if n.events != nil && f.Events > n.events.known() {
		poke(n.events.wake)
	}
	there := n.peers[f.Node]
	if there == nil || there.Incarnation != f.Incarnation { // the node's lease is not in view yet, or has ended
		n.mu.Unlock()
		return
	}
	p := n.parts[f.Node]
	if p == nil || p.incarnation != f.Incarnation {
		p = &part{incarnation: f.Incarnation, rows: map[string]json.RawMessage{}, whole: there.came}
		n.parts[f.Node] = p
	}
	missed := f.Seq != p.seq
	switch {
	case f.Seq <= p.seq: // the fetched part already contains it
		missed = false
	case f.Seq == p.seq+1 && len(f.Changed) > 0:
		missed = false
		p.apply(f.Changed)
		p.seq = f.Seq
		n.shown.tell()
	}
	if !missed {
		p.whole = time.Now()
	}
	n.mu.Unlock()
	if missed {
		n.gaps.Add(1)
		n.fetch(f.Node, f.Incarnation)
	}
}

// fetch gets the whole part of a node. Beats that arrive meanwhile wait, and are applied afterwards.
func (n *Node) fetch(node string, incarnation int64) {
	whole := &part{incarnation: incarnation, rows: map[string]json.RawMessage{}, whole: time.Now()}
	for ask, first := (pageForm{V: version}), true; ; first = false {
		var got rowsForm
		if err := n.Ask(n.ctx, node, askDirectory, ask, &got); err != nil || got.Incarnation != incarnation {
			n.cfg.Log.Debug("the rows of a node could not be fetched", "node", node, "err", err) // the next beat requests them again
			return
		}
		whole.apply(got.Rows)
		if first {
			whole.seq = got.Seq
		}
		if !got.More || len(got.Rows) == 0 {
			break
		}
		ask.After = slices.Max(slices.Collect(maps.Keys(got.Rows)))
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if p := n.peers[node]; p != nil && p.Incarnation == incarnation {
		n.parts[node] = whole
		n.shown.tell()
	}
}

func (n *Node) answerDirectory(_ context.Context, _ string, body json.RawMessage) (any, error) {
	var ask pageForm
	if err := decode(body, &ask); err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	got := rowsForm{V: version, Incarnation: n.incarnation, Seq: n.mine.seq, Rows: map[string]json.RawMessage{}}
	size := 0
	for _, key := range slices.Sorted(maps.Keys(n.mine.rows)) {
		if key <= ask.After && ask.After != "" {
			continue
		}
		if size += len(key) + len(n.mine.rows[key]) + 8; size > page && len(got.Rows) > 0 {
			got.More = true
			break
		}
		got.Rows[key] = n.mine.rows[key]
	}
	return got, nil
}

// Lag returns the longest time for which a change at another node may be unnoticed: the age of the oldest
// last beat. A second is usual with a lease of 5 s.
func (n *Node) Lag() (most time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for name, there := range n.peers {
		heard := there.came
		if p := n.parts[name]; p != nil {
			heard = p.whole
		}
		if name != n.cfg.Name {
			most = max(most, time.Since(heard))
		}
	}
	return most
}

// Gaps returns the number of times that this node missed a change and fetched another node's whole part.
func (n *Node) Gaps() uint64 { return n.gaps.Load() }

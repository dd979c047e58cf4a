package lobby

import (
	"context"
	"encoding/json"
	"slices"
)

// message is what somebody is told who may be at another node: a call, a notice, or only
// that there is something to look at.
type message struct {
	V      int `json:"v"`
	Person string
	// Call is a table that has begun.
	Call   string  `json:",omitzero"`
	Notice *Notice `json:",omitzero"`
	// Sought tells that the person was looked up by its visit: it is not sent on.
	Sought bool `json:",omitzero"`
}

// callsKept is how many calls wait for a visit, the latest: the first screen has all tables
// that have begun.
const callsKept = 64

// messages is what they are sent as.
const messages = "lobby.message"

// reach tells somebody something, at whichever node; who is at none is not told. It does
// not wait.
func (l *Lobby) reach(m message) {
	if l.deliver(m) || l.cfg.Nodes == nil {
		return
	}
	m.V = rowVersion
	node := ""
	l.mu.Lock()
	if in := l.standIns[m.Person]; len(in) > 0 {
		node = in[len(in)-1].home // in order with what is told of its table
	} else if to := l.far.visits[m.Person]; to != nil {
		node = to.node
	}
	l.mu.Unlock()
	if node == "" {
		l.track(m)
		return
	}
	l.cfg.Nodes.Send(node, messages, m)
}

// track is reach for somebody whom no node shows: it may have come just now.
func (l *Lobby) track(m message) {
	l.tasks.Spawn("message", func() {
		ctx, cancel := context.WithTimeout(l.tasks.Context(), claimTime)
		defer cancel()
		node, _, err := l.cfg.Nodes.Where(ctx, m.Person)
		if err != nil {
			l.log.Warn("who is to be told something was not found", "err", err)
		} else if m.Sought = true; node != "" {
			l.cfg.Nodes.Send(node, messages, m)
		}
	})
}

// reached takes a message from another node.
func (l *Lobby) reached(_ string, body json.RawMessage) {
	var m message
	if err := json.Unmarshal(body, &m); err != nil {
		l.log.Warn("a message cannot be read", "err", err)
	} else if !l.deliver(m) && !m.Sought { // it has moved on
		l.track(m)
	}
}

// deliver tells somebody who is here; false where nobody is.
func (l *Lobby) deliver(m message) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	v := l.visits[m.Person]
	if v == nil {
		return false
	}
	switch {
	case m.Call != "" && (v.at == m.Call || slices.Contains(v.calls, m.Call)):
		return true
	case m.Call != "" && !v.program: // a program takes no calls: it looks for its tables when it is woken
		v.calls = append(v.calls, m.Call)
		v.calls = slices.Delete(v.calls, 0, max(len(v.calls)-callsKept, 0))
	case m.Notice != nil:
		v.tell(*m.Notice)
		return true
	}
	v.poke()
	return true
}

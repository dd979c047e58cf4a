package room

import (
	"context"
	"encoding/json"
	"time"

	"arcade/lobby/directory"
)

// Message is what somebody is told who may be at another node: a call, a notice, or only
// that there is something to look at.
type Message struct {
	V      int `json:"v"`
	Person string
	// Call is a table that has begun.
	Call   string            `json:",omitzero"`
	Notice *directory.Notice `json:",omitzero"`
	// Sought reports whether the person was looked up by its visit: it is not sent on.
	Sought bool `json:",omitzero"`
}

// Messages is what they are sent as.
const Messages = "lobby.message"

// Reach tells somebody something, at whichever node; who is at none is not told. It does
// not wait.
func (l *Hall) Reach(m Message) {
	if l.deliver(m) || l.cfg.Nodes == nil {
		return
	}
	m.V = directory.RowVersion
	node := l.dir.NodeOf(m.Person)
	if node == "" {
		l.Track(m)
		return
	}
	l.cfg.Nodes.Send(node, Messages, m)
}

// Track is reach for somebody whom no node shows: it may have come just now.
func (l *Hall) Track(m Message) {
	l.tasks.Spawn("message", func() {
		ctx, cancel := context.WithTimeout(l.tasks.Context(), ClaimTime)
		defer cancel()
		node, _, err := l.cfg.Nodes.Where(ctx, m.Person)
		if err != nil {
			l.log.Warn("who is to be told something was not found", "err", err)
		} else if m.Sought = true; node != "" {
			l.cfg.Nodes.Send(node, Messages, m)
		}
	})
}

// Reached takes a message from another node.
func (l *Hall) Reached(_ string, body json.RawMessage) {
	var m Message
	if err := json.Unmarshal(body, &m); err != nil {
		l.log.Warn("a message cannot be read", "err", err)
	} else if !l.deliver(m) && !m.Sought { // it has moved on
		l.Track(m)
	}
}

// deliver tells somebody who is here; false where nobody is.
func (l *Hall) deliver(m Message) bool { return l.dir.Deliver(m.Person, m.Call, m.Notice) }

const (
	// ClaimTime is how long it may take to claim a visit, or to find one.
	ClaimTime = 2 * time.Second
	// NewsTime is how long it may take to write news, or to ask for what they need.
	NewsTime = 5 * time.Second
)

package lobby

import (
	"arcade/lobby/directory"
	"context"
	"encoding/json"
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

// messages is what they are sent as.
const messages = "lobby.message"

// reach tells somebody something, at whichever node; who is at none is not told. It does
// not wait.
func (l *Lobby) reach(m message) {
	if l.deliver(m) || l.cfg.Nodes == nil {
		return
	}
	m.V = directory.RowVersion
	node := l.dir.NodeOf(m.Person)
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
func (l *Lobby) deliver(m message) bool { return l.dir.Deliver(m.Person, m.Call, m.Notice) }

package directory

import (
	"context"
	"encoding/json"
	"time"
)

// Message is a message to a person on any node: a call, a question, a notice, or only a wake-up.
type Message struct {
	V      int `json:"v"`
	Person string
	// Call is the id of a table that has begun.
	Call string `json:",omitzero"`
	// Come is the id of a table whose guest waits for this person, its host: the visit says that it is
	// ready, or leaves the guest alone.
	Come   string  `json:",omitzero"`
	Notice *Notice `json:",omitzero"`
	// Sought reports whether the person was looked up by the visit: then the message is not sent on.
	Sought bool `json:",omitzero"`
}

// Messages is the subject on which nodes send them.
const Messages = "lobby.message"

// Reach sends a message to a person on any node, without waiting; a person on none does not
// get it.
func (d *Directory) Reach(m Message) {
	if d.Deliver(m) || d.nodes == nil {
		return
	}
	m.V = RowVersion
	node := d.NodeOf(m.Person)
	if node == "" {
		d.Track(m)
		return
	}
	d.nodes.Send(node, Messages, m)
}

// Track is Reach for a person whom no node shows, but who may have come just now.
func (d *Directory) Track(m Message) {
	d.tasks.Spawn("message", func() {
		ctx, cancel := context.WithTimeout(d.tasks.Context(), ClaimTime)
		defer cancel()
		node, _, err := d.nodes.Where(ctx, m.Person)
		if err != nil {
			d.log.Warn("the receiver of a message was not found", "err", err)
		} else if m.Sought = true; node != "" {
			d.nodes.Send(node, Messages, m)
		}
	})
}

// HandleMessage receives a message from another node.
func (d *Directory) HandleMessage(_ string, body json.RawMessage) {
	var m Message
	if err := json.Unmarshal(body, &m); err != nil {
		d.log.Warn("a message cannot be read", "err", err)
	} else if !d.Deliver(m) && !m.Sought { // the person has moved on
		d.Track(m)
	}
}

const (
	// ClaimTime bounds the time to claim a visit, or to find one.
	ClaimTime = 2 * time.Second
	// EventTime bounds the time to write events, or to read what they need.
	EventTime = 5 * time.Second
)

package lobby

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"arcade/lobby/account"
	"arcade/lobby/directory"
)

// Events that every node must receive. A node carries an event out and writes it to the store
// before it publishes it; a node that was away reads it later. Receiving an event twice changes
// nothing.

// Kinds of events.
const (
	eventRenamed   = "renamed"
	eventKey       = "key removed"
	eventForgotten = "player deleted"
	eventAnnounced = "announced"
	eventFront     = "front: " // plus the front's own kind
)

// eventForm is an event, in version 1. The sender has carried it out already.
type eventForm struct {
	V    int    `json:"v"`
	From string `json:"from"`
	// Person is the person concerned, Name its new name, Key a key that it has lost.
	Person string `json:",omitzero"`
	Name   string `json:",omitzero"`
	Key    string `json:",omitzero"`
	// Moved: the deleted person's key now belongs to another player.
	Moved  bool              `json:",omitzero"`
	Notice *directory.Notice `json:",omitzero"`
	// Body belongs to the server's front.
	Body json.RawMessage `json:",omitzero"`
}

// spread sends an event of this node to the others.
func (l *Lobby) spread(kind string, n eventForm) error {
	if l.cfg.Nodes == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(l.tasks.Context(), directory.EventTime)
	defer cancel()
	n.V, n.From = directory.RowVersion, l.cfg.Node
	if err := l.cfg.Nodes.Publish(ctx, kind, n); err != nil {
		return fmt.Errorf("tell the other nodes (%s): %w", kind, err)
	}
	return nil
}

// spreadOr is spread for a change that is stored whether or not the others receive it.
func (l *Lobby) spreadOr(kind string, n eventForm) {
	if err := l.spread(kind, n); err != nil {
		l.log.Error("event", "err", err)
	}
}

// handleEvent receives an event, from this node too.
func (l *Lobby) handleEvent(kind string, body json.RawMessage) {
	var n eventForm
	if err := json.Unmarshal(body, &n); err != nil {
		l.log.Error("an event cannot be read", "kind", kind, "err", err)
		return
	}
	if n.From == l.cfg.Node || l.Closing() {
		return
	}
	defer l.tasks.Guard("event")
	var err error
	switch kind {
	case eventRenamed:
		l.dir.Renamed(n.Person, n.Name)
		err = l.RenameSeats(n.Person, n.Name)
	case eventKey:
		l.dir.End(n.Person, n.Key, account.ErrKeyRemoved)
		l.Nudge(n.Person)
	case eventForgotten:
		why := account.ErrForgotten
		if n.Moved {
			why = account.ErrKeyMoved
		}
		l.dir.End(n.Person, "", why)
		l.Forgotten(n.Person)
	case eventAnnounced:
		l.dir.Announce(*n.Notice)
	default:
		f := l.front.of(kind)
		if f != nil {
			f(n.Body)
		}
	}
	if err != nil {
		l.log.Error("event", "kind", kind, "err", err)
	}
}

// Publish sends an event to the fronts of all nodes, and returns when it is stored. On a single node
// it does nothing.
func (l *Lobby) Publish(kind string, body any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("tell %s: %w", kind, err)
	}
	return l.spread(eventFront+kind, eventForm{Body: raw})
}

// Subscribe subscribes the front to a kind of message from other nodes' fronts. Earlier messages must be
// read from the store after this call.
func (l *Lobby) Subscribe(kind string, f func(body json.RawMessage)) {
	l.front.subscribe(eventFront+kind, f)
}

// front has the subscriptions of this node's front, by kind.
type front struct {
	mu sync.Mutex
	by map[string]func(json.RawMessage)
}

func (f *front) of(kind string) func(json.RawMessage) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.by[kind]
}

func (f *front) subscribe(kind string, do func(json.RawMessage)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.by == nil {
		f.by = map[string]func(json.RawMessage){}
	}
	f.by[kind] = do
}

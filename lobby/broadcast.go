package lobby

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"arcade/lobby/directory"
)

// What all nodes must hear. It is done here and written first, and told second; a node
// that was away hears what it has missed when it is back. Hearing it twice changes nothing.

// Kinds of news.
const (
	newsRenamed   = "renamed"
	newsKey       = "key removed"
	newsForgotten = "player deleted"
	newsAnnounced = "announced"
	newsFront     = "front: " // of the front, with its own kind
)

// newsForm is a piece of news, in version 1. A node has done itself what it tells.
type newsForm struct {
	V    int    `json:"v"`
	From string `json:"from"`
	// Person is who it is about, Name its new name, Key one that it has no more.
	Person string `json:",omitzero"`
	Name   string `json:",omitzero"`
	Key    string `json:",omitzero"`
	// Moved tells of somebody who was deleted that its key is another player's now.
	Moved  bool    `json:",omitzero"`
	Notice *Notice `json:",omitzero"`
	// Body is the front's.
	Body json.RawMessage `json:",omitzero"`
}

// spread tells the other nodes what has been done here.
func (l *Lobby) spread(kind string, n newsForm) error {
	if l.cfg.Nodes == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(l.tasks.Context(), directory.NewsTime)
	defer cancel()
	n.V, n.From = directory.RowVersion, l.cfg.Node
	if err := l.cfg.Nodes.Tell(ctx, kind, n); err != nil {
		return fmt.Errorf("tell the other nodes (%s): %w", kind, err)
	}
	return nil
}

// spreadOr is spread of what stands in the store whether the others hear of it or not.
func (l *Lobby) spreadOr(kind string, n newsForm) {
	if err := l.spread(kind, n); err != nil {
		l.log.Error("news", "err", err)
	}
}

// hear takes news, this node's own too.
func (l *Lobby) hear(kind string, body json.RawMessage) {
	var n newsForm
	if err := json.Unmarshal(body, &n); err != nil {
		l.log.Error("news cannot be read", "kind", kind, "err", err)
		return
	}
	if n.From == l.cfg.Node || l.Closing() {
		return
	}
	defer l.tasks.Guard("news")
	var err error
	switch kind {
	case newsRenamed:
		l.dir.Renamed(n.Person, n.Name)
		err = l.RenameSeats(n.Person, n.Name)
	case newsKey:
		l.dir.End(n.Person, n.Key, errKeyRemoved)
		l.Nudge(n.Person)
	case newsForgotten:
		why := ErrForgotten
		if n.Moved {
			why = ErrKeyMoved
		}
		l.dir.End(n.Person, "", why)
		l.Forgotten(n.Person)
	case newsAnnounced:
		l.dir.Announce(*n.Notice)
	default:
		f := l.front.of(kind)
		if f != nil {
			f(n.Body)
		}
	}
	if err != nil {
		l.log.Error("news", "kind", kind, "err", err)
	}
}

// Tell tells the fronts of the other nodes something that they must hear; it returns when
// that is written. Where there is no other node it does nothing.
func (l *Lobby) Tell(kind string, body any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("tell %s: %w", kind, err)
	}
	return l.spread(newsFront+kind, newsForm{Body: raw})
}

// Hear subscribes the front to a kind of message from other nodes' fronts. Earlier messages must be
// read from the store after this call.
func (l *Lobby) Hear(kind string, f func(body json.RawMessage)) {
	l.front.hear(newsFront+kind, f)
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

func (f *front) hear(kind string, do func(json.RawMessage)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.by == nil {
		f.by = map[string]func(json.RawMessage){}
	}
	f.by[kind] = do
}

package natstest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Notes is the one note of embed.Note in memory, for the nodes of a test.
type Notes struct {
	mu    sync.Mutex
	raw   json.RawMessage
	times []time.Time // of the writes
}

// Raw returns the note's value, nil without one.
func (s *Notes) Raw() json.RawMessage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.raw
}

// Set sets the note's value.
func (s *Notes) Set(raw json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.raw = raw
}

// Times returns the times of all writes.
func (s *Notes) Times() []time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.times)
}

// Note returns the note as one node reaches it.
func (s *Notes) Note() *Note { return &Note{notes: s} }

// Note is the note as one node reaches it. It implements embed.Note.
type Note struct {
	notes *Notes
	// Away makes each call fail, as while the node does not reach the store.
	Away atomic.Bool
}

var errAway = errors.New("the store does not answer")

// Read returns the note's value.
func (n *Note) Read(context.Context) (json.RawMessage, error) {
	if n.Away.Load() {
		return nil, errAway
	}
	return n.notes.Raw(), nil
}

// Write replaces the value from by to.
func (n *Note) Write(_ context.Context, from, to json.RawMessage) error {
	n.notes.mu.Lock()
	defer n.notes.mu.Unlock()
	switch {
	case n.Away.Load():
		return errAway
	case !bytes.Equal(from, n.notes.raw):
		return errors.New("the note has another value")
	}
	n.notes.raw, n.notes.times = to, append(n.notes.times, time.Now())
	return nil
}

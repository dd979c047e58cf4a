package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// Item is an event that all nodes must receive, such as a ban.
type Item struct {
	Number uint64
	Kind   string
	Body   json.RawMessage
}

// Book stores events. Numbers begin with 1. An event becomes readable only after all events with lower
// numbers.
type Book interface {
	// Write adds an event, and returns its number when the event is durable.
	Write(ctx context.Context, kind string, body json.RawMessage) (uint64, error)
	// Since returns events after a number, in order, but perhaps not all of them.
	Since(ctx context.Context, number uint64) ([]Item, error)
}

// Events delivers events to all nodes: an event is stored first and published second. NATS and every beat
// carry only its number. Each node reads the book up to the highest number it knows.
type Events struct {
	node *Node
	book Book
	hear func(Item)
	wake chan struct{} // one token is enough

	mu         sync.Mutex
	last, told uint64 // the last event that this node received, and the last that it wrote
}

// Subscribe calls hear with every event after a number, including this node's own, in order and one at a
// time, until the node ends. A node has one subscriber.
func (n *Node) Subscribe(book Book, after uint64, hear func(Item)) *Events {
	w := &Events{node: n, book: book, hear: hear, wake: make(chan struct{}, 1), last: after}
	n.mu.Lock()
	n.events = w
	n.mu.Unlock()
	poke(w.wake)
	n.spawn(w.read)
	return w
}

// known returns the number of the last event that this node received.
func (w *Events) known() uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last
}

// number returns the highest event number that this node knows.
func (w *Events) number() uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return max(w.last, w.told)
}

// Publish sends an event to all nodes. It returns when the event is durable. A node that is cut off gets
// it later.
func (w *Events) Publish(ctx context.Context, kind string, body any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("event: %w", err)
	}
	number, err := w.book.Write(ctx, kind, data)
	if err != nil {
		return fmt.Errorf("event: %w", err)
	}
	w.mu.Lock()
	w.told = max(w.told, number)
	w.mu.Unlock()
	poke(w.wake)
	poke(w.node.again) // the next beat goes out now, with the number
	return nil
}

// read reads the book whenever it may have new events.
func (w *Events) read() {
	var again <-chan time.Time
	for {
		select {
		case <-w.wake:
		case <-again:
		case <-w.node.ctx.Done():
			return
		}
		again = nil
		for {
			list, err := w.book.Since(w.node.ctx, w.known())
			if err != nil {
				if w.node.ctx.Err() == nil {
					w.node.cfg.Log.Error("events could not be read", "err", err)
				}
				again = time.After(w.node.beatEvery())
				break
			}
			if len(list) == 0 {
				break
			}
			for _, item := range list {
				w.hear(item)
				w.mu.Lock()
				w.last = item.Number
				w.mu.Unlock()
			}
		}
	}
}

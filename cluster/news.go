package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// Item is one piece of news: what all nodes must hear, such as a ban.
type Item struct {
	Number uint64
	Kind   string
	Body   json.RawMessage
}

// Book keeps news: the store. Numbers begin with 1, and there is none that can be read
// before all lower ones can.
type Book interface {
	// Write adds an item and gives its number, when it is durable.
	Write(ctx context.Context, kind string, body json.RawMessage) (uint64, error)
	// Since gives items after a number, in order; not all of them if there are many.
	Since(ctx context.Context, number uint64) ([]Item, error)
}

// News tells all nodes what all must hear: it is written first and published second. What
// goes over NATS is a number only; each node reads the book up to it, and what it missed
// with the next number that it hears of, which every beat of every node has.
type News struct {
	node *Node
	book Book
	hear func(Item)
	wake chan struct{} // one is enough

	mu         sync.Mutex
	last, told uint64 // heard by this node, and written by it
}

// Hear has hear called with all news after a number, in order, one at a time and this
// node's own too, until the node ends. A node has one reader of news.
func (n *Node) Hear(book Book, after uint64, hear func(Item)) *News {
	w := &News{node: n, book: book, hear: hear, wake: make(chan struct{}, 1), last: after}
	n.mu.Lock()
	n.news = w
	n.mu.Unlock()
	poke(w.wake)
	n.spawn(w.read)
	return w
}

// known is up to which number news was heard.
func (w *News) known() uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last
}

// number is the highest that this node knows of.
func (w *News) number() uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return max(w.last, w.told)
}

// Tell tells all nodes. It returns when the item is durable; who is cut off hears it when
// it is back.
func (w *News) Tell(ctx context.Context, kind string, body any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("news: %w", err)
	}
	number, err := w.book.Write(ctx, kind, data)
	if err != nil {
		return fmt.Errorf("news: %w", err)
	}
	w.mu.Lock()
	w.told = max(w.told, number)
	w.mu.Unlock()
	poke(w.wake)
	poke(w.node.again) // the next beat is now, and has the number
	return nil
}

// read reads the book whenever there may be something new in it.
func (w *News) read() {
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
					w.node.cfg.Log.Error("news could not be read", "err", err)
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

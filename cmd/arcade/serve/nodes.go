package serve

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"arcade/cluster"
	"arcade/lobby/nodes"
	"arcade/store"
)

// clusterNodes is the cluster for the lobby and the operator. Its events are in the store.
type clusterNodes struct {
	*cluster.Node
	book  eventBook
	after uint64 // the number of the last event before the store was read
	asked func(kind string, took time.Duration, err error)

	mu     sync.Mutex
	hear   func(kind string, body json.RawMessage)
	events *cluster.Events
}

var _ nodes.Nodes = (*clusterNodes)(nil)

// Members returns the live nodes.
func (n *clusterNodes) Members() (list []nodes.Member) {
	for _, m := range n.Nodes() {
		list = append(list, nodes.Member(m))
	}
	return list
}

// Ask sends a request to a node, and counts it.
func (n *clusterNodes) Ask(ctx context.Context, node, kind string, body, into any) error {
	began := time.Now()
	err := n.Node.Ask(ctx, node, kind, body, into)
	n.asked(kind, time.Since(began), err)
	return err
}

// Subscribe sets f as the function for all events after listen.
func (n *clusterNodes) Subscribe(f func(kind string, body json.RawMessage)) { n.hear = f }

// listen begins to receive events, starting with the events since the node joined.
func (n *clusterNodes) listen() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.events = n.Node.Subscribe(n.book, n.after, func(i cluster.Item) { n.hear(i.Kind, i.Body) })
}

// Publish sends an event to all nodes.
func (n *clusterNodes) Publish(ctx context.Context, kind string, body any) error {
	n.mu.Lock()
	events := n.events
	n.mu.Unlock()
	if events != nil {
		return events.Publish(ctx, kind, body)
	}
	data, err := json.Marshal(body)
	if err == nil {
		_, err = n.book.Write(ctx, kind, data) // this node receives it, too, when it listens
	}
	return err
}

// eventBook is the store's book of events.
type eventBook struct{ store.Store }

// Write adds an item.
func (b eventBook) Write(ctx context.Context, kind string, body json.RawMessage) (uint64, error) {
	return store.AddEvent(ctx, b.Store, kind, body, time.Now().UnixMilli())
}

// eventPage limits the events of one read.
const eventPage = 100

// Since returns items after a number.
func (b eventBook) Since(ctx context.Context, number uint64) (items []cluster.Item, err error) {
	list, err := store.EventsSince(ctx, b.Store, number, eventPage)
	for _, n := range list {
		items = append(items, cluster.Item{Number: n.Number, Kind: n.Kind, Body: n.Body})
	}
	return items, err
}

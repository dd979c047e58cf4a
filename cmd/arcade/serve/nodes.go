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

// clusterNodes are the nodes of a cluster, as the lobby and the operator reach them. Its
// news stand in the store.
type clusterNodes struct {
	*cluster.Node
	book  newsBook
	after uint64 // the number of the last news before anything was read of the store
	asked func(kind string, took time.Duration, err error)

	mu   sync.Mutex
	hear func(kind string, body json.RawMessage)
	news *cluster.News
}

var _ nodes.Nodes = (*clusterNodes)(nil)

// Members are the nodes that are there.
func (n *clusterNodes) Members() (list []nodes.Member) {
	for _, m := range n.Nodes() {
		list = append(list, nodes.Member{
			Name: m.Name, Incarnation: m.Incarnation, Version: m.Version, Since: m.Since.UnixMilli(), SkewMS: m.Skew.Milliseconds(), Keeps: m.Keeps,
		})
	}
	return list
}

// Ask asks a node, and has it counted.
func (n *clusterNodes) Ask(ctx context.Context, node, kind string, body, into any) error {
	began := time.Now()
	err := n.Node.Ask(ctx, node, kind, body, into)
	n.asked(kind, time.Since(began), err)
	return err
}

// Hear has all news heard, once listen is called.
func (n *clusterNodes) Hear(f func(kind string, body json.RawMessage)) { n.hear = f }

// listen begins to hear news: those since the node joined come first.
func (n *clusterNodes) listen() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.news = n.Node.Hear(n.book, n.after, func(i cluster.Item) { n.hear(i.Kind, i.Body) })
}

// Tell tells all nodes.
func (n *clusterNodes) Tell(ctx context.Context, kind string, body any) error {
	n.mu.Lock()
	news := n.news
	n.mu.Unlock()
	if news != nil {
		return news.Tell(ctx, kind, body)
	}
	data, err := json.Marshal(body)
	if err == nil {
		_, err = n.book.Write(ctx, kind, data) // it is heard when this node listens
	}
	return err
}

// newsBook is the store's book of news.
type newsBook struct{ store.Store }

// Write adds an item.
func (b newsBook) Write(_ context.Context, kind string, body json.RawMessage) (uint64, error) {
	return store.WriteNews(b.Store, kind, body, time.Now().UnixMilli())
}

// newsPage is how many news are read at once.
const newsPage = 100

// Since gives items after a number.
func (b newsBook) Since(_ context.Context, number uint64) (items []cluster.Item, err error) {
	list, err := store.NewsSince(b.Store, number, newsPage)
	for _, n := range list {
		items = append(items, cluster.Item{Number: n.Number, Kind: n.Kind, Body: n.Body})
	}
	return items, err
}

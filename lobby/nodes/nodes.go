// Package nodes describes the nodes that share a lobby's store.
package nodes

import (
	"context"
	"encoding/json"
	"time"
)

// Nodes are the nodes that share a lobby's store, including this one, and the way to reach them:
// arcade/cluster over NATS, or nodestest within one process. Correctness never depends on their messages,
// but on the store's epochs, lengths and revisions.
type Nodes interface {
	// Name returns this node's name, which is the owner's name in its matches.
	Name() string
	// MayOwn reports whether this node may own matches, see docs/cluster.md.
	MayOwn() bool
	// StoreAnswers reports whether the store has answered this node lately. If it has not, no node that shares
	// it may own matches soon, and a node that does not answer may be waiting for it.
	StoreAnswers() bool
	// Members returns the nodes with valid leases, this one included, by name.
	Members() []Member
	// Gone reports whether the given start of a node is over: its lease has ended, or it has started
	// again.
	Gone(name string, incarnation int64) bool
	// Changed is closed when MayOwn or Members may have changed. Take the channel before you call
	// either.
	Changed() <-chan struct{}

	// Ask asks a node, which may be this one, and decodes the answer into what into points to, unless
	// into is nil. An error of the other side comes with all named errors that it wraps (errors.Is). All others wrap
	// an error of arcade/cluster: no such node, cut off, no answer.
	Ask(ctx context.Context, node, kind string, body, into any) error
	// Answer registers f for questions of a kind. Each question gets its own goroutine.
	Answer(kind string, f func(ctx context.Context, from string, body json.RawMessage) (any, error))
	// Send sends a node a message without an answer, in order with the other messages to it. It does not
	// wait, and the message may be lost.
	Send(node, kind string, body any)
	// Receive registers f for messages of a kind, which come in order and one at a time.
	Receive(kind string, f func(from string, body json.RawMessage))

	// Show shows a row to all nodes in place of the one with the same key; a nil row removes it. Changes
	// go out together, at most once a second. Rows passes all shown rows, this node's included, until f
	// returns false; f must not change them. Shown is closed when the other nodes' rows may have changed.
	Show(key string, row json.RawMessage)
	Rows(f func(node, key string, row json.RawMessage) bool)
	Shown() <-chan struct{}

	// Claim makes a visit the player's active one in the cluster. Of several, the one with the latest
	// since, in ms, wins: it returns false if a newer one is there already, or if vacant is set and any other one
	// is. stepBack is called once when another visit wins. Release ends the claim. Where returns the node and the
	// visit, "" for none.
	Claim(ctx context.Context, player, visit string, since int64, vacant bool, stepBack func()) (active bool, err error)
	Release(ctx context.Context, player, visit string) error
	Where(ctx context.Context, player string) (node, visit string, err error)

	// Hold runs f while this node has the lease of a name, so that one node at a time does the work. Hold
	// returns when ctx ends.
	Hold(ctx context.Context, name string, f func(ctx context.Context))

	// Publish sends an event to all nodes, and returns when it is durable. Subscribe calls f with all
	// events in order, including this node's own and missed ones.
	Publish(ctx context.Context, kind string, body any) error
	Subscribe(f func(kind string, body json.RawMessage))
}

// Errors are the errors that pass between nodes, by names that never change.
type Errors interface {
	// NamesOf returns the names of all errors that err wraps, the one that counts most first.
	NamesOf(err error) []string
	// Named returns an error with a text that wraps the errors with these names, nil if there are none.
	Named(text string, names []string) error
}

// Member is a node with a valid lease. It has the fields of arcade/cluster's Member: the lobby does not know
// NATS and the cluster no lobby, so each has its own type, and whoever joins them converts.
type Member struct {
	Name        string
	Incarnation int64
	Version     string
	Since       time.Time
	// Skew is the difference between the node's clock and the median of all clocks.
	Skew time.Duration
	// MayOwn reports whether the node may own matches, by its last lease.
	MayOwn bool
}

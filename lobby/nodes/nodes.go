// Package nodes is what a lobby needs of the nodes that share its store.
package nodes

import (
	"context"
	"encoding/json"
)

// Nodes are the nodes that share a lobby's store, including this one, and how they are reached:
// arcade/cluster over NATS, nodestest within one process. What they say is never trusted for what
// must not be wrong: the store's epochs, lengths and revisions are.
type Nodes interface {
	// Name is this node's, the owner's name of the matches that it keeps.
	Name() string
	// Keeping reports whether this node may keep matches, see docs/cluster.md.
	Keeping() bool
	// Members are the nodes whose leases stand, this one too, by name.
	Members() []Member
	// Gone reports whether the start of a node is over: its lease is gone, or it has started again.
	Gone(name string, incarnation int64) bool
	// Changed is closed when Keeping or Members may have changed; who waits takes it first.
	Changed() <-chan struct{}

	// Ask asks a node, this one too, and reads the answer into what into points to (nil:
	// nothing). An error that the other side names comes as itself (errors.Is), all others wrap an
	// error of arcade/cluster: no such node, cut off, no answer.
	Ask(ctx context.Context, node, kind string, body, into any) error
	// Answer has questions of a kind answered, each in a goroutine of its own.
	Answer(kind string, f func(ctx context.Context, from string, body json.RawMessage) (any, error))
	// Send tells a node something that nobody answers, in order with what else is sent to
	// it. It may be lost, and does not wait.
	Send(node, kind string, body any)
	// Receive has what is sent of a kind taken, in order and one at a time.
	Receive(kind string, f func(from string, body json.RawMessage))

	// Show shows a row to all nodes in place of the one with the same key, nil for none;
	// changes are gathered and go out at most once a second. Rows gives all that is shown, this node's too,
	// until f returns false, as values that nobody changes; Shown is closed when what others show may have changed.
	Show(key string, row json.RawMessage)
	Rows(f func(node, key string, row json.RawMessage) bool)
	Shown() <-chan struct{}

	// Claim makes a visit the player's only one in the cluster: the newest wins, by when the
	// player came, in ms, and stepBack is called once when a newer one has come anywhere, or
	// was there. Release ends it; Where is the node and the visit, "" for none.
	Claim(ctx context.Context, player, visit string, since int64, stepBack func()) error
	Release(ctx context.Context, player, visit string) error
	Where(ctx context.Context, player string) (node, visit string, err error)

	// Hold runs f while this node has the lease of a name: what must be done once. It
	// returns when ctx ends.
	Hold(ctx context.Context, name string, f func(ctx context.Context))

	// Publish sends an event to all nodes, and returns when it is durable. Subscribe calls f with
	// all events in order: this node's own, and missed ones, too.
	Publish(ctx context.Context, kind string, body any) error
	Subscribe(f func(kind string, body json.RawMessage))
}

// Member is a node that is there.
type Member struct {
	Name        string
	Incarnation int64
	Version     string
	Since       int64 // ms
	SkewMS      int64
	Keeps       bool
}

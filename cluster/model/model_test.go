// Package model is the take-over of a match as plain values. It is small enough for a test to visit every
// state: two nodes, the store, their leases, and two players who may press anything at any moment. It
// states the ten rules of a cluster without their implementation. A change of the rules starts here.
//
// The model leaves out the following, without loss:
//   - A request of a player has no state: any request may reach any owner at any moment, any
//     number of times, or never. So requests are lost, doubled and late.
//   - A published entry stays: each follower may get it once, often, late or never.
//   - The store may carry out a write long after the node that sent it has gone, and a second
//     time (State.Late holds one such write of each node).
//   - A stopped node (SIGSTOP) takes no step for a while. A node whose lease has ended may go
//     on as if it had not.
//   - Players may be at either node, so the model does not place them.
//
// Bounds: two nodes, [Plies] plies, two actions to choose from at each ply but the last, [Epochs] epochs.
package model

import "fmt"

// Bounds of the search.
const (
	Nodes  = 2
	Plies  = 3
	Epochs = 3

	longest = Plies + Epochs - 1 // a restart for each epoch but the first
)

// Entry is an entry of a log: none, the restart that opens an epoch, or an action.
type Entry uint8

func restart(epoch uint8) Entry         { return Entry(epoch) }
func action(ply, which uint8) Entry     { return Entry(Epochs + 1 + 2*ply + which) }
func (e Entry) isAction() bool          { return e > Epochs }
func (e Entry) asked() (ply, which int) { return int(e-Epochs-1) / 2, int(e-Epochs-1) % 2 }

// choices returns the number of actions at a ply.
func choices(ply uint8) uint8 {
	if ply == Plies-1 {
		return 1
	}
	return 2
}

// String returns for example "restart 2" or "ply 1: b".
func (e Entry) String() string {
	if !e.isAction() {
		return fmt.Sprintf("restart %d", uint8(e))
	}
	ply, which := e.asked()
	return fmt.Sprintf("ply %d: %c", ply, 'a'+which)
}

// Log is a match's log, filled from the left.
type Log [longest]Entry

func (l Log) len() (n int) {
	for n < longest && l[n] != 0 {
		n++
	}
	return n
}

// plies returns the number of actions in a log.
func (l Log) plies() (n int) {
	for _, e := range l {
		if e.isAction() {
			n++
		}
	}
	return n
}

// begins reports whether l is a prefix of the other log.
func (l Log) begins(other Log) bool {
	for i, e := range l {
		if e != 0 && e != other[i] {
			return false
		}
	}
	return true
}

// Write is a write that an owner sends to the store: an entry at a place, in an epoch. The zero value
// means that there is none.
type Write struct {
	Entry     Entry
	At, Epoch uint8
}

// Stage is the progress of an owner's write.
type Stage uint8

// Stages: no write, a write under way, and the store's two answers before the owner reads them.
const (
	Idle Stage = iota
	Sent
	Done
	Refused
)

// Node is the memory of one node: an owner with at most one write under way, or a follower.
type Node struct {
	Owns bool
	// Epoch is the epoch of an owner. In a follower it is the epoch in which the follower saw that it may
	// take over the match, or 0.
	Epoch uint8
	// View is the log that this node has folded and shows to its visitors.
	View  Log
	Write Entry
	Stage Stage
	// In and Of are the store's epoch and owner when a write was done. The node does not know them. The
	// test uses them to find two nodes that acknowledge in one epoch.
	In, Of uint8
}

// State is the state of the whole model at one moment.
type State struct {
	// The store.
	Epoch, Owner uint8
	Log          Log
	// Lease reports whether the store's owner has its lease in NATS. Other leases do not matter.
	Lease bool
	Nodes [Nodes]Node
	// Late holds for each node a write that the store may still carry out, without an answer.
	Late [Nodes]Write
	// Published holds the published entry for each place of the log.
	Published Log
	// Acked holds for each ply the actions that were acknowledged to a player, a bit each. Ackers holds
	// for each epoch the nodes that acknowledged an action, and the owners at that time.
	Acked  [Plies]uint8
	Ackers [Epochs + 1]uint8
}

// Start returns a match that has begun on node 0, with node 1 as a follower.
func Start() State {
	s := State{Epoch: 1, Lease: true}
	s.Nodes[0] = Node{Owns: true, Epoch: 1}
	return s
}

// Broken returns the promise that a state breaks, or "".
func (s State) Broken() string {
	ply := 0
	for _, e := range s.Log {
		if !e.isAction() {
			continue
		}
		if asked, _ := e.asked(); asked < ply {
			return "a ply has two actions, or an action is applied twice"
		}
		ply++
	}
	for ply, acked := range s.Acked {
		if acked == 3 {
			return "two actions of one ply are acknowledged"
		}
		for which := range uint8(2) {
			if acked>>which&1 == 1 && !s.Log.has(action(uint8(ply), which)) {
				return "an acknowledged action is lost"
			}
		}
	}
	for _, who := range s.Ackers {
		if who == 3 {
			return "two nodes acknowledge in one epoch, or one in another's"
		}
	}
	for _, n := range s.Nodes {
		if !n.View.begins(s.Log) {
			return "a node shows what is not in the store"
		}
	}
	return ""
}

func (l Log) has(e Entry) bool {
	for _, x := range l {
		if x == e {
			return true
		}
	}
	return false
}

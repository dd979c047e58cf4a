package model

import "fmt"

// Fault removes one rule, so that a test can check that the search finds the consequence.
type Fault uint8

// Faults; None is the cluster as designed.
const (
	None         Fault = iota
	NoFence            // the store checks neither the epoch nor the length
	NoEpoch            // the store checks only the length of the log
	NoLength           // the store checks only the epoch
	SameEpoch          // taking over does not raise the epoch
	Unchecked          // taking over does not check that the epoch is unchanged since the node saw it
	PublishFirst       // entries are published before the store has them
	AckFirst           // a player gets an answer before the store has the action
	PlyIgnored         // an owner applies a request to whatever ply comes next
	GapIgnored         // a follower folds published entries without checking for a gap
	NotOwn             // a node takes over only from another node, not from its own earlier self
	OwnOnly            // a node takes over only from its own earlier self, not from another node
)

// Step is one event.
type Step struct {
	Kind  Kind
	Node  uint8
	Entry Entry
}

// Kind is the kind of a step.
type Kind uint8

// Steps of nodes. From Expires on they are failures.
const (
	Renews    Kind = iota // the node gets its lease, again or for the first time
	Asks                  // an owner gets a request and writes it
	Stores                // the store carries out or refuses a node's write
	Learns                // an owner reads the store's answer
	Reads                 // a follower reads the log
	Gets                  // a follower gets a published entry
	Looks                 // a follower sees that the match may be taken over
	TakesOver             // the follower takes over; a late one changes nothing
	HandsOver             // an owner invites the other node and stops

	Expires // a node's lease ends, whatever the node does
	Dies    // a node loses its memory and starts again
	Stops   // an owner gives up: its lease is gone, or the store does not answer
	Doubles // a write goes to the store a second time, later
	LateOne // the store carries out a late write
)

var kinds = [...]string{"renews its lease", "gets a request:", "has its write at the store:", "learns what became of", "reads the log",
	"gets what was published:", "sees that the match may be taken over", "takes over", "hands over",
	"loses its lease", "dies and comes again", "stops keeping", "sends twice", "had sent before, and only now the store does"}

// String returns for example "node 1 takes over".
func (s Step) String() string {
	text := fmt.Sprintf("node %d %s", s.Node, kinds[s.Kind])
	if s.Entry != 0 {
		text += " " + s.Entry.String()
	}
	return text
}

// accepts reports whether the store carries out a write.
func (s *State) accepts(w Write, f Fault) bool {
	return s.Log.len() < longest && (w.Epoch == s.Epoch || f == NoEpoch || f == NoFence) &&
		(int(w.At) == s.Log.len() || f == NoLength || f == NoFence)
}

func (n *Node) write() Write {
	return Write{n.Write, uint8(n.View.len()), n.Epoch}
}

// forget makes a node a follower. A running write becomes a late write.
func (s *State) forget(i int) {
	n := &s.Nodes[i]
	if n.Stage == Sent {
		s.Late[i] = n.write()
	}
	*n = Node{View: n.View}
}

// acknowledge answers the player.
func (s *State) acknowledge(e Entry) {
	if e.isAction() {
		ply, which := e.asked()
		s.Acked[ply] |= 1 << which
	}
}

// Next calls f with each possible step in a state, and with the state after it.
func (s State) Next(fault Fault, f func(Step, State)) {
	for i := range s.Nodes {
		s.next(i, fault, func(k Kind, e Entry, to State) {
			for j, w := range to.Late { // drop a write that the store will always refuse
				if w != (Write{}) && !to.accepts(w, fault) {
					to.Late[j] = Write{}
				}
				if n := &to.Nodes[j]; !n.Owns && n.Epoch != to.Epoch && fault != Unchecked {
					n.Epoch = 0
				}
			}
			f(Step{k, uint8(i), e}, to)
		})
	}
}

// next makes the steps of one node. Each begins with a copy of the state.
func (s State) next(i int, fault Fault, f func(Kind, Entry, State)) {
	was := s
	n := &s.Nodes[i]
	do := func(k Kind, e Entry) { f(k, e, s); s = was }

	if int(s.Owner) == i {
		s.Lease = !s.Lease
		if s.Lease {
			do(Renews, 0)
		} else {
			do(Expires, 0)
		}
	}
	if *n != (Node{}) {
		s.forget(i)
		*n = Node{}
		do(Dies, 0)
	}
	if w := s.Late[i]; w != (Write{}) {
		s.Late[i] = Write{}
		s.Log[s.Log.len()] = w.Entry
		do(LateOne, w.Entry)
	}
	if n.Owns {
		s.owner(i, fault, do, n)
		return
	}
	if n.View != s.Log {
		n.View = s.Log
		do(Reads, 0)
	}
	for at, e := range s.Published {
		end := n.View.len()
		if e != 0 && end < longest && (at == end || fault == GapIgnored && at > end) {
			n.View[end] = e
			do(Gets, e)
		}
	}
	if mine := int(s.Owner) == i; n.Epoch != s.Epoch && s.Epoch < Epochs &&
		(mine && fault != NotOwn || !mine && !s.Lease && fault != OwnOnly) {
		n.Epoch = s.Epoch
		do(Looks, 0)
	}
	if n.Epoch != 0 { // it is still the store's epoch, because Next clears any other
		if fault != SameEpoch {
			s.Epoch = n.Epoch + 1
		}
		s.Owner, s.Lease = uint8(i), true
		*n = Node{Owns: true, Epoch: s.Epoch, View: s.Log, Write: restart(n.Epoch + 1), Stage: Sent}
		do(TakesOver, 0)
	}
}

// owner makes the steps of a node that owns the match, or believes that it does.
func (s *State) owner(i int, fault Fault, do func(Kind, Entry), n *Node) {
	s.forget(i)
	do(Stops, 0)
	switch n.Stage {
	case Idle:
		ply := uint8(n.View.plies())
		for asked := range uint8(Plies) {
			for which := range choices(asked) {
				if asked != ply && (fault != PlyIgnored || ply == Plies || asked%2 != ply%2) || n.View.len() == longest {
					continue // another ply, or the other player's turn
				}
				e := action(asked, which)
				n.Write, n.Stage = e, Sent
				if fault == PublishFirst {
					s.Published[n.View.len()] = e
				}
				if fault == AckFirst {
					s.acknowledge(e)
				}
				do(Asks, e)
			}
		}
		if other := &s.Nodes[1-i]; !other.Owns && n.Epoch < Epochs {
			other.Epoch = n.Epoch
			s.forget(i)
			do(HandsOver, 0)
		}
	case Sent:
		w := n.write()
		if s.Late[i] == (Write{}) {
			s.Late[i] = w
			do(Doubles, w.Entry)
		}
		if n.Stage = Refused; s.accepts(w, fault) {
			s.Log[s.Log.len()] = w.Entry
			n.Stage, n.In, n.Of = Done, s.Epoch, s.Owner
		}
		do(Stores, w.Entry)
	case Done:
		e, at := n.Write, n.View.len()
		s.Ackers[n.In] |= 1<<i | 1<<n.Of
		s.acknowledge(e)
		s.Published[at] = e
		n.View[at] = e
		n.Write, n.Stage, n.In, n.Of = 0, Idle, 0, 0
		do(Learns, e)
	case Refused: // the node is no longer the owner
		e := n.Write
		s.forget(i)
		do(Learns, e)
	}
}

package matgo

import (
	"math"

	"arcade/games/matgo/net"
	"arcade/games/rng"
)

// valueUnit is how many points the net counts as one.
const valueUnit = 32

// mind judges choices by a net. It keeps what it needs for it, so that judging does not
// allocate; it belongs to one goroutine.
type mind struct {
	net   *net.Net
	state State
	now   sight
	sum   net.Sum
	then  sight
	other net.Sum
	likes [32]float64
}

// judgement is what a mind thinks of a choice.
type judgement struct {
	points float32 // that the seat may expect, net, without the carry
	ends   bool    // by the rules alone: the round is over with it
}

// judge judges legal moves of the seat on turn; list has room for them.
func (k *mind) judge(s *State, legal []Move, list []judgement) {
	seat := int(s.seat)
	now := pending{kind: pendingPlay, month: s.turn.month, steals: s.turnSteals()}
	if s.phase == AskTake {
		now.kind = pendingTake
	}
	begun := false
	k.liking(s, legal)
	for i, m := range legal {
		k.state = *s
		p, worth, ends := k.state.after(m)
		if ends {
			list[i] = judgement{float32(worth), true}
			continue
		}
		if !begun {
			begun = true
			k.now.look(s, seat, now)
			k.net.Begin(&k.sum, k.now[:])
		}
		k.then.look(&k.state, seat, p)
		k.then.lag(k.likes[i])
		k.other = k.sum
		k.net.Change(&k.other, k.now[:], k.then[:])
		list[i] = judgement{valueUnit * k.net.Value(&k.other), false}
	}
}

// liking fills in by how much the sensible bot likes another choice better.
func (k *mind) liking(s *State, legal []Move) {
	t := readState(s)
	most := math.Inf(-1)
	for i, m := range legal {
		k.likes[i] = t.score(m)
		most = max(most, k.likes[i])
	}
	for i := range legal {
		k.likes[i] = most - k.likes[i]
	}
}

// bestOf is the first of the best.
func bestOf(list []judgement) int {
	n := 0
	for i := range list {
		if list[i].points > list[n].points {
			n = i
		}
	}
	return n
}

// newLearnt makes a player that does what a net thinks best.
func newLearnt(n *net.Net) player {
	k := &mind{net: n}
	var list [32]judgement
	return func(s *State, legal []Move, _ *rng.Source) (int, float64) {
		if len(legal) == 1 {
			return 0, 0
		}
		k.judge(s, legal, list[:])
		n := bestOf(list[:len(legal)])
		return n, float64(list[n].points)
	}
}

// ReadNet reads the weights of a net for what the bot sees.
func ReadNet(data []byte) (*net.Net, error) { return net.Decode(data, sightInputs) }

// net is what a round that is over brought a seat, in points: the winner's total.
func (s *State) net(seat int) int {
	w := int(s.end.winner)
	switch {
	case w < 0:
		return 0
	case w == seat:
		return s.end.total[w]
	}
	return -s.end.total[w]
}

package bots

import (
	"math"

	"arcade/games/matgo"
	"arcade/games/matgo/net"
	"arcade/games/rng"
)

// valueUnit is how many points the net counts as one.
const valueUnit = 8

// mind judges choices by a net. It keeps what it needs for it, so that judging does not
// allocate; it belongs to one goroutine.
type mind struct {
	net    *net.Net
	state  matgo.State
	sights [favourites]sight
	lists  [favourites][]uint16 // the same
	open   [favourites]int      // the choices that sights are of
	sums   [favourites]net.Sum
	values [favourites]float32
	likes  [32]float64
	order  [32]int
}

// favourites is among how many choices a net decides: those that the sensible bot likes best.
const favourites = 4

// judgement is what a mind thinks of a choice.
type judgement struct {
	points float32 // net, without the carry: what it differs by from others of the same decision
	ends   bool    // by the rules alone: the round is over with it
}

// see looks at the favourites of the seat on turn: sights are of those that are open, as
// many as it says. list has what the others pay that end the round, which is pays.
func (k *mind) see(s *matgo.State, legal []matgo.Move, list []judgement) (open int, pays float32) {
	k.liking(s, legal)
	for _, i := range k.liked(len(legal)) {
		k.state = *s
		p, worth, ends := after(&k.state, legal[i])
		list[i] = judgement{float32(worth), ends}
		if ends {
			pays = float32(worth)
			continue
		}
		k.sights[open].look(&k.state, int(s.Seat), p)
		k.sights[open].lag(k.likes[i])
		k.lists[open], k.open[open] = k.sights[open][:], i
		open++
	}
	return open, pays
}

// judge judges legal moves of the seat on turn; list has room for them. Those that are no
// favourites are as bad as the worst of them.
func (k *mind) judge(s *matgo.State, legal []matgo.Move, list []judgement) {
	n, pays := k.see(s, legal, list)
	k.net.Values(k.lists[:n], k.sums[:n], k.values[:n])
	for i, at := range k.open[:n] {
		list[at].points = pays + float32(valueUnit*k.values[i])
	}
	liked := k.liked(len(legal))
	worst := list[liked[0]]
	for _, i := range liked {
		if list[i].points < worst.points {
			worst = list[i]
		}
	}
	for _, i := range k.order[len(liked):len(legal)] {
		list[i] = judgement{worst.points - 1, false}
	}
}

// liked are the numbers of the favourites, best first, once likes are known.
func (k *mind) liked(n int) []int {
	for i := range n {
		j := i
		for ; j > 0 && k.likes[k.order[j-1]] > k.likes[i]; j-- {
			k.order[j] = k.order[j-1]
		}
		k.order[j] = i
	}
	return k.order[:min(n, favourites)]
}

// liking fills in by how much the sensible bot likes another choice better.
func (k *mind) liking(s *matgo.State, legal []matgo.Move) {
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
func newLearnt(n *net.Net) Player {
	k := &mind{net: n}
	var list [32]judgement
	return func(s *matgo.State, legal []matgo.Move, _ *rng.Source) (int, float64) {
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

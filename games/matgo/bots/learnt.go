package bots

import (
	"math"

	"arcade/games/matgo"
	"arcade/games/matgo/net"
	"arcade/games/rng"
)

// valueUnit is the number of points in one unit of the net's output.
const valueUnit = 8

// evaluator judges choices by the net of their rules. It keeps its buffers, so that judging does not allocate. It belongs to
// one goroutine.
type evaluator struct {
	nets   nets
	state  matgo.State
	sights [favourites]sight
	lists  [favourites][]uint16 // the sights as lists
	open   [favourites]int      // the index of each sight's choice
	sums   [favourites]net.Sum
	values [favourites]float32
	priors [32]float64
	order  [32]int
}

// favourites is the number of choices that a net decides among: the sensible bot's favourites.
const favourites = 4

// evaluation is an evaluator's judgement of a choice.
type evaluation struct {
	points float32 // without the carry; the net gives only differences between choices of one decision
	ends   bool    // the choice ends the round
}

// see fills sights with the seat's favourite choices that leave the round open, and returns their number.
// For choices that end the round list has their payment; pays is the last such payment.
func (k *evaluator) see(s *matgo.State, legal []matgo.Move, list []evaluation) (open int, pays float32) {
	k.prior(s, legal)
	for _, i := range k.ranked(len(legal)) {
		k.state = *s
		p, worth, ends := after(&k.state, legal[i])
		list[i] = evaluation{float32(worth), ends}
		if ends {
			pays = float32(worth)
			continue
		}
		k.sights[open].look(&k.state, int(s.Seat), p)
		k.sights[open].lag(k.priors[i])
		k.lists[open], k.open[open] = k.sights[open][:], i
		open++
	}
	return open, pays
}

// evaluate judges the legal moves of the seat on turn. list has room for them. Choices that are not
// favourites rank below the worst favourite.
func (k *evaluator) evaluate(s *matgo.State, legal []matgo.Move, list []evaluation) {
	n, pays := k.see(s, legal, list)
	k.nets(s.Rules).Values(k.lists[:n], k.sums[:n], k.values[:n])
	for i, at := range k.open[:n] {
		list[at].points = pays + float32(valueUnit*k.values[i])
	}
	liked := k.ranked(len(legal))
	worst := list[liked[0]]
	for _, i := range liked {
		if list[i].points < worst.points {
			worst = list[i]
		}
	}
	for _, i := range k.order[len(liked):len(legal)] {
		list[i] = evaluation{worst.points - 1, false}
	}
}

// ranked returns the indexes of the favourites, best first, once priors are set.
func (k *evaluator) ranked(n int) []int {
	for i := range n {
		j := i
		for ; j > 0 && k.priors[k.order[j-1]] > k.priors[i]; j-- {
			k.order[j] = k.order[j-1]
		}
		k.order[j] = i
	}
	return k.order[:min(n, favourites)]
}

// prior sets, for each choice, the sensible bot's preference for its best choice over it.
func (k *evaluator) prior(s *matgo.State, legal []matgo.Move) {
	t := readState(s)
	most := math.Inf(-1)
	for i, m := range legal {
		k.priors[i] = t.score(m)
		most = max(most, k.priors[i])
	}
	for i := range legal {
		k.priors[i] = most - k.priors[i]
	}
}

// bestOf returns the index of the first best one.
func bestOf(list []evaluation) int {
	n := 0
	for i := range list {
		if list[i].points > list[n].points {
			n = i
		}
	}
	return n
}

// newLearnt makes a player that picks the best choice of the net for the rules.
func newLearnt(n nets) Player {
	k := &evaluator{nets: n}
	var list [32]evaluation
	return func(s *matgo.State, legal []matgo.Move, _ *rng.Source) (int, float64) {
		if len(legal) == 1 {
			return 0, 0
		}
		k.evaluate(s, legal, list[:])
		n := bestOf(list[:len(legal)])
		return n, float64(list[n].points)
	}
}

// ReadNet reads the weights of a net with the learnt bot's inputs.
func ReadNet(data []byte) (*net.Net, error) { return net.Decode(data, sightInputs) }

package yut

import (
	"cmp"
	"slices"
	"sync"
)

// The plain game has no relics, plain sticks and no special nodes. Its value is exact: the average number
// of turns under best play, for each of the 46,376 standings of four pieces. It is computed by backward
// induction over the places, in an order in which pieces only go on.

// standings is the number of multisets of Pieces places.
const standings = 46_376

// rank orders places so that every move of a piece lowers its rank; 0 is Finished.
var rank = func() (r [places]uint8) {
	for i, n := range fromTheEnd {
		r[n] = uint8(i)
	}
	return r
}()

// standing numbers the pieces' places regardless of their order: the combinatorial number system over their
// ranks in ascending order.
func standing(pieces [Pieces]Node) int {
	var r [Pieces]int
	for i, n := range pieces {
		r[i] = int(rank[n])
	}
	for i := 1; i < Pieces; i++ { // insertion sort of four numbers
		for j := i; j > 0 && r[j] < r[j-1]; j-- {
			r[j], r[j-1] = r[j-1], r[j]
		}
	}
	a, b, c, d := r[0], r[1]+1, r[2]+2, r[3]+3
	return a + b*(b-1)/2 + c*(c-1)*(c-2)/6 + d*(d-1)*(d-2)*(d-3)/24
}

// A plain hand has at most one token below yut and maxAgain tokens that gave another throw. Longer hands,
// one turn in 4096, count as if the last throw gave none.
const (
	maxAgain  = 3
	hands     = 4 * (maxAgain + 1) * (maxAgain + 1)
	emptyHand = 0
)

// handOf numbers a hand: the low token, 0 for none, and the numbers of yut and mo.
func handOf(low Token, yuts, mos int) int { return (yuts*(maxAgain+1)+mos)*4 + int(low) }

// without returns a hand without a token, false if the hand lacks it.
func without(hand int, t Token) (rest int, ok bool) {
	low, mos, yuts := Token(hand%4), hand/4%(maxAgain+1), hand/4/(maxAgain+1)
	switch {
	case t < Yut && low == t:
		return handOf(0, yuts, mos), true
	case t == Yut && yuts > 0:
		return handOf(low, yuts-1, mos), true
	case t == Mo && mos > 0:
		return handOf(low, yuts, mos-1), true
	}
	return 0, false
}

// likely is a hand with its chance.
type likely struct {
	hand   int
	chance float64
}

// handChances lists the possible hands at the start of a turn's moves, by the chances of a throw.
func handChances(odds Odds) (list []likely) {
	var draw func(yuts, mos int, p float64)
	draw = func(yuts, mos int, p float64) {
		last := yuts+mos == maxAgain
		for t := Do; t <= Geol; t++ {
			q := p * odds[t-1]
			if last {
				q /= 1 - odds[Yut-1] - odds[Mo-1]
			}
			i := slices.IndexFunc(list, func(e likely) bool { return e.hand == handOf(t, yuts, mos) })
			if i < 0 {
				i = len(list)
				list = append(list, likely{hand: handOf(t, yuts, mos)})
			}
			list[i].chance += q
		}
		if !last {
			draw(yuts+1, mos, p*odds[Yut-1])
			draw(yuts, mos+1, p*odds[Mo-1])
		}
	}
	draw(0, 0, 1)
	return list
}

// plainTurns has the value of each standing in turns, computed at the first use.
var plainTurns = sync.OnceValue(func() *[standings]float32 {
	values := new([standings]float32)
	solvePlain(plainOdds, values)
	return values
})

// solvePlain computes the values for the chances of a throw.
func solvePlain(odds Odds, values *[standings]float32) {
	var order [][Pieces]Node
	for a := range places {
		for b := a; b < places; b++ {
			for c := b; c < places; c++ {
				for d := c; d < places; d++ {
					order = append(order, [Pieces]Node{Node(a), Node(b), Node(c), Node(d)})
				}
			}
		}
	}
	sum := func(p [Pieces]Node) (n int) {
		for _, place := range p {
			n += int(rank[place])
		}
		return n
	}
	slices.SortStableFunc(order, func(a, b [Pieces]Node) int { return cmp.Compare(sum(a), sum(b)) })
	chances := handChances(odds)
	played := make([][hands]float32, standings) // by standing and hand: turns after this one
	for _, pieces := range order {
		at := standing(pieces)
		if sum(pieces) == 0 {
			continue // finished: no more turns
		}
		playHands(pieces, played, &played[at])
		turns := 1.0
		for _, e := range chances {
			turns += float64(e.chance * float64(played[at][e.hand]))
		}
		values[at] = float32(turns)
		played[at][emptyHand] = float32(turns)
	}
}

// playHands computes the value of a standing with each hand, from the values of later standings.
func playHands(pieces [Pieces]Node, played [][hands]float32, mine *[hands]float32) {
	for hand := 1; hand < hands; hand++ {
		mine[hand] = 1e9
	}
	for i, from := range pieces {
		if from == Finished || i > 0 && pieces[i-1] == from {
			continue // in ascending order equal pieces are neighbours, and one of them stands for all
		}
		for t := Do; t <= Mo; t++ {
			for way := range 2 {
				if way == 1 && fork[from][0] == Home {
					break
				}
				to := landing(from, way, t.Steps())
				next := pieces
				for j := range next {
					if next[j] == from {
						next[j] = to
						if from == Home {
							break
						}
					}
				}
				after := &played[standing(next)]
				for hand := 1; hand < hands; hand++ {
					if rest, ok := without(hand, t); ok {
						mine[hand] = min(mine[hand], after[rest])
					}
				}
			}
		}
	}
}

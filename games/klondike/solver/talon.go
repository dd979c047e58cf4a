package solver

import "math/bits"

// play is a card of stock and waste that can be got to the top of the waste by
// drawing and recycling, and what the talon is like once it has left.
type play struct {
	card card
	// index is its number in the order of drawing.
	index   uint8
	waste   uint8
	turned  bool
	redeals uint8
}

// talonRules are the rules of drawing.
type talonRules struct {
	draw int
	keep bool
	// unlimited tells that the redeals never run out.
	unlimited bool
}

// all tells that every card of the talon can be had at any time, wherever the
// drawing stands: one at a time is drawn, and the waste can always be turned.
func (r talonRules) all() bool { return r.draw == 1 && r.unlimited }

// passes is how many recycles can be of use before a card is played: after one (two
// where each turns the order of drawing round) the same cards come again.
func (r talonRules) passes() int {
	if r.keep {
		return 2
	}
	return 1
}

// settle gives all talons from which the same cards can be played with the same
// result one form: those of a waste that a full turn would bring about as well.
func (r talonRules) settle(s *state) {
	if r.unlimited && (r.draw == 1 || int(s.waste)%r.draw == 0 || int(s.waste) == bits.OnesCount32(s.stock)) {
		s.waste, s.turned = 0, false
	}
}

// reach lists the cards that can be played, those first that take the fewest draws.
func (l *layout) reach(r talonRules, s *state, list []play) []play {
	var order [24]uint8
	n := 0
	for m := s.stock; m != 0; m &= m - 1 {
		order[n] = uint8(bits.TrailingZeros32(m))
		n++
	}
	if r.all() {
		// First the top of the waste, then what is drawn from there on, then the rest.
		at := 0
		for at < n && order[at] < s.drawn {
			at++
		}
		at = max(at-1, 0)
		for k := range n {
			i := order[(at+k)%n]
			list = append(list, play{card: l.stock[i], index: i})
		}
		return list
	}
	var seen [2][24]bool // by direction and cards left below
	at, turned := int(s.waste), s.turned
	for pass := 0; pass <= r.passes() && (pass == 0 || r.unlimited || pass <= int(s.redeals)); pass++ {
		if pass > 0 {
			at, turned = 0, turned != r.keep
		}
		if at == 0 {
			at = min(r.draw, n)
		}
		for ; at > 0; at = min(at+r.draw, n) {
			below, i := at-1, order[at-1]
			if turned {
				i = order[n-at]
			}
			dir := 0
			if turned {
				dir = 1
			}
			if !seen[dir][below] {
				seen[dir][below] = true
				p := play{card: l.stock[i], index: i, waste: uint8(below), turned: turned}
				if !r.unlimited {
					p.redeals = s.redeals - uint8(pass)
				}
				list = append(list, p)
			}
			if at == n {
				break
			}
		}
	}
	return list
}

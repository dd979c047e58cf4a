package solver

import "math/bits"

// play is a way to the top of the waste for a card of the talon, and what the drawing
// is like once it has left.
type play struct {
	waste   uint8
	turned  bool
	redeals uint8
	// draws is how many draws and recycles it takes.
	draws uint8
}

// talonRules are the rules of drawing.
type talonRules struct {
	draw int
	keep bool
	// unlimited says that the redeals never run out.
	unlimited bool
}

// all reports whether every card of the talon can be had at any time, wherever the
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
// result one form: the form of a waste that a full turn would bring about as well.
func (r talonRules) settle(s *state) {
	if r.unlimited && (r.draw == 1 || int(s.waste)%r.draw == 0 || int(s.waste) == bits.OnesCount32(s.stock)) {
		s.waste, s.turned = 0, false
	}
}

// plays lists the ways to a card of this number, the shortest first, where so many cards
// have been drawn.
func (r talonRules) plays(s *state, waste int, index uint8, list []play) []play {
	n := bits.OnesCount32(s.stock)
	below := bits.OnesCount32(s.stock & (1<<index - 1))
	before := 0 // draws and recycles until the turn of the stock begins
	for pass := 0; pass <= r.passes() && (pass == 0 || r.unlimited || pass <= int(s.redeals)); pass++ {
		turned := s.turned != (r.keep && pass == 1)
		at := below + 1
		if turned {
			at = n - below
		}
		if at >= waste && (r.full(at-waste) || at == n) {
			p := play{waste: uint8(at - 1), turned: turned, draws: uint8(before + r.draws(at-waste))}
			if !r.unlimited {
				p.redeals = s.redeals - uint8(pass)
			}
			if len(list) == 0 || list[0].turned != turned {
				list = append(list, p)
			}
		}
		before += r.draws(n-waste) + 1
		waste = 0
	}
	return list
}

// nearest is the only entry of plays where redeals never run out and do not turn the order of
// drawing round. For at from 1, n and waste see there.
func (r talonRules) nearest(at, n, waste int) (p play, ok bool) {
	p.waste = uint8(at - 1)
	if ahead := at - waste; ahead >= 0 && (at == n || r.full(ahead)) {
		p.draws = uint8(r.draws(ahead))
		return p, true
	}
	p.draws = uint8(r.draws(n-waste) + 1 + r.draws(at))
	return p, at == n || r.full(at)
}

// draws is how many draws turn so many cards, and full whether each of them turns as
// many as it can. The games have no other numbers than 1 and 3.
func (r talonRules) draws(n int) int {
	if r.draw == 1 {
		return n
	}
	return (n + 2) / 3
}

func (r talonRules) full(n int) bool { return r.draw == 1 || n%3 == 0 }

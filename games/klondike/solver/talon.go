package solver

import "math/bits"

// play is a way to bring a card of the talon to the top of the waste, with the state of the drawing after
// the card has left.
type play struct {
	waste   uint8
	turned  bool
	redeals uint8
	// draws is the number of draws and recycles.
	draws uint8
}

// talonRules are the rules of drawing.
type talonRules struct {
	draw int
	keep bool
	// unlimited means that the redeals never run out.
	unlimited bool
}

// all reports whether every card of the talon is always available: one card is drawn at a time, and redeals
// never run out.
func (r talonRules) all() bool { return r.draw == 1 && r.unlimited }

// passes returns the number of recycles that can help before a card is played. After one (two if each
// reverses the order of drawing) the same cards come again.
func (r talonRules) passes() int {
	if r.keep {
		return 2
	}
	return 1
}

// settle gives one form to all talons from which the same cards can be played with the same result: the
// form of a waste that a full pass would produce as well.
func (r talonRules) settle(s *state) {
	if r.unlimited && (r.draw == 1 || int(s.waste)%r.draw == 0 || int(s.waste) == bits.OnesCount32(s.stock)) {
		s.waste, s.turned = 0, false
	}
}

// plays lists the ways to the card of this number, the shortest first, after waste cards have been drawn.
func (r talonRules) plays(s *state, waste int, index uint8, list []play) []play {
	n := bits.OnesCount32(s.stock)
	below := bits.OnesCount32(s.stock & (1<<index - 1))
	before := 0 // draws and recycles before the pass begins
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

// nearest returns the only entry of plays if redeals never run out and do not reverse the order of drawing.
// at counts from 1; n and waste are as in plays.
func (r talonRules) nearest(at, n, waste int) (p play, ok bool) {
	p.waste = uint8(at - 1)
	if ahead := at - waste; ahead >= 0 && (at == n || r.full(ahead)) {
		p.draws = uint8(r.draws(ahead))
		return p, true
	}
	p.draws = uint8(r.draws(n-waste) + 1 + r.draws(at))
	return p, at == n || r.full(at)
}

// draws returns the number of draws that turn n cards. full reports whether each of them turns as many as
// it can. The games use only the numbers 1 and 3.
func (r talonRules) draws(n int) int {
	if r.draw == 1 {
		return n
	}
	return (n + 2) / 3
}

func (r talonRules) full(n int) bool { return r.draw == 1 || n%3 == 0 }

package yut

import (
	"slices"

	"arcade/games/rng"
)

// planner plays the hand in the order that leaves the fewest expected turns, by a value function. It
// averages over the results of throws that a move wins.
type planner struct {
	w *network

	// Buffers of a decision, kept to avoid garbage.
	levels [plannedMoves]struct {
		list  []act
		rest  []Token
		state state
	}
	pace float64 // of the carried sticks and relics at the decision
	odds Odds    // of its next throw
}

// plannedMoves is the number of moves that a planner looks ahead.
const plannedMoves = 5

// choose implements [policy].
func (p *planner) choose(s *state, hand []Token, _ *rng.Source) act {
	switch s.ask() {
	case AskStick:
		return p.stick(s)
	case AskRelic:
		return p.relic(s)
	case AskMove:
		p.pace, p.odds = s.pace(), s.odds()
		a, _ := p.search(s, hand, 0)
		return a
	case AskStart:
		return act{verb: doStart}
	}
	return act{verb: doThrow}
}

// stick returns the slot in which an offered stick leaves the fewest turns, or none.
func (p *planner) stick(s *state) act {
	best, least := uint8(0), s.turnsLeft(p.w, s.pace())
	for slot := range uint8(Slots) {
		c := *s
		c.sticks[slot] = held{index: uint8(s.offer)}
		c.derive()
		if v := c.turnsLeft(p.w, c.pace()) - takeWorth*c.taken1(int(slot)); v < least-1e-9 {
			best, least = slot+1, v
		}
	}
	return act{verb: doStick, slot: best}
}

// relic returns the offered relic that leaves the fewest turns.
func (p *planner) relic(s *state) act {
	best, least := uint8(1), 1e9
	for i := range s.rewards {
		c := *s
		c.finishers = 0
		c.relics[c.taken] = held{index: s.reward[i]}
		c.taken++
		c.derive()
		if v := c.turnsLeft(p.w, c.pace()) - takeWorth*c.taken1(c.carried()-1); v < least {
			best, least = uint8(i+1), v
		}
	}
	return act{verb: doRelic, slot: best}
}

// taken1 returns the immediate gain of taking one stick or relic, in tokens.
func (s *state) taken1(holder int) (tokens float64) {
	_, rules, _ := s.holder(holder)
	for j := range rules.n {
		if r := &rules.list[j]; r.when == OnTake {
			tokens += r.worth()
		}
	}
	return tokens
}

// takeWorth is the worth of a token in turns, a rough value that saves a search.
const takeWorth = 0.5

// search returns the best move, and the turns that the position then needs after this one.
func (p *planner) search(s *state, hand []Token, depth int) (best act, least float64) {
	l := &p.levels[depth]
	l.list = s.moves(l.list[:0], hand)
	least = 1e9
	for _, a := range l.list {
		at := slices.Index(hand, a.token)
		l.rest = append(append(l.rest[:0], hand[:at]...), hand[at+1:]...)
		var throws int
		l.state, throws = s.moved(a, &l.rest)
		v := p.rest(&l.state, l.rest, throws, depth+1)
		if v < least-1e-9 {
			best, least = a, v
		}
	}
	return best, least
}

// rest returns the turns that a position needs after this one, with tokens still in the hand and throws to
// come.
func (p *planner) rest(s *state, hand []Token, throws, depth int) float64 {
	switch {
	case s.over():
		return -0.5 // the rest of the hand is not needed
	case throws > 0 && depth < plannedMoves:
		v := 0.0
		more := append(make([]Token, 0, 8), hand...)
		for t := Do; t <= Mo; t++ {
			v += p.odds[t-1] * p.rest(s, append(more, t), throws-1, depth)
		}
		return v
	case len(hand) > 0 && depth < plannedMoves:
		_, v := p.search(s, hand, depth)
		return v
	}
	return s.turnsLeft(p.w, p.pace) - takeWorth*float64(throws+len(hand))
}

// moved returns the state after a move without chance. Tokens that the move wins are in the hand; throws
// and offers are counted.
func (s *state) moved(a act, hand *[]Token) (c state, throws int) {
	offers := 0
	c, m := s.settled(a, func(r *rule) {
		throws += int(r.throws)
		offers += int(r.offers)
		if r.token != 0 {
			*hand = append(*hand, r.token)
		}
	})
	c.offers += offers
	switch {
	case m.when == OnFinish:
		c.finishers += m.pieces
	case m.kind == Stick:
		c.offers++
	}
	return c, throws
}

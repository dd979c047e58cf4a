package yut

import (
	"slices"

	"arcade/games/rng"
)

// planner plays the hand in the order that leaves the fewest expected turns, by a value function. It
// averages over the results of throws that a move wins.
type planner struct {
	w *network
	// keen planners weigh sticks and relics together with the hand, and landings by the chances
	// of the sticks carried. The bot is not keen: it plays as it was measured.
	keen bool

	// Buffers of a decision, kept to avoid garbage.
	levels [plannedMoves]struct {
		list  []act
		rest  []Token
		state state
	}
	kept [hidden]float32 // the network's sums of what moves do not change
	pace float64         // of what is carried at the decision
	odds Odds            // of its next throw
}

// newKeen makes the planner by which a master plays.
func newKeen() *planner { return &planner{w: mastered(), keen: true} }

// plannedMoves is the number of moves that a planner looks ahead.
const plannedMoves = 5

// choose implements [policy].
func (p *planner) choose(s *state, hand []Token, _ *rng.Source) act {
	switch s.ask() {
	case AskStick:
		return p.stick(s, hand)
	case AskRelic:
		return p.relic(s, hand)
	case AskMove:
		p.look(s)
		a, _ := p.search(s, hand, 0)
		return a
	case AskStart:
		return act{verb: doStart}
	}
	return act{verb: doThrow}
}

// stick returns the slot in which an offered stick leaves the fewest turns, or none.
func (p *planner) stick(s *state, hand []Token) act {
	without := *s
	if p.keen {
		without.offers--
	}
	best, least := uint8(0), p.taken(&without, hand, nil)
	for slot := range uint8(Slots) {
		if p.keen && s.sameBefore(int(slot)) {
			continue
		}
		c := without
		c.sticks[slot] = held{index: uint8(s.offer)}
		if v := p.taken(&c, hand, &s.lib.stickRules[s.offer]); v < least-1e-9 {
			best, least = slot+1, v
		}
	}
	return act{verb: doStick, slot: best}
}

// sameBefore reports whether a slot before holds the same stick: an offer changes as much there.
func (s *state) sameBefore(slot int) bool { return slices.Contains(s.sticks[:slot], s.sticks[slot]) }

// relic returns the offered relic that leaves the fewest turns.
func (p *planner) relic(s *state, hand []Token) act {
	best, least := uint8(1), 1e9
	for i := range s.rewards {
		c := *s
		c.finishers = 0
		c.relics[c.taken] = held{index: s.reward[i]}
		c.taken++
		if v := p.taken(&c, hand, &s.lib.relicRules[s.reward[i]]); v < least {
			best, least = uint8(i+1), v
		}
	}
	return act{verb: doRelic, slot: best}
}

// taken is what a position needs besides this turn in which a stick or relic was just taken that
// does what r says; nil for none.
func (p *planner) taken(s *state, hand []Token, r *rules) float64 {
	throws, tokens := s.throwsLeft, 0.0
	hand = append(make([]Token, 0, 8), hand...)
	for j := 0; r != nil && j < r.n; j++ {
		if e := &r.list[j]; e.when == OnTake {
			tokens += e.worth()
			throws += int(e.throws)
			if e.token != 0 {
				hand = append(hand, e.token)
			}
		}
	}
	s.derive()
	p.look(s)
	if !p.keen {
		return p.value(s) - float64(takeWorth*tokens)
	}
	return p.rest(s, hand, throws, 0)
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
			v += float64(p.odds[t-1] * p.rest(s, append(more, t), throws-1, depth))
		}
		return v
	case len(hand) > 0 && depth < plannedMoves:
		_, v := p.search(s, hand, depth)
		return v
	}
	return p.value(s) - float64(takeWorth*float64(throws+len(hand)))
}

// look works out what moves do not change.
func (p *planner) look(s *state) {
	p.pace, p.odds = s.pace(), s.odds()
	if p.keen {
		var room [maxSignals]signal
		p.kept = p.w.bias
		p.w.add(&p.kept, s.describeKept(room[:0], p.pace))
	}
}

// value is how many turns a position needs after the present turn, when look has seen it or one
// from which moves led here.
func (p *planner) value(s *state) float64 {
	if s.over() {
		return 0
	}
	var room [maxSignals]signal
	if !p.keen {
		list, turns := s.describeMeasured(room[:0], p.pace)
		return p.w.of(list, turns, nil)
	}
	h := p.kept
	list, turns := s.describePieces(room[:0], 0, p.odds)
	p.w.add(&h, list)
	return p.w.value(&h, turns, nil)
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

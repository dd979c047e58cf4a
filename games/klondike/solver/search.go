package solver

import "arcade/games"

// kind is the kind of an irreversible move.
type kind uint8

const (
	rootUp    kind = iota // a root to its foundation
	rootMove              // a root, with its run, to another column
	looseUp               // another card to its foundation, from which it may not come back
	stockUp               // a card of the talon to its foundation
	stockDown             // a card of the talon to a column
)

// move is a step of the search: first the foundations become a class member's foundations, then the
// card moves.
type move struct {
	// order sorts the move among its siblings, lowest first.
	order  uint32
	member uint16
	kind   kind
	card   card
	play   play
	// before has the cards of the talon that come to the tableau before the move because it needs them.
	before chain
}

// chain has cards of the talon, each of which makes room for the next one in the tableau.
type chain struct {
	cards [3]card
	n     uint8
}

// list returns the cards in their order.
func (c *chain) list() []card { return c.cards[:c.n] }

// deadFrom is the number of nodes from which states are tested for being dead. Half of all deals are won
// earlier, and the test is slow.
const deadFrom = 256

// takes reports whether a move takes a place in the tableau. Other moves rarely make a state dead.
func takes(k kind) bool { return k == rootMove || k == stockDown }

// member is a state of a class: other foundations, everything irreversible unchanged.
type member struct {
	found  cards
	place  uint64
	parent int16
	// card went up or came down to reach this member from its parent.
	card  card
	up    bool
	tried tries
}

// tries has the cards whose moves are listed at a member. As long as such a move x is possible, it need not
// be tried again at members that are reached from this one. Proof: let y be the step from a member to the
// next, and let x be possible at both. Then y is also possible after x, with the same result. So the state
// after y and x is reached from the state after x by a step within the class, and is lost if that one is.
type tries struct {
	// raised has the cards that go up, moved the roots that move, laid the cards of the talon that come to
	// the tableau, and whole those of them that come alone; see [search.layAll].
	raised, moved, laid, whole cards
}

// frame is a state on the way from the start to the current state.
type frame struct {
	state state
	// members is the index of the first member of its class, and listed the number of members with listed
	// moves.
	members, listed int
	// first is the index of its first move, last the end of its moves, and next the next move.
	first, next, last int
}

// effort limits a search: it counts states, and asks whether to go on.
type effort struct {
	limit games.Limit
	nodes int64
	// spent means that a limit was reached.
	spent bool
}

// stopEvery is the number of nodes between two calls of Stop.
const stopEvery = 1024

// node counts a state.
func (e *effort) node() {
	e.nodes++
	if e.limit.Nodes > 0 && e.nodes >= e.limit.Nodes || e.limit.Stop != nil && e.nodes%stopEvery == 0 && e.limit.Stop() {
		e.spent = true
	}
}

type search struct {
	layout
	talonRules
	*effort
	f2t bool
	// lost has the states that are proven lost. recent has other states' keys; see there.
	lost   *table
	recent recent
	// easier answers whether a state is lost even in an easier game, once the search takes long; nil if
	// there is none.
	easier *easier
	// depth limits the frames, 0 for no limit. cut means that the limit stopped a state.
	depth int
	cut   bool
	// winning has states that are known to be won, nil for none. until is the number of nodes at which the
	// search gives up, 0 for no limit.
	winning *table
	until   int64
	// frames has the states from the start to the current state. Their members and moves are in sequence;
	// the current frame's are the last ones.
	frames  []frame
	members []member
	moves   []move
}

// run searches depth first until it finds a win or nothing is left. After a win the frames are the way to
// it, each with the move after its last.
func (s *search) run(start state) games.SolveStatus {
	s.frames, s.members, s.moves = s.frames[:0], s.members[:0], s.moves[:0]
	s.settle(&start)
	s.close(&start, nil)
	s.visit(&start)
	if s.won(&start) {
		return games.Solvable
	}
	if s.dead(&start) {
		s.note(&start)
		return games.Unsolvable
	}
	for len(s.frames) > 0 {
		if s.spent || s.until > 0 && s.nodes >= s.until {
			return games.Unsolved
		}
		if s.easier == nil && s.nodes >= easierFrom && !s.all() {
			s.ease()
			continue
		}
		f := &s.frames[len(s.frames)-1]
		if f.next == f.last {
			if !s.expand(f) {
				s.note(&f.state)
				s.back(len(s.frames) - 1)
			}
			continue
		}
		m := &s.moves[f.next]
		f.next++
		st := f.state
		s.apply(&st, f, m)
		if s.unlimited && s.recent.add(s.key(&st)) {
			continue
		}
		s.close(&st, nil)
		switch {
		case s.won(&st):
			return games.Solvable
		case s.known(&st):
		case s.winning != nil && s.winning.has(s.key(&st), 0):
			return games.Solvable
		case takes(m.kind) && s.nodes >= deadFrom && s.dead(&st) || s.easier != nil && s.easier.hopeless(&st):
			s.note(&st)
		case s.depth > 0 && len(s.frames) > s.depth:
			s.cut = true
		default:
			s.visit(&st)
		}
	}
	if s.cut { // states noted as lost are lost only within the depth
		return games.Unsolved
	}
	return games.Unsolvable
}

// visit makes a state the current one.
func (s *search) visit(st *state) {
	s.node()
	s.frames = append(s.frames, frame{state: *st, members: len(s.members), first: len(s.moves), next: len(s.moves), last: len(s.moves)})
	s.members = append(s.members, member{found: st.found, place: st.place, parent: -1})
}

// ease makes the easier deal, and returns to the last state that is not lost there.
func (s *search) ease() {
	s.easier = newEasier(s)
	for i := range s.frames {
		if st := s.frames[i].state; s.easier.hopeless(&st) {
			s.note(&st)
			s.back(i)
			return
		}
	}
}

// back goes back to the first n frames.
func (s *search) back(n int) {
	f := &s.frames[n]
	s.frames, s.members, s.moves = s.frames[:n], s.members[:f.members], s.moves[:f.first]
}

// apply makes an irreversible move of a frame; st is the frame's state.
func (s *search) apply(st *state, f *frame, m *move) {
	g := &s.members[f.members+int(m.member)]
	st.found, st.place = g.found, g.place
	for _, c := range m.before.list() {
		s.take(st, c)
		st.drawn = s.index[c]
	}
	switch m.kind {
	case rootUp, looseUp:
		s.rise(st, m.card)
	case rootMove:
		s.unroot(st, m.card)
	case stockUp, stockDown:
		if m.kind == stockUp {
			s.rise(st, m.card)
		} else {
			s.take(st, m.card)
		}
		st.drawn = s.index[m.card]
		st.waste, st.turned, st.redeals = m.play.waste, m.play.turned, m.play.redeals
		s.settle(st)
	}
}

// won reports whether the rest is certain: with no card face down the lowest card that is not up is never
// covered. So it goes up if it is also available from the talon.
func (s *search) won(st *state) bool { return st.hidden == 0 && (st.stock == 0 || s.all()) }

// safe returns the next cards that may go up at once without loss. On a card c of rank r only the two of
// rank r-1 and the other colour can lie, on those only two of rank r-2 and c's colour, and so on. If all
// that could lie on c, directly or not, are on the foundations, then any way to win remains one after c has
// gone up, without the moves of c and of those cards: nothing else needs them in the tableau. If no card
// returns from a foundation, the two of rank r-1 suffice: nothing will lie on c again. (Blake and Gent,
// "The Winnability of Klondike Solitaire and Many Other Patience Games", give the rule.)
func (s *search) safe(found, next cards) cards { return next & s.idle(found) }

// idle returns the cards that nothing needs in the tableau.
func (s *search) idle(found cards) cards {
	idle := spread(parents(both(found))) | aces
	if s.f2t {
		idle &= twins(found<<(2*suits)) | aces | aces<<suits
	}
	return idle
}

// close plays moves that lose nothing: safe moves up, and, if cards may return from the foundations, every
// loose card that can go up, since it can come back to its place. So the states of a class get one form, or
// nearly. If note is given, close calls it with each card and whether the card may have to come back.
func (s *search) close(st *state, note func(c card, loose bool)) {
	for {
		o := st.look(st.found)
		next := nextOf(st.found)
		safe := s.safe(st.found, next)
		can := next & o.clear()
		up := can & safe
		if s.f2t {
			up |= can & o.loose
		}
		up |= st.talon & s.atOnce(st.found, next)
		if up == 0 {
			return
		}
		c := lowest(up)
		if note != nil {
			note(c, bit(c)&safe == 0)
		}
		s.rise(st, c)
	}
}

// atOnce returns the next cards that go up from the talon without loss, if the whole talon is always
// available. If cards may return, a card can come to the tableau from the foundation as well as from the
// talon. On the foundation it only keeps the card below from coming, which must be of no use.
func (s *search) atOnce(found, next cards) cards {
	switch {
	case !s.all():
		return 0
	case s.f2t:
		return next & (s.idle(found)<<suits | aces)
	}
	return next & s.idle(found)
}

// key returns a number that identifies a state in the search, except for the redeals. It is never 0.
func (s *search) key(st *state) uint64 {
	k := (st.place<<24 | uint64(st.stock)) << 6
	if st.turned {
		k |= 1 << 5
	}
	return (k | uint64(st.waste)) + 1
}

// known reports whether a state is known to be lost.
//
// With limited redeals, the redeals left are not in the key: the state with more of them can do everything
// that the others can. A similar rule holds for draws of three from a talon that repeats without end. The
// next pass of the talon offers all cards that a settled talon offers. The more is drawn, the fewer cards
// the rest of this pass offers. So of the states that differ only in a waste of 1, 4, 7 .. cards the one
// with the smallest waste can do everything that the others can. The same holds for 2, 5, 8 .. cards, and
// each of them can do everything that the settled one can.
func (s *search) known(st *state) bool {
	k, rest := s.graded(st)
	return s.lost.has(k, rest) || s.draw > 1 && st.waste == 0 && s.unlimited && !s.keep && (s.lost.has(k+1, 0) || s.lost.has(k+2, 0))
}

// note notes a lost state.
func (s *search) note(st *state) { s.lost.add(s.graded(st)) }

// graded returns the key of a state, and its rank by ability among the states with the same key.
func (s *search) graded(st *state) (key uint64, rest uint8) {
	k := s.key(st)
	if !s.unlimited || s.draw == 1 || s.keep {
		return k, st.redeals
	}
	return k - uint64(st.waste) + uint64(st.waste%3), 24 - st.waste
}

package solver

import "arcade/games"

// kind is a move after which there is no way back to the state before.
type kind uint8

const (
	rootUp    kind = iota // a root to its foundation
	rootMove              // a root, and what lies on it, to another column
	looseUp               // another card to its foundation, where it may not come back
	stockUp               // a card of the talon to its foundation
	stockDown             // a card of the talon to a column
)

// move is a step of the search: first the foundations become the foundations of a member of
// the class, then the card moves.
type move struct {
	// order is where the move comes among its siblings, lowest first.
	order  uint32
	member uint16
	kind   kind
	card   card
	play   play
}

// takes reports whether a move takes a place in the tableau, without which a state
// hardly becomes a dead one.
func takes(k kind) bool { return k == rootMove || k == stockDown }

// member is a state of a class: other foundations, everything irreversible as it is.
type member struct {
	found  cards
	place  uint64
	parent int16
	// card went up or came down to get here from the parent.
	card card
	up   bool
}

// frame is a state on the way from the start to where the search is.
type frame struct {
	state state
	// members is where the members of its class begin, and listed how many of them have had
	// their moves listed.
	members, listed int
	// first is where its moves begin, last where they end, and next the next of them.
	first, next, last int
}

// effort is what a search takes: it counts states, and asks whether it may go on.
type effort struct {
	limit games.Limit
	nodes int64
	// spent says that a limit has come.
	spent bool
}

// stopEvery is how many nodes there are from one question for a stop to the next.
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
	// lost are states that are proven lost, recent others' keys; see there.
	lost   *table
	recent recent
	// easier is asked whether a state is lost even in an easier game, once the search has
	// turned out to be a long one; nil where there is none.
	easier *easier
	// depth is how many frames there may be, 0 for any number; cut says that there would have been more.
	depth int
	cut   bool
	// winning are states that are known to be won, nil for none; until is the number of nodes at which
	// the search gives up, 0 for any.
	winning *table
	until   int64
	// frames are the states from the start to where the search is. Their members and moves
	// lie one behind the other; a frame's are the last ones while the search is at it.
	frames  []frame
	members []member
	moves   []move
}

// run searches depth first until it has a win or nothing is left. On a win the frames
// are the way to it, each with the move after its last.
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
		case takes(m.kind) && s.dead(&st) || s.easier != nil && s.easier.hopeless(&st):
			s.note(&st)
		case s.depth > 0 && len(s.frames) > s.depth:
			s.cut = true
		default:
			s.visit(&st)
		}
	}
	if s.cut { // what was noted as lost is lost within the depth
		return games.Unsolved
	}
	return games.Unsolvable
}

// visit makes a state the last one on the way.
func (s *search) visit(st *state) {
	s.node()
	s.frames = append(s.frames, frame{state: *st, members: len(s.members), first: len(s.moves), next: len(s.moves), last: len(s.moves)})
	s.members = append(s.members, member{found: st.found, place: st.place, parent: -1})
}

// ease makes the easier deal, and goes back to the last state that is not lost there.
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

// back goes back to where there were so many frames.
func (s *search) back(n int) {
	f := &s.frames[n]
	s.frames, s.members, s.moves = s.frames[:n], s.members[:f.members], s.moves[:f.first]
}

// apply makes an irreversible move of a frame, whose state st is.
func (s *search) apply(st *state, f *frame, m *move) {
	g := &s.members[f.members+int(m.member)]
	st.found, st.place = g.found, g.place
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

// won reports whether the rest is certain: with no card face down the lowest card that
// is not up yet is never covered, so if it can be had from the talon too, it goes up.
func (s *search) won(st *state) bool { return st.hidden == 0 && (st.stock == 0 || s.all()) }

// safe are the next cards that may go up at once without loss. On a card
// c of rank r only the two of rank r-1 and the other colour can lie, on those only
// two of rank r-2 and c's colour, and so on. If all that could lie on c, directly or
// not, is on the foundations, any way to win is one still after c has gone up, less
// the moves of c and of those cards: nothing else needs them in the tableau. Where
// no card returns from a foundation, the two of rank r-1 suffice: nothing will lie
// on c again. (Blake and Gent, "The Winnability of Klondike Solitaire and Many Other
// Patience Games", give the rule.)
func (s *search) safe(found, next cards) cards { return next & s.idle(found) }

// idle are the cards that nothing needs in the tableau.
func (s *search) idle(found cards) cards {
	idle := spread(parents(both(found))) | aces
	if s.f2t {
		idle &= twins(found<<(2*suits)) | aces | aces<<suits
	}
	return idle
}

// close plays what loses nothing: safe moves up, and, where cards may return from
// the foundations, every loose card that can go up, since it can come back to where
// it was. So the states of a class get one form, or nearly. note, if given, is told
// each card and whether it may have to come back.
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

// atOnce are the next cards that go up from the talon without loss, where all
// of it can always be had. Where cards may return, one can come to the tableau from the
// foundation as well as from the talon; there it only keeps the one below from coming,
// which must be of no use.
func (s *search) atOnce(found, next cards) cards {
	switch {
	case !s.all():
		return 0
	case s.f2t:
		return next & (s.idle(found)<<suits | aces)
	}
	return next & s.idle(found)
}

// key is what tells a state from all others of the search, but for the redeals. It is never 0.
func (s *search) key(st *state) uint64 {
	k := (st.place<<24 | uint64(st.stock)) << 6
	if st.turned {
		k |= 1 << 5
	}
	return (k | uint64(st.waste)) + 1
}

// known reports whether a state is known to be lost.
//
// With limited redeals, the redeals left are not in the key: the state with
// more of them can do all that the others can. Likewise where three are drawn of a
// talon that repeats without end: the next turn of the talon offers all cards that
// settled ones do, and what is left of this one offers the fewer the more is drawn.
// So of the states that differ only in a waste of 1, 4, 7 .. cards the one with the
// smallest waste can do all that the others can, and so does the smallest of 2, 5, 8 .. likewise,
// and each of them what the settled one can.
func (s *search) known(st *state) bool {
	k, rest := s.graded(st)
	return s.lost.has(k, rest) || s.draw > 1 && st.waste == 0 && s.unlimited && !s.keep && (s.lost.has(k+1, 0) || s.lost.has(k+2, 0))
}

// note notes a state that is lost.
func (s *search) note(st *state) { s.lost.add(s.graded(st)) }

// graded is the key under which a state is noted, and how much it can do among the states of the same key.
func (s *search) graded(st *state) (key uint64, rest uint8) {
	k := s.key(st)
	if !s.unlimited || s.draw == 1 || s.keep {
		return k, st.redeals
	}
	return k - uint64(st.waste) + uint64(st.waste%3), 24 - st.waste
}

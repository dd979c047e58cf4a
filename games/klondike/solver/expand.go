package solver

import "math/bits"

// expand lists the next moves of a frame, and reports whether there were more. The moves of the state
// itself come first, then the moves of the other members of its class. Most states on a way to win need
// only the first.
func (s *search) expand(f *frame) bool {
	if f.listed == len(s.members)-f.members {
		return false
	}
	s.moves = s.moves[:f.first]
	for start := f.listed; f.listed < len(s.members)-f.members; {
		forced := s.list(f)
		f.listed++
		if forced {
			f.listed = len(s.members) - f.members
		}
		if start == 0 {
			break
		}
	}
	s.sort(f.first)
	f.next, f.last = f.first, len(s.moves)
	return true
}

// list lists the moves of a member that were not tried before; see tries. It reports whether one of them is
// right whatever the others are.
func (s *search) list(f *frame) bool {
	st := &f.state
	g := &s.members[f.members+f.listed]
	found := g.found
	o := st.look(found)
	next := nextOf(found)
	safe := s.safe(found, next)
	up := next & o.clear()
	if forced := up & st.roots & safe; forced != 0 {
		s.force(f, move{kind: rootUp, card: lowest(forced)})
		return true
	}
	if forced := st.talon & s.atOnce(found, next); forced != 0 {
		s.force(f, move{order: 5, kind: stockUp, card: lowest(forced)})
		return true
	}
	var old tries
	if g.parent >= 0 {
		old = s.members[f.members+int(g.parent)].tried
	}
	g.tried.raised = up&st.roots | next&st.talon
	for m := up & st.roots &^ old.raised; m != 0; m &= m - 1 {
		s.add(f, move{order: 0, kind: rootUp, card: lowest(m)})
	}
	down := o.room & st.roots &^ aces
	if s.f2t {
		down &^= up // up and down again is the same
	}
	for m := down; m != 0; m &= m - 1 {
		c := lowest(m)
		switch {
		case s.idleBottom(st, found, c, &o):
		case s.free(c, &o):
			s.force(f, move{kind: rootMove, card: c})
			return true
		default:
			g.tried.moved |= bit(c)
			if old.moved&bit(c) == 0 {
				s.add(f, move{order: 10 - uint32(s.height[c]), kind: rootMove, card: c})
			}
		}
	}
	for m := next & st.talon &^ old.raised; m != 0; m &= m - 1 {
		s.addPlays(f, move{order: 5, kind: stockUp, card: lowest(m)})
	}
	s.layAll(f, g, &old, &o, up)
	if s.f2t {
		s.joinAll(f, up, &o)
		return false
	}
	for m := up &^ st.roots; m != 0; m &= m - 1 {
		s.add(f, move{order: 6, kind: looseUp, card: lowest(m)})
	}
	return false
}

// force makes a move the only one of a frame.
func (s *search) force(f *frame, m move) {
	s.moves = s.moves[:f.first]
	if m.kind == stockUp {
		s.addPlays(f, m)
	} else {
		s.add(f, m)
	}
}

// idleBottom reports whether a root lies at the bottom of its column, which no king needs now. Such a root
// can wait; see layAll.
func (s *search) idleBottom(st *state, found cards, c card, o *outlook) bool {
	return s.height[c] == 1 && (o.empty > 0 || kings&(st.roots|st.talon|found) == 0)
}

// layAll lists the ways to bring cards of the talon to the tableau. If all of them are always available,
// such a card can wait until the next step needs it. The step may bring another card of the talon, which
// has to wait in the same way. So layAll lists chains of cards together with the root that moves onto the
// last one. If some other step may need a card, the card comes alone, as a whole move; a chain that is too
// long ends in one.
//
// Proof: look at single steps, also those within a class. A card that comes to a pair needs room there:
// fewer guests than cards. A card that goes up needs room on its own pair, for its guest. The order of steps
// does not change how many guests and cards a pair has after them. So if a card c comes from the talon, and
// the step x after it was possible before c came, then c can come after x, with the same result. Take a
// shortest way to win on which the cards of the talon come as late as possible. On it, a step x that follows
// such a card c was impossible before: x needs c. If c follows another card b of the talon, c needs b, too.
// Otherwise b could come after c, and x would also need b. But x lacks one place on one pair, for which one
// of the two is enough. The same goes for the cards before b. A card that nothing needs does not come.
//
// A root at the bottom of its column, which only makes room for a king, can wait for the king in the same
// way, under all rules.
func (s *search) layAll(f *frame, g *member, old *tries, o *outlook, up cards) {
	st := &f.state
	next := nextOf(g.found)
	down := o.room & st.talon &^ aces
	roots, talon := st.roots&^aces, st.talon&^aces // the cards that may lie on those that come
	if s.f2t {
		down, roots, talon = down&^next, roots&^up, talon&^next // up and down again is the same
	} else {
		down &^= s.safe(g.found, next)
	}
	if !s.all() {
		g.tried.laid = down
		for m := down &^ old.laid; m != 0; m &= m - 1 {
			s.addPlays(f, move{order: 20, kind: stockDown, card: lowest(m)})
		}
		return
	}
	l := laying{roots: roots, talon: talon &^ spread(o.free), whole: twins(next & o.visible)}
	if s.f2t {
		l.whole |= spread(parents(any1(tops(g.found))))
	}
	down &= (l.whole | spread(parents(any1(roots|talon)))) &^ spread(o.free)
	g.tried.laid, g.tried.whole = down, down&l.whole
	for m := down &^ old.whole &^ (old.laid &^ l.whole); m != 0; m &= m - 1 {
		s.lay(f, &l, o, chain{}, lowest(m))
	}
}

// laying has what the chains of a member have in common: the roots and the cards of the talon that may lie
// on others, and the cards that come alone.
type laying struct{ roots, talon, whole cards }

// lay lists the ways to go on with a chain, to which a card comes.
func (s *search) lay(f *frame, l *laying, o *outlook, before chain, c card) {
	if bit(c)&l.whole != 0 || int(before.n) == len(before.cards) {
		s.addPlays(f, move{order: 20, kind: stockDown, card: c, before: before})
		return
	}
	before.cards[before.n] = c
	before.n++
	guests := spread(children(any1(bit(c))))
	for m := guests & l.roots; m != 0; m &= m - 1 {
		if r := lowest(m); !s.idleBottom(&f.state, s.members[f.members+f.listed].found, r, o) {
			s.addPlays(f, move{order: 12 - uint32(s.height[r]), kind: rootMove, card: r, before: before})
		}
	}
	for m := guests & l.talon; m != 0; m &= m - 1 {
		s.lay(f, l, o, before, lowest(m))
	}
}

// tops returns the cards that can come from foundations with these cards. Aces never need to.
func tops(found cards) cards { return found &^ (found >> suits) &^ aces }

// joinAll adds the members one step away, without those where a card comes down that would go up safely.
func (s *search) joinAll(f *frame, up cards, o *outlook) {
	found := s.members[f.members+f.listed].found
	for m := up & o.loose; m != 0; m &= m - 1 {
		s.join(f, lowest(m), true)
	}
	for m := tops(found) & o.room; m != 0; m &= m - 1 {
		c := lowest(m)
		less := found &^ bit(c)
		if s.safe(less, nextOf(less))&bit(c) == 0 {
			s.join(f, c, false)
		}
	}
}

// free reports whether a root may move to another column at once without loss: everything that a way to win
// does before the root leaves its column can also be done after it. Two things could prevent that: the root
// takes the room of its twin, or holds down a card that must go up. A card cannot go up before the root has
// left if a lower card of its suit lies beneath the root. So there is no loss if that is true of both cards
// that the root can lie on, which have room for both twins. There is no loss either if it is true of one of
// them and the twin lies beneath the root as well: then the other one can still go up.
func (s *search) free(c card, o *outlook) bool {
	beneath := s.beneath[c]
	if beneath == 0 || bit(c)&kings != 0 {
		return false
	}
	n := 0 // cards that it can lie on and that cannot go up before
	for m := o.visible & spread(parents(any1(bit(c)))); m != 0; m &= m - 1 {
		if p := lowest(m); beneath&(suitCards<<suitOf(p))&(bit(p)-1) != 0 {
			n++
		}
	}
	return n == 2 || n == 1 && beneath&twins(bit(c)) != 0
}

// addPlays adds the ways to play a move for which a card of the talon is drawn: the first one of its chain.
func (s *search) addPlays(f *frame, m move) {
	st := &f.state
	c := m.card
	if m.before.n > 0 {
		c = m.before.cards[0]
	}
	waste := int(st.waste)
	if s.all() { // the waste plays no role
		waste = bits.OnesCount32(st.stock & (1<<st.drawn - 1))
	}
	if s.unlimited && !s.keep {
		at := bits.OnesCount32(st.stock&(1<<s.index[c]-1)) + 1
		if p, ok := s.nearest(at, bits.OnesCount32(st.stock), waste); ok {
			m.play = p
			s.add(f, m)
		}
		return
	}
	var buffer [3]play
	for _, p := range s.plays(st, waste, s.index[c], buffer[:0]) {
		m.play = p
		s.add(f, m)
	}
}

func (s *search) add(f *frame, m move) {
	m.order = m.order<<24 | uint32(f.listed)<<8 | uint32(m.play.draws)
	m.member = uint16(f.listed)
	s.moves = append(s.moves, m)
}

// sort sorts the moves from one on.
func (s *search) sort(from int) {
	moves := s.moves[from:]
	for i := 1; i < len(moves); i++ {
		m := moves[i]
		j := i
		for ; j > 0 && moves[j-1].order > m.order; j-- {
			moves[j] = moves[j-1]
		}
		moves[j] = m
	}
}

// join adds the member with a card gone up or come down, unless it is there.
func (s *search) join(f *frame, c card, up bool) {
	class := s.members[f.members:]
	g := class[f.listed]
	g.found ^= bit(c)
	for i := range class {
		if class[i].found == g.found {
			return
		}
	}
	if up {
		g.place += s.up[suitOf(c)]
	} else {
		g.place -= s.up[suitOf(c)]
	}
	g.parent, g.card, g.up = int16(f.listed), c, up
	s.members = append(s.members, g)
}

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

// list lists the moves of a member. It reports whether one of them is right whatever the others are.
func (s *search) list(f *frame) bool {
	st := &f.state
	found := s.members[f.members+f.listed].found
	o := st.look(found)
	next := nextOf(found)
	safe := s.safe(found, next)
	up := next & o.clear()
	if forced := up & st.roots & safe; forced != 0 {
		s.moves = s.moves[:f.first]
		s.add(f, move{kind: rootUp, card: lowest(forced)})
		return true
	}
	if forced := st.talon & s.atOnce(found, next); forced != 0 {
		s.moves = s.moves[:f.first]
		s.addPlays(f, 5, stockUp, lowest(forced))
		return true
	}
	for m := up & st.roots; m != 0; m &= m - 1 {
		s.add(f, move{order: 0, kind: rootUp, card: lowest(m)})
	}
	down := o.room & st.roots &^ aces
	if s.f2t {
		down &^= up // up and down again is the same
	}
	for m := down; m != 0; m &= m - 1 {
		c := lowest(m)
		if s.height[c] == 1 && (o.empty > 0 || kings&(st.roots|st.talon|found) == 0) {
			continue // no king can take the empty column that this would leave
		}
		if s.free(c, &o) {
			s.moves = s.moves[:f.first]
			s.add(f, move{kind: rootMove, card: c})
			return true
		}
		s.add(f, move{order: 10 - uint32(s.height[c]), kind: rootMove, card: c})
	}
	for m := next & st.talon; m != 0; m &= m - 1 {
		s.addPlays(f, 5, stockUp, lowest(m))
	}
	useful := s.useful(st, found, next, &o)
	down = o.room & st.talon &^ aces
	if s.f2t {
		down &^= next
	} else {
		down &^= safe
	}
	if s.all() {
		down &= useful
	}
	for m := down; m != 0; m &= m - 1 {
		s.addPlays(f, 20, stockDown, lowest(m))
	}
	if !s.f2t {
		for m := up &^ st.roots; m != 0; m &= m - 1 {
			s.add(f, move{order: 6, kind: looseUp, card: lowest(m)})
		}
		return false
	}
	for m := up & o.loose; m != 0; m &= m - 1 {
		s.join(f, lowest(m), true)
	}
	for m := found &^ (found >> suits) & o.room &^ aces; m != 0; m &= m - 1 {
		c := lowest(m)
		if found&useful&(suitCards<<suitOf(c))&^aces == 0 {
			continue
		}
		less := found &^ bit(c)
		if s.safe(less, nextOf(less))&bit(c) == 0 {
			s.join(f, c, false)
		}
	}
	return false
}

// useful returns the cards whose coming to the tableau would change something: no card of their pair has
// room for another card, and either some card could lie there, or their twin could go up if its guest lay
// on them.
//
// A card that is available at any time (from a talon that is wholly available, or on top of a foundation)
// need not come to the tableau earlier. The same goes for a root at the bottom of its column, which only
// makes room for a king. Proof: take a shortest way to win, and its moves that no other move must precede. Suppose all of these were useless in this sense. Look at a move that only some of them must
// precede, and at what it lacks now. It can lack only room on a pair or an empty column, and one of the
// useless moves brings that. But then that move is useful: there is no such room now, and the later move
// takes it. (A root that moves onto a card and uncovers its twin takes room and gives it back. So it may be
// needed first although it brings nothing. Hence all moves that uncover a card are tried.)
func (s *search) useful(st *state, found, next cards, o *outlook) cards {
	guests := st.roots | st.talon
	if s.f2t {
		guests |= found
	}
	return spread(parents(any1(guests&^aces))&^o.free) | twins(next&o.visible)&^spread(o.free)
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

// addPlays adds the ways to play a card of the talon.
func (s *search) addPlays(f *frame, order uint32, k kind, c card) {
	st := &f.state
	waste := int(st.waste)
	if s.all() { // the waste plays no role
		waste = bits.OnesCount32(st.stock & (1<<st.drawn - 1))
	}
	if s.unlimited && !s.keep {
		at := bits.OnesCount32(st.stock&(1<<s.index[c]-1)) + 1
		if p, ok := s.nearest(at, bits.OnesCount32(st.stock), waste); ok {
			s.add(f, move{order: order, kind: k, card: c, play: p})
		}
		return
	}
	var buffer [3]play
	for _, p := range s.plays(st, waste, s.index[c], buffer[:0]) {
		s.add(f, move{order: order, kind: k, card: c, play: p})
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

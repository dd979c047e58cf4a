package solver

// expand lists the members of the frame's class and all irreversible moves from them.
func (s *search) expand(f *frame) {
	st := &f.state
	f.moves = f.moves[:0]
	f.members = append(f.members[:0], member{found: st.found, place: st.place, parent: -1})
	all := s.all()
	for i := 0; i < len(f.members); i++ {
		found := f.members[i].found
		o := st.look(found)
		next := nextOf(found)
		safe := s.safe(found, next)
		up := next & o.clear()

		if forced := up & st.roots & safe; forced != 0 {
			f.moves = f.moves[:0]
			f.add(move{member: uint16(i), kind: rootUp, card: lowest(forced)})
			return
		}
		if forced := next & safe & st.talon; forced != 0 && all {
			f.moves = f.moves[:0]
			s.talonMoves(f, i, stockUp, lowest(forced))
			return
		}
		useful := s.useful(st, found, next, &o)

		for m := up & st.roots; m != 0; m &= m - 1 {
			f.add(move{order: 0, member: uint16(i), kind: rootUp, card: lowest(m)})
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
			f.add(move{order: 10 - uint32(s.height[c]), member: uint16(i), kind: rootMove, card: c})
		}
		for m := next & st.talon; m != 0; m &= m - 1 {
			s.talonMoves(f, i, stockUp, lowest(m))
		}
		down = o.room & st.talon &^ aces
		if s.f2t {
			down &^= next
		} else {
			down &^= safe
		}
		if all {
			down &= useful
		}
		for m := down; m != 0; m &= m - 1 {
			s.talonMoves(f, i, stockDown, lowest(m))
		}
		if !s.f2t {
			for m := up &^ st.roots; m != 0; m &= m - 1 {
				f.add(move{order: 6, member: uint16(i), kind: looseUp, card: lowest(m)})
			}
			break
		}
		for m := up & o.loose; m != 0; m &= m - 1 {
			f.join(&s.layout, i, lowest(m), true)
		}
		for m := found &^ (found >> suits) & o.room &^ aces; m != 0; m &= m - 1 {
			c := lowest(m)
			if found&useful&(0x1111111111111<<suitOf(c))&^aces == 0 {
				continue
			}
			less := found &^ bit(c)
			if s.safe(less, nextOf(less))&bit(c) == 0 {
				f.join(&s.layout, i, c, false)
			}
		}
	}
	f.sort()
}

// useful are the cards that would change something if they came to a place in the
// tableau: no card of their pair has room for another one, and there is one that could
// lie there, or their twin could go up if what lies on it lay on them.
//
// A card that is at hand at any time need not come to the tableau before that, as
// nothing else follows from it: the moves up to the first one that needs it there can
// be made without it.
func (s *search) useful(st *state, found, next cards, o *outlook) cards {
	guests := st.roots | st.talon
	if s.f2t {
		guests |= found
	}
	return spread(parents(any1(guests&^aces))&^o.free) | twins(next&o.visible)&^spread(o.free)
}

// talonMoves adds the ways to play a card of the talon.
func (s *search) talonMoves(f *frame, i int, k kind, c card) {
	var buffer [3]play
	order := uint32(5)
	if k == stockDown {
		order = 20
	}
	for _, p := range s.plays(&f.state, s.index[c], buffer[:0]) {
		f.add(move{order: order, member: uint16(i), kind: k, card: c, play: p})
	}
}

func (f *frame) add(m move) {
	m.order = m.order<<24 | uint32(m.member)<<8 | uint32(m.play.draws)
	f.moves = append(f.moves, m)
}

// sort puts the moves into their order.
func (f *frame) sort() {
	for i := 1; i < len(f.moves); i++ {
		m := f.moves[i]
		j := i
		for ; j > 0 && f.moves[j-1].order > m.order; j-- {
			f.moves[j] = f.moves[j-1]
		}
		f.moves[j] = m
	}
}

// join adds the member after a card has gone up or come down, unless it is there.
func (f *frame) join(l *layout, parent int, c card, up bool) {
	g := f.members[parent]
	g.found ^= bit(c)
	for i := range f.members {
		if f.members[i].found == g.found {
			return
		}
	}
	if up {
		g.place += l.up[suitOf(c)]
	} else {
		g.place -= l.up[suitOf(c)]
	}
	g.parent, g.card, g.up = int16(parent), c, up
	f.members = append(f.members, g)
}

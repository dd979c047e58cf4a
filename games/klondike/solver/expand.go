package solver

import (
	"math/bits"
	"slices"
)

func lowest(s cards) card { return card(bits.TrailingZeros64(s)) }

// expand lists the members of the frame's class and all irreversible moves from them.
func (s *search) expand(f *frame) {
	st := &f.state
	f.moves = f.moves[:0]
	f.members = append(f.members[:0], member{found: st.found, parent: -1})
	f.plays = s.reach(s.talonRules, st, f.plays[:0])
	var talon cards
	for i := range f.plays {
		talon |= bit(f.plays[i].card)
	}
	for i := 0; i < len(f.members); i++ {
		found := f.members[i].found
		o := st.look(&found)
		next := found.next()
		safe := s.safe(&found)

		up := next & o.clear
		if forced := up & st.roots & safe; forced != 0 {
			f.moves = append(f.moves[:0], move{member: int16(i), kind: rootUp, card: lowest(forced)})
			return
		}
		if forced := next & safe & talon; forced != 0 && s.all() {
			c := lowest(forced)
			for _, p := range f.plays {
				if p.card == c {
					f.moves = append(f.moves[:0], move{member: int16(i), kind: stockUp, card: c, play: p})
					return
				}
			}
		}
		for m := up & st.roots; m != 0; m &= m - 1 {
			c := lowest(m)
			f.moves = append(f.moves, move{order: s.order(st, rootUp, c), member: int16(i), kind: rootUp, card: c})
		}
		for m := o.room & st.roots &^ 0xF; m != 0; m &= m - 1 {
			c := lowest(m)
			if s.f2t && up&bit(c) != 0 {
				continue // up and down again is the same
			}
			if st.left[s.columnOf(st, c)] == 1 && o.empty >= bits.OnesCount64(kings&^o.loose) {
				continue // no king needs the empty column that this would leave
			}
			f.moves = append(f.moves, move{order: s.order(st, rootMove, c), member: int16(i), kind: rootMove, card: c})
		}
		for j := range f.plays {
			p := &f.plays[j]
			b := bit(p.card)
			if next&b != 0 {
				f.moves = append(f.moves, move{order: s.order(st, stockUp, p.card), member: int16(i), kind: stockUp, card: p.card, play: *p})
				if s.f2t || safe&b != 0 {
					continue
				}
			}
			if o.room&b&^0xF != 0 {
				f.moves = append(f.moves, move{order: s.order(st, stockDown, p.card), member: int16(i), kind: stockDown, card: p.card, play: *p})
			}
		}
		if !s.f2t {
			for m := up &^ st.roots; m != 0; m &= m - 1 {
				c := lowest(m)
				f.moves = append(f.moves, move{order: s.order(st, looseUp, c), member: int16(i), kind: looseUp, card: c})
			}
			break
		}
		for m := up & o.loose; m != 0; m &= m - 1 {
			c := lowest(m)
			g := found
			g[suitOf(c)]++
			f.join(g, i, c, true)
		}
		for suit, n := range found {
			if n < 2 {
				continue // an ace is never needed
			}
			c := card(4*(n-1)) + card(suit)
			if o.room&bit(c) == 0 {
				continue
			}
			g := found
			g[suit]--
			if s.safe(&g)&bit(c) == 0 {
				f.join(g, i, c, false)
			}
		}
	}
	slices.SortStableFunc(f.moves, func(a, b move) int { return int(a.order - b.order) })
}

// join adds a member unless it is there.
func (f *frame) join(g counts, parent int, c card, up bool) {
	for i := range f.members {
		if f.members[i].found == g {
			return
		}
	}
	f.members = append(f.members, member{found: g, parent: int16(parent), card: c, up: up})
}

// order is where a move comes among its siblings, lowest first.
func (s *search) order(st *state, k kind, c card) int32 {
	switch k {
	case rootUp:
		return 0
	case rootMove:
		return 10 - int32(st.left[s.columnOf(st, c)])
	case stockUp:
		return 5
	case looseUp:
		return 6
	}
	return 20
}

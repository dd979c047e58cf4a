package solver

import "math/bits"

// dead tells that a state cannot be won, by a simpler game in which more can be
// done. There nothing lies in the way of a card in sight, every card of the talon is
// at hand, and a place in the tableau is taken for good only by a loose card that
// can never go up. If even then some root never leaves its column, the deal is lost.
// What can be done there only grows with the cards in sight, so it is enough to take
// off whatever root can leave until none can.
func (s *search) dead(st *state) bool {
	found := st.found.set()
	seen := allCards &^ st.hidden
	tableau := seen &^ (st.talon | found)
	loose := tableau &^ st.roots
	left := st.left
	for seen != allCards {
		rising := rising(seen)
		stay := loose &^ rising
		columns := -bits.OnesCount64(stay & kings) // that are empty at some time
		for _, n := range left {
			if n == 0 {
				columns++
			}
		}
		hosts := s.hosts(st, seen, tableau, found, stay, columns > 0)
		progress := false
		for c, n := range left {
			if n == 0 {
				continue
			}
			root := s.column[c][n-1]
			leaves := rising&bit(root) != 0
			if !leaves && rankOf(root) == ranks-1 {
				leaves = columns > 0
			} else if !leaves {
				leaves = places(hosts, stay, any1(bit(root)))
			}
			if !leaves {
				continue
			}
			progress = true
			left[c]--
			if n > 1 {
				b := bit(s.column[c][n-2])
				seen |= b
				tableau |= b
			}
		}
		if !progress {
			return true
		}
	}
	return false // nothing is face down, and so every card could go up
}

// rising are the cards that could go up, were all that have been seen at hand.
func rising(seen cards) cards {
	up := cards(0)
	for suit := range suits {
		n := ranks
		if missing := foundationOf[suit][ranks] &^ seen; missing != 0 {
			n = bits.TrailingZeros64(missing) / suits
		}
		up |= foundationOf[suit][n]
	}
	return up & seen
}

// places tells whether there is room for one of a pair beside those that stay.
func places(hosts, stay cards, pair pairs) bool {
	return bits.OnesCount64(hosts&spread(parents(pair))) > bits.OnesCount64(stay&spread(pair))
}

// hosts are the cards that are in the tableau or could come there, from the kings
// down: each needs a place, and one on a foundation those above it to come down too.
func (s *search) hosts(st *state, seen, tableau, found, stay cards, column bool) cards {
	hosts := tableau
	others := seen &^ tableau
	if !s.f2t {
		others &^= found
	}
	if column {
		hosts |= kings & others
	}
	for row := ranks - 2; row > 0; row-- {
		for m := any1(others & (0xF << (row * suits))); m != 0; m &= m - 1 {
			if pair := m & -m; places(hosts, stay, pair) {
				hosts |= others & spread(pair)
			}
		}
	}
	for suit, n := range st.found {
		for r := int(n) - 1; r > 0; r-- {
			if hosts&bit(card(r*suits+suit)) == 0 {
				hosts &^= foundationOf[suit][r]
				break
			}
		}
	}
	return hosts
}

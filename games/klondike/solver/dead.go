package solver

import "math/bits"

// dead reports whether a state certainly cannot be won, by a simpler game in which
// more can be done. There nothing lies in the way of a card in sight, every card of
// the talon is at hand, and a place in the tableau is taken for good only by a loose
// card that can never go up. If even then some root never leaves its column, the deal
// is lost. What can be done there only grows with the cards in sight, so it is enough
// to take off whatever root can leave until none can.
func (s *search) dead(st *state) bool {
	hidden, roots, empty := st.hidden, st.roots, int(st.empty)
	tableau := allCards &^ (hidden | st.talon | st.found)
	loose := tableau &^ roots
	for hidden != 0 {
		rising := rising(allCards &^ hidden)
		stay := loose &^ rising
		can := rising | spread(children(free(tableau, stay)))
		column := empty > bits.OnesCount64(stay&kings) // at some time there is an empty one
		if column {
			can |= kings
		}
		leave := roots & can
		if leave == 0 { // without cards of the talon and from foundations to lie on
			leave = roots & spread(children(free(s.hosts(st, hidden, tableau, stay, column), stay)))
			if leave == 0 {
				return true
			}
		}
		roots &^= leave
		for ; leave != 0; leave &= leave - 1 {
			if k := s.under[lowest(leave)]; k != nothing {
				hidden &^= bit(k)
				roots |= bit(k)
				tableau |= bit(k)
			} else {
				empty++
			}
		}
	}
	return false // nothing is face down, and so every card could go up
}

// rising are the cards that could go up, were all that have been seen at hand: those
// below which all of the suit are seen.
func rising(seen cards) cards {
	for n := suits; n < deck; n *= 2 {
		seen &= seen<<n | (1<<n - 1)
	}
	return seen
}

// hosts are the cards that are in the tableau or could come there, from the kings
// down: each needs a place, and one on a foundation those above it to come down too.
func (s *search) hosts(st *state, hidden, tableau, stay cards, column bool) cards {
	hosts := tableau
	others := allCards &^ (hidden | tableau)
	if !s.f2t {
		others &^= st.found
	}
	if column {
		hosts |= kings & others
	}
	for row := kings >> suits; row > aces; row >>= suits {
		if m := others & row; m != 0 {
			hosts |= m & spread(children(free(hosts, stay)))
		}
	}
	// A card on a foundation comes down only after all above it there.
	missing := st.found &^ hosts &^ aces
	for n := suits; n < deck; n *= 2 {
		missing |= missing >> n
	}
	return hosts &^ (missing >> suits & st.found)
}

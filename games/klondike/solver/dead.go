package solver

import "math/bits"

// dead reports whether a state is certainly lost, by a simpler game that allows more. In it nothing covers
// a visible card, every card of the talon is available, and only a loose card that can never go up takes a
// place in the tableau for good. If even then some root never leaves its column, the deal is lost. More
// visible cards never allow less, so it suffices to remove every root that can leave until none can.
func (s *search) dead(st *state) bool {
	hidden, roots, empty := st.hidden, st.roots, int(st.empty)
	tableau := allCards &^ (hidden | st.talon | st.found)
	loose := tableau &^ roots
	for hidden != 0 {
		rising := rising(allCards &^ hidden)
		stay := loose &^ rising
		can := rising | spread(children(free(tableau, stay)))
		column := empty > bits.OnesCount64(stay&kings) // some column becomes empty at some time
		if column {
			can |= kings
		}
		leave := roots & can
		if leave == 0 { // no root leaves unless it may lie on cards of the talon and of foundations
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
	return false // nothing is face down, so every card could go up
}

// rising returns the cards that could go up if all cards seen were available: those below which the whole
// suit is seen.
func rising(seen cards) cards {
	for n := suits; n < deck; n *= 2 {
		seen &= seen<<n | (1<<n - 1)
	}
	return seen
}

// hosts returns the cards that are in the tableau or could come there, from the kings down. Each needs a
// place. A card on a foundation also needs the cards above it to come down.
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
	// A card on a foundation comes down only after all cards above it there.
	missing := st.found &^ hosts &^ aces
	for n := suits; n < deck; n *= 2 {
		missing |= missing >> n
	}
	return hosts &^ (missing >> suits & st.found)
}

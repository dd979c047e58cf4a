package solver

import "math/bits"

// dead tells that a state cannot be won, by a simpler game in which more can be
// done: what lies on a card is in nobody's way, a place is taken only by a loose twin that
// can never go up, and every card of the talon is at hand. If even then some root
// never leaves its column, the deal is lost.
func (s *search) dead(st *state) bool {
	if st.hidden == 0 {
		return false
	}
	found := st.found.set()
	left := st.left
	seen := allCards &^ st.hidden        // in sight at some time
	tableau := seen &^ st.talon &^ found // in the tableau at some time
	loose := tableau &^ st.roots
	room := -bits.OnesCount64(loose & kings) // columns that were or will be empty
	for _, n := range left {
		if n == 0 {
			room++
		}
	}
	for {
		// rising are the cards that can go up at some time.
		var rising cards
		for suit := range suits {
			missing := foundationOf[suit][ranks] &^ seen
			if missing == 0 {
				rising |= foundationOf[suit][ranks]
			} else {
				r := bits.TrailingZeros64(missing) / suits
				rising |= foundationOf[suit][r+1]
			}
		}
		fixed := loose &^ rising // never leave their host for good
		hosts := tableau
		if room > 0 {
			hosts |= kings & st.talon
		}
		can := hosts & kings
		_ = can
		for r := ranks - 2; r > 0; r-- {
			// cards of rank r that lie in talon or foundation and could be placed
			row := cards(0xF) << (r * suits)
			cand := row & seen &^ tableau
			if !s.f2t {
				cand &^= found
			}
			if cand == 0 {
				continue
			}
			for k := 0; k < 4; k += 2 {
				pair := cards(3) << (r*suits + k)
				if cand&pair == 0 {
					continue
				}
				p := spread(parents(any1(pair)))
				n := bits.OnesCount64(hosts&p) - bits.OnesCount64(fixed&pair)
				if n > 0 {
					hosts |= cand & pair
				}
			}
		}
		// A card on a foundation comes down only after those above it.
		for suit, n := range st.found {
			for r := int(n) - 1; r >= 0; r-- {
				if hosts&bit(card(r*suits+suit)) == 0 {
					hosts &^= foundationOf[suit][r]
					break
				}
			}
		}
		progress, stuck := false, false
		for c, n := range left {
			for n > 0 {
				root := s.column[c][n-1]
				if rising&bit(root) == 0 {
					if rankOf(root) == ranks-1 {
						if room <= 0 {
							stuck = true
							break
						}
					} else {
						pair := spread(any1(bit(root)))
						p := spread(parents(any1(bit(root))))
						if bits.OnesCount64(hosts&p) <= bits.OnesCount64(fixed&pair) {
							stuck = true
							break
						}
					}
				}
				n--
				progress = true
				if n > 0 {
					b := bit(s.column[c][n-1])
					seen |= b
					tableau |= b
				} else {
					room++
				}
			}
			left[c] = n
		}
		if !stuck {
			return false
		}
		if !progress {
			return true
		}
	}
}

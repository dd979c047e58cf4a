package solver

import "math/bits"

// A card is a number of its own here, rank × 4 + suit, so that the two cards of
// one rank and colour are neighbours. They are a pair: what may lie on one of
// them may lie on the other, and they may lie on the same cards. A set of cards
// is a bit each; a set of pairs is the bit of each pair's first card.
type card = uint8

type (
	cards = uint64
	pairs = uint64
)

const (
	ranks   = 13
	suits   = 4
	columns = 7
	deck    = ranks * suits

	allCards cards = 1<<deck - 1
	kings    cards = 0xF << (deck - suits)

	allPairs   pairs = 0x5555555555555 & allCards
	redPairs   pairs = 0x1111111111111 & allCards
	blackPairs pairs = 0x4444444444444 & allCards
)

func rankOf(c card) uint8 { return c >> 2 }
func suitOf(c card) uint8 { return c & 3 }
func bit(c card) cards    { return 1 << c }

// any1 are the pairs of which at least one card is in the set, both those of which both are.
func any1(s cards) pairs { return (s | s>>1) & allPairs }
func both(s cards) pairs { return s & (s >> 1) & allPairs }

// spread is the set of both cards of each pair.
func spread(p pairs) cards { return p | p<<1 }

// parents are the pairs on which the given ones may lie, children those that may
// lie on the given ones: red on black and black on red, one rank apart.
func parents(p pairs) pairs  { return (p&redPairs)<<6 | (p&blackPairs)<<2 }
func children(p pairs) pairs { return (p&redPairs)>>2 | (p&blackPairs)>>6 }

// counts are how many cards lie on each suit's foundation.
type counts [suits]uint8

var foundationOf = func() (t [suits][ranks + 1]cards) {
	for s := range suits {
		for n := range ranks {
			t[s][n+1] = t[s][n] | bit(card(n*suits+s))
		}
	}
	return
}()

func (f *counts) set() cards {
	return foundationOf[0][f[0]] | foundationOf[1][f[1]] | foundationOf[2][f[2]] | foundationOf[3][f[3]]
}

// next are the cards that the foundations take now.
func (f *counts) next() cards {
	return (1<<(4*f[0]) | 2<<(4*f[1]) | 4<<(4*f[2]) | 8<<(4*f[3])) & allCards
}

func (f *counts) full() bool { return *f == counts{ranks, ranks, ranks, ranks} }

// state is a position without the places of the face-up cards that could be
// elsewhere; see the package's comment. Beside counts it has, for each column, how
// many of its first cards are still where they were: the last of them, the root,
// is face up and the rest face down.
type state struct {
	found counts
	// left is, for each column, the root and what lies under it. With 0 the column
	// is empty or begins with a king that was moved there.
	left [columns]uint8
	// stock are the cards of stock and waste, by their numbers in the order of drawing.
	stock uint32
	// waste is how many of them have been drawn; where turned, they are the last
	// ones instead of the first (recycle "keep" turns the order of drawing round).
	waste  uint8
	turned bool
	// redeals are those that are left, where they are limited.
	redeals uint8
	// drawn is where the drawing really stands in a talon of which all can be had. It
	// does not tell states apart, only which cards are the nearest.
	drawn uint8

	// What follows from the above.
	hidden, roots, talon cards
}

// layout is what does not change in a search: the cards of each place.
type layout struct {
	// column are the first cards of each column, from the bottom: those that are
	// face down at the start, and the first that is face up.
	column [columns][]card
	// stock are the cards of waste and stock in the order of drawing.
	stock []card
}

// derive computes hidden, roots and talon.
func (l *layout) derive(s *state) {
	s.hidden, s.roots, s.talon = 0, 0, 0
	for c, n := range s.left {
		if n > 0 {
			for _, k := range l.column[c][:n-1] {
				s.hidden |= bit(k)
			}
			s.roots |= bit(l.column[c][n-1])
		}
	}
	for m := s.stock; m != 0; m &= m - 1 {
		s.talon |= bit(l.stock[bits.TrailingZeros32(m)])
	}
	for c := range s.left {
		l.crown(s, c)
	}
}

// crown counts a king at the very bottom of a column as one that was moved to an
// empty column: there is no difference.
func (l *layout) crown(s *state, column int) {
	if s.left[column] == 1 && bit(l.column[column][0])&kings != 0 {
		s.left[column] = 0
		s.roots &^= bit(l.column[column][0])
	}
}

// columnOf is the column whose root the card is.
func (l *layout) columnOf(s *state, root card) int {
	for c, n := range s.left {
		if n > 0 && l.column[c][n-1] == root {
			return c
		}
	}
	panic("solver: the card is no root")
}

// unroot takes a root off its column and turns what lies under it.
func (l *layout) unroot(s *state, root card) {
	c := l.columnOf(s, root)
	s.left[c]--
	s.roots &^= bit(root)
	if n := s.left[c]; n > 0 {
		k := l.column[c][n-1]
		s.hidden &^= bit(k)
		s.roots |= bit(k)
		l.crown(s, c)
	}
}

// outlook is what can be done with the tableau of a state.
type outlook struct {
	// visible are the cards that lie face up, loose those of them that are no roots.
	visible, loose cards
	// clear are the visible cards that lie on top or can be got there.
	clear cards
	// room are the cards for which there is a place in the tableau.
	room cards
	// empty is how many columns are empty.
	empty int
}

// look counts, for each pair, its visible cards and the loose cards that must lie
// on them. Where fewer lie there than there are cards, one of them is free.
func (s *state) look(found *counts) (o outlook) {
	o.visible = allCards &^ (s.hidden | s.talon | found.set())
	o.loose = o.visible &^ s.roots
	free := any1(o.visible)&^parents(any1(o.loose)) | both(o.visible)&^parents(both(o.loose))
	o.clear = o.visible & spread(free)
	o.room = spread(children(free))
	for _, n := range s.left {
		if n == 0 {
			o.empty++
		}
	}
	o.empty -= bits.OnesCount64(o.loose & kings)
	if o.empty > 0 {
		o.room |= kings
	}
	return o
}

package solver

import "math/bits"

// A card has its own number here, rank × 4 + suit, so that the two cards of one rank and colour are
// neighbours. They are a pair: the same cards may lie on both, and they may lie on the same cards. A set of
// cards has a bit for each card. A set of pairs has the bit of each pair's first card.
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

	allCards  cards = 1<<deck - 1
	aces      cards = 0xF
	suitCards cards = 0x1111111111111 // of the first suit
	kings     cards = 0xF << (deck - suits)

	allPairs   pairs = 0x5555555555555 & allCards
	redPairs   pairs = 0x1111111111111 & allCards
	blackPairs pairs = 0x4444444444444 & allCards
)

func rankOf(c card) uint8 { return c >> 2 }
func suitOf(c card) uint8 { return c & 3 }
func bit(c card) cards    { return 1 << c }

func lowest(s cards) card { return card(bits.TrailingZeros64(s)) }

// any1 returns the pairs with at least one card in the set, both the pairs with both.
func any1(s cards) pairs { return (s | s>>1) & allPairs }
func both(s cards) pairs { return s & (s >> 1) & allPairs }

// spread returns both cards of each pair, twins the cards' twins.
func spread(p pairs) cards { return p | p<<1 }
func twins(s cards) cards  { return s>>1&allPairs | s&allPairs<<1 }

// parents returns the pairs on which the given ones may lie, children the pairs that may lie on the given
// ones: red on black and black on red, one rank apart.
func parents(p pairs) pairs  { return (p&redPairs)<<6 | (p&blackPairs)<<2 }
func children(p pairs) pairs { return (p&redPairs)>>2 | (p&blackPairs)>>6 }

// free returns the pairs of hosts with a card that has no guest. Each guest must lie on a card of the pair
// above it. If a pair has fewer guests than cards, one of its cards is free.
func free(hosts, guests cards) pairs {
	return any1(hosts)&^parents(any1(guests)) | both(hosts)&^parents(both(guests))
}

// nextOf returns the next cards of foundations with these cards.
func nextOf(found cards) cards { return (found<<suits | aces) &^ found & allCards }

// state is a position without the places of the face-up cards that could be elsewhere; see the package's
// comment. The face-down cards and the roots say how many cards of each column are still in place.
type state struct {
	// found has the cards on the foundations. roots has the lowest face-up cards of the columns, except
	// kings whose column has no other dealt cards.
	found, hidden, roots, talon cards
	// place is a number for foundations and columns: the part of the key that moves change.
	place uint64
	// stock has the cards of stock and waste, by their numbers in the order of drawing.
	stock uint32
	// waste is the number of drawn cards. If turned, they are the last ones instead of the first (recycle
	// "keep" reverses the order of drawing).
	waste  uint8
	turned bool
	// redeals is the number of redeals left, if they are limited.
	redeals uint8
	// drawn is the real number of drawn cards in a talon that is wholly available. It does not distinguish
	// states; it only says which cards are nearest.
	drawn uint8
	// empty is the number of columns without a root.
	empty int8
}

// nothing stands for the card under one at the bottom of its column.
const nothing card = 0xFF

// layout has the facts that do not change in a search.
type layout struct {
	// under is, for a card in the lower part of a column, the card beneath, and height its place in the
	// column from 1. lift is the card's contribution to a state's place.
	under  [deck]card
	height [deck]uint8
	lift   [deck]uint64
	// beneath has all cards beneath it.
	beneath [deck]cards
	// up is the contribution of a card on a suit's foundation to a state's place.
	up [suits]uint64
	// index is, for a card of waste and stock, its number in the order of drawing.
	index [deck]uint8
}

// unroot takes a root off its column and turns the card under it. A king at the very bottom counts as one
// that was moved to an empty column: there is no difference.
func (l *layout) unroot(s *state, root card) {
	s.roots &^= bit(root)
	s.place -= l.lift[root]
	k := l.under[root]
	if k == nothing {
		s.empty++
		return
	}
	s.hidden &^= bit(k)
	l.root(s, k)
}

// root makes a card the lowest face-up card of its column.
func (l *layout) root(s *state, k card) {
	if l.under[k] == nothing && bit(k)&kings != 0 {
		s.place -= l.lift[k]
		s.empty++
	} else {
		s.roots |= bit(k)
	}
}

// rise puts a card on its foundation, from any place.
func (l *layout) rise(s *state, c card) {
	s.found |= bit(c)
	s.place += l.up[suitOf(c)]
	switch {
	case bit(c)&s.roots != 0:
		l.unroot(s, c)
	case bit(c)&s.talon != 0:
		l.take(s, c)
	}
}

// take takes a card from the talon.
func (l *layout) take(s *state, c card) {
	s.talon &^= bit(c)
	s.stock &^= 1 << l.index[c]
}

// outlook has the possibilities of a state's tableau.
type outlook struct {
	// visible has the face-up cards, loose the ones among them that are not roots.
	visible, loose cards
	// free has the pairs of which a card lies on top or can be uncovered, and room the cards that have a
	// place in the tableau.
	free pairs
	room cards
	// empty is the number of empty columns.
	empty int
}

// look computes the outlook with these foundations.
func (s *state) look(found cards) (o outlook) {
	o.visible = allCards &^ (s.hidden | s.talon | found)
	o.loose = o.visible &^ s.roots
	o.free = free(o.visible, o.loose)
	o.room = spread(children(o.free))
	o.empty = int(s.empty) - bits.OnesCount64(o.loose&kings)
	if o.empty > 0 {
		o.room |= kings
	}
	return o
}

// clear returns the visible cards that lie on top or can be uncovered.
func (o *outlook) clear() cards { return o.visible & spread(o.free) }

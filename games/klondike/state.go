package klondike

import "slices"

// Reasons for refusing a move, beside the reasons that every game shares.
const (
	ReasonStockEmpty      = "stock_empty"      // draw: nothing to draw
	ReasonStockLeft       = "stock_left"       // recycle: the stock has cards
	ReasonWasteEmpty      = "waste_empty"      // the waste has no card
	ReasonNoRedeals       = "no_redeals"       // recycle: none is left
	ReasonColumnEmpty     = "column_empty"     // the column has no card
	ReasonTooMany         = "too_many"         // the column has not that many cards face up
	ReasonSameColumn      = "same_column"      // from a column to itself
	ReasonNotNext         = "not_next"         // the foundation takes another card next
	ReasonDoesNotFit      = "does_not_fit"     // the column takes the other colour, one rank lower
	ReasonOnlyKing        = "only_king"        // an empty column takes a king
	ReasonFoundationEmpty = "foundation_empty" // the foundation has no card
	ReasonF2TOff          = "f2t_off"          // the rules have no moves from a foundation
	ReasonNothingToUndo   = "nothing_to_undo"  // no action left to undo
	ReasonNothingToRedo   = "nothing_to_redo"  // nothing was undone since the last move
)

// Points of a move.
const (
	pointsUp    = 10
	pointsWaste = 5
	pointsDown  = -15
	pointsUndo  = -2
)

// pile has cards from the bottom up. A column has at most six cards face down and king to ace above them.
type pile struct {
	cards [Columns - 1 + Ranks]Card
	n     uint8
	// down is the number of face-down cards at the bottom.
	down uint8
}

func (p *pile) all() []Card { return p.cards[:p.n] }
func (p *pile) top() Card   { return p.cards[p.n-1] }
func (p *pile) up() uint8   { return p.n - p.down }

func (p *pile) push(cards ...Card) {
	p.n += uint8(copy(p.cards[p.n:], cards))
}

// take removes n cards from the top. It turns the next card if that lay face down.
func (p *pile) take(n uint8) (flipped bool) {
	p.n -= n
	if p.n > 0 && p.down == p.n {
		p.down--
		return true
	}
	return false
}

// State is the table's state: a value to copy freely. Score, undo and the end by resigning belong to the
// match.
type State struct {
	Rules
	columns [Columns]pile
	// home has the number of cards on each foundation.
	home [Suits]uint8
	// talon is stock and waste in one. The waste is talon[:drawn] from its bottom up, the stock
	// talon[drawn:left] from its top down: a draw only moves the border between them.
	talon       [Cards - dealt]Card
	drawn, left uint8
	recycled    int
}

// newState deals a deck in the order of [Deck].
func newState(deck [Cards]Card, r Rules) State {
	s := State{Rules: r, left: Cards - dealt}
	rest := deck[:]
	for c := range s.columns {
		s.columns[c].push(rest[:c+1]...)
		s.columns[c].down = uint8(c)
		rest = rest[c+1:]
	}
	for i := range s.talon {
		s.talon[i] = rest[len(rest)-1-i]
	}
	return s
}

// Won reports whether all four foundations are full.
func (s *State) Won() bool { return s.Home() == Cards }

// Home returns the number of cards on the foundations.
func (s *State) Home() int {
	n := 0
	for _, h := range s.home {
		n += int(h)
	}
	return n
}

// RedealsLeft returns how often the waste may still be recycled, [Unlimited] without limit.
func (s *State) RedealsLeft() int {
	if s.Redeals == Unlimited {
		return Unlimited
	}
	return s.Redeals - s.recycled
}

// goesUp reports whether c is the next card of its foundation.
func (s *State) goesUp(c Card) bool { return uint8(c.Rank()) == s.home[c.Suit()] }

// fits returns the reason why c may not be put on a column, "" if it may.
func (s *State) fits(c Card, column uint8) string {
	p := &s.columns[column]
	switch {
	case p.n == 0 && c.Rank() != King:
		return ReasonOnlyKing
	case p.n > 0 && !c.onto(p.top()):
		return ReasonDoesNotFit
	}
	return ""
}

// Check returns the reason why a move is not legal, "" if it is.
func (s *State) Check(m Move) string {
	stock, waste := s.drawn < s.left, s.drawn > 0
	switch m.Kind {
	case Draw:
		if !stock {
			return ReasonStockEmpty
		}
	case Recycle:
		switch {
		case stock:
			return ReasonStockLeft
		case !waste:
			return ReasonWasteEmpty
		case s.RedealsLeft() == 0:
			return ReasonNoRedeals
		}
	case WasteUp, WasteTo:
		if !waste {
			return ReasonWasteEmpty
		}
		if m.Kind == WasteTo {
			return s.fits(s.talon[s.drawn-1], m.To)
		}
		if !s.goesUp(s.talon[s.drawn-1]) {
			return ReasonNotNext
		}
	case ColumnUp:
		if s.columns[m.From].n == 0 {
			return ReasonColumnEmpty
		}
		if !s.goesUp(s.columns[m.From].top()) {
			return ReasonNotNext
		}
	case ColumnTo:
		p := &s.columns[m.From]
		switch {
		case m.From == m.To:
			return ReasonSameColumn
		case p.n == 0:
			return ReasonColumnEmpty
		case m.N > p.up():
			return ReasonTooMany
		}
		return s.fits(p.cards[p.n-m.N], m.To)
	case FoundationTo:
		switch {
		case !s.F2T:
			return ReasonF2TOff
		case s.home[m.From] == 0:
			return ReasonFoundationEmpty
		}
		return s.fits(CardOf(Suit(m.From), Rank(s.home[m.From]-1)), m.To)
	}
	return ""
}

// Done is the effect of a move.
type Done struct {
	// Card is the card that moved, the lowest of several.
	Card Card
	// N is the number of cards moved: drawn, put back into the stock or put elsewhere.
	N int
	// Points is the worth of the move.
	Points int
	// Flipped reports whether the column's next card was turned; it is in Turned.
	Flipped bool
	Turned  Card
}

// Play plays a legal move; see [State.Check].
func (s *State) Play(m Move) Done {
	d := Done{N: 1}
	from := &s.columns[m.From]
	switch m.Kind {
	case Draw:
		d.N = min(s.Draw, int(s.left-s.drawn))
		s.drawn += uint8(d.N)
		d.Card = s.talon[s.drawn-1]
	case Recycle:
		d.N = int(s.left)
		s.drawn = 0
		s.recycled++
		if s.Rules.Recycle == Keep {
			slices.Reverse(s.talon[:s.left])
		}
	case WasteUp:
		d.Card, d.Points = s.takeWaste(), pointsUp
		s.home[d.Card.Suit()]++
	case WasteTo:
		d.Card, d.Points = s.takeWaste(), pointsWaste
		s.columns[m.To].push(d.Card)
	case ColumnUp:
		d.Card, d.Points = from.top(), pointsUp
		d.Flipped = from.take(1)
		s.home[d.Card.Suit()]++
	case ColumnTo:
		run := from.cards[from.n-m.N : from.n]
		d.Card, d.N = run[0], len(run)
		s.columns[m.To].push(run...)
		d.Flipped = from.take(m.N)
	case FoundationTo:
		s.home[m.From]--
		d.Card, d.Points = CardOf(Suit(m.From), Rank(s.home[m.From])), pointsDown
		s.columns[m.To].push(d.Card)
	}
	if d.Flipped {
		d.Turned = from.top()
	}
	return d
}

// takeWaste removes the card on top of the waste.
func (s *State) takeWaste() Card {
	s.drawn--
	c := s.talon[s.drawn]
	copy(s.talon[s.drawn:], s.talon[s.drawn+1:s.left])
	s.left--
	return c
}

// Moves lists the legal moves in a fixed order: draw, recycle, moves of the waste,
// of the columns and of the foundations.
func (s *State) Moves() []Move {
	var list []Move
	try := func(m Move) {
		if s.Check(m) == "" {
			list = append(list, m)
		}
	}
	try(Move{Kind: Draw})
	try(Move{Kind: Recycle})
	s.wasteMoves(try)
	for from := range uint8(Columns) {
		try(Move{Kind: ColumnUp, From: from})
		for to := range uint8(Columns) {
			for n := uint8(1); n <= s.columns[from].up(); n++ {
				try(Move{ColumnTo, from, to, n})
			}
		}
	}
	for suit := range uint8(Suits) {
		for to := range uint8(Columns) {
			try(Move{Kind: FoundationTo, From: suit, To: to})
		}
	}
	return list
}

// wasteMoves tries every move of the waste's top card.
func (s *State) wasteMoves(try func(Move)) {
	try(Move{Kind: WasteUp})
	for to := range uint8(Columns) {
		try(Move{Kind: WasteTo, To: to})
	}
}

// Stuck reports whether only draw and recycle are legal, now and at any later point of the stock.
func (s *State) Stuck() bool {
	if s.Won() {
		return false
	}
	for _, m := range s.Moves() {
		if m.Kind != Draw && m.Kind != Recycle {
			return false
		}
	}
	// The rest of this pass through the stock, and one pass in either order. Then everything repeats.
	next := *s
	for turns := 0; turns <= 2; {
		m := Move{Kind: Draw}
		if next.Check(m) != "" {
			m.Kind = Recycle
			turns++
		}
		if next.Check(m) != "" {
			break
		}
		next.Play(m)
		playable := false
		next.wasteMoves(func(m Move) { playable = playable || next.Check(m) == "" })
		if playable {
			return false
		}
	}
	return true
}

// Safe lists the moves to a foundation that can do no harm.
//
// A card in the tableau is useful only to hold a card of the other colour and the rank below. Moving it to
// its foundation is safe if no such card will need it: aces and twos always (an ace needs no card below
// it), others once both such cards are on their foundations. If cards may return from the foundations, all
// lower ones of its own colour must be there too, because such a card might have returned for one of them.
// A move from the waste must not change a later draw of three: it is safe with single draws, and otherwise
// if the stock is empty and the cards come in the same order or not at all.
func (s *State) Safe() []Move {
	var list []Move
	try := func(c Card, m Move) {
		if s.Check(m) == "" && s.harmless(c) {
			list = append(list, m)
		}
	}
	if s.drawn > 0 && (s.Draw == 1 || s.drawn == s.left && (s.Rules.Recycle == Reverse || s.RedealsLeft() == 0)) {
		try(s.talon[s.drawn-1], Move{Kind: WasteUp})
	}
	for c := range uint8(Columns) {
		if s.columns[c].n > 0 {
			try(s.columns[c].top(), Move{Kind: ColumnUp, From: c})
		}
	}
	return list
}

// harmless reports whether no card could need c in the tableau.
func (s *State) harmless(c Card) bool {
	rank := uint8(c.Rank())
	if c.Rank() <= Two {
		return true
	}
	for suit := range Suit(Suits) {
		switch other := s.home[suit]; {
		case suit.Red() != c.Red() && other < rank:
			return false
		case suit.Red() == c.Red() && suit != c.Suit() && s.F2T && other+1 < rank:
			return false
		}
	}
	return true
}

// Finish returns the next step of a win by draws and moves to a foundation alone, None if there is none
// that the player can know of: either every card has been face up, or the stock gives one card at a time
// without end, so that its order does not matter.
func (s *State) Finish() Move {
	for _, p := range s.columns {
		if p.down > 0 {
			return Move{}
		}
	}
	endless := s.Draw == 1 && s.Redeals == Unlimited
	if !endless && s.drawn < s.left && s.recycled == 0 || s.Won() {
		return Move{}
	}
	next := *s
	first := next.up()
	for m, idle := first, 0; m.Kind != None; m = next.up() {
		if idle++; m.Kind == WasteUp || m.Kind == ColumnUp {
			idle = 0
		}
		if idle > 2*Cards { // twice through the stock, in either order
			break
		}
		next.Play(m)
		if next.Won() {
			return first
		}
	}
	return Move{}
}

// up returns a move to a foundation, else one of the stock, None if there is neither.
func (s *State) up() Move {
	list := []Move{{Kind: WasteUp}}
	for c := range uint8(Columns) {
		list = append(list, Move{Kind: ColumnUp, From: c})
	}
	for _, m := range append(list, Move{Kind: Draw}, Move{Kind: Recycle}) {
		if s.Check(m) == "" {
			return m
		}
	}
	return Move{}
}

package solver

import (
	"slices"

	"arcade/games"
	"arcade/games/klondike"
)

// board is a position with every card in its place. It plays the search's moves to find the actions behind
// them.
type board struct {
	found   [suits]uint8
	columns [columns][]card
	in      [suits * ranks]uint8 // the column of a card that lies in one, face down too; else its last one
	down    [columns]int
	stock   []card // the top last
	waste   []card // the top last
	turned  bool
	rules   talonRules
	actions []games.Action
	// owed has the cards that the search has on their foundations although they are still in the tableau.
	// Many come down again in the search; then nothing was played.
	owed cards
	// exact means that fetch must reach the given direction of the talon even with single draws.
	exact bool
}

func newBoard(p *Position, r talonRules) *board {
	b := &board{rules: r, actions: make([]games.Action, 0, 240)}
	const most = 24 // cards in a pile; a column has no more than 19
	piles := make([]card, (columns+2)*most)
	pile := func() []card {
		list := piles[:0:most]
		piles = piles[most:]
		return list
	}
	for c := range b.columns {
		b.columns[c] = pile()
	}
	b.stock, b.waste = pile(), pile()
	for i, n := range p.Foundation {
		b.found[i] = uint8(n)
	}
	for c, col := range p.Columns {
		b.down[c] = len(col.Down)
		for _, k := range col.Down {
			b.lay(cardOf(k), c)
		}
		for _, k := range col.Up {
			b.lay(cardOf(k), c)
		}
	}
	for _, k := range p.Stock {
		b.stock = append(b.stock, cardOf(k))
	}
	for _, k := range p.Waste {
		b.waste = append(b.waste, cardOf(k))
	}
	return b
}

func (b *board) act(m klondike.Move) { b.actions = append(b.actions, m.Action()) }

// lay lays a card on a column.
func (b *board) lay(c card, column int) {
	b.columns[column] = append(b.columns[column], c)
	b.in[c] = uint8(column)
}

// find returns the place of a face-up card in the tableau.
func (b *board) find(c card) (column, at int, ok bool) {
	column = int(b.in[c])
	at = slices.Index(b.columns[column][b.down[column]:], c)
	return column, b.down[column] + at, at >= 0
}

// turn shows the top card of a column without face-up cards.
func (b *board) turn(column int) {
	b.down[column] = min(b.down[column], max(len(b.columns[column])-1, 0))
}

// room returns a column that takes the card, if there is one.
func (b *board) room(c card) (column int, ok bool) {
	for i, cards := range b.columns {
		if len(cards) == 0 {
			if rankOf(c) == ranks-1 {
				return i, true
			}
			continue
		}
		top := cards[len(cards)-1]
		if rankOf(top) == rankOf(c)+1 && suitOf(top)&2 != suitOf(c)&2 {
			return i, true
		}
	}
	return 0, false
}

// place returns a column that takes the card. Once nothing is owed there is one, because there is one in
// the search.
func (b *board) place(c card) int {
	for {
		if i, ok := b.room(c); ok {
			return i
		}
		b.pay()
	}
}

// pay plays the lowest owed card. It can always go up: its guest lies on it or its twin in the search, too,
// and finds room there without the card.
func (b *board) pay() {
	if b.owed == 0 {
		panic("solver: no place for a card")
	}
	c := lowest(b.owed)
	b.owed &^= bit(c)
	b.up(c)
}

// later marks a card as owed because it is not needed on its foundation yet.
func (b *board) later(c card) { b.owed |= bit(c) }

// settle plays a card that the search puts up, or marks it as owed if it may come back.
func (b *board) settle(c card, loose bool) {
	if loose {
		b.later(c)
	} else {
		b.up(c)
	}
}

// shift moves a card and its run to a column that takes it.
func (b *board) shift(c card, to int) {
	from, at, _ := b.find(c)
	run := b.columns[from][at:]
	b.act(klondike.Move{Kind: klondike.ColumnTo, From: uint8(from), To: uint8(to), N: uint8(len(run))})
	for _, c := range run {
		b.lay(c, to)
	}
	b.columns[from] = b.columns[from][:at]
	b.turn(from)
}

// up moves a card to its foundation. First its guest goes to its twin, and a card of the talon is drawn.
func (b *board) up(c card) {
	for b.found[suitOf(c)] < rankOf(c) {
		b.pay()
	}
	column, at, ok := b.find(c)
	for ok && at < len(b.columns[column])-1 {
		on := b.columns[column][at+1]
		if to, ok := b.room(on); ok {
			b.shift(on, to)
		} else {
			b.pay() // perhaps that very card
		}
		column, at, _ = b.find(c)
	}
	if ok {
		b.act(klondike.Move{Kind: klondike.ColumnUp, From: uint8(column)})
		b.columns[column] = b.columns[column][:at]
		b.turn(column)
	} else {
		b.fetch(c, b.turned)
		b.act(klondike.Move{Kind: klondike.WasteUp})
		b.waste = b.waste[:len(b.waste)-1]
	}
	b.found[suitOf(c)]++
}

// back moves a card from its foundation to the tableau.
func (b *board) back(c card) {
	if b.owed&bit(c) != 0 {
		b.owed &^= bit(c)
		if _, _, ok := b.find(c); !ok {
			b.play(c, b.turned)
		}
		return
	}
	b.fromFoundation(c, b.place(c))
}

// fromFoundation moves the top card of a foundation to a column.
func (b *board) fromFoundation(c card, to int) {
	b.act(klondike.Move{Kind: klondike.FoundationTo, From: suitOf(c), To: uint8(to)})
	b.lay(c, to)
	b.found[suitOf(c)]--
}

// play moves a card of the talon to the tableau.
func (b *board) play(c card, turned bool) {
	to := b.place(c)
	b.fetch(c, turned)
	b.fromWaste(c, to)
}

// under returns the column in which a card will lie on the first or second card of its parents' pair, or
// for a king an empty one.
func (b *board) under(c card, second bool) int {
	if bit(c)&kings != 0 {
		return slices.IndexFunc(b.columns[:], func(cards []card) bool { return len(cards) == 0 })
	}
	on := lowest(parents(any1(bit(c))))
	if second {
		on++
	}
	column, _, _ := b.find(on)
	return column
}

// fromWaste moves the top card of the waste to a column.
func (b *board) fromWaste(c card, to int) {
	b.act(klondike.Move{Kind: klondike.WasteTo, To: uint8(to)})
	b.waste = b.waste[:len(b.waste)-1]
	b.lay(c, to)
}

// fetch draws and recycles until the card is on top of the waste. With draws of three the direction of the
// talon must be turned as given.
func (b *board) fetch(c card, turned bool) {
	for passes := 0; ; {
		if n := len(b.waste); n > 0 && b.waste[n-1] == c && (b.turned == turned || b.rules.draw == 1 && !b.exact) {
			return
		}
		if len(b.stock) > 0 {
			b.act(klondike.Move{Kind: klondike.Draw})
			for range min(b.rules.draw, len(b.stock)) {
				b.waste = append(b.waste, b.stock[len(b.stock)-1])
				b.stock = b.stock[:len(b.stock)-1]
			}
			continue
		}
		if passes++; passes > b.rules.passes() {
			panic("solver: a card of the talon cannot be reached")
		}
		b.act(klondike.Move{Kind: klondike.Recycle})
		if b.rules.keep {
			b.turned = !b.turned
		} else {
			slices.Reverse(b.waste)
		}
		b.stock, b.waste = b.waste, b.stock[:0]
	}
}

// finish brings up all remaining cards once nothing is face down.
func (b *board) finish() {
	b.owed = 0
	for rank := range card(ranks) {
		for suit := range card(suits) {
			if b.found[suit] == rank {
				b.up(rank*suits + suit)
			}
		}
	}
}

// replay plays the search's way to the win.
func (s *search) replay(p *Position, start state) []games.Action {
	b := newBoard(p, s.talonRules)
	s.settle(&start)
	s.close(&start, b.settle)
	way := make([]member, 0, 32)
	for i := range s.frames {
		f := &s.frames[i]
		if f.next == f.first {
			break // the game is won
		}
		m := &s.moves[f.next-1]
		way = way[:0]
		for j := int16(m.member); j > 0; {
			g := s.members[f.members+int(j)]
			way = append(way, g)
			j = g.parent
		}
		for _, step := range slices.Backward(way) {
			if step.up {
				b.later(step.card)
			} else {
				b.back(step.card)
			}
		}
		st := f.state
		s.apply(&st, f, m)
		for _, c := range m.before.list() {
			b.play(c, b.turned)
		}
		switch m.kind {
		case rootUp, looseUp:
			b.up(m.card)
		case rootMove:
			b.shift(m.card, b.place(m.card))
		case stockUp:
			b.fetch(m.card, m.play.turned)
			b.up(m.card)
		case stockDown:
			b.play(m.card, m.play.turned)
		}
		s.close(&st, b.settle)
	}
	b.finish()
	return b.actions
}

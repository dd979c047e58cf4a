package matgo

import (
	"slices"

	"arcade/games"
	"arcade/games/rng"
)

// Bots that look ahead play in worlds. A world is a round as the seat on turn sees it, with all hidden
// cards dealt anew.

// StateOf returns a round that fits a view of the seat on turn. Hidden cards are in some order, which
// nobody may use.
func StateOf(v *View) State {
	me := int(v.ToAct)
	s := State{
		Rules: v.RuleSet(), Floor: SetOf(v.Floor...), Aside: SetOf(v.Aside...),
		Phase: v.Phase, Seat: uint8(me), First: uint8(v.First), Turns: v.Turn, Carry: v.Carry,
	}
	var seen Set
	for i, d := range v.Sides {
		k := &s.Sides[i]
		c := d.Captured
		k.Won = SetOf(slices.Concat(c.Kwang, c.Yeol, c.Tti, c.Pi)...)
		k.Held = SetOf(d.Held...)
		seen |= k.Won | k.Held
		k.Gukjin = map[string]GukjinMode{"yeol": GukjinAsYeol, "pi": GukjinAsPi}[d.Gukjin]
		k.GukjinFixed = d.GukjinFixed
		k.Goes, k.GoBase, k.Counters = d.Go, d.GoBase, d.Events
		k.Turns = v.Turn / 2
		if i == int(v.First) {
			k.Turns = (v.Turn + 1) / 2
		}
		k.PpukOpen, k.PpukStreak, k.PpukTurn, k.PpukMonth = d.Ppuk.Open, d.Ppuk.Streak, d.Ppuk.Turn, d.Ppuk.Month
		for _, m := range d.Shaken {
			k.Shaken |= 1 << m.Month
			k.Shown |= SetOf(m.Cards...)
		}
		for _, m := range d.Bombed {
			k.Bombed |= 1 << m.Month
		}
		for _, m := range d.Kung {
			k.Kungs |= 1 << m.Month
		}
		k.President = BoolInt(d.President) * unknownMonth
		k.Passes = v.Passes[i]
		s.Gold[i] = d.Gold
	}
	for _, pile := range v.Piles {
		s.Sides[pile.Seat].Piles |= 1 << pile.Month
		for _, c := range pile.Bonus {
			s.PileMonths[c-BonusDouble] = uint8(pile.Month)
		}
	}
	s.Turn.Swept, s.Turn.Steals = v.Swept, v.Steals
	s.Sides[me].Hand = SetOf(v.Hands[me]...)
	seen |= s.Sides[me].Hand | s.Floor | s.Aside
	if v.Ask != nil && v.Ask.Card != nil {
		s.Turn.Card, s.Turn.Flip, s.Turn.Choices = *v.Ask.Card, v.Ask.Source == "flip", SetOf(v.Ask.Choices...)
		s.Turn.Last = v.LastCard
		seen |= s.Turn.Card.Bit()
		if !s.Turn.Flip {
			s.Turn.Month = s.Turn.Card.Month()
		} else if v.Last != nil {
			s.turnOf(v.Last.Action)
		}
	}
	// The hidden cards, in the order of the cards: the opponent's hand, then the stock.
	hidden := Full &^ seen
	other := &s.Sides[1-me]
	other.Hand = other.Shown & hidden
	s.Next = Cards - v.StockCount
	at := s.Next
	for c := range (hidden &^ other.Hand).All() {
		if other.Hand.Len() < v.HandCounts[1-me] {
			other.Hand |= c.Bit()
		} else {
			s.Deck[at] = c
			at++
		}
	}
	s.recall(v)
	s.Hide()
	return s
}

// recall takes over the past from a view.
func (s *State) recall(v *View) {
	flips := SetOf(v.Past.Flips...)
	s.Past.Floor, s.Past.Next = SetOf(v.Past.Floor...), s.Next-len(v.Past.Flips)-len(v.Past.Draws)
	at, draws := max(s.Past.Next, 0), v.Past.Draws
	for i := 0; i <= len(v.Past.Flips); i++ {
		for ; len(draws) > 0 && draws[0] == i; draws = draws[1:] {
			s.Past.Drawn |= 1 << at
			at++
		}
		if i < len(v.Past.Flips) {
			s.Deck[at] = v.Past.Flips[i]
			at++
		}
	}
	for i := range s.Past.Won {
		s.Past.Won[i] = SetOf(v.Opening.HandBonus[i]...)
	}
	s.Past.Won[s.First] |= SetOf(v.Opening.FloorBonus...)
	open := s.Past.Floor | flips // cards that never were in a hand, or left it by a play
	for _, a := range v.Past.Actions {
		if m, ok := ParseMove(a.Action); ok && m.Verb == Play {
			open |= Card(m.Arg).Bit()
		}
	}
	for _, a := range v.Past.Actions {
		if m, ok := ParseMove(a.Action); ok {
			s.Past.note(m, uint8(a.Seat), Full&^open)
		}
	}
}

// unknownMonth is the month of a held president after it no longer matters.
const unknownMonth = 13

// turnOf restores the moves of the turn in which a flip asks a question.
func (s *State) turnOf(last games.Action) {
	m, ok := ParseMove(last)
	if !ok {
		return
	}
	switch m.Verb {
	case Play, Take:
		s.Turn.Month = Card(m.Arg).Month()
		if s.Sides[s.Seat].Won.Has(Card(m.Arg)) {
			s.Turn.Took = MonthSet(s.Turn.Month)
		}
	case Bomb:
		s.Turn.Month = int(m.Arg)
		s.Turn.Took = MonthSet(s.Turn.Month)
	}
}

// Hide removes facts of the turn in play that a view does not show. They matter little: the cards captured
// so far, and one pi of a sweep.
func (s *State) Hide() {
	me := &s.Sides[s.Seat]
	took := s.Turn.Took != 0
	s.Turn.Took = 0
	if took && s.Phase == AskTake {
		s.Turn.Took = MonthSet(s.Turn.Month) & me.Won
	}
	if me.Turns == 1 && me.Kungs != 0 && (s.Phase == AskPlay || s.Phase == AskTake) {
		s.Turn.Took |= me.Won
	}
	if s.Phase != AskTake {
		s.Turn.Month, s.Turn.Last, s.Turn.Card, s.Turn.Flip, s.Turn.Choices = 0, false, 0, false, 0
	}
	s.Turn.Steals, s.Turn.Gold, s.Turn.Ppuk = s.TurnSteals(), 0, false
	s.Turn.Swept = s.Turn.Swept && s.Phase == AskTake
	s.arrivals, s.arrived = [Cards]uint16{}, 0
	for i := s.Past.Next; i < s.Next; i++ {
		if s.Past.Drawn>>i&1 != 0 {
			s.Deck[i] = 0
		}
	}
	if me.President != 0 {
		me.President = unknownMonth
	}
	if other := &s.Sides[1-s.Seat]; other.President != 0 {
		other.President = unknownMonth
	}
}

// Determinize deals anew the cards that the seat on turn cannot see. It does not allocate.
func (s *State) Determinize(r *rng.Source) {
	other := &s.Sides[1-s.Seat]
	known := other.Shown & other.Hand
	var cards [Cards]Card
	n := 0
	for hidden := other.Hand &^ known; hidden != 0; hidden &= hidden - 1 {
		cards[n] = hidden.First()
		n++
	}
	held := n
	n += copy(cards[n:], s.Deck[s.Next:])
	// In the order of the cards, so that their present order cannot matter.
	slices.Sort(cards[:n])
	for i := n - 1; i > 0; i-- {
		j := r.Intn(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
	other.Hand = known | SetOf(cards[:held]...)
	copy(s.Deck[s.Next:], cards[held:n])
}

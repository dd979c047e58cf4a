package matgo

import (
	"slices"

	"arcade/games"
	"arcade/games/rng"
)

// Bots that look ahead play in worlds: rounds that are as the seat on turn sees them,
// with all that it cannot see dealt anew.

// stateOf gives a round that the view of the seat on turn may be of. What the view
// hides is there in some order, which nobody may look at.
func stateOf(v *View) State {
	me := int(v.ToAct)
	s := State{
		rules: &Standard, floor: SetOf(v.Floor...), aside: SetOf(v.Aside...),
		phase: v.Phase, seat: uint8(me), first: uint8(v.First), turns: v.Turn, carry: v.Carry,
	}
	var seen Set
	for i, d := range v.Sides {
		k := &s.sides[i]
		c := d.Captured
		k.won = SetOf(slices.Concat(c.Kwang, c.Yeol, c.Tti, c.Pi)...)
		k.held = SetOf(d.Held...)
		seen |= k.won | k.held
		k.gukjin = map[string]GukjinMode{"yeol": GukjinAsYeol, "pi": GukjinAsPi}[d.Gukjin]
		k.gukjinFixed = d.GukjinFixed
		k.goes, k.goBase, k.counters = d.Go, d.GoBase, d.Events
		k.turns = v.Turn / 2
		if i == int(v.First) {
			k.turns = (v.Turn + 1) / 2
		}
		k.ppukOpen, k.ppukStreak, k.ppukTurn, k.ppukMonth = d.Ppuk.Open, d.Ppuk.Streak, d.Ppuk.Turn, d.Ppuk.Month
		for _, m := range d.Shaken {
			k.shaken |= 1 << m.Month
			k.shown |= SetOf(m.Cards...)
		}
		for _, m := range d.Bombed {
			k.bombed |= 1 << m.Month
		}
		for _, m := range d.Kung {
			k.kungs |= 1 << m.Month
		}
		k.president = bit(d.President) * unknownMonth
		s.gold[i] = d.Gold
	}
	s.sides[me].hand = SetOf(v.Hands[me]...)
	seen |= s.sides[me].hand | s.floor | s.aside
	if v.Ask != nil && v.Ask.Card != nil {
		s.turn.card, s.turn.flip, s.turn.choices = *v.Ask.Card, v.Ask.Source == "flip", SetOf(v.Ask.Choices...)
		s.turn.last = v.LastCard
		seen |= s.turn.card.bit()
		if !s.turn.flip {
			s.turn.month = s.turn.card.Month()
		} else if v.Last != nil {
			s.turnOf(v.Last.Action)
		}
	}
	// What is hidden, in the order of the cards: the other's hand, then the stock.
	hidden := Full &^ seen
	other := &s.sides[1-me]
	other.hand = other.shown & hidden
	s.next = Cards - v.StockCount
	at := s.next
	for c := range (hidden &^ other.hand).All() {
		if other.hand.Len() < v.HandCounts[1-me] {
			other.hand |= c.bit()
		} else {
			s.deck[at] = c
			at++
		}
	}
	s.recall(v)
	s.veil()
	return s
}

// recall takes over what a view tells of the past.
func (s *State) recall(v *View) {
	flips := SetOf(v.Past.Flips...)
	s.past.floor, s.past.next = SetOf(v.Past.Floor...), s.next-len(v.Past.Flips)
	copy(s.deck[max(s.past.next, 0):], v.Past.Flips)
	for i := range s.past.won {
		s.past.won[i] = SetOf(v.Opening.HandBonus[i]...)
	}
	s.past.won[s.first] |= SetOf(v.Opening.FloorBonus...)
	open := s.past.floor | flips // cards that never were in a hand, or left it by a play
	for _, a := range v.Past.Actions {
		if m, ok := ParseMove(a.Action); ok && m.Verb == Play {
			open |= Card(m.Arg).bit()
		}
	}
	for _, a := range v.Past.Actions {
		if m, ok := ParseMove(a.Action); ok {
			s.past.note(m, uint8(a.Seat), Full&^open)
		}
	}
}

// unknownMonth is that of a president which was held, once it does not matter which.
const unknownMonth = 13

// turnOf tells what was played in the turn of a flip that asks.
func (s *State) turnOf(last games.Action) {
	m, ok := ParseMove(last)
	if !ok {
		return
	}
	switch m.Verb {
	case Play, Take:
		s.turn.month = Card(m.Arg).Month()
		if s.sides[s.seat].won.Has(Card(m.Arg)) {
			s.turn.took = monthSet(s.turn.month)
		}
	case Bomb:
		s.turn.month = int(m.Arg)
		s.turn.took = monthSet(s.turn.month)
	}
}

// veil takes away what a state knows of a turn in play and a view does not tell. It
// changes little: which cards were captured so far, and one pi of a sweep.
func (s *State) veil() {
	me := &s.sides[s.seat]
	took := s.turn.took != 0
	s.turn.took = 0
	if took && s.phase == AskTake {
		s.turn.took = monthSet(s.turn.month) & me.won
	}
	if me.turns == 1 && me.kungs != 0 && (s.phase == AskPlay || s.phase == AskTake) {
		s.turn.took |= me.won
	}
	if s.phase != AskTake {
		s.turn.month, s.turn.last, s.turn.card, s.turn.flip, s.turn.choices = 0, false, 0, false, 0
	}
	s.turn.steals, s.turn.gold, s.turn.ppuk = s.turnSteals(), 0, false
	if me.president != 0 {
		me.president = unknownMonth
	}
	if other := &s.sides[1-s.seat]; other.president != 0 {
		other.president = unknownMonth
	}
}

// imagine deals anew what the seat on turn cannot see. It does not allocate.
func (s *State) imagine(r *rng.Source) {
	other := &s.sides[1-s.seat]
	known := other.shown & other.hand
	var cards [Cards]Card
	n := 0
	for hidden := other.hand &^ known; hidden != 0; hidden &= hidden - 1 {
		cards[n] = hidden.First()
		n++
	}
	held := n
	n += copy(cards[n:], s.deck[s.next:])
	// In the order of the cards, so that it cannot matter how they lay.
	slices.Sort(cards[:n])
	for i := n - 1; i > 0; i-- {
		j := r.Intn(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
	other.hand = known | SetOf(cards[:held]...)
	copy(s.deck[s.next:], cards[held:n])
}

package matgo

import (
	"arcade/games/rng"
)

// Options set the start of a round, apart from chance.
type Options struct {
	// Rules names the set of rules, see [Rules].
	Rules string
	// Deck is the order of the cards, top first; nil shuffles one.
	Deck *[Cards]Card
	// First is the seat that begins, -1 to compare cards for it.
	First int
	// Hour is 0 to 23, for the comparison.
	Hour int
	// Carry multiplies the winner's total, 1 to [MaxCarry].
	Carry int
	// Gold has the purses, each 1 to [MaxGold].
	Gold [2]int
}

// opening describes the set-up of the round; see [Opening].
type opening struct {
	by        string
	hour      int
	months    [2]int
	handBonus [2]Set
	floor     Set
	void      [8]uint8 // months of void deals
	voids     int
	president uint8 // the month of which four on the floor ended the round, 0 for none
}

// Ways to find the first seat.
const (
	ByOption = "option"
	ByNight  = "night"
	ByDay    = "day"
	ByCoin   = "coin"
)

// NewState deals a round and completes its opening. Decks come from the source deck, the coin between equal
// months from coin; they may be the same source. The options must be in range. It does not allocate.
func NewState(r *Rules, o Options, deck, coin *rng.Source) State {
	s := State{Rules: r, Carry: o.Carry, Gold: o.Gold}
	s.End.GoldBefore = o.Gold
	s.opening.hour = o.Hour
	if o.Deck != nil {
		s.Deck = *o.Deck
	} else {
		s.shuffle(deck)
	}
	for !s.deal(o, coin) {
		if r.Piles {
			break
		}
		s.Carry = min(s.Carry*r.CarryFactor, MaxCarry)
		s.shuffle(deck)
	}
	s.Past = History{Floor: s.Floor, Won: [2]Set{s.Sides[0].Won, s.Sides[1].Won}, Next: s.Next}
	if s.opening.president != 0 {
		s.Finish(EndFloorPresident, int(s.First), nil)
		return s
	}
	s.StartTurn(s.First)
	return s
}

// shuffle puts the cards into a random order, starting from the sorted one.
func (s *State) shuffle(r *rng.Source) {
	for i := range s.Deck {
		s.Deck[i] = Card(i)
	}
	r.Shuffle(Cards, func(i, j int) { s.Deck[i], s.Deck[j] = s.Deck[j], s.Deck[i] })
}

// deal deals the deck. It returns false if four of a month are on the floor: a void deal, or with piles the
// end of the round.
func (s *State) deal(o Options, coin *rng.Source) bool {
	s.Sides = [2]SeatState{{Hand: SetOf(s.Deck[0:10]...)}, {Hand: SetOf(s.Deck[10:20]...)}}
	s.Floor, s.Next = SetOf(s.Deck[20:28]...), 28
	s.opening.floor = 0
	s.findFirst(o, coin)
	for _, c := range s.Deck[:s.Next] {
		s.came(c)
	}
	for i := range s.Sides {
		if s.Rules.Piles {
			break // they stay in the hands
		}
		d := &s.Sides[i]
		for got := d.Hand & bonusCards; got != 0; got = d.Hand & bonusCards {
			s.replace(&d.Hand, got)
			d.Won |= got
		}
		s.opening.handBonus[i] = d.Won
	}
	for got := s.Floor & bonusCards; got != 0; got = s.Floor & bonusCards {
		s.replace(&s.Floor, got)
		s.Sides[s.First].Won |= got
		s.arriveInOrder(got)
		s.opening.floor |= got
	}
	for m := 1; m <= 12; m++ {
		if s.Floor.Month(m).Len() == 4 && s.Rules.Piles {
			s.opening.president = uint8(m)
			return false
		}
		if s.Floor.Month(m).Len() == 4 {
			if s.opening.voids < len(s.opening.void) {
				s.opening.void[s.opening.voids] = uint8(m)
				s.opening.voids++
			}
			return false
		}
	}
	return true
}

// replace replaces the cards got with as many cards of the stock.
func (s *State) replace(in *Set, got Set) {
	*in &^= got
	for range got.Len() {
		*in |= s.Deck[s.Next].Bit()
		s.came(s.Deck[s.Next])
		s.Next++
	}
}

// findFirst finds the seat that begins. It compares the months of each seat's first card with a month: by
// night the lower one begins, by day the higher.
func (s *State) findFirst(o Options, coin *rng.Source) {
	if o.First >= 0 {
		s.First, s.opening.by = uint8(o.First), ByOption
		return
	}
	for i := range s.opening.months {
		for _, c := range s.Deck[10*i : 10*i+10] {
			if !c.Bonus() {
				s.opening.months[i] = c.Month()
				break
			}
		}
	}
	a, b := s.opening.months[0], s.opening.months[1]
	night := o.Hour >= 18 || o.Hour < 6
	s.opening.by = ByDay
	if night {
		s.opening.by = ByNight
	}
	switch {
	case a == b:
		s.opening.by = ByCoin
		s.First = uint8(coin.Intn(2))
	case (a < b) == night:
		s.First = 0
	default:
		s.First = 1
	}
}

// Swapped returns the deal with the seats exchanged. The seat that begins has the same cards as before.
func (s State) Swapped() State {
	s.Sides[0], s.Sides[1] = s.Sides[1], s.Sides[0]
	s.Gold[0], s.Gold[1] = s.Gold[1], s.Gold[0]
	s.First, s.Seat = 1-s.First, 1-s.Seat
	s.Past.Won[0], s.Past.Won[1] = s.Past.Won[1], s.Past.Won[0]
	s.End.GoldBefore[0], s.End.GoldBefore[1] = s.End.GoldBefore[1], s.End.GoldBefore[0]
	return s
}

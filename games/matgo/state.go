package matgo

import (
	"math/bits"

	"arcade/games"
)

// Reasons for refusing an action, beside the reasons that every game shares.
const (
	// ReasonAsked and the phase, such as "asked_take": the seat must answer that question first.
	ReasonAsked = "asked_"
	// ReasonNotAsked: the action answers a question that is not open.
	ReasonNotAsked = "not_asked"
	// ReasonNotInHand: the card is not in the hand.
	ReasonNotInHand = "not_in_hand"
	// ReasonNotOffered: the card or month is not among the choices.
	ReasonNotOffered = "not_offered"
	// ReasonNoThree: fewer than three of the month in hand; for a bomb, not exactly three.
	ReasonNoThree = "no_three"
	// ReasonOnFloor: a shake needs a month of which none is on the floor.
	ReasonOnFloor = "on_floor"
	// ReasonNotOneOnFloor: a bomb needs a month of which exactly one is on the floor.
	ReasonNotOneOnFloor = "not_one_on_floor"
	// ReasonShaken: the month is declared already.
	ReasonShaken = "already_shaken"
	// ReasonMayNotPass: there are cards in hand, and no pass card. ReasonMustPass: there are none; with pass
	// cards a card that is not there is refused like any other.
	ReasonMayNotPass = "may_not_pass"
	ReasonMustPass   = "must_pass"
)

// GukjinMode is the count of a seat's gukjin.
type GukjinMode uint8

// The modes. Without a choice it counts as a yeol.
const (
	GukjinOpen GukjinMode = iota
	GukjinAsYeol
	GukjinAsPi
)

// SeatState is the state of one seat.
type SeatState struct {
	Hand Set
	Won  Set
	Held Set // bonus cards that a ppuk holds back
	// Passes are the pass cards in the hand, for bombs. Piles are the months, bit m, of the seat's ppuk
	// that lie on the floor. Both exist only with [Rules.Piles].
	Passes int
	Piles  uint16

	Gukjin      GukjinMode
	GukjinFixed bool
	Turns       int // turns begun
	Goes        int
	GoBase      int // points at the last go
	Counters    Counters

	PpukOpen              bool
	PpukStreak            int
	PpukTurn, PpukMonth   int
	Shaken, Bombed, Kungs uint16 // months, bit m
	Shown                 Set    // cards shown by shakes
	President             int    // the month of a held president, 0 for none
}

// TurnState is the state of the turn in play.
type TurnState struct {
	Month  int // of the card played or the bomb, 0 before
	Last   bool
	Ppuk   bool
	Took   Set  // captured by hand, flip, bomb or kung
	Swept  bool // the card played took three; only with piles
	Steals int
	Gold   int
	// The open take.
	Card    Card
	Flip    bool
	Choices Set
}

// Sources of a card that captures.
const (
	FromHand = iota
	FromFlip
)

// Trace counts what the cards of a round have done so far, for simulations. Lists are by the card's source,
// fromHand or fromFlip, and include both seats.
type Trace struct {
	// Took has the captured cards without stolen ones. Kungs and bombs count as from the hand, bonus cards
	// of a turn as from the flip.
	Took [2]Set
	// Matches counts the cards put to the floor, events the matches with a special event, and last has the
	// last match.
	Matches [2]int
	Events  [2]int
	Last    [2]Matched
	// Steals counts the stolen pi. gold is the gold paid for ppuk.
	Steals, Gold int
}

// Matched is the effect of a card at the floor: its tag, and the number of cards of its month there.
type Matched struct {
	Tag  uint8
	Lies uint8
}

// The tags of matched, and their words in events.
const (
	tagNormal = iota
	tagJjob
	tagDdadak
	tagPpuk
	tagTtak
)

// TagNames has the words of the tags in events.
var TagNames = [...]string{"normal", "jjob", "ddadak", "ppuk", "ttak"}

// State is a round: a value of fixed size on which programs play without
// allocating. Make one with [NewState].
type State struct {
	Rules *Rules
	Deck  [Cards]Card // deck[next:] is the stock
	Next  int
	Floor Set
	Aside Set
	Sides [2]SeatState
	Turn  TurnState
	Trace Trace
	// PileMonths has the months of the piles in which the two bonus cards lie, 0 for none.
	PileMonths [2]uint8
	// arrivals numbers the cards in the order in which they came to where they are, up to arrived. It is
	// kept only with piles: there a steal takes the card that came last.
	arrivals [Cards]uint16
	arrived  uint16

	Phase   Phase
	Seat    uint8 // on turn
	First   uint8
	Turns   int // turns begun by both
	Carry   int
	Gold    [2]int
	opening opening
	End     Ending
	Past    History
}

// History has the moves played and the open cards before them. A player who guesses at the opponent's hand
// replays the opponent's choices from it.
type History struct {
	Floor Set
	Won   [2]Set
	Next  int
	Moves [MaxMoves]Move
	Seats [MaxMoves]uint8
	Count int
	// Gone has the cards that left each hand.
	Gone [2]Set
	// Drawn has the indexes in the deck, bit i, of the cards that were drawn for bonus cards. Only their
	// seats saw them.
	Drawn uint64
}

// note records a move that is about to be played.
func (p *History) note(m Move, seat uint8, hand Set) {
	if p.Count == MaxMoves {
		return
	}
	p.Moves[p.Count], p.Seats[p.Count] = m, seat
	p.Count++
	switch m.Verb {
	case Play:
		p.Gone[seat] |= Card(m.Arg).Bit()
	case Bomb, UseKung:
		p.Gone[seat] |= hand.Month(int(m.Arg))
	}
}

// MaxMoves exceeds the number of moves in any round.
const MaxMoves = 96

// ToAct returns the seat that must act, [games.Nobody] once over.
func (s *State) ToAct() games.Seat {
	if s.Phase == Over {
		return games.Nobody
	}
	return games.Seat(s.Seat)
}

// Legal appends the legal moves to list, in the order of the notation with rising months and cards. With
// room for 32 it does not allocate.
func (s *State) Legal(list []Move) []Move {
	me := &s.Sides[s.Seat]
	switch s.Phase {
	case AskPresident:
		return append(list, Move{Verb: PresidentStop}, Move{Verb: PresidentHold})
	case AskKung:
		list = appendMonths(list, UseKung, s.Kungs())
		return append(list, Move{Verb: PassKung})
	case AskTake:
		return appendCards(list, Take, s.Turn.Choices)
	case AskGukjin:
		return append(list, Move{Verb: GukjinYeol}, Move{Verb: GukjinPi})
	case AskGo:
		return append(list, Move{Verb: Go}, Move{Verb: Stop})
	case Over:
		return list
	}
	if me.Hand == 0 {
		return append(list, Move{Verb: Pass})
	}
	shakes, bombs := s.Declarable()
	list = appendMonths(list, Shake, shakes)
	list = appendMonths(list, Bomb, bombs)
	list = appendCards(list, Play, me.Hand)
	if me.Passes > 0 {
		list = append(list, Move{Verb: Pass})
	}
	return list
}

func appendMonths(list []Move, v Verb, months uint16) []Move {
	for ; months != 0; months &= months - 1 {
		list = append(list, Move{v, uint8(bits.TrailingZeros16(months))})
	}
	return list
}

func appendCards(list []Move, v Verb, cards Set) []Move {
	for ; cards != 0; cards &= cards - 1 {
		list = append(list, Move{v, uint8(cards.First())})
	}
	return list
}

// withThree returns the months, bit m, of which s has three or four. It handles all months at once: each is
// four bits of s.
func (s Set) withThree() uint16 {
	// Counts the bits in each four bits, then marks counts of 3 or 4 at their lowest bit.
	const ones = 0x111111111111
	x := uint64(s) & (ones * 0xf)
	n := x&ones + x>>1&ones + x>>2&ones + x>>3&ones
	three := (n>>2 | n>>1&n) & ones
	var months uint16
	for ; three != 0; three &= three - 1 {
		months |= 2 << (bits.TrailingZeros64(three) / 4)
	}
	return months
}

// President returns the lowest month of which s has all four cards, 0 for none.
func (s Set) President() int {
	for months := s.withThree(); months != 0; months &= months - 1 {
		if m := bits.TrailingZeros16(months); s.Month(m).Len() == 4 {
			return m
		}
	}
	return 0
}

// Kungs returns the months with three cards in the hand and one on the floor.
func (s *State) Kungs() uint16 {
	_, bombs := s.Declarable()
	return bombs
}

// Declarable returns the months that the seat on turn may shake and bomb.
func (s *State) Declarable() (shakes, bombs uint16) {
	me := &s.Sides[s.Seat]
	for months := me.Hand.withThree(); months != 0; months &= months - 1 {
		m := bits.TrailingZeros16(months)
		switch s.Floor.Month(m).Len() {
		case 0:
			shakes |= 1 << m
		case 1:
			bombs |= 1 << m
		}
	}
	return shakes &^ me.Shaken, bombs
}

// refusal returns the reason why m cannot be played, "" if it can.
func (s *State) refusal(m Move) string {
	switch {
	case s.Phase == Over:
		return games.ReasonOver
	case m.Verb.phase() == s.Phase:
	case s.Phase == AskPlay:
		return ReasonNotAsked
	default:
		return ReasonAsked + s.Phase.String()
	}
	hand := s.Sides[s.Seat].Hand
	month := int(m.Arg)
	offered := true
	switch m.Verb {
	case UseKung:
		offered = s.Kungs()>>month&1 != 0
	case Take:
		offered = s.Turn.Choices.Has(Card(m.Arg))
	case Pass:
		if hand != 0 && s.Sides[s.Seat].Passes == 0 {
			return ReasonMayNotPass
		}
	case Play, Shake, Bomb:
		if hand == 0 && !s.Rules.Piles {
			return ReasonMustPass
		}
		if m.Verb == Play {
			if !hand.Has(Card(m.Arg)) {
				return ReasonNotInHand
			}
			return ""
		}
		in, on := hand.Month(month).Len(), s.Floor.Month(month).Len()
		switch {
		case in < 3 || m.Verb == Bomb && in != 3:
			return ReasonNoThree
		case m.Verb == Bomb && on != 1:
			return ReasonNotOneOnFloor
		case m.Verb == Shake && on != 0:
			return ReasonOnFloor
		case m.Verb == Shake && s.Sides[s.Seat].Shaken>>month&1 != 0:
			return ReasonShaken
		}
	}
	if !offered {
		return ReasonNotOffered
	}
	return ""
}

// String returns "" before the choice, "yeol" or "pi".
func (g GukjinMode) String() string { return [...]string{"", "yeol", "pi"}[g] }

// BoolInt returns 1 for true, 0 for false.
func BoolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

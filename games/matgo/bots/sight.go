package bots

import (
	"arcade/games/matgo"
	"arcade/games/matgo/net"
)

// The inputs of the learnt bot: in each of some hundred slots one input is set. They use only what the
// seat's own view shows.

// After a choice the next cards are still open: pending says what comes next.
const (
	pendingPlay  = iota // the seat has another choice
	pendingTake         // the seat chooses which card to take
	pendingFlip         // a stock card is turned up
	pendingEnd          // the turn ends
	pendingOther        // the opponent's turn begins
	pendingKinds
)

// pending is the next event after a choice.
type pending struct {
	kind   int
	month  int // of the played card, 0 for none
	steals int // certain steals
	choice int // the choice made: the input of its slot
}

// sightKind is a kind of slot: the number of inputs of each slot, and the number of slots.
type sightKind struct{ inputs, slots int }

// The kinds of slots, in the order of the slots.
const (
	sightCard    = iota // place of each card
	sightMonth          // by month: cards in hand, on the floor, unseen
	sightSet            // places of the three cards of each ribbon or bird set
	sightKwangs         // mine, the opponent's, in hand
	sightRain           // place of the rain bright
	sightPi             // mine and the opponent's
	sightKwang          // the same
	sightYeol           // the same
	sightTti            // the same
	sightEach           // by side: pi alone, in finer steps
	sightPoints         // by side: points, with the cards in hand
	sightWins           // by side: what it would win now
	sightGo             // by side: goes, and points gained since the last
	sightFactor         // by side: shakes and bombs
	sightPpuk           // by side: open or not, and how many
	sightGukjin         // by side
	sightBoth           // what each would win now
	sightStock          // cards in the stock
	sightHands          // cards in both hands
	sightPending        // next event, with the unseen cards of the month
	sightSteals         // certain steals
	sightLag            // how much better the sensible bot likes its best choice
	sightChoice         // the choice made
	sightKinds
)

// Places of a card, besides unseen.
const (
	placeHand = 1 + iota
	placeFloor
	placeMine
	placeOthers
	placeShown  // in the opponent's hand
	placeShow   // in the own hand, and the opponent knows it
	placeNobody // aside, or held by a ppuk
	placeAsking // about to take one of two
	cardPlaces
)

var sightSpec = [sightKinds]sightKind{
	sightCard:    {cardPlaces, matgo.Cards},
	sightMonth:   {125, 12},
	sightSet:     {125, 4},
	sightKwangs:  {216, 1},
	sightRain:    {cardPlaces, 1},
	sightPi:      {144, 1},
	sightKwang:   {36, 1},
	sightYeol:    {100, 1},
	sightTti:     {100, 1},
	sightEach:    {26, 2},
	sightPoints:  {14 * 11, 2},
	sightWins:    {winsSteps, 2},
	sightGo:      {6 * 6, 2},
	sightFactor:  {5, 2},
	sightPpuk:    {6, 2},
	sightGukjin:  {3, 2},
	sightBoth:    {winsSteps * winsSteps, 1},
	sightStock:   {24, 1},
	sightHands:   {121, 1},
	sightPending: {pendingKinds * 5, 1},
	sightSteals:  {5, 1},
	sightLag:     {len(lagLimits) + 1, 1},
	sightChoice:  {playChoices + int(matgo.Pass) + 1, 1},
}

// playChoices is the number of inputs of a played card: its class, and how many cards of its month are on
// the floor, unseen and in hand.
const playChoices = classes * 4 * 4 * 3

// choiceInput returns the input of a choice before it is played.
func choiceInput(s *matgo.State, m matgo.Move) int {
	if m.Verb != matgo.Play {
		return playChoices + int(m.Verb)
	}
	me, other := &s.Sides[s.Seat], &s.Sides[1-s.Seat]
	c := matgo.Card(m.Arg)
	seen := me.Hand | s.Floor | me.Won | other.Won
	month := c.Month()
	return int(class[c])*48 + min(s.Floor.Month(month).Len(), 3)*12 + min(4-seen.Month(month).Len(), 3)*3 + min(me.Hand.Month(month).Len(), 3) - 1
}

// One input encodes the places of all four cards of a month. Months that are alike share inputs. A month
// with two plain pi has wheres inputs, since their order does not matter. The month without plain pi has
// whereAll.
const (
	wheres   = 5 * 5 * 15
	whereAll = 5 * 5 * 5 * 5
)

// alike numbers the months that count the same. inMonth lists the cards of a month in the order of wheres:
// the two plain pi last.
var (
	alike   = [13]int{1: 0, 2: 1, 3: 0, 4: 2, 5: 3, 6: 4, 7: 3, 8: 5, 9: 6, 10: 4, 11: 7, 12: 8}
	inMonth = func() (list [13][4]matgo.Card) {
		for m := 1; m <= 12; m++ {
			plain := matgo.MonthSet(m).Of(matgo.Pi) &^ matgo.ManyPi
			n := copy(list[m][:], (matgo.MonthSet(m) &^ plain).Cards())
			copy(list[m][n:], plain.Cards())
		}
		return list
	}()
	pairs = func() (of [5][5]int) {
		n := 0
		for i := range 5 {
			for j := i; j < 5; j++ {
				of[i][j], of[j][i] = n, n
				n++
			}
		}
		return of
	}()
)

// whereMonths is the number of slots with places of a month's cards.
const whereMonths = 12

// sightAt has the first input of each slot. sightInputs is the number of inputs.
var sightAt, sightInputs = func() (at []int, next int) {
	next = 1 // after net.None
	for _, k := range sightSpec {
		for range k.slots {
			at = append(at, next)
			next += k.inputs
		}
	}
	whereAt = next
	return at, next + 8*wheres + whereAll
}()

// whereAt is the first input for the places of a month's cards. Their slots come last.
var whereAt int

// sightSlots is the number of slots.
const (
	sightOne   = matgo.Cards + 12 + 4 + 6 + 2*7 + 7
	sightSlots = sightOne + whereMonths
)

// sight has the input of each slot.
type sight [sightSlots]uint16

// winsLimits are the steps of a side's possible win now.
var winsLimits = [...]int{1, 4, 7, 10, 14, 20, 28, 40, 60, 100, 160, 300}

const winsSteps = len(winsLimits) + 1

func winsStep(points int) int {
	for i, limit := range winsLimits {
		if points < limit {
			return i
		}
	}
	return winsSteps - 1
}

// piSteps are the steps of a side's pi, finest near a bak and the first points.
var piSteps = [...]uint8{0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 9, 10, 10, 11}

func piStep(pi int) int { return int(piSteps[min(max(pi, 0), len(piSteps)-1)]) }

// sighting fills a sight, slot by slot, from the view of a seat.
type sighting struct {
	*sight
	slot      int
	s         *matgo.State
	seat      int
	me, other *matgo.SeatState
	asking    matgo.Set // the card that is about to take one of two
	unseen    matgo.Set
}

// put fills the next slot.
func (x *sighting) put(value int) {
	x.sight[x.slot] = uint16(sightAt[x.slot] + value)
	x.slot++
}

// place fills the slots of cards.
func (x *sighting) place(cards matgo.Set, where int) {
	for ; cards != 0; cards &= cards - 1 {
		c := cards.First()
		x.sight[c] = uint16(sightAt[c] + where)
	}
}

// look fills in the view of a seat of s, with a pending event.
func (v *sight) look(s *matgo.State, seat int, p pending) {
	x := sighting{sight: v, s: s, seat: seat, me: &s.Sides[seat], other: &s.Sides[1-seat]}
	if p.kind == pendingTake {
		x.asking = s.Turn.Card.Bit()
	}
	x.cards()
	x.months()
	x.sets()
	x.counts()
	x.put(p.kind*5 + x.unseen.Month(p.month).Len())
	x.put(min(p.steals, 4))
	x.sight[x.slot] = net.None // the lag: see lag
	x.slot++
	x.put(p.choice)
	x.wholeMonths()
}

// cards sets each card's place. Most cards are unseen, and their slots stay empty.
func (x *sighting) cards() {
	clear(x.sight[:matgo.Cards])
	shown := x.other.Shown & x.other.Hand
	show := x.me.Shown & x.me.Hand
	x.place(x.me.Hand&^show, placeHand)
	x.place(x.s.Floor, placeFloor)
	x.place(x.me.Won, placeMine)
	x.place(x.other.Won, placeOthers)
	x.place(shown, placeShown)
	x.place(show, placeShow)
	nobody := x.s.Aside | x.me.Held | x.other.Held
	x.place(nobody, placeNobody)
	x.place(x.asking, placeAsking)
	x.unseen = matgo.Full &^ (x.me.Hand | x.s.Floor | x.me.Won | x.other.Won | nobody | x.asking)
	x.slot = matgo.Cards
}

// months counts the cards of each month in hand, on the floor and unseen.
func (x *sighting) months() {
	for m := 1; m <= 12; m++ {
		x.put(x.me.Hand.Month(m).Len()*25 + x.s.Floor.Month(m).Len()*5 + x.unseen.Month(m).Len())
	}
}

// sets sets the places of the cards of the ribbon and bird sets.
func (x *sighting) sets() {
	for _, set := range [...]matgo.Set{matgo.Hongdan, matgo.Cheongdan, matgo.Chodan, matgo.Godori} {
		v := 0
		for ; set != 0; set &= set - 1 {
			c := set & -set
			switch {
			case x.me.Won&c != 0:
				v = v*5 + 1
			case x.other.Won&c != 0:
				v = v*5 + 2
			case x.me.Hand&c != 0:
				v = v*5 + 3
			case x.s.Floor&c != 0:
				v = v*5 + 4
			default:
				v *= 5
			}
		}
		x.put(v)
	}
}

// counts sets both sides' captures, their worth and their declarations.
func (x *sighting) counts() {
	s, me, other := x.s, x.me, x.other
	kwang, yeol, tti, pi := s.CountKinds(x.seat)
	kwang2, yeol2, tti2, pi2 := s.CountKinds(1 - x.seat)
	x.put(kwang*36 + kwang2*6 + me.Hand.Of(matgo.Kwang).Len())
	if at := int(x.sight[matgo.RainBright]); at != net.None {
		x.put(at - sightAt[matgo.RainBright])
	} else {
		x.put(0)
	}
	x.put(piStep(pi)*12 + piStep(pi2))
	x.put(kwang*6 + kwang2)
	x.put(min(yeol, 9)*10 + min(yeol2, 9))
	x.put(min(tti, 9)*10 + min(tti2, 9))
	var points, wins [2]int
	for i, seat := range [2]int{x.seat, 1 - x.seat} {
		points[i] = s.Score(seat)
		m := s.Multiplier(seat, true)
		wins[i] = winsStep((points[i] + s.Sides[seat].Goes) * (m.Total / s.Carry))
	}
	x.put(min(pi, 25))
	x.put(min(pi2, 25))
	x.put(min(points[0]+me.Goes, 13)*11 + me.Hand.Len())
	x.put(min(points[1]+other.Goes, 13)*11 + other.Hand.Len())
	x.put(wins[0])
	x.put(wins[1])
	x.put(min(me.Goes, 5)*6 + min(max(points[0]-me.GoBase, 0), 5))
	x.put(min(other.Goes, 5)*6 + min(max(points[1]-other.GoBase, 0), 5))
	for _, d := range [2]*matgo.SeatState{me, other} {
		n := d.Counters.Shaking + d.Counters.Bomb
		if d.President != 0 {
			n += 2
		}
		x.put(min(n, 4))
	}
	for _, d := range [2]*matgo.SeatState{me, other} {
		x.put(min(d.Counters.Ppuk, 2)*2 + matgo.BoolInt(d.PpukOpen))
	}
	x.put(int(me.Gukjin))
	x.put(int(other.Gukjin))
	x.put(wins[0]*winsSteps + wins[1])
	x.put(min(matgo.Cards-s.Next, 23))
	x.put(me.Hand.Len()*11 + other.Hand.Len())
}

// wholeMonths sets the places of all four cards of each month, as one input a month.
func (x *sighting) wholeMonths() {
	for m := 1; m <= 12; m++ {
		var at [4]int
		for i, c := range inMonth[m] {
			switch b := c.Bit(); {
			case x.me.Hand&b != 0:
				at[i] = 1
			case x.s.Floor&b != 0:
				at[i] = 2
			case x.me.Won&b != 0 || x.asking&b != 0:
				at[i] = 3
			case x.other.Won&b != 0:
				at[i] = 4
			}
		}
		n := at[0]*5 + at[1]
		if alike[m] == 8 {
			n = n*25 + at[2]*5 + at[3]
		} else {
			n = n*15 + pairs[at[2]][at[3]]
		}
		x.sight[x.slot] = uint16(whereAt + alike[m]*wheres + n)
		x.slot++
	}
}

// lagLimits are the steps of a choice's lag behind the sensible bot's best, in its points.
var lagLimits = [...]float64{0.002, 0.1, 0.25, 0.5, 0.8, 1.2, 1.8, 2.6, 4, 7}

// lag sets a choice's lag behind the sensible bot's best choice.
func (x *sight) lag(behind float64) {
	n := 0
	for n < len(lagLimits) && behind >= lagLimits[n] {
		n++
	}
	x[sightOne-2] = uint16(sightAt[sightOne-2] + n)
}

// after plays the certain part of a choice on s, a copy of the seat's state, and returns what comes next.
// If the choice ends the round, ends is true and worth has its points, without the carry, which multiplies
// every win.
func after(s *matgo.State, m matgo.Move) (p pending, worth int, ends bool) {
	me := &s.Sides[s.Seat]
	p = pending{kind: pendingPlay, month: s.Turn.Month, steals: s.TurnSteals(), choice: choiceInput(s, m)}
	switch m.Verb {
	case matgo.PresidentStop:
		return p, s.Rules.PresidentBase, true
	case matgo.PresidentHold:
		me.President = s.PresidentMonth()
	case matgo.UseKung:
		s.CaptureMonth(int(m.Arg))
		me.Counters.Kung++
		p.steals++
	case matgo.Shake:
		me.Shown |= me.Hand.Month(int(m.Arg))
		me.Counters.Shaking++
	case matgo.Bomb:
		s.CaptureMonth(int(m.Arg))
		me.Counters.Bomb++
		p.kind, p.month, p.steals = pendingFlip, int(m.Arg), p.steals+1
	case matgo.Play:
		c := matgo.Card(m.Arg)
		me.Hand &^= c.Bit()
		if s.Rules.Piles && c.Bonus() {
			me.Won |= c.Bit()
			p.steals++
			return p, 0, false
		}
		p.kind, p.month = pendingFlip, c.Month()
		on := s.Floor.Month(c.Month())
		switch on.Len() {
		case 0:
			s.Floor |= c.Bit()
			return p, 0, false
		case 2:
			low := on.First()
			high := (on & (on - 1)).First()
			if low.Kind() != high.Kind() {
				s.Turn.Card = c
				p.kind = pendingTake
				return p, 0, false
			}
			on = low.Bit()
			if high.Worth() > low.Worth() {
				on = high.Bit()
			}
		case 3:
			if !s.Rules.Piles {
				me.Counters.Ttak++
			}
			p.steals += matgo.BoolInt(me.Left() != 0)
		}
		s.Floor &^= on
		me.Won |= on | c.Bit()
	case matgo.Take:
		p.kind = pendingFlip
		if s.Turn.Flip {
			p.kind, p.month = pendingEnd, s.Turn.Card.Month()
		}
		both := matgo.Card(m.Arg).Bit() | s.Turn.Card.Bit()
		s.Floor &^= both
		me.Won |= both
	case matgo.GukjinYeol:
		me.Gukjin = matgo.GukjinAsYeol
		p = pending{kind: pendingEnd, choice: p.choice}
	case matgo.GukjinPi:
		me.Gukjin = matgo.GukjinAsPi
		p = pending{kind: pendingEnd, choice: p.choice}
	case matgo.Go:
		me.Goes++
		me.GoBase = s.Score(int(s.Seat))
		p = pending{kind: pendingOther, choice: p.choice}
	case matgo.Stop:
		return p, (s.Score(int(s.Seat)) + me.Goes) * (s.Multiplier(int(s.Seat), true).Total / s.Carry), true
	case matgo.Pass:
		if p = (pending{kind: pendingOther, choice: p.choice}); s.Rules.Piles {
			p.kind = pendingFlip
		}
	}
	return p, 0, false
}

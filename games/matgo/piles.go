package matgo

// The parts of a round that only rules with piles have: see [Rules.Piles].

// Pile is a ppuk on the floor: three cards of a month, and bonus cards that came up with them. The fourth card
// of the month takes all.
type Pile struct {
	Month int `json:"month"`
	// Seat is the seat whose ppuk it is.
	Seat  int    `json:"seat"`
	Cards []Card `json:"cards"`
	Bonus []Card `json:"bonus"`
}

// Left returns the number of cards in a hand, pass cards included.
func (d *SeatState) Left() int { return d.Hand.Len() + d.Passes }

// dealPasses gives the seat on turn a pass card for each card that a bomb took beyond one a turn.
func (s *State) dealPasses() {
	const turns = 10 // of a seat in a round
	me := &s.Sides[s.Seat]
	me.Passes = max(me.Passes, turns-(me.Turns-1)-me.Hand.Len())
}

// playBonus captures a bonus card of the hand. The seat draws a card for it and stays on turn.
func (s *State) playBonus(c Card, rec *recorder) {
	me := &s.Sides[s.Seat]
	me.Hand &^= c.Bit()
	me.Won |= c.Bit()
	s.came(c)
	s.Trace.Took[FromHand] |= c.Bit()
	tell(rec, s, EventBonusPlay{c, Cards - s.Next - 1})
	last := me.Left() == 0
	drawn := s.Deck[s.Next]
	s.Past.Drawn |= 1 << s.Next
	s.Next++
	me.Hand |= drawn.Bit()
	s.came(drawn)
	if !last {
		s.steal(rec)
	}
	if s.PresidentMonth() != 0 {
		s.Phase = AskPresident
	}
}

// leavePile puts a flipped card and the two cards that the played card of its month took to the floor as a
// pile, with the bonus cards flipped before it.
func (s *State) leavePile(c Card, rec *recorder) {
	me, t := &s.Sides[s.Seat], &s.Turn
	month := c.Month()
	pair := me.Won.Month(month)
	me.Won &^= pair
	s.Trace.Took[FromHand] &^= pair
	t.Took = 0
	s.Floor |= pair | c.Bit() | s.Aside
	s.came(c)
	s.arriveInOrder(pair) // the floor card came first
	for card := range s.Aside.All() {
		s.PileMonths[card-BonusDouble] = uint8(month)
	}
	me.Piles |= 1 << month
	bonus := s.Aside
	s.Aside = 0
	s.Trace.Matches[FromFlip]++
	s.Trace.Events[FromFlip]++
	s.Trace.Last[FromFlip] = Matched{Tag: tagPpuk}
	rec.match(s, c, true, 0, 0, false, TagNames[tagPpuk])
	s.count(month, tagPpuk, rec)
	rec.pile(s, month, bonus)
	s.endTurn(rec)
}

// takePile captures the bonus cards of a month whose three cards were just taken.
func (s *State) takePile(month int, flip bool, rec *recorder) {
	me, t := &s.Sides[s.Seat], &s.Turn
	t.Swept = t.Swept || !flip
	bonus := s.pileBonus(month)
	for i := range s.Sides {
		if s.Sides[i].Piles>>month&1 != 0 {
			rec.pileTaken(s, month, i)
		}
		s.Sides[i].Piles &^= 1 << month
	}
	if bonus == 0 {
		return
	}
	for c := range bonus.All() {
		s.PileMonths[c-BonusDouble] = 0
		s.came(c)
	}
	s.Floor &^= bonus
	me.Won |= bonus
	t.Took |= bonus
	t.Steals += bonus.Len()
	from := FromHand
	if flip {
		from = FromFlip
	}
	s.Trace.Took[from] |= bonus
	rec.release(s, bonus)
}

// pileBonus returns the bonus cards in the pile of a month.
func (s *State) pileBonus(month int) (bonus Set) {
	for i, m := range s.PileMonths {
		if m != 0 && int(m) == month {
			bonus |= (BonusDouble + Card(i)).Bit()
		}
	}
	return bonus
}

// Piles lists the piles on the floor by month.
func (s *State) Piles() (list []Pile) {
	for m := 1; m <= 12; m++ {
		for i := range s.Sides {
			if s.Sides[i].Piles>>m&1 != 0 {
				list = append(list, Pile{m, i, s.Floor.Month(m).Cards(), s.pileBonus(m).Cards()})
			}
		}
	}
	return list
}

// closePpuks opens a ppuk of the turn. Otherwise any capture closes the open ppuks of both seats, and steals
// for each.
func (s *State) closePpuks(rec *recorder) {
	me, t := &s.Sides[s.Seat], &s.Turn
	if t.Ppuk {
		me.PpukOpen = true
		me.PpukStreak++
		me.PpukTurn = s.Turns
		if n := me.Turns; n <= len(s.Rules.PpukRow) && me.PpukStreak >= n {
			t.Gold = s.Rules.PpukRow[n-1]
			if n == 1 {
				tell(rec, s, EventFirstPpuk{})
			} else {
				me.Counters.YeonPpuk++
				tell(rec, s, EventYeonPpuk{me.Counters.YeonPpuk})
			}
		}
		return
	}
	if t.Took == 0 {
		return
	}
	closed := 0
	for i := range s.Sides {
		d := &s.Sides[i]
		closed += BoolInt(d.PpukOpen)
		d.PpukOpen, d.PpukStreak = false, 0
	}
	if closed == 0 && t.Swept {
		closed = 1
	}
	for range closed {
		me.Counters.Jabbeok++
		t.Steals++
		tell(rec, s, EventJabbeok{me.Counters.Jabbeok})
	}
}

// gukjinMatters reports whether the seat on turn is asked how its gukjin counts: whether the two ways differ in
// what it may do now, or in what it wins.
func (s *State) gukjinMatters() bool {
	me, seat := &s.Sides[s.Seat], int(s.Seat)
	left := me.Left() > 0
	count := func(mode GukjinMode) (points int, m Multiplier, ready bool) {
		me.Gukjin = mode
		points, m = s.Score(seat), s.Multiplier(seat, false)
		return points, m, points > me.GoBase && (left && s.reaches(points) || !left && me.Goes > 0)
	}
	pi, piMultiplier, piReady := count(GukjinAsPi)
	yeol, yeolMultiplier, yeolReady := count(GukjinOpen)
	if piReady != yeolReady {
		return true
	}
	over := !left && s.Sides[1-s.Seat].Left() == 0
	return (piReady || over) && (pi != yeol || piMultiplier != yeolMultiplier)
}

// stop ends the round for the seat on turn. A gukjin that the loser counts as a yeol turns into pi if the loser
// would have a pi bak.
func (s *State) stop(reason string, rec *recorder) {
	if s.Rules.Piles {
		other := &s.Sides[1-s.Seat]
		if other.Won.Has(Gukjin) && other.Gukjin != GukjinAsPi && s.Multiplier(int(s.Seat), true).Pi > 1 {
			other.Gukjin, other.GukjinFixed = GukjinAsPi, true
			rec.gukjinTurned(s)
		}
	}
	rec.stop(s)
	s.Finish(reason, int(s.Seat), rec)
}

// came notes that a card has come to the place where it is now.
func (s *State) came(c Card) {
	if s.Rules.Piles {
		s.arrived++
		s.arrivals[c] = s.arrived
	}
}

// arrive notes the order in which a capture brings its cards.
func (s *State) arrive(c Card, flip bool, take Set, chosen bool) {
	if !s.Rules.Piles {
		return
	}
	if flip {
		for aside := range s.Aside.All() {
			s.came(aside)
		}
	}
	first := flip || chosen // with one floor card the flipped card comes first, and the played one after a choice
	if take.Len() == 1 && first {
		s.came(c)
	}
	s.arriveInOrder(take)
	if take.Len() > 1 || !first {
		s.came(c)
	}
}

// inOrder returns at most four cards in the order in which they came to their place, and their number.
func (s *State) inOrder(cards Set) (list [4]Card, n int) {
	if !s.Rules.Piles {
		return list, 0
	}
	for ; cards != 0; cards &= cards - 1 {
		c, i := cards.First(), n
		for ; i > 0 && s.arrivals[list[i-1]] > s.arrivals[c]; i-- {
			list[i] = list[i-1]
		}
		list[i] = c
		n++
	}
	return list, n
}

// arriveInOrder notes that cards come to a place one after the other, in the order in which they came to the last.
func (s *State) arriveInOrder(cards Set) {
	list, n := s.inOrder(cards)
	for _, c := range list[:n] {
		s.came(c)
	}
}

// newest returns the card that came last, the lowest one if no order is kept.
func (s *State) newest(cards Set) Card {
	last := cards.First()
	for c := range cards.All() {
		if s.arrivals[c] > s.arrivals[last] {
			last = c
		}
	}
	return last
}

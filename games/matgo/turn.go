package matgo

// Apply plays m for the seat on turn. If m is not legal, Apply returns the reason and leaves the state
// unchanged; "" means legal. It does not allocate.
func (s *State) Apply(m Move) (reason string) { return s.apply(m, nil) }

// apply does Apply's work and also writes the events into rec, unless that is nil.
func (s *State) apply(m Move, rec *recorder) (reason string) {
	if reason := s.refusal(m); reason != "" {
		return reason
	}
	me := &s.Sides[s.Seat]
	s.Past.note(m, s.Seat, me.Hand)
	switch m.Verb {
	case PresidentStop:
		rec.presidentStop(s)
		s.Finish(EndPresident, int(s.Seat), rec)
	case PresidentHold:
		me.President = s.PresidentMonth()
		tell(rec, s, EventPresident{Choice: "hold"})
		s.askKung()
	case UseKung:
		s.kung(int(m.Arg), rec)
	case PassKung:
		tell(rec, s, EventKungPass{})
		s.Phase = AskPlay
	case Shake:
		cards := me.Hand.Month(int(m.Arg))
		me.Shaken |= 1 << m.Arg
		me.Shown |= cards
		me.Counters.Shaking++
		rec.shake(s, int(m.Arg), cards)
	case Bomb:
		s.bomb(int(m.Arg), rec)
	case Play:
		c := Card(m.Arg)
		if s.Rules.Piles && c.Bonus() { // a document's world may have one in a hand, but no round has
			s.playBonus(c, rec)
			break
		}
		me.Hand &^= c.Bit()
		s.Turn.Month, s.Turn.Last = c.Month(), me.Left() == 0
		tell(rec, s, EventPlay{c, s.Turn.Last})
		s.match(c, false, rec)
	case Take:
		s.Phase = AskPlay
		s.settle(s.Turn.Card, s.Turn.Flip, Card(m.Arg).Bit(), 2, true, rec)
	case GukjinYeol:
		me.Gukjin = GukjinAsYeol
		tell(rec, s, EventGukjin{me.Gukjin.String()})
		s.askGo(rec)
	case GukjinPi:
		me.Gukjin = GukjinAsPi
		tell(rec, s, EventGukjin{me.Gukjin.String()})
		s.askGo(rec)
	case Go:
		me.Goes++
		me.GoBase = s.Score(int(s.Seat))
		tell(rec, s, EventGo{me.Goes, me.GoBase})
		s.nextTurn(rec)
	case Stop:
		s.stop(EndStop, rec)
	case Pass:
		if s.Rules.Piles {
			me.Passes--
			s.Turn.Last = me.Left() == 0
			tell(rec, s, EventPass{})
			s.flip(rec)
			break
		}
		tell(rec, s, EventPass{})
		s.nextTurn(rec)
	}
	return ""
}

// StartTurn gives the turn to a seat and asks the questions of its first turn.
func (s *State) StartTurn(seat uint8) {
	s.Seat, s.Phase, s.Turn = seat, AskPlay, TurnState{}
	s.Turns++
	s.Sides[seat].Turns++
	if s.Rules.Piles {
		s.dealPasses()
	}
	if s.Sides[seat].Turns > 1 {
		return
	}
	if s.PresidentMonth() != 0 {
		s.Phase = AskPresident
		return
	}
	s.askKung()
}

// PresidentMonth returns the president's month of the seat on turn, 0 for none.
func (s *State) PresidentMonth() int { return s.Sides[s.Seat].Hand.President() }

// askKung asks the first seat about a kung, if it has one, on its first turn.
func (s *State) askKung() {
	s.Phase = AskPlay
	if s.Seat == s.First && !s.Rules.Piles && s.Kungs() != 0 {
		s.Phase = AskKung
	}
}

// kung captures the three and the floor card. The turn goes on with the cards left.
func (s *State) kung(month int, rec *recorder) {
	me := &s.Sides[s.Seat]
	floor := s.Floor.Month(month).First()
	s.CaptureMonth(month)
	me.Kungs |= 1 << month
	me.Counters.Kung++
	s.Turn.Steals++
	rec.kung(s, month, floor)
	s.Phase = AskPlay
}

// bomb captures the three and the floor card instead of a play.
func (s *State) bomb(month int, rec *recorder) {
	me := &s.Sides[s.Seat]
	floor := s.Floor.Month(month).First()
	s.came(floor)
	s.arriveInOrder(me.Hand.Month(month))
	s.CaptureMonth(month)
	me.Bombed |= 1 << month
	me.Counters.Bomb++
	s.Turn.Month, s.Turn.Last = month, me.Hand == 0 && !s.Rules.Piles
	if !s.Turn.Last || s.Rules.LastBombSteals {
		s.Turn.Steals++
	}
	rec.bomb(s, month, floor)
	s.flip(rec)
}

func (s *State) CaptureMonth(month int) {
	all := MonthSet(month)
	s.Sides[s.Seat].Hand &^= all
	s.Floor &^= all
	s.Sides[s.Seat].Won |= all
	s.Turn.Took |= all
	s.Trace.Took[FromHand] |= all
}

// flip flips cards of the stock up to the first that is not a bonus card.
func (s *State) flip(rec *recorder) {
	for s.Next < Cards {
		c := s.Deck[s.Next]
		s.Next++
		tell(rec, s, EventFlip{c, Cards - s.Next})
		if !c.Bonus() {
			s.match(c, true, rec)
			return
		}
		s.Aside |= c.Bit()
		tell(rec, s, EventAside{c})
	}
	tell(rec, s, EventStockEmpty{})
	s.endTurn(rec)
}

// match puts a played or flipped card to the floor. It asks which card to take if two of different kinds
// are there.
func (s *State) match(c Card, flip bool, rec *recorder) {
	on := s.Floor.Month(c.Month())
	n := on.Len()
	if n == 2 {
		low := on.First()
		high := (on & (on - 1)).First()
		if low.Kind() != high.Kind() {
			s.Turn.Card, s.Turn.Flip, s.Turn.Choices = c, flip, on
			s.Phase = AskTake
			rec.ask(s)
			return
		}
		on = low.Bit()
		if high.Worth() > low.Worth() {
			on = high.Bit()
		}
	}
	s.settle(c, flip, on, n, false, rec)
}

// settle captures take with c, or leaves c on the floor if take is empty. matches is the number of floor
// cards of its month. Then the turn goes on.
func (s *State) settle(c Card, flip bool, take Set, matches int, chosen bool, rec *recorder) {
	me := &s.Sides[s.Seat]
	t := &s.Turn
	from := FromHand
	if flip {
		from = FromFlip
	}
	same := flip && c.Month() == t.Month && !t.Last
	meets := t.Took == 0 // the card just played, if same
	switch {
	case take == 0 && same && s.Rules.Piles:
		s.leavePile(c, rec)
		return
	case take == 0:
		s.Floor |= c.Bit()
		s.came(c)
	default:
		s.arrive(c, flip, take, chosen)
		s.Floor &^= take
		me.Won |= take | c.Bit()
		t.Took |= take | c.Bit()
		s.Trace.Took[from] |= take | c.Bit()
	}
	t.Card, t.Flip, t.Choices = 0, false, 0
	tag := uint8(tagNormal)
	switch {
	case s.Rules.Piles:
		switch {
		case same && meets:
			tag = tagJjob
		case same:
			tag = tagDdadak
		}
	case !flip && matches == 3:
		tag = tagTtak
	case same && matches == 0:
		tag = tagJjob
	case same && matches == 1:
		tag = tagDdadak
	case flip && matches >= 2 && !t.Last:
		tag = tagPpuk
	}
	s.Trace.Matches[from]++
	s.Trace.Events[from] += BoolInt(tag != tagNormal)
	s.Trace.Last[from] = Matched{tag, uint8(matches)}
	rec.match(s, c, flip, take, matches, chosen, TagNames[tag])
	s.count(c.Month(), tag, rec)
	if matches == 3 && s.Rules.Piles {
		s.takePile(c.Month(), flip, rec)
	}
	if flip {
		s.endTurn(rec)
		return
	}
	// The owner's rule, although four cards a month never allow it.
	if take != 0 && me.President == c.Month() && me.Hand.Month(me.President).Len() == 3 {
		me.Counters.Shaking++
		me.Counters.Bomb++
		t.Steals++
		tell(rec, s, EventPresidentChain{me.President})
	}
	s.flip(rec)
}

// count counts the event of a match of a month, and the steal that it earns.
func (s *State) count(month int, tag uint8, rec *recorder) {
	me := &s.Sides[s.Seat]
	t := &s.Turn
	switch tag {
	case tagTtak:
		me.Counters.Ttak++
		tell(rec, s, EventTtak{me.Counters.Ttak, month})
		if !t.Last {
			t.Steals++
		}
	case tagJjob:
		me.Counters.Jjob++
		tell(rec, s, EventJjob{me.Counters.Jjob, month})
		t.Steals++
	case tagDdadak:
		me.Counters.Ddadak++
		tell(rec, s, EventDdadak{me.Counters.Ddadak, month})
		t.Steals++
	case tagPpuk:
		me.Counters.Ppuk++
		tell(rec, s, EventPpuk{me.Counters.Ppuk, month})
		t.Ppuk = true
		me.PpukMonth = month
	}
}

// endTurn settles the turn's effects: bonus cards, ppuk and captures that make it good, the empty floor,
// then the steals and the gold.
func (s *State) endTurn(rec *recorder) {
	me := &s.Sides[s.Seat]
	t := &s.Turn
	if s.Aside != 0 {
		if t.Ppuk {
			me.Held |= s.Aside
			rec.hold(s, s.Aside)
		} else {
			me.Won |= s.Aside
			s.Trace.Took[FromFlip] |= s.Aside
			t.Steals += s.Aside.Len()
			if s.Rules.BonusMakesGood {
				t.Took |= s.Aside
			}
			rec.bonus(s, s.Aside)
		}
		s.Aside = 0
	}
	switch {
	case s.Rules.Piles:
		s.closePpuks(rec)
	case t.Ppuk:
		if me.Turns == 1 {
			t.Gold += s.Rules.PpukGold
			tell(rec, s, EventFirstPpuk{})
		}
		if me.PpukOpen {
			t.Gold += s.Rules.PpukGold
			me.Counters.YeonPpuk++
			tell(rec, s, EventYeonPpuk{me.Counters.YeonPpuk})
		}
		me.PpukOpen = true
		me.PpukStreak++
		me.PpukTurn = s.Turns
	case t.Took != 0 && me.PpukOpen:
		me.Counters.Jabbeok++
		t.Steals++
		me.PpukOpen, me.PpukStreak = false, 0
		tell(rec, s, EventJabbeok{me.Counters.Jabbeok})
		if me.Held != 0 {
			me.Won |= me.Held
			s.Trace.Took[FromFlip] |= me.Held
			t.Steals += me.Held.Len()
			rec.release(s, me.Held)
			me.Held = 0
		}
	}
	if s.Floor == 0 && t.Took != 0 && !t.Last {
		me.Counters.Ssul++
		t.Steals++
		tell(rec, s, EventSsul{me.Counters.Ssul})
	}
	if t.Last && s.Rules.Piles {
		t.Steals = 0
	}
	for range t.Steals {
		s.steal(rec)
	}
	if t.Gold > 0 {
		paid := s.pay(int(s.Seat), t.Gold)
		s.End.EventGold += paid * (1 - 2*int(s.Seat))
		s.Trace.Gold += paid
		tell(rec, s, EventGold{Amount: paid, Due: t.Gold})
	}
	rec.sets(s)
	switch {
	case t.Ppuk && me.Counters.Ppuk >= s.Rules.PpukWins:
		s.Finish(EndThreePpuk, int(s.Seat), rec)
	case me.Won.Has(Gukjin) && me.Gukjin == GukjinOpen && (!s.Rules.Piles || s.gukjinMatters()):
		s.Phase = AskGukjin
		rec.ask(s)
	default:
		s.askGo(rec)
	}
}

// steal takes the cheapest pi of the opponent: of equals the lowest, with piles the one that came last. A
// gukjin that counts as pi can be stolen only with piles, before a pi that counts 3. Otherwise it becomes a
// yeol for good if nothing else is left.
func (s *State) steal(rec *recorder) {
	me, other := &s.Sides[s.Seat], &s.Sides[1-s.Seat]
	pi := other.Won.Of(Pi)
	if cheap := pi &^ ManyPi; cheap != 0 {
		pi = cheap
	} else if double := pi &^ worth3; double != 0 {
		pi = double
	} else if s.Rules.Piles && other.Gukjin == GukjinAsPi && other.Won.Has(Gukjin) {
		pi = Gukjin.Bit()
		me.Gukjin, other.Gukjin = GukjinAsPi, GukjinOpen
	}
	switch {
	case pi != 0:
		c := s.newest(pi)
		s.came(c)
		other.Won &^= c.Bit()
		me.Won |= c.Bit()
		s.Trace.Steals++
		tell(rec, s, EventSteal{c})
	case other.Gukjin == GukjinAsPi:
		other.Gukjin, other.GukjinFixed = GukjinAsYeol, true
		tell(rec, s, EventStealFailed{"gukjin"})
	default:
		tell(rec, s, EventStealFailed{"none"})
	}
}

// pay moves gold from the opponent to seat, as far as the opponent has any, and refills an empty purse: with
// piles only after the round. It returns the gold paid.
func (s *State) pay(seat, due int) (paid int) {
	paid = min(due, s.Gold[1-seat])
	s.Gold[seat] += paid
	s.Gold[1-seat] -= paid
	if s.Gold[1-seat] == 0 && !s.Rules.Piles {
		s.Gold[1-seat] = s.Rules.StartGold
		s.End.Refilled[1-seat] = true
	}
	return paid
}

// askGo asks go or stop if the seat has enough points. Otherwise it goes on.
func (s *State) askGo(rec *recorder) {
	me := &s.Sides[s.Seat]
	if left := me.Left() > 0; left || s.Rules.Piles {
		if p := s.Score(int(s.Seat)); s.reaches(p) && p > me.GoBase {
			if !left {
				s.stop(EndLastStop, rec)
				return
			}
			s.Phase = AskGo
			rec.ask(s)
			return
		}
	}
	s.nextTurn(rec)
}

// reaches reports whether the seat on turn has enough for go or stop with that many points.
func (s *State) reaches(points int) bool {
	if !s.Rules.Piles {
		points += s.Sides[s.Seat].Goes
	}
	return points >= s.Rules.GoMin
}

func (s *State) nextTurn(rec *recorder) {
	if s.Sides[0].Left()+s.Sides[1].Left() == 0 {
		s.finishEmpty(rec)
		return
	}
	s.StartTurn(1 - s.Seat)
}

// TurnSteals returns the number of pi that the turn in play will certainly steal, as far as the view shows:
// those by its kungs and its bomb, with piles also those by a pile.
func (s *State) TurnSteals() int {
	me := &s.Sides[s.Seat]
	n := 0
	if s.Rules.Piles {
		if s.Phase == AskTake {
			n = s.Turn.Steals
		}
		return n
	}
	if me.Turns == 1 {
		n = me.Counters.Kung
	}
	if s.Turn.Month != 0 && me.Bombed>>s.Turn.Month&1 != 0 && (!s.Turn.Last || s.Rules.LastBombSteals) {
		n++
	}
	return n
}

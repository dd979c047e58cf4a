package matgo

// Apply plays m for the seat on turn. Where that is not legal it gives the reason,
// and the state is unchanged; "" is legal. It does not allocate.
func (s *State) Apply(m Move) (reason string) { return s.apply(m, nil) }

// apply is Apply that also writes what happens into rec, unless that is nil.
func (s *State) apply(m Move, rec *recorder) (reason string) {
	if reason := s.refusal(m); reason != "" {
		return reason
	}
	me := &s.sides[s.seat]
	s.past.note(m, s.seat, me.hand)
	switch m.Verb {
	case PresidentStop:
		rec.presidentStop(s)
		s.finish(EndPresident, int(s.seat), rec)
	case PresidentHold:
		me.president = s.presidentMonth()
		tell(rec, s, EventPresident{Choice: "hold"})
		s.askKung()
	case UseKung:
		s.kung(int(m.Arg), rec)
	case PassKung:
		tell(rec, s, EventKungPass{})
		s.phase = AskPlay
	case Shake:
		cards := me.hand.Month(int(m.Arg))
		me.shaken |= 1 << m.Arg
		me.shown |= cards
		me.counters.Shaking++
		rec.shake(s, int(m.Arg), cards)
	case Bomb:
		s.bomb(int(m.Arg), rec)
	case Play:
		c := Card(m.Arg)
		me.hand &^= c.bit()
		s.turn.month, s.turn.last = c.Month(), me.hand == 0
		tell(rec, s, EventPlay{c, s.turn.last})
		s.match(c, false, rec)
	case Take:
		s.phase = AskPlay
		s.settle(s.turn.card, s.turn.flip, Card(m.Arg).bit(), 2, true, rec)
	case GukjinYeol:
		me.gukjin = GukjinAsYeol
		tell(rec, s, EventGukjin{me.gukjin.String()})
		s.askGo(rec)
	case GukjinPi:
		me.gukjin = GukjinAsPi
		tell(rec, s, EventGukjin{me.gukjin.String()})
		s.askGo(rec)
	case Go:
		me.goes++
		me.goBase = s.points(int(s.seat))
		tell(rec, s, EventGo{me.goes, me.goBase})
		s.nextTurn(rec)
	case Stop:
		rec.stop(s)
		s.finish(EndStop, int(s.seat), rec)
	case Pass:
		tell(rec, s, EventPass{})
		s.nextTurn(rec)
	}
	return ""
}

// startTurn gives the turn to a seat and asks what its first turn asks.
func (s *State) startTurn(seat uint8) {
	s.seat, s.phase, s.turn = seat, AskPlay, turn{}
	s.turns++
	s.sides[seat].turns++
	if s.sides[seat].turns > 1 {
		return
	}
	if s.presidentMonth() != 0 {
		s.phase = AskPresident
		return
	}
	s.askKung()
}

// presidentMonth is the president of the seat on turn, 0 for none.
func (s *State) presidentMonth() int { return s.sides[s.seat].hand.president() }

// askKung asks the first seat for a kung, on its first turn, where it has one.
func (s *State) askKung() {
	s.phase = AskPlay
	if s.seat == s.first && s.kungs() != 0 {
		s.phase = AskKung
	}
}

// kung captures the three and the floor card; the turn goes on with the cards left.
func (s *State) kung(month int, rec *recorder) {
	me := &s.sides[s.seat]
	floor := s.floor.Month(month).First()
	s.captureMonth(month)
	me.kungs |= 1 << month
	me.counters.Kung++
	s.turn.steals++
	rec.kung(s, month, floor)
	s.phase = AskPlay
}

// bomb captures the three and the floor card in place of a play.
func (s *State) bomb(month int, rec *recorder) {
	me := &s.sides[s.seat]
	floor := s.floor.Month(month).First()
	s.captureMonth(month)
	me.bombed |= 1 << month
	me.counters.Bomb++
	s.turn.month, s.turn.last = month, me.hand == 0
	if !s.turn.last || s.rules.LastBombSteals {
		s.turn.steals++
	}
	rec.bomb(s, month, floor)
	s.flip(rec)
}

func (s *State) captureMonth(month int) {
	all := monthSet(month)
	s.sides[s.seat].hand &^= all
	s.floor &^= all
	s.sides[s.seat].won |= all
	s.turn.took |= all
	s.trace.took[fromHand] |= all
}

// flip turns cards of the stock up to the first that is no bonus.
func (s *State) flip(rec *recorder) {
	for s.next < Cards {
		c := s.deck[s.next]
		s.next++
		tell(rec, s, EventFlip{c, Cards - s.next})
		if !c.Bonus() {
			s.match(c, true, rec)
			return
		}
		s.aside |= c.bit()
		tell(rec, s, EventAside{c})
	}
	tell(rec, s, EventStockEmpty{})
	s.endTurn(rec)
}

// match puts a played or flipped card to the floor, asking which one it takes
// where two of different kinds lie there.
func (s *State) match(c Card, flip bool, rec *recorder) {
	on := s.floor.Month(c.Month())
	n := on.Len()
	if n == 2 {
		low := on.First()
		high := (on & (on - 1)).First()
		if low.Kind() != high.Kind() {
			s.turn.card, s.turn.flip, s.turn.choices = c, flip, on
			s.phase = AskTake
			rec.ask(s)
			return
		}
		on = low.bit()
		if high.Worth() > low.Worth() {
			on = high.bit()
		}
	}
	s.settle(c, flip, on, n, false, rec)
}

// settle captures take with c, or leaves c on the floor where take is empty;
// matches is how many of its month lay there. Then the turn goes on.
func (s *State) settle(c Card, flip bool, take Set, matches int, chosen bool, rec *recorder) {
	me := &s.sides[s.seat]
	t := &s.turn
	from := fromHand
	if flip {
		from = fromFlip
	}
	if take == 0 {
		s.floor |= c.bit()
	} else {
		s.floor &^= take
		me.won |= take | c.bit()
		t.took |= take | c.bit()
		s.trace.took[from] |= take | c.bit()
	}
	t.card, t.flip, t.choices = 0, false, 0
	same := flip && c.Month() == t.month && !t.last
	tag := uint8(tagNormal)
	switch {
	case !flip && matches == 3:
		tag = tagTtak
	case same && matches == 0:
		tag = tagJjob
	case same && matches == 1:
		tag = tagDdadak
	case flip && matches >= 2 && !t.last:
		tag = tagPpuk
	}
	s.trace.matches[from]++
	s.trace.events[from] += bit(tag != tagNormal)
	s.trace.last[from] = matched{tag, uint8(matches)}
	rec.match(s, c, flip, take, matches, chosen, tagNames[tag])
	s.count(c.Month(), tag, rec)
	if flip {
		s.endTurn(rec)
		return
	}
	// The owner's rule, though four cards a month never let it come about.
	if take != 0 && me.president == c.Month() && me.hand.Month(me.president).Len() == 3 {
		me.counters.Shaking++
		me.counters.Bomb++
		t.steals++
		tell(rec, s, EventPresidentChain{me.president})
	}
	s.flip(rec)
}

// count counts what a match of a month was, and the steal that it earns.
func (s *State) count(month int, tag uint8, rec *recorder) {
	me := &s.sides[s.seat]
	t := &s.turn
	switch tag {
	case tagTtak:
		me.counters.Ttak++
		tell(rec, s, EventTtak{me.counters.Ttak, month})
		if !t.last {
			t.steals++
		}
	case tagJjob:
		me.counters.Jjob++
		tell(rec, s, EventJjob{me.counters.Jjob, month})
		t.steals++
	case tagDdadak:
		me.counters.Ddadak++
		tell(rec, s, EventDdadak{me.counters.Ddadak, month})
		t.steals++
	case tagPpuk:
		me.counters.Ppuk++
		tell(rec, s, EventPpuk{me.counters.Ppuk, month})
		t.ppuk = true
		me.ppukMonth = month
	}
}

// endTurn settles what the turn brought: bonus cards, ppuk and what makes it good,
// the empty floor, then the steals and the gold.
func (s *State) endTurn(rec *recorder) {
	me := &s.sides[s.seat]
	t := &s.turn
	if s.aside != 0 {
		if t.ppuk {
			me.held |= s.aside
			rec.hold(s, s.aside)
		} else {
			me.won |= s.aside
			s.trace.took[fromFlip] |= s.aside
			t.steals += s.aside.Len()
			if s.rules.BonusMakesGood {
				t.took |= s.aside
			}
			rec.bonus(s, s.aside)
		}
		s.aside = 0
	}
	switch {
	case t.ppuk:
		if me.turns == 1 {
			t.gold += s.rules.PpukGold
			tell(rec, s, EventFirstPpuk{})
		}
		if me.ppukOpen {
			t.gold += s.rules.PpukGold
			me.counters.YeonPpuk++
			tell(rec, s, EventYeonPpuk{me.counters.YeonPpuk})
		}
		me.ppukOpen = true
		me.ppukStreak++
		me.ppukTurn = s.turns
	case t.took != 0 && me.ppukOpen:
		me.counters.Jabbeok++
		t.steals++
		me.ppukOpen, me.ppukStreak = false, 0
		tell(rec, s, EventJabbeok{me.counters.Jabbeok})
		if me.held != 0 {
			me.won |= me.held
			s.trace.took[fromFlip] |= me.held
			t.steals += me.held.Len()
			rec.release(s, me.held)
			me.held = 0
		}
	}
	if s.floor == 0 && t.took != 0 && !t.last {
		me.counters.Ssul++
		t.steals++
		tell(rec, s, EventSsul{me.counters.Ssul})
	}
	for range t.steals {
		s.steal(rec)
	}
	if t.gold > 0 {
		paid := s.pay(int(s.seat), t.gold)
		s.end.eventGold += paid * (1 - 2*int(s.seat))
		s.trace.gold += paid
		tell(rec, s, EventGold{Amount: paid, Due: t.gold})
	}
	rec.sets(s)
	switch {
	case t.ppuk && me.counters.Ppuk >= s.rules.PpukWins:
		s.finish(EndThreePpuk, int(s.seat), rec)
	case me.won.Has(Gukjin) && me.gukjin == GukjinOpen:
		s.phase = AskGukjin
		rec.ask(s)
	default:
		s.askGo(rec)
	}
}

// steal takes the cheapest pi of the other seat. A gukjin that counts as pi cannot
// be stolen: where nothing else is left it becomes a yeol for good.
func (s *State) steal(rec *recorder) {
	me, other := &s.sides[s.seat], &s.sides[1-s.seat]
	pi := other.won.Of(Pi)
	if cheap := pi &^ worthAtLeast2; cheap != 0 {
		pi = cheap
	} else if double := pi &^ worth3; double != 0 {
		pi = double
	}
	switch {
	case pi != 0:
		c := pi.First()
		other.won &^= c.bit()
		me.won |= c.bit()
		s.trace.steals++
		tell(rec, s, EventSteal{c})
	case other.gukjin == GukjinAsPi:
		other.gukjin, other.gukjinFixed = GukjinAsYeol, true
		tell(rec, s, EventStealFailed{"gukjin"})
	default:
		tell(rec, s, EventStealFailed{"none"})
	}
}

// pay moves gold from the other seat to seat, as far as it has any, and refills
// an empty purse. It gives what was paid.
func (s *State) pay(seat, due int) (paid int) {
	paid = min(due, s.gold[1-seat])
	s.gold[seat] += paid
	s.gold[1-seat] -= paid
	if s.gold[1-seat] == 0 {
		s.gold[1-seat] = s.rules.StartGold
		s.end.refilled[1-seat] = true
	}
	return paid
}

// askGo asks go or stop where the seat has enough, or goes on.
func (s *State) askGo(rec *recorder) {
	me := &s.sides[s.seat]
	if me.hand != 0 {
		if p := s.points(int(s.seat)); p+me.goes >= s.rules.GoMin && p > me.goBase {
			s.phase = AskGo
			rec.ask(s)
			return
		}
	}
	s.nextTurn(rec)
}

func (s *State) nextTurn(rec *recorder) {
	if s.sides[0].hand|s.sides[1].hand == 0 {
		s.finishEmpty(rec)
		return
	}
	s.startTurn(1 - s.seat)
}

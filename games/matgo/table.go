package matgo

import "arcade/games"

// EndForfeit is the reason in the [Outcome] of a round in which a seat left.
const EndForfeit = "forfeit"

// DefaultAction returns the mildest legal action, for a seat whose time is up: it declares nothing, says stop, plays
// and takes the lowest card, and counts the gukjin as whatever is worth more now. It returns "" once over.
func (p *Position) DefaultAction() games.Action {
	m, ok := p.State.DefaultMove()
	if !ok {
		return ""
	}
	return m.Action()
}

// DefaultMove returns the mildest legal move; ok is false once over. The lowest card has the lowest month; within
// the month a pi comes before a tti, a yeol and a kwang, a pi that counts less first. Bonus cards and pass cards
// come last.
func (s *State) DefaultMove() (m Move, ok bool) {
	switch s.Phase {
	case AskPresident:
		return Move{Verb: PresidentHold}, true
	case AskKung:
		return Move{Verb: PassKung}, true
	case AskTake:
		return Move{Take, uint8(lowest(s.Turn.Choices))}, true
	case AskGukjin:
		if s.gukjinAsPiIsMore() {
			return Move{Verb: GukjinPi}, true
		}
		return Move{Verb: GukjinYeol}, true
	case AskGo:
		return Move{Verb: Stop}, true
	case Over:
		return Move{}, false
	}
	hand := s.Sides[s.Seat].Hand
	if ordinary := hand &^ bonusCards; ordinary != 0 {
		hand = ordinary
	}
	if hand != 0 {
		return Move{Play, uint8(lowest(hand))}, true
	}
	return Move{Verb: Pass}, true
}

func lowest(cards Set) Card {
	if cards.First().Bonus() {
		return cards.First()
	}
	month := cards.Month(cards.First().Month())
	for k := Pi; ; k-- {
		if of := month.Of(k); of != 0 {
			if cheap := of &^ ManyPi; cheap != 0 {
				of = cheap
			}
			return of.First()
		}
	}
}

// gukjinAsPiIsMore reports whether the gukjin counts more points as two pi, now.
func (s *State) gukjinAsPiIsMore() bool {
	t := *s
	t.Sides[t.Seat].Gukjin = GukjinAsPi
	return t.Score(int(t.Seat)) > s.Score(int(s.Seat))
}

// Forfeit returns the result's fields beside reason and winner when loser leaves in mid-round. The opponent
// wins its points + go, at least [Rules.ForfeitBase], times its present multiplier, and is paid. The
// position is unchanged.
func (p *Position) Forfeit(loser games.Seat) any {
	s := p.State
	if s.Phase != Over {
		s.Finish(EndForfeit, 1-int(loser), nil)
	}
	return s.facts()
}

// Standing returns the result's fields beside reason and winner when the table ends the round without a
// winner: everything as it stands, no gold paid, the carry kept.
func (p *Position) Standing() any {
	s := p.State
	if s.Phase != Over {
		for i := range s.End.Base {
			s.End.Base[i] = s.Score(i) + s.Sides[i].Goes
			s.End.Multiplier[i] = s.Multiplier(i, false)
			s.End.Total[i] = s.End.Base[i] * s.End.Multiplier[i].Total
		}
		s.End.NextCarry = s.Carry
	}
	return s.facts()
}

package matgo

import "arcade/games"

// EndForfeit is the reason in the [Outcome] of a round that a seat left.
const EndForfeit = "forfeit"

// Mild is the mildest legal action, for a seat whose time is up: it declares
// nothing, says stop, plays and takes the lowest card, and lets the gukjin count
// what is worth more now. It is "" once over.
func (p *Position) Mild() games.Action {
	m, ok := p.State.Mild()
	if !ok {
		return ""
	}
	return m.Action()
}

// Mild is the mildest legal move; ok is false once over. The lowest card is the one
// of the lowest month, and in it a pi before a tti, a yeol and a kwang, the pi that
// counts less first.
func (s *State) Mild() (m Move, ok bool) {
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
	if hand := s.Sides[s.Seat].Hand; hand != 0 {
		return Move{Play, uint8(lowest(hand))}, true
	}
	return Move{Verb: Pass}, true
}

func lowest(cards Set) Card {
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

// Forfeit is what a result says beside reason and winner where loser leaves in
// mid-round: the other wins at the points + go that it has, [Rules.ForfeitBase] at
// least, times its multiplier as it stands, and is paid. The position is unchanged.
func (p *Position) Forfeit(loser games.Seat) any {
	s := p.State
	if s.Phase != Over {
		s.Finish(EndForfeit, 1-int(loser), nil)
	}
	return s.facts()
}

// Standing is what a result says beside reason and winner where the table ends the
// round without a winner: all as it stands, no gold paid, the carry kept.
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

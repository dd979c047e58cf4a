package matgo

import (
	"math/bits"

	"arcade/games"
)

// View returns a *[View] with everything that the seat may see.
func (p *Position) View(seat games.Seat) any {
	v := p.State.View(seat)
	v.Last, v.Ply = p.last, p.ply
	if seat == v.ToAct || seat == games.Everything {
		v.Legal = p.Legal()
	}
	return &v
}

// View returns what a seat, a spectator or [games.Everything] may see, except for Last, Ply and Legal,
// which only a match knows.
func (s *State) View(viewer games.Seat) View {
	all := viewer == games.Everything || s.Phase == Over
	v := View{
		Seat: viewer, Phase: s.Phase, ToAct: s.ToAct(), First: games.Seat(s.First), Turn: s.Turns,
		Opening: s.opening.view(), Carry: s.Carry,
		Floor: s.Floor.Cards(), StockCount: Cards - s.Next, Aside: s.Aside.Cards(),
		LastCard: s.lastCard(), Outcome: s.outcome(),
	}
	if s.Rules.Piles {
		v.Rules, v.Piles = s.Rules.Name, s.Piles()
		v.Passes = [2]int{s.Sides[0].Passes, s.Sides[1].Passes}
		v.Opening.President = int(s.opening.president)
		if s.Phase == AskTake {
			v.Swept, v.Steals = s.Turn.Swept, s.Turn.Steals
		}
	}
	for i := range s.Sides {
		v.HandCounts[i] = s.Sides[i].Hand.Len()
		if all || games.Seat(i) == viewer {
			v.Hands[i] = s.Sides[i].Hand.Cards()
		}
		v.Sides[i] = s.view(i)
	}
	if all {
		v.Stock = append([]Card{}, s.Deck[s.Next:]...)
	}
	v.Past = Past{Floor: s.Past.Floor.Cards(), Flips: []Card{}, Actions: []LastAction{}}
	for i := s.Past.Next; i < s.Next; i++ {
		if s.Past.Drawn>>i&1 != 0 {
			v.Past.Draws = append(v.Past.Draws, len(v.Past.Flips))
		} else {
			v.Past.Flips = append(v.Past.Flips, s.Deck[i])
		}
	}
	for i, m := range s.Past.Moves[:s.Past.Count] {
		v.Past.Actions = append(v.Past.Actions, LastAction{games.Seat(s.Past.Seats[i]), m.Action()})
	}
	v.Ask = s.ask(all || games.Seat(s.Seat) == viewer)
	return v
}

func (s *State) lastCard() bool {
	switch s.Phase {
	case AskPlay:
		return s.Sides[s.Seat].Left() == 1
	case AskPresident, AskKung, Over:
		return false
	}
	return s.Turn.Last
}

// ask returns the open question. own reports whether the viewer may see what only the seat on turn knows.
func (s *State) ask(own bool) *Ask {
	switch s.Phase {
	case AskTake:
		c := s.Turn.Card
		return &Ask{Source: source(s.Turn.Flip), Card: &c, Choices: s.Turn.Choices.Cards()}
	case AskPresident:
		if own {
			return &Ask{Months: []int{s.PresidentMonth()}}
		}
	case AskKung:
		if own {
			return &Ask{Months: months(s.Kungs())}
		}
	}
	return nil
}

// months lists the months of a set of bits, never nil.
func months(set uint16) []int {
	list := []int{}
	for ; set != 0; set &= set - 1 {
		list = append(list, bits.TrailingZeros16(set))
	}
	return list
}

func (o *opening) view() Opening {
	v := Opening{By: o.by, Hour: o.hour, FloorBonus: o.floor.Cards(), Void: []int{}}
	if o.by != ByOption {
		compared := o.months
		v.Months = &compared
	}
	for i := range v.HandBonus {
		v.HandBonus[i] = o.handBonus[i].Cards()
	}
	for _, m := range o.void[:o.voids] {
		v.Void = append(v.Void, int(m))
	}
	return v
}

// view returns the public information about a seat.
func (s *State) view(seat int) Side {
	d := &s.Sides[seat]
	_, _, _, pi := s.CountKinds(seat)
	v := Side{
		Captured: d.captured(), PiCount: pi, Gukjin: d.Gukjin.String(), GukjinFixed: d.GukjinFixed,
		Points: s.Points(seat), Go: d.Goes, GoBase: d.GoBase,
		Multiplier: s.Multiplier(seat, true), Danger: s.danger(seat), Events: d.Counters,
		Ppuk:   Ppuk{Open: d.PpukOpen, Streak: d.PpukStreak, Turn: d.PpukTurn, Month: d.PpukMonth},
		Held:   d.Held.Cards(),
		Shaken: []Declared{}, Bombed: []Declared{}, Kung: []Declared{},
		President: d.President != 0, Gold: s.Gold[seat],
	}
	v.WinsNow = (v.Points.Total + v.Go) * v.Multiplier.Total
	for _, m := range months(d.Shaken) {
		v.Shaken = append(v.Shaken, Declared{m, d.Shown.Month(m).Cards()})
	}
	for _, m := range months(d.Bombed) {
		v.Bombed = append(v.Bombed, Declared{m, MonthSet(m).Cards()})
	}
	for _, m := range months(d.Kungs) {
		v.Kung = append(v.Kung, Declared{m, MonthSet(m).Cards()})
	}
	return v
}

func (d *SeatState) captured() Captured {
	yeol, pi := d.Won.Of(Yeol), d.Won.Of(Pi)
	if d.Gukjin == GukjinAsPi {
		pi |= yeol & Gukjin.Bit()
		yeol &^= Gukjin.Bit()
	}
	return Captured{Kwang: d.Won.Of(Kwang).Cards(), Yeol: yeol.Cards(), Tti: d.Won.Of(Tti).Cards(), Pi: pi.Cards()}
}

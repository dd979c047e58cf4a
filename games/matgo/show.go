package matgo

import (
	"math/bits"

	"arcade/games"
)

// View gives a *[View]: what the seat may see.
func (p *position) View(seat games.Seat) any {
	v := p.State.View(seat)
	v.Last, v.Ply = p.last, p.ply
	if seat == v.ToAct || seat == games.Everything {
		v.Legal = p.Legal()
	}
	return &v
}

// View is what a seat, a spectator or [games.Everything] may see, but for what only
// a match knows: Last, Ply and Legal.
func (s *State) View(viewer games.Seat) View {
	all := viewer == games.Everything || s.phase == Over
	v := View{
		Seat: viewer, Phase: s.phase, ToAct: s.ToAct(), First: games.Seat(s.first), Turn: s.turns,
		Opening: s.opening.view(), Carry: s.carry,
		Floor: s.floor.Cards(), StockCount: Cards - s.next, Aside: s.aside.Cards(),
		LastCard: s.lastCard(), Outcome: s.outcome(),
	}
	for i := range s.sides {
		v.HandCounts[i] = s.sides[i].hand.Len()
		if all || games.Seat(i) == viewer {
			v.Hands[i] = s.sides[i].hand.Cards()
		}
		v.Sides[i] = s.view(i)
	}
	if all {
		v.Stock = append([]Card{}, s.deck[s.next:]...)
	}
	v.Past = Past{Floor: s.past.floor.Cards(), Flips: append([]Card{}, s.deck[s.past.next:s.next]...), Actions: []LastAction{}}
	for i, m := range s.past.moves[:s.past.count] {
		v.Past.Actions = append(v.Past.Actions, LastAction{games.Seat(s.past.seats[i]), m.Action()})
	}
	v.Ask = s.ask(all || games.Seat(s.seat) == viewer)
	return v
}

func (s *State) lastCard() bool {
	switch s.phase {
	case AskPlay:
		return s.sides[s.seat].hand.Len() == 1
	case AskPresident, AskKung, Over:
		return false
	}
	return s.turn.last
}

// ask is the question that is open; own tells that the viewer may know what only
// the seat on turn knows.
func (s *State) ask(own bool) *Ask {
	switch s.phase {
	case AskTake:
		c := s.turn.card
		return &Ask{Source: source(s.turn.flip), Card: &c, Choices: s.turn.choices.Cards()}
	case AskPresident:
		if own {
			return &Ask{Months: []int{s.presidentMonth()}}
		}
	case AskKung:
		if own {
			return &Ask{Months: months(s.kungs())}
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

// view is what all may see of a seat.
func (s *State) view(seat int) Side {
	d := &s.sides[seat]
	_, _, _, pi := s.tally(seat)
	v := Side{
		Captured: d.captured(), PiCount: pi, Gukjin: d.gukjin.String(), GukjinFixed: d.gukjinFixed,
		Points: s.Points(seat), Go: d.goes, GoBase: d.goBase,
		Multiplier: s.Multiplier(seat, true), Danger: s.danger(seat), Events: d.counters,
		Ppuk:   Ppuk{Open: d.ppukOpen, Streak: d.ppukStreak, Turn: d.ppukTurn, Month: d.ppukMonth},
		Held:   d.held.Cards(),
		Shaken: []Declared{}, Bombed: []Declared{}, Kung: []Declared{},
		President: d.president != 0, Gold: s.gold[seat],
	}
	v.WinsNow = (v.Points.Total + v.Go) * v.Multiplier.Total
	for _, m := range months(d.shaken) {
		v.Shaken = append(v.Shaken, Declared{m, d.shown.Month(m).Cards()})
	}
	for _, m := range months(d.bombed) {
		v.Bombed = append(v.Bombed, Declared{m, monthSet(m).Cards()})
	}
	for _, m := range months(d.kungs) {
		v.Kung = append(v.Kung, Declared{m, monthSet(m).Cards()})
	}
	return v
}

func (d *side) captured() Captured {
	yeol, pi := d.won.Of(Yeol), d.won.Of(Pi)
	if d.gukjin == GukjinAsPi {
		pi |= yeol & Gukjin.bit()
		yeol &^= Gukjin.bit()
	}
	return Captured{Kwang: d.won.Of(Kwang).Cards(), Yeol: yeol.Cards(), Tti: d.won.Of(Tti).Cards(), Pi: pi.Cards()}
}

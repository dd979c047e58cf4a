package matgo

// Sets of cards that count together.
var (
	hongdan   = SetOf(3, 6, 11)   // 01t 02t 03t
	cheongdan = SetOf(22, 34, 38) // 06t 09t 10t
	chodan    = SetOf(14, 18, 26) // 04t 05t 07t
	godori    = SetOf(7, 15, 31)  // 02y 04y 08y
)

// won is what a seat has of each kind, with the gukjin where it counts.
func (s *State) tally(seat int) (kwang, yeol, tti, pi int) {
	d := &s.sides[seat]
	kwang, yeol, tti = d.won.Of(Kwang).Len(), d.won.Of(Yeol).Len(), d.won.Of(Tti).Len()
	pi = d.won.Worth()
	if d.gukjin == GukjinAsPi && d.won.Has(Gukjin) {
		yeol--
		pi += 2
	}
	return
}

// points is the total of [State.Points].
func (s *State) points(seat int) int { return s.Points(seat).Total }

// Points are the base points of a seat, without the go bonus.
func (s *State) Points(seat int) Points {
	r := s.rules
	d := &s.sides[seat]
	kwang, yeol, tti, pi := s.tally(seat)
	p := Points{
		Kwang: r.Kwang[kwang],
		Yeol:  max(0, yeol-r.YeolFrom+1),
		Tti:   max(0, tti-r.TtiFrom+1),
		Pi:    max(0, pi-r.PiFrom+1),
		Events: d.counters.Ttak*r.TtakBonus + d.counters.Ppuk*r.PpukBonus +
			d.counters.Jjob*r.JjobBonus,
	}
	if kwang == 3 && d.won.Has(RainBright) {
		p.Kwang = r.Kwang3Rain
	}
	if d.won&hongdan == hongdan {
		p.Hongdan = r.Hongdan
	}
	if d.won&cheongdan == cheongdan {
		p.Cheongdan = r.Cheongdan
	}
	if d.won&chodan == chodan {
		p.Chodan = r.Chodan
	}
	if d.won&godori == godori {
		p.Godori = r.Godori
	}
	p.Total = p.Kwang + p.Yeol + p.Tti + p.Pi + p.Hongdan + p.Cheongdan + p.Chodan + p.Godori + p.Events
	return p
}

// danger is which bak a seat leaves open.
func (s *State) danger(seat int) Bak {
	kwang, yeol, _, pi := s.tally(seat)
	return Bak{Gwang: kwang == 0, Pi: pi <= s.rules.PiBakMax, Meong: yeol == 0, Go: s.sides[seat].goes > 0}
}

// Multiplier is what a seat's points + go are multiplied by. The carry and the
// president count for the winner alone.
func (s *State) Multiplier(seat int, wins bool) Multiplier {
	r := s.rules
	d := &s.sides[seat]
	m := ones
	if d.goes >= r.GoFactorFrom {
		m.Go = d.goes - r.GoFactorFrom + 2
	}
	for range d.counters.Shaking {
		m.Shake *= r.ShakeFactor
	}
	for range d.counters.Bomb {
		m.Bomb *= r.BombFactor
	}
	kwang, yeol, _, pi := s.tally(seat)
	open := s.danger(1 - seat)
	if open.Go {
		m.GoBak = r.GoBak
	}
	if open.Gwang && kwang >= r.GwangBakFrom {
		m.Gwang = r.GwangBak
	}
	if open.Pi && pi >= r.PiFrom {
		m.Pi = r.PiBak
	}
	if open.Meong && yeol >= r.MeongBakFrom {
		m.Meong = r.MeongBak
	}
	if wins {
		m.Carry = s.carry
		if d.president != 0 && d.counters.Shaking+d.counters.Bomb > 0 {
			m.President = r.PresidentFactor
		}
	}
	return m.product()
}

// product sets Total to the product of the factors.
func (m Multiplier) product() Multiplier {
	m.Total = m.Go * m.Shake * m.Bomb * m.GoBak * m.Gwang * m.Pi * m.Meong * m.Carry * m.President
	return m
}

// ones are the factors of who has none.
var ones = Multiplier{Go: 1, Shake: 1, Bomb: 1, GoBak: 1, Gwang: 1, Pi: 1, Meong: 1, Carry: 1, President: 1, Total: 1}

// once is a multiplier of the carry alone.
func once(carry int) Multiplier {
	m := ones
	m.Carry = carry
	return m.product()
}

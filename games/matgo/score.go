package matgo

// Sets of cards that count together.
var (
	Hongdan   = SetOf(3, 6, 11)   // 01t 02t 03t
	Cheongdan = SetOf(22, 34, 38) // 06t 09t 10t
	Chodan    = SetOf(14, 18, 26) // 04t 05t 07t
	Godori    = SetOf(7, 15, 31)  // 02y 04y 08y
)

// CountKinds counts a seat's captured cards of each kind, with the gukjin as it counts.
func (s *State) CountKinds(seat int) (kwang, yeol, tti, pi int) {
	d := &s.Sides[seat]
	kwang, yeol, tti = d.Won.Of(Kwang).Len(), d.Won.Of(Yeol).Len(), d.Won.Of(Tti).Len()
	pi = d.Won.Worth()
	if d.Gukjin == GukjinAsPi && d.Won.Has(Gukjin) {
		yeol--
		pi += 2
	}
	return
}

// Score returns the total of [State.Points].
func (s *State) Score(seat int) int { return s.Points(seat).Total }

// Points returns the base points of a seat, without the go bonus.
func (s *State) Points(seat int) Points {
	r := s.Rules
	d := &s.Sides[seat]
	kwang, yeol, tti, pi := s.CountKinds(seat)
	p := Points{
		Kwang: r.Kwang[kwang],
		Yeol:  max(0, yeol-r.YeolFrom+1),
		Tti:   max(0, tti-r.TtiFrom+1),
		Pi:    max(0, pi-r.PiFrom+1),
		Events: d.Counters.Ttak*r.TtakBonus + d.Counters.Ppuk*r.PpukBonus +
			d.Counters.Jjob*r.JjobBonus,
	}
	if kwang == 3 && d.Won.Has(RainBright) {
		p.Kwang = r.Kwang3Rain
	}
	if d.Won&Hongdan == Hongdan {
		p.Hongdan = r.Hongdan
	}
	if d.Won&Cheongdan == Cheongdan {
		p.Cheongdan = r.Cheongdan
	}
	if d.Won&Chodan == Chodan {
		p.Chodan = r.Chodan
	}
	if d.Won&Godori == Godori {
		p.Godori = r.Godori
	}
	p.Total = p.Kwang + p.Yeol + p.Tti + p.Pi + p.Hongdan + p.Cheongdan + p.Chodan + p.Godori + p.Events
	return p
}

// danger returns the baks that a seat is open to.
func (s *State) danger(seat int) Bak {
	kwang, yeol, _, pi := s.CountKinds(seat)
	return Bak{Gwang: kwang == 0, Pi: pi >= s.Rules.PiBakMin && pi <= s.Rules.PiBakMax, Meong: yeol == 0, Go: s.Sides[seat].Goes > 0}
}

// Multiplier returns the factors of a seat's points + go. The carry and the president count for the winner
// alone, with piles the go bak too.
func (s *State) Multiplier(seat int, wins bool) Multiplier {
	r := s.Rules
	d := &s.Sides[seat]
	m := ones
	m.Go = r.GoFactor(d.Goes)
	for range d.Counters.Shaking {
		m.Shake *= r.ShakeFactor
	}
	for range d.Counters.Bomb {
		m.Bomb *= r.BombFactor
	}
	kwang, yeol, _, pi := s.CountKinds(seat)
	open := s.danger(1 - seat)
	if open.Go && (wins || !r.Piles) {
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
		m.Carry = s.Carry
		if d.President != 0 && d.Counters.Shaking+d.Counters.Bomb > 0 {
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

// ones are the factors of a seat without any.
var ones = Multiplier{Go: 1, Shake: 1, Bomb: 1, GoBak: 1, Gwang: 1, Pi: 1, Meong: 1, Carry: 1, President: 1, Total: 1}

// once returns a multiplier of the carry alone.
func once(carry int) Multiplier {
	m := ones
	m.Carry = carry
	return m.product()
}

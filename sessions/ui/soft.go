package ui

// Mids are the colours of 256 that stand between two others on a soft edge, by the pair in
// either order.
type Mids map[[2]uint8]uint8

// between is the colour of 256 that stands between two: b where the list has none and t is half
// or more.
func (m Mids) between(a, b uint8, t float64) uint8 {
	const low, high = 0.28, 0.72
	mid, ok := m[[2]uint8{a, b}]
	if !ok {
		mid, ok = m[[2]uint8{b, a}]
	}
	switch {
	case t >= high, !ok && t > 0.5:
		return b
	case t > low && ok:
		return mid
	}
	return a
}

// Soft is the paint t of the way from p to q, for the soft edge of what is q on p. In 256
// colours, where blends go wrong, it is one of the two or what mids has between them. All four
// colours of both paints have to be set.
func (p Paint) Soft(q Paint, t float64, mids Mids) Paint {
	return Paint{
		Night: blend(p.Night, q.Night, t), Day: blend(p.Day, q.Day, t),
		Dark: mids.between(p.Dark, q.Dark, t), Light: mids.between(p.Light, q.Light, t),
	}
}

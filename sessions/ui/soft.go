package ui

// Mids are the 256-colour mixtures on a soft edge, by the pair of colours in either order.
type Mids map[[2]uint8]uint8

// between returns the 256-colour mixture of two colours. Without an entry in the list it is b if t is
// half or more, else a.
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

// Soft returns the paint t of the way from p to q, for the soft edge of q on p. In 256 colours, where
// blends look wrong, it is one of the two or their entry in mids. All four colours of both paints must be
// set.
func (p Paint) Soft(q Paint, t float64, mids Mids) Paint {
	return Paint{
		Night: blend(p.Night, q.Night, t), Day: blend(p.Day, q.Day, t),
		Dark: mids.between(p.Dark, q.Dark, t), Light: mids.between(p.Light, q.Light, t),
	}
}

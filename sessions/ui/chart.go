package ui

// dots are the bits of a Braille character's dots, by column and by row from above.
var dots = [2][4]rune{{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}

// LineChart draws values from the left to the right of r as a line of dots between lo and hi. The area
// below it gets the paint shade as its ground; any other token leaves it unchanged.
func (g Region) LineChart(r Rect, values []float64, lo, hi float64, tok, shade Token) {
	if len(values) == 0 || r.W < 1 || r.H < 1 || hi <= lo {
		return
	}
	row := func(x int) int { // of dots, at a column of dots
		q := float64(x) / float64(max(2*r.W-1, 1)) * float64(len(values)-1)
		k := min(int(q), len(values)-1)
		v := values[k]
		if k+1 < len(values) {
			v += (values[k+1] - v) * (q - float64(k))
		}
		return min(max(int((hi-v)/(hi-lo)*float64(4*r.H-1)+0.5), 0), 4*r.H-1)
	}
	last := row(0)
	for i := range r.W {
		cells := make([]rune, r.H) // of this column, from above
		lowest := 0
		for side := range 2 {
			at := row(2*i + side)
			for y := min(at, last); y <= max(at, last); y++ {
				cells[y/4] |= dots[side][y%4]
				lowest = max(lowest, y/4)
			}
			last = at
		}
		for j, bits := range cells {
			if j > lowest && isPaint(shade) {
				g.Paint(Rect{r.X + i, r.Y + j, 1, 1}, shade)
			}
			if bits != 0 {
				g.Cell(r.X+i, r.Y+j, 0x2800+bits, SolidInk(tok), g.At(r.X+i, r.Y+j))
			}
		}
	}
}

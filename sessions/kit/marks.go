package kit

import "arcade/sessions/ui"

// Mark is a sign with its ink: one where there are pictures, one of ASCII elsewhere.
type Mark struct {
	Sign, Plain string
	Ink         ui.Token
}

// Marks are signs in a row, such as days: the last ones, if there is no room for all.
type Marks []Mark

// leastMarks is the number of signs that have room at least.
const leastMarks = 4

// pitch returns the cells of a sign with the gap after it.
func (m Marks) pitch(l Look) int {
	if l.Rich {
		return 2
	}
	return 1
}

// Least returns the size with a few signs. In as much room as there is, it is that with all.
func (m Marks) Least(l Look, w int) Size {
	p := m.pitch(l)
	n := min(max((w+p-1)/p, leastMarks), len(m))
	return Size{max(n*p-p+1, 0), 1}
}

// Wish returns one row.
func (m Marks) Wish(Look, int) int { return 1 }

// Draw draws the signs that have room.
func (m Marks) Draw(l Look, g ui.Region) {
	p := m.pitch(l)
	n := min((g.W()+p-1)/p, len(m))
	for i, at := range m[len(m)-n:] {
		sign := at.Plain
		if l.Rich {
			sign = at.Sign
		}
		g.Text(i*p, 0, at.Ink, sign)
	}
}

package kit

import "arcade/sessions/ui"

// Code is a text whose words may be broken: an id, a line of data.
type Code struct {
	Ink  ui.Token
	Text string
}

// leastCode is the least cells of a line of code.
const leastCode = 16

// Least returns the size of the wrapped text.
func (c Code) Least(_ Look, w int) Size {
	return wrapped(c.Text, max(w, min(longestWord(c.Text), leastCode)))
}

// Wish returns the number of lines.
func (c Code) Wish(l Look, w int) int { return c.Least(l, w).H }

// Draw draws the lines.
func (c Code) Draw(_ Look, g ui.Region) {
	Text(c).Draw(Look{}, g)
}

// Fact is a text with its label.
type Fact struct {
	Label, Text string
	Ink         ui.Token // of the text
	Code        bool     // the text is a [Code]
}

// Facts are texts beside their labels.
type Facts []Fact

// factGap is the number of cells between labels and texts.
const factGap = 2

// left returns the cells left of the texts.
func (f Facts) left() (x int) {
	for _, one := range f {
		x = max(x, ui.Width(one.Label))
	}
	return x + factGap
}

// block returns a fact's text.
func (f Fact) block() Block {
	if f.Code {
		return Code{f.Ink, f.Text}
	}
	return Text{f.Ink, f.Text}
}

// Least returns the size of all.
func (f Facts) Least(l Look, w int) (s Size) {
	x := f.left()
	for _, one := range f {
		least := one.block().Least(l, max(w-x, 1))
		s = Size{max(s.W, x+least.W), s.H + max(least.H, 1)}
	}
	return s
}

// Wish returns the rows of all.
func (f Facts) Wish(l Look, w int) int { return f.Least(l, w).H }

// Draw draws the labels and the texts.
func (f Facts) Draw(l Look, g ui.Region) {
	x, y := f.left(), 0
	for _, one := range f {
		g.Text(0, y, ui.Muted, one.Label)
		h := max(one.block().Least(l, max(g.W()-x, 1)).H, 1)
		one.block().Draw(l, g.Sub(ui.Rect{X: x, Y: y, W: max(0, g.W()-x), H: h}))
		y += h
	}
}

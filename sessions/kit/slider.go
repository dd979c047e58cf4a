package kit

import (
	"fmt"

	"arcade/sessions/ui"
)

// Slider is a place in a row of many, from 0 to Total, with its number. A click or a drag goes to another one.
type Slider struct {
	Pos, Total int
	Hit        func(pos int) any
	Mark       int    // a place worth going to
	Sign       string // its letter on the line; "" for none
}

// leastSlider is the least width of the line of a slider.
const leastSlider = 10

// number returns the place in words.
func (s Slider) number() string { return fmt.Sprintf("%d / %d", s.Pos, s.Total) }

// Least returns a short line with the number.
func (s Slider) Least(l Look, _ int) Size {
	size := Size{leastSlider + 1 + ui.Width(s.number()), 1}
	if l.Touch {
		size.H = touchRows
	}
	return size
}

// Wish returns the least height.
func (s Slider) Wish(l Look, w int) int { return s.Least(l, w).H }

// Draw draws the line and the number.
func (s Slider) Draw(_ Look, g ui.Region) {
	text := s.number()
	g.TextRight(g.W(), g.H()/2, ui.Strong|ui.Bold, text)
	w := g.W() - ui.Width(text) - 1
	ui.Slider(g, ui.Rect{W: w, H: g.H()}, s.Pos, s.Total, s.Hit)
	if x := ui.SliderCell(w, s.Mark, s.Total); s.Sign != "" && x != ui.SliderCell(w, s.Pos, s.Total) {
		g.Fill(ui.Rect{X: x, Y: g.H() / 2, W: 1, H: 1}, ui.Accent)
		g.Text(x, g.H()/2, ui.Accent, s.Sign)
	}
}

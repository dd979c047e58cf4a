package kit

import "arcade/sessions/ui"

// Choice is a row of a form: a label and alternatives, of which one is taken. Where they have no room beside the
// label they stand below it; for a finger always. If that is too high, the one taken stands alone between arrows.
type Choice struct {
	Label   string
	LabelW  int // the cells of the labels of all rows
	Options []string
	Taken   int
	Focused bool
	Hit     func(i int) any
}

// The cells left of a form's labels, between two alternatives, and between one for a finger and its arrows.
const (
	choiceLeft  = 2
	choiceGap   = 2
	besideArrow = 1
)

// place returns the place of each alternative in w cells, and the rows of the choice.
func (c Choice) place(l Look, w int) (at []ui.Rect, rows int) {
	high, pad := 1, 2
	if l.Touch {
		high, pad = touchRows, 4
	}
	all := -choiceGap
	for _, o := range c.Options {
		all += ui.Width(o) + pad + choiceGap
	}
	left, y := choiceLeft+c.LabelW+1, 0
	if l.Touch || left+all > w {
		left, y = choiceLeft, 1
	}
	x := left
	for _, o := range c.Options {
		cells := ui.Width(o) + pad
		if x > left && x+cells > w {
			x, y = left, y+high
			if l.Touch {
				y++
			}
		}
		at = append(at, ui.Rect{X: x, Y: y, W: cells, H: high})
		x += cells + choiceGap
	}
	return at, y + high
}

// full returns the size with all alternatives.
func (c Choice) full(l Look, w int) Size {
	at, rows := c.place(l, w)
	s := Size{choiceLeft + ui.Width(c.Label), rows}
	for _, r := range at {
		s.W = max(s.W, r.X+r.W)
	}
	return s
}

// arrowWidth returns the width of an arrow to a neighbour.
func arrowWidth(l Look) int {
	if l.Touch {
		return touchCells
	}
	return 5
}

// steps returns the place of the taken alternative between its arrows in w cells, and the size that they need.
func (c Choice) steps(l Look, w int) (r ui.Rect, s Size) {
	arrow, most := arrowWidth(l), 0
	for _, o := range c.Options {
		most = max(most, ui.Width(o))
	}
	r = ui.Rect{X: choiceLeft + c.LabelW + 1, H: 1}
	if l.Touch {
		r.H = touchRows
	}
	need := 2*arrow + most + 2
	if r.X+need > w {
		r.X, r.Y = choiceLeft, 1
	}
	if r.W = need; l.Touch {
		r.W = max(need, w-r.X)
	}
	return r, Size{max(r.X+need, choiceLeft+ui.Width(c.Label)), r.Y + r.H}
}

// Least returns the size of the lower form.
func (c Choice) Least(l Look, w int) Size {
	full := c.full(l, w)
	if _, steps := c.steps(l, w); steps.H < full.H || full.W > w {
		return steps
	}
	return full
}

// Wish returns the rows of all alternatives.
func (c Choice) Wish(l Look, w int) int {
	if s := c.full(l, w); s.W <= w {
		return s.H
	}
	return c.Least(l, w).H
}

// Draw draws the label and the alternatives.
func (c Choice) Draw(l Look, g ui.Region) {
	if !c.full(l, g.W()).fits(g.W(), g.H()) {
		c.drawSteps(l, g)
		return
	}
	label(l, g, c.Label, c.Focused)
	at, _ := c.place(l, g.W())
	name := func(i int) string { return c.Label + " " + c.Options[i] } // an option alone may be a digit
	for i, r := range at {
		c.option(l, g.Sub(r), i)
		g.HitNamed(r, c.Hit(i), name, i)
	}
}

// drawSteps draws the taken alternative between arrows to its neighbours.
func (c Choice) drawSteps(l Look, g ui.Region) {
	r, _ := c.steps(l, g.W())
	y, n, arrow := r.H/2, len(c.Options), arrowWidth(l)
	head := g
	if r.Y == 0 {
		head = g.Sub(ui.Rect{Y: y, W: g.W(), H: 1})
	}
	label(l, head, c.Label, c.Focused)
	text := ""
	if c.Taken < n {
		text = c.Options[c.Taken]
	}
	part := func(x, w, free int, text string, to int, ground ui.Token) {
		in := g.Sub(ui.Rect{X: x, Y: r.Y, W: w, H: r.H})
		ink := ui.Strong
		if l.Rich {
			if ink = ground | ui.Bold; l.Touch {
				in.Target(ui.Rect{X: free, W: w - 2*free, H: r.H}, ground)
			} else {
				in.Fill(in.Rect(), ground)
			}
		}
		in.Text((w-ui.Width(text))/2, y, ink, text)
		in.HitNamed(in.Rect(), c.Hit(to), func(i int) string { return c.Label + " " + c.Options[i] }, to)
	}
	ground := ui.Cap
	if c.Focused {
		ground = ui.Focus
	}
	part(r.X, arrow, 0, "<", (c.Taken+n-1)%max(n, 1), ui.Raised)
	part(r.X+arrow, r.W-2*arrow, besideArrow, text, (c.Taken+1)%max(n, 1), ground)
	part(r.X+r.W-arrow, arrow, 0, ">", (c.Taken+1)%max(n, 1), ui.Raised)
}

// option draws an alternative.
func (c Choice) option(l Look, g ui.Region, i int) {
	label, taken := c.Options[i], i == c.Taken
	switch {
	case l.Touch && l.Rich:
		ground := ui.Raised
		switch {
		case taken && c.Focused:
			ground = ui.Focus
		case taken:
			ground = ui.Cap
		}
		g.Target(g.Rect(), ground)
		g.Text(2, 1, ground|ui.Bold, label)
	case l.Touch && taken:
		g.Text(1, 1, ui.Picked, "["+label+"]")
	case l.Touch:
		g.Text(2, 1, ui.Text, label)
	case l.Rich && taken && c.Focused:
		g.Fill(g.Rect(), ui.Focus)
		g.Text(1, 0, ui.Focus|ui.Bold, label)
	case l.Rich && taken:
		g.Chip(0, 0, label, ui.Cap)
	case l.Rich:
		g.Text(1, 0, ui.Muted, label)
	case taken:
		g.Text(0, 0, ui.Picked, "["+label+"]")
	default:
		g.Text(1, 0, ui.Text, label)
	}
}

// Bar is a part of a whole as one bar, with its number.
type Bar struct {
	Part, Whole int
	Number      string
	Ink         ui.Token
	Dot         bool // marks its end
}

// number returns the cells of the number with its gap.
func (b Bar) number() int {
	if b.Number == "" {
		return 0
	}
	return ui.Width(b.Number) + 1
}

// Least returns the size with a short bar.
func (b Bar) Least(Look, int) Size { return Size{leastBar + b.number(), 1} }

// Wish returns one row.
func (b Bar) Wish(Look, int) int { return 1 }

// Draw draws the bar and the number.
func (b Bar) Draw(l Look, g ui.Region) {
	w := g.W() - b.number()
	g.Meter(0, 0, w, b.Part, b.Whole, b.Ink)
	if l.Rich && b.Dot && b.Whole > 0 {
		x := min(w-1, w*b.Part/b.Whole)
		g.Cell(x, 0, '●', ui.SolidInk(b.Ink), g.At(x, 0))
	}
	g.TextRight(g.W(), 0, ui.Text, b.Number)
}

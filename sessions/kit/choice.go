package kit

import "arcade/sessions/ui"

// Choice is a row of a form: a label and alternatives, of which one is taken. Where they have no room beside the
// label they stand below it; for a finger always.
type Choice struct {
	Label   string
	LabelW  int // the cells of the labels of all rows
	Options []string
	Taken   int
	Focused bool
	Hit     func(i int) any
}

// The cells left of a form's labels, and between two alternatives.
const (
	choiceLeft = 2
	choiceGap  = 2
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

// Least returns the size of the rows.
func (c Choice) Least(l Look, w int) Size {
	at, rows := c.place(l, w)
	s := Size{choiceLeft + ui.Width(c.Label), rows}
	for _, r := range at {
		s.W = max(s.W, r.X+r.W)
	}
	return s
}

// Wish returns the number of rows.
func (c Choice) Wish(l Look, w int) int { return c.Least(l, w).H }

// Draw draws the label and the alternatives.
func (c Choice) Draw(l Look, g ui.Region) {
	ink := ui.Text
	switch {
	case c.Focused && l.Rich:
		g.Fill(ui.Rect{W: g.W(), H: 1}, ui.Raised)
		g.Edge(0, 0, 1, ui.Accent)
		ink = ui.Strong | ui.Bold
	case c.Focused:
		g.Text(0, 0, ui.Focus, ">")
		ink = ui.Strong
	}
	g.Text(choiceLeft, 0, ink, c.Label)
	at, _ := c.place(l, g.W())
	for i, r := range at {
		c.option(l, g.Sub(r), i)
		g.Hit(r, c.Hit(i))
	}
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
		g.Sheet(g.Rect(), ground)
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
}

// Least returns the size with a short bar.
func (b Bar) Least(Look, int) Size { return Size{leastBar + 1 + ui.Width(b.Number), 1} }

// Wish returns one row.
func (b Bar) Wish(Look, int) int { return 1 }

// Draw draws the bar and the number.
func (b Bar) Draw(l Look, g ui.Region) {
	w := g.W() - ui.Width(b.Number) - 1
	if l.Rich {
		g.Meter(0, 0, w, b.Part, b.Whole, b.Ink)
	} else {
		g.Text(0, 0, ui.Text, "["+ui.BarText(b.Part, b.Whole, w-2)+"]")
	}
	g.TextRight(g.W(), 0, ui.Text, b.Number)
}

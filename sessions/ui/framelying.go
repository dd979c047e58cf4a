package ui

import "strings"

// On a phone that lies every row is the board's, but for one: the frame for a finger stands in a column beside the
// screen. The row above the screen, the cells of the column with the margin at its right, and the most buttons below
// each other, which begin in one row whatever their number.
const (
	lyingAbove   = 1
	lyingColumn  = 22
	lyingButtons = 5
)

// Lies reports whether the frame is one for a finger on a phone that lies.
func (c *Canvas) Lies() bool { return c.column.W > 0 }

// aboveButtons returns the part of the column above the buttons.
func (c *Canvas) aboveButtons() Region {
	r := c.column
	r.H -= lyingButtons*touchButtons + 1
	return c.Sub(r)
}

// frameLying draws the frame of a phone that lies: above the screen the place and the stake, beside it the message,
// and the present keys as buttons.
func frameLying(c *Canvas, f FrameSpec) {
	r := c.column
	c.Fill(Rect{X: r.X - touchMargin, Y: r.Y, W: r.W + 2*touchMargin, H: r.H}, Page)
	if !f.Bare {
		slimTop(c, f, touchMargin)
	}
	g, y := c.aboveButtons(), 0
	if f.Clock != "" {
		g.TextRight(g.W(), 0, f.ClockInk, Cut(f.Clock, g.W()))
		y++
	}
	ink := f.MessageInk
	if ink == Text {
		ink = Strong
	}
	lines := Wrap(f.Message, g.W())
	if room := g.H() - y; len(lines) > room {
		lines = append(lines[:room-1:room-1], strings.Join(lines[room-1:], " "))
	}
	for i, line := range lines {
		g.TextCut(0, y+i, g.W(), ink, line)
	}

	items, across := touchItems(f.Keys), 1
	if len(items) > lyingButtons {
		across = 2
	}
	if most := across * lyingButtons; len(items) > most {
		items = append(items[:most-2:most-2], items[len(items)-2:]...)
	}
	y = r.Y + r.H - lyingButtons*touchButtons
	for i := 0; i < len(items); i += across {
		buttonBar(c, Rect{X: r.X, Y: y, W: r.W, H: touchButtons}, items[i:min(i+across, len(items))], i == 0)
		y += touchButtons
	}
}

// inviteLying draws an invitation in place of the message on a phone that lies.
func inviteLying(c *Canvas, text, yes, no, left string) {
	ground := Toast
	if c.Rich {
		ground = Cap
	}
	g := c.aboveButtons()
	g.Fill(g.Rect(), ground)
	g.Hit(g.Rect(), nil)
	room := g.H() - touchButtons
	if left != "" {
		room--
		g.TextRight(g.W()-1, room, ground, Cut(left, g.W()-2))
	}
	lines := Wrap(text, g.W()-2)
	if len(lines) > room {
		lines = append(lines[:room-1:room-1], strings.Join(lines[room-1:], " "))
	}
	for i, line := range lines {
		g.TextCut(1, i, g.W()-2, ground|Bold, line)
	}
	answers := []KeyItem{{Label: strings.TrimPrefix(yes, string(YesKey)+" "), Key: YesKey}}
	if no != "" {
		answers = append(answers, KeyItem{Label: strings.TrimPrefix(no, string(NoKey)+" "), Key: NoKey})
	}
	buttonBar(c, Rect{X: c.column.X, Y: c.column.Y + g.H() - touchButtons, W: g.W(), H: touchButtons}, answers, true)
}

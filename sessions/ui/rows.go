package ui

// clockWidth is the least room of the clock in the message row.
const clockWidth = 18

// Message writes over the message row, up to the clock on its right, which stays whole.
func Message(c *Canvas, ink Token, text string) {
	c.Spec.Message, c.Spec.MessageInk = text, ink
	old := c.W()
	if c.Spec.Clock != "" {
		old -= Width(c.Spec.Clock) + frameMargin
	}
	c.Sub(Rect{0, c.H() - 2, max(0, old), 1}).Fill(Rect{W: old, H: 1}, Page)
	g := c.Sub(Rect{0, c.H() - 2, max(0, min(old, c.W()-clockWidth)), 1})
	if g.Rich() {
		message(g.Sub(Rect{frameMargin, 0, max(0, g.W()-frameMargin), 1}), text, ink)
		return
	}
	if old < c.W()-clockWidth { // a clock that names another table is longer
		text = Cut(text, g.W()-1)
	}
	g.Text(1, 0, ink, text)
}

package ui

// Keys draws the key bar of an overlay in place of the screen's below it.
func Keys(c *Canvas, items []KeyItem) { keyBar(c.Sub(Rect{0, c.H() - 1, c.W(), 1}), items) }

// Message writes over the left part of the message row, and leaves the clock on its right.
func Message(c *Canvas, ink Token, text string) {
	w := min(c.W()-16, max(Width(text), 0))
	c.Fill(Rect{0, c.H() - 2, c.W() - 16, 1}, Page)
	c.TextCut(1, c.H()-2, w, ink, text)
}

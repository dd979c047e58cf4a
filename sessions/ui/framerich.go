package ui

import "strings"

// frameMargin is the distance of the frame's rows from the sides on LevelRich.
const frameMargin = 2

// frameRich draws the rows around a screen on LevelRich: no grounds, the place as crumbs, a dot before
// the message, keys on caps.
func frameRich(c *Canvas, f FrameSpec) {
	w, h := c.W(), c.H()
	if !f.Bare {
		c.Fill(Rect{0, 0, w, 1}, Page)
		facts := c.TextRight(w-frameMargin, 0, Muted, Cut(f.Facts, w/2))
		crumbs(c.Sub(Rect{frameMargin, 0, max(0, w-2*frameMargin-facts-2), 1}), f.Place)
	}

	c.Fill(Rect{0, h - 2, w, 1}, Page)
	clock := c.TextRight(w-frameMargin, h-2, f.ClockInk|Bold, f.Clock)
	if f.Message != "" {
		message(c.Sub(Rect{frameMargin, h - 2, max(0, w-2*frameMargin-clock-2), 1}), f.Message, f.MessageInk)
	}

	keyBar(c.Sub(Rect{0, h - 1, w, 1}), f.Keys)
}

// accents are the inks of games' names in the top bar.
var accents = map[string]Token{}

// NameAccent gives a name in the top bar, such as a game's title in one language, its own ink on
// LevelRich. It is called at the start, before any screen is drawn.
func NameAccent(name string, tok Token) { accents[name] = tok }

// crumbs draws a place, "ARCADE / here / there".
func crumbs(g Region, place string) {
	parts := strings.Split(place, " / ")
	x := g.Name(0, 0, 0)
	for i, part := range parts[1:] {
		ink := Muted
		if i == 0 {
			ink = Strong | Bold
		}
		if accent, ok := accents[part]; ok {
			ink = accent | Bold
		}
		x += g.TextCut(x, 0, g.W()-x, Faint, " › ")
		x += g.TextCut(x, 0, g.W()-x, ink, part)
	}
}

// message draws the message row: gold dot and strong words, or the sign and the ink of a warning.
func message(g Region, text string, ink Token) {
	sign, dot, word := "●", Accent, Strong
	switch ink {
	case Warn, Bad:
		sign, dot, word = "▲", ink, ink // the same sentence may be a prompt
	case Muted, Faint:
		dot, word = Muted, Text
	}
	g.Text(0, 0, dot, sign)
	g.TextCut(2, 0, g.W()-2, word|Bold, text)
}

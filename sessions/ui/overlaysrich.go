package ui

import "strings"

// titled is Panel on LevelRich: a sheet whose first row is its title. It has the ground on which layouts
// write into a panel.
func (g Region) titled(r Rect, title string) Region {
	g.Dim(g.Rect())
	sheet := g.Sheet(r, Panel)
	sheet.Fill(Rect{0, 0, r.W, 1}, Cap)
	if title != "" {
		sheet.TextCut(2, 0, r.W-4, Cap|Bold, title)
	}
	sheet.Edge(0, 0, 1, Accent)
	return sheet.Sub(Rect{1, 1, max(0, r.W-2), max(0, r.H-2)})
}

// buttonCap draws "k label" as a key on a cap, gold if focused; a label without a key's name is a chip.
// It takes at most ButtonWidth cells.
func (g Region) buttonCap(x, y int, label string, key Key, focused bool) {
	ground := Cap
	if focused {
		ground = Focus
	}
	w := 0
	if name, rest, ok := strings.Cut(label, " "); ok && keyNamed(name) {
		w = g.Chip(x, y, name, ground)
		ink := Text
		if focused {
			ink = Strong
		}
		if focused { // gold alone would say it by colour
			g.Text(x+w, y, Accent, "›")
		}
		w += g.TextCut(x+w+2, y, g.W()-x-w-2, ink, rest) + 2
	} else {
		w = g.Chip(x, y, label, ground)
		if focused {
			w += g.Text(x+w, y, Accent, "‹")
		}
	}
	g.Hit(Rect{x, y, w, 1}, Press(key))
}

// keyNamed reports whether a word is a key's name.
func keyNamed(word string) bool {
	return Width(word) == 1 || word == "Enter" || word == "Esc" || word == "Space" || word == "Tab"
}

// inviteRich is Invite on LevelRich: words on a cap with a sky edge, in the place of the top bar.
func inviteRich(c *Canvas, text, yes, no, left string) {
	y, room := inviteRows(c)
	g := c.Sub(Rect{0, 0, c.W(), y + 1})
	g.Fill(g.Rect(), Cap)
	g.Edge(0, 0, y+1, Info)
	x := g.W() - frameMargin - Width(left)
	g.Text(x, y, Cap, left)
	if no != "" {
		x -= ButtonWidth(no) + 1
		g.onCap(x, y, no, NoKey, Track)
	}
	x -= ButtonWidth(yes) + 1
	g.onCap(x, y, yes, YesKey, Picked)
	g.TextCut(frameMargin, 0, max(x, room)-frameMargin-2, Cap|Bold, text)
}

// onCap draws an answer on a cap row as a chip with its own ground.
func (g Region) onCap(x, y int, label string, key Key, ground Token) {
	w := g.Chip(x, y, label, ground)
	g.Hit(Rect{x, y, w, 1}, Press(key))
}

// Countdown draws a sheet of LevelRich for the last seconds before the house closes: the seconds in pixels,
// the reason, and the command with which to come back.
func Countdown(c *Canvas, seconds, text, line string) {
	body := c.Area()
	c.Dim(Rect{0, 1, c.W(), c.H() - 3})
	const w, h = 52, 10
	r := body.Centered(w, h)
	c.BlockClicks(r)
	in := c.Sheet(r, Raised)
	in.Strip(Rect{0, 0, w, 1}, Warn)
	x := 4 + in.Letters(4, 3, seconds, 2, Warning) + 4
	for i, s := range Wrap(text, w-x-2) {
		in.TextCut(x, 3+i, w-x-2, Strong|Bold, s)
	}
	in.TextCut(x, 6, w-x-2, Accent|Bold, line)
}

package ui

import (
	"cmp"
	"slices"
)

// Keycap draws a key on a cap, its label beside it, and an area that presses it; it returns the cells
// taken. A hot key is gold: the key that acts now, at most one on a screen.
func (g Region) Keycap(x, y int, name, label string, key Key, hot bool) int {
	cap, ink := Cap, Muted
	if hot {
		cap, ink = Focus, Text
	}
	w := g.Chip(x, y, name, cap)
	if label != "" {
		w += 1 + g.TextCut(x+w+1, y, g.W()-x-w-1, ink, label)
	}
	if key != "" {
		g.Hit(Rect{x, y, w, 1}, Press(key))
	}
	return w
}

// Chip draws a word on a ground, with a blank on both sides; it returns the cells taken. On a paint as
// the ground, the word has the page's ink. With lines the word that has the focus stands in brackets.
func (g Region) Chip(x, y int, word string, ground Token) int {
	w, ink := Width(word)+2, ground|Bold
	switch hot := ground == Focus || ground == Picked; {
	case g.Rich():
		g.Fill(Rect{x, y, w, 1}, ground)
		if isPaint(ground) {
			ink = SolidInk(Page) | Bold
		}
	case hot:
		ink = ground
		g.Text(x, y, ink, "[")
		g.Text(x+w-1, y, ink, "]")
	default:
		ink = Strong
	}
	g.Text(x+1, y, ink, word)
	return w
}

// cap returns the text on the key's cap.
func (it KeyItem) cap() string { return cmp.Or(it.Sign, it.Name) }

// keycapWidth returns the width of a key-bar item as a keycap.
func (it KeyItem) keycapWidth() int {
	if it.Label == "" {
		return Width(it.cap()) + 2
	}
	return Width(it.cap()) + 3 + Width(it.Label)
}

// keycaps draws the key bar of LevelRich: the acting key first and in gold. Items that do not fit are
// omitted, except the last two, help and the way out.
func keycaps(g Region, items []KeyItem) {
	const margin, gap = 2, 2
	items = actingFirst(items)
	width := func() int {
		w := -gap
		for _, it := range items {
			w += gap + it.keycapWidth()
		}
		return w
	}
	for len(items) > 2 && width() > g.W()-2*margin {
		items = withoutOne(items)
	}
	x := margin
	for i, it := range items {
		x += g.Keycap(x, 0, it.cap(), it.Label, it.Key, i == 0 && it.acts()) + gap
	}
}

// acts reports whether a key does the expected action, rather than moves about or leaves.
func (it KeyItem) acts() bool { return !it.Quiet && (it.Key == "enter" || it.Key == "space") }

// actingFirst returns a copy of the items with the acting key in front.
func actingFirst(items []KeyItem) []KeyItem {
	for i, it := range items {
		if it.acts() {
			return slices.Concat([]KeyItem{it}, items[:i], items[i+1:])
		}
	}
	return slices.Clone(items)
}

package kit

import (
	"strings"

	"arcade/sessions/ui"
)

// Text is a paragraph, or a line if it is short enough.
type Text struct {
	Ink  ui.Token
	Text string
}

// Least returns the size of the wrapped text.
func (t Text) Least(_ Look, w int) (s Size) {
	for _, line := range ui.Wrap(t.Text, max(w, longestWord(t.Text))) {
		s = Size{max(s.W, ui.Width(line)), s.H + 1}
	}
	return s
}

// longestWord returns the width of the longest word.
func longestWord(s string) (w int) {
	for _, word := range strings.Fields(s) {
		w = max(w, ui.Width(word))
	}
	return max(w, 1)
}

// Wish returns the number of lines.
func (t Text) Wish(l Look, w int) int { return t.Least(l, w).H }

// Draw draws the lines.
func (t Text) Draw(_ Look, g ui.Region) {
	for y, line := range ui.Wrap(t.Text, max(g.W(), 1)) {
		g.Text(0, y, t.Ink, line)
	}
}

// Short is a line in several wordings, the longest first: the first that has room is shown.
type Short struct {
	Ink   ui.Token
	Texts []string
}

// One returns a line with a long and a short wording.
func One(ink ui.Token, long, short string) Short { return Short{ink, []string{long, short}} }

// pick returns the wording for w cells.
func (s Short) pick(w int) string {
	for _, t := range s.Texts {
		if ui.Width(t) <= w {
			return t
		}
	}
	return s.Texts[len(s.Texts)-1]
}

// Least returns the size of the longest wording that has room in w cells.
func (s Short) Least(_ Look, w int) Size { return Size{ui.Width(s.pick(w)), 1} }

// Wish returns one row.
func (s Short) Wish(Look, int) int { return 1 }

// Draw draws it.
func (s Short) Draw(_ Look, g ui.Region) { g.Text(0, 0, s.Ink, s.pick(g.W())) }

// Name is a person's name, which may be cut.
type Name struct {
	Ink  ui.Token
	Text string
}

// nameLeast is the least that is shown of a name.
const nameLeast = 6

// Least returns the width of the name, or of its first letters.
func (n Name) Least(_ Look, w int) Size {
	return Size{min(ui.Width(n.Text), max(w, nameLeast)), 1}
}

// Wish returns one row.
func (n Name) Wish(Look, int) int { return 1 }

// Draw draws it.
func (n Name) Draw(_ Look, g ui.Region) { g.TextCut(0, 0, g.W(), n.Ink, n.Text) }

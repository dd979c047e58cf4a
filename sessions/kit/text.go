package kit

import (
	"iter"
	"strings"

	"arcade/sessions/ui"
)

// Text is a paragraph, or a line if it is short enough.
type Text struct {
	Ink  ui.Token
	Text string
}

// Word is a text in one line.
type Word struct {
	Ink   ui.Token
	Text  string
	Right bool // flush right
	Name  bool // a person's name, which may be cut
}

// Least returns the size of the line.
func (t Word) Least(_ Look, w int) Size {
	if n := ui.Width(t.Text); !t.Name || n <= w {
		return Size{n, 1}
	}
	return Size{min(ui.Width(t.Text), max(w, nameLeast/2)), 1}
}

// Wish returns one row.
func (t Word) Wish(Look, int) int { return 1 }

// Draw draws the line.
func (t Word) Draw(_ Look, g ui.Region) {
	text := t.Text
	if t.Name {
		text = ui.Cut(text, g.W())
	}
	if t.Right {
		g.TextRight(g.W(), 0, t.Ink, text)
		return
	}
	g.Text(0, 0, t.Ink, text)
}

// short returns the width of a text that is one line in w cells.
func (t Text) short(w int) (cells int, ok bool) {
	cells = ui.Width(t.Text)
	return cells, cells <= w && cells > 0 && !strings.Contains(t.Text, "\n")
}

// Least returns the size of the wrapped text.
func (t Text) Least(_ Look, w int) (s Size) {
	if cells, ok := t.short(w); ok {
		return Size{cells, 1}
	}
	return wrapped(t.Text, max(w, longestWord(t.Text)))
}

// narrowest returns the width of the longest word.
func (t Text) narrowest(Look) int { return min(longestWord(t.Text), ui.Width(t.Text)) }

// wrapped returns the size of a text in lines of w cells.
func wrapped(text string, w int) (s Size) {
	for line := range wrap(text, w) {
		s = Size{max(s.W, ui.Width(line)), s.H + 1}
	}
	return s
}

// longestWord returns the width of the longest word.
func longestWord(s string) (w int) {
	for word := range strings.FieldsSeq(s) {
		w = max(w, ui.Width(word))
	}
	return max(w, 2) // a line may be broken before a wide character
}

// Wish returns the number of lines.
func (t Text) Wish(l Look, w int) int { return t.Least(l, w).H }

// Draw draws the lines.
func (t Text) Draw(_ Look, g ui.Region) {
	if _, ok := t.short(g.W()); ok {
		g.Text(0, 0, t.Ink, t.Text)
		return
	}
	y := 0
	for line := range wrap(t.Text, g.W()) {
		g.Text(0, y, t.Ink, line)
		y++
	}
}

// wrap breaks a text into lines of w cells. A text that fits keeps its blanks.
func wrap(s string, w int) iter.Seq[string] {
	return func(yield func(string) bool) {
		if ui.Width(s) <= w && !strings.Contains(s, "\n") {
			yield(s)
			return
		}
		for line := range ui.WrapSeq(s, max(w, 2)) {
			if !yield(line) {
				return
			}
		}
	}
}

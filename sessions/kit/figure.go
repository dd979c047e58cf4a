package kit

import "arcade/sessions/ui"

// Figure is a short value in large digits, doubled if there is room; with lines, or without pixels for it, it is a word.
type Figure struct {
	Value string
	Shade ui.Gradient
	Ink   ui.Token // of the word
}

// figureRows are the rows of digits of one and of two cells a pixel.
var figureRows = [3]int{1, 3, 5}

// scale returns the cells of a pixel, 0 for a word.
func (f Figure) scale(l Look, w, h int) int {
	for k := 2; k > 0; k-- {
		if n := ui.LettersWidth(f.Value, k); l.Rich && ui.HasLetters(f.Value) && n > 0 && n <= w && figureRows[k] <= h {
			return k
		}
	}
	return 0
}

// Least returns the size of the word, or of small digits.
func (f Figure) Least(l Look, _ int) Size {
	switch {
	case f.Value == "":
		return Size{}
	case l.Rich && ui.HasLetters(f.Value):
		return Size{ui.LettersWidth(f.Value, 1), figureRows[1]}
	}
	return Size{ui.Width(f.Value), 1}
}

// Wish returns the rows of doubled digits if they have room.
func (f Figure) Wish(l Look, w int) int {
	return max(figureRows[f.scale(l, w, figureRows[2])], f.Least(l, w).H)
}

// Draw draws the digits.
func (f Figure) Draw(l Look, g ui.Region) {
	if k := f.scale(l, g.W(), g.H()); k > 0 {
		g.Letters(0, 0, f.Value, k, f.Shade)
		return
	}
	g.Text(0, 0, f.Ink, f.Value)
}

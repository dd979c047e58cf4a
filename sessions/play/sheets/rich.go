package sheets

import "arcade/sessions/ui"

// Tile draws a number in pixels on a sheet of ui.LevelRich of five rows, with a caption under it. A value
// that does not fit or has no pixels is drawn as text.
func Tile(g ui.Region, r ui.Rect, value, caption string, shade ui.Shade) {
	in := g.Sheet(r, ui.Panel)
	if w := ui.LettersWidth(value, 1); w > 0 && w <= r.W-4 {
		in.Letters(2, 1, value, 1, shade)
	} else {
		in.TextCut(2, 2, r.W-4, ui.Strong|ui.Bold, value)
	}
	in.TextCut(2, r.H-1, r.W-3, ui.Muted, caption)
}

// Panel draws a sheet of ui.LevelRich with a title, and a muted note at its right. It returns the part
// below.
func Panel(g ui.Region, r ui.Rect, title, note string) ui.Region {
	in := g.Sheet(r, ui.Panel)
	w := in.TextCut(2, 0, r.W-4, ui.Strong|ui.Bold, title)
	if ui.Width(note)+w+5 <= r.W {
		in.TextRight(r.W-2, 0, ui.Muted, note)
	}
	return in.Sub(ui.Rect{X: 2, Y: 1, W: r.W - 4, H: r.H - 1})
}

// Share is a row of a Panel: a label, part of whole as a meter, and a number.
type Share struct {
	Label       string
	Part, Whole int
	Number      string
	Ink         ui.Token // of the meter
}

// Draw draws the row with a label of label cells and a right-aligned number of number cells.
func (s Share) Draw(g ui.Region, y, label, number int) {
	g.TextCut(0, y, label, ui.Text, s.Label)
	if w := g.W() - label - number - 2; w > 0 {
		g.Meter(label+1, y, w, s.Part, s.Whole, s.Ink)
	}
	g.TextRight(g.W(), y, ui.Text, ui.Cut(s.Number, number))
}

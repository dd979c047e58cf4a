package kit

import "arcade/sessions/ui"

// Entry is one of several blocks, of which one has the focus: a sheet, or with lines a block beside its mark.
type Entry struct {
	Block
	Focus bool
	Tall  bool // the block keeps off the sheet's upper and lower edge, too
}

// around returns the block with the cells that stay free around it.
func (e Entry) around(l Look) Pad {
	p := Pad{Block: e.Block}
	if l.Rich {
		if p.X = margin; e.Tall {
			p.Top, p.Bottom = 1, 1
		}
	}
	return p
}

// lead returns the cells left of the block for its mark.
func (e Entry) lead(l Look) int {
	if l.Rich {
		return 0
	}
	return listLeft
}

// Least returns the block's least with what is around it.
func (e Entry) Least(l Look, w int) Size {
	s := e.around(l).Least(l, max(w-e.lead(l), 1))
	return Size{s.W + e.lead(l), s.H}
}

// Wish returns the block's wish with what is around it.
func (e Entry) Wish(l Look, w int) int { return e.around(l).Wish(l, max(w-e.lead(l), 1)) }

// Draw draws the sheet or the mark, and the block.
func (e Entry) Draw(l Look, g ui.Region) {
	switch {
	case l.Rich && e.Focus:
		g = g.SheetEdge(g.Rect(), ui.Raised, ui.Accent)
	case l.Rich:
		g = g.Sheet(g.Rect(), ui.Panel)
	case e.Focus:
		g.Text(0, 0, ui.Focus, ">")
	}
	lead := e.lead(l)
	e.around(l).Draw(l, g.Sub(ui.Rect{X: lead, W: max(0, g.W()-lead), H: g.H()}))
}

// Rows is a long list of blocks of equal height, made when they are in view: those around the focus. It belongs to
// one frame.
type Rows struct {
	N, Focus int
	Gap      int // between two, if there is room for all
	Row      func(i int) Block
	focused  *Measured // the row in focus, whose size is that of each
}

// row returns the i-th row.
func (r *Rows) row(i int) Block {
	if at := max(r.Focus, 0); i != at {
		return r.Row(i)
	} else if r.focused == nil {
		r.focused = Once(func(Look) Block { return r.Row(at) })
	}
	return r.focused
}

// least returns the least of a row in w cells.
func (r *Rows) least(l Look, w int) Size { return r.row(max(r.Focus, 0)).Least(l, max(w, 1)) }

// Least returns the size of a few rows beside the bar that shows which are in view.
func (r *Rows) Least(l Look, w int) Size {
	if r.N == 0 {
		return Size{}
	}
	s := r.least(l, w-listRight)
	return Size{s.W + listRight, s.H * min(r.N, leastReel)}
}

// Wish returns the height of all rows with the gaps.
func (r *Rows) Wish(l Look, w int) int {
	if r.N == 0 {
		return 0
	}
	return max(r.N*(r.least(l, w).H+r.Gap)-r.Gap, r.Least(l, w).H)
}

// Draw draws the rows in view.
func (r *Rows) Draw(l Look, g ui.Region) {
	if r.N == 0 {
		return
	}
	w := g.W()
	h := r.least(l, w).H
	pitch := h + r.Gap
	if r.N*pitch-r.Gap > g.H() {
		pitch = h
	}
	if r.N*pitch > g.H() {
		w -= listRight
		h = r.least(l, w).H
		pitch = h
	}
	from, to := ui.Window(max(r.Focus, 0), r.N, (g.H()+pitch-h)/pitch)
	for i := from; i < to; i++ {
		Draw(r.row(i), l, g.Sub(ui.Rect{Y: (i - from) * pitch, W: w, H: h}))
	}
	scrollBar(l, g, 0, (to-from)*pitch-pitch+h, from, to, r.N)
}

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

package kit

import "arcade/sessions/ui"

// Rows is a long list of blocks on sheets, of equal height, made when they are in view: those around the focus. A click
// on one is a ui.RowHit. It belongs to one frame.
type Rows struct {
	N, Focus int
	Gap      int   // between two, if there is room for all
	Forms    []int // the cells from which a row has each of its forms, the widest first; it has one more below the last
	// Row returns the i-th row in a form, counted from 0.
	Row     func(i, form int) Block
	focused []Measured // the row in focus in each form, whose size is that of each row
}

// sheet returns the i-th row on its sheet, in w cells.
func (r *Rows) sheet(l Look, i, w int) Sheet {
	s := Sheet{Listed: true, Mine: i == r.Focus}
	w, form := max(w-s.lead(l)-2*s.around(l).X, 1), 0
	for form < len(r.Forms) && w < r.Forms[form] {
		form++
	}
	if i != max(r.Focus, 0) {
		s.Block = r.Row(i, form)
		return s
	}
	if r.focused == nil {
		r.focused = make([]Measured, len(r.Forms)+1)
	}
	if s.Block = &r.focused[form]; r.focused[form].make == nil {
		r.focused[form].Once(func(Look) Block { return r.Row(i, form) })
	}
	return s
}

// least returns the least of a row in w cells.
func (r *Rows) least(l Look, w int) Size {
	w = max(w, 1)
	return Tap{Block: r.sheet(l, max(r.Focus, 0), w)}.Least(l, w)
}

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
		Draw(Tap{Msg: ui.RowHit(i), Block: r.sheet(l, i, w)}, l, g.Sub(ui.Rect{Y: (i - from) * pitch, W: w, H: h}))
	}
	scrollBar(l, g, 0, (to-from)*pitch-pitch+h, from, to, r.N)
}

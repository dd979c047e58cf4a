package kit

import "arcade/sessions/ui"

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

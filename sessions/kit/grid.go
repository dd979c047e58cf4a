package kit

import "arcade/sessions/ui"

// Board is a block of one of several sizes. A [Stage] gives it the largest that has room.
type Board interface {
	Block
	// SizeAt returns the n-th size for a look, counted from 0, the largest first; false if there are fewer.
	SizeAt(l Look, n int) (s Size, ok bool)
}

// LeastOf returns the lowest size of a board that has room in w cells, or else the narrowest.
func LeastOf(b Board, l Look, w int) (least Size) {
	for n := 0; ; n++ {
		s, ok := b.SizeAt(l, n)
		if !ok {
			return least
		}
		if n == 0 || s.W < least.W && least.W > w || s.W <= w && s.H < least.H {
			least = s
		}
	}
}

// WishOf returns the height of the largest size of a board that has room in w cells.
func WishOf(b Board, l Look, w int) int {
	for n := 0; ; n++ {
		s, ok := b.SizeAt(l, n)
		if !ok || s.W <= w {
			return s.H
		}
	}
}

// Cells is a size of a grid's cells with what is between and around them.
type Cells struct {
	W, H                     int  // of a cell
	GapX, GapY               int  // between two cells, for lines
	Left, Top, Right, Bottom int  // around all cells, for a rim and the names of columns and rows
	Pictures                 bool // drawn in pixels: not where there are only lines
	Signs                    bool // drawn in signs: not where there are pictures
}

// pitch returns the distance from one cell to the next.
func (c Cells) pitch() (w, h int) { return c.W + c.GapX, c.H + c.GapY }

// At returns the place of a cell by its column and row.
func (c Cells) At(col, row int) ui.Rect {
	w, h := c.pitch()
	return ui.Rect{X: c.Left + col*w, Y: c.Top + row*h, W: c.W, H: c.H}
}

// Field returns the place of all cells of a grid together, with the gaps between them.
func (c Cells) Field(cols, rows int) ui.Rect {
	w, h := c.pitch()
	return ui.Rect{X: c.Left, Y: c.Top, W: cols*w - c.GapX, H: rows*h - c.GapY}
}

// The least width and height of what a finger can hit.
const touchWidth, touchHeight = touchCells, touchRows

// Grid is a board of equal cells, counted row by row. The largest of its sizes that has room is drawn.
type Grid struct {
	Cols, Rows int
	Sizes      []Cells // the largest first; the last one is the board's least
	// Ground draws what is below the cells: the rim, lines, names. Cell draws the cell i in the area at.
	Ground func(g ui.Region, size Cells)
	Cell   func(g ui.Region, size Cells, at ui.Rect, i int)
	// Msg is the message of a click on the area i, nil for none; Name is what the area is called for people who do
	// not see it. A nil Msg means that nothing can be clicked.
	Msg  func(i int) any
	Name func(i int) string
	// Areas is the number of areas and Span the area i, in cells; 0 for each cell by itself.
	Areas int
	Span  func(i int) ui.Rect
}

// serves reports whether a size serves a look: a finger needs large areas.
func (b Grid) serves(l Look, c Cells) bool {
	if c.Pictures && !l.Rich || c.Signs && l.Rich {
		return false
	}
	w, h := c.pitch()
	return !l.Touch || b.Msg == nil || b.Areas > 0 || w >= touchWidth && h >= touchHeight
}

// size returns the size of the whole board.
func (b Grid) size(c Cells) Size {
	f := c.Field(b.Cols, b.Rows)
	return Size{c.Left + f.W + c.Right, c.Top + f.H + c.Bottom}
}

// SizeAt returns the n-th size of the whole board.
func (b Grid) SizeAt(l Look, n int) (Size, bool) {
	for _, c := range b.Sizes {
		if b.serves(l, c) {
			if n == 0 {
				return b.size(c), true
			}
			n--
		}
	}
	return Size{}, false
}

// Least returns the smallest size.
func (b Grid) Least(l Look, _ int) (s Size) {
	for n := 0; ; n++ {
		next, ok := b.SizeAt(l, n)
		if !ok {
			return s
		}
		s = next
	}
}

// Wish returns the height of the largest size that has room in w cells.
func (b Grid) Wish(l Look, w int) int { return WishOf(b, l, w) }

// Draw draws the largest size that has room, in the middle.
func (b Grid) Draw(l Look, g ui.Region) {
	for _, c := range b.Sizes {
		if s := b.size(c); b.serves(l, c) && s.fits(g.W(), g.H()) {
			b.draw(g.Sub(g.Rect().Centered(s.W, s.H)), c)
			return
		}
	}
}

// draw draws the board of a size.
func (b Grid) draw(g ui.Region, c Cells) {
	b.Ground(g, c)
	for i := range b.Cols * b.Rows {
		b.Cell(g, c, c.At(i%b.Cols, i/b.Cols), i)
	}
	if b.Msg == nil {
		return
	}
	n := b.Areas
	if n == 0 {
		n = b.Cols * b.Rows
	}
	w, h := c.pitch()
	for i := range n {
		msg := b.Msg(i)
		if msg == nil {
			continue
		}
		span := ui.Rect{X: i % b.Cols, Y: i / b.Cols, W: 1, H: 1}
		if b.Span != nil {
			span = b.Span(i)
		}
		at := c.At(span.X, span.Y)
		g.HitNamed(ui.Rect{X: at.X, Y: at.Y, W: span.W * w, H: span.H * h}, msg, b.Name, i)
	}
}

package paint

// Tail is what the right cell of a wide character holds.
const Tail = -1

// Cell is one place of the screen: a character in an ink on a surface, both by
// their numbers in a Palette. The ink may have the bit BoldInk.
type Cell struct {
	Rune         rune
	Surface, Ink uint16
}

// Canvas is a screen's cells and the place of its cursor. Its memory is used again
// after Reset. It is not for several goroutines.
type Canvas struct {
	w, h      int
	cells     []Cell
	x, y      int
	hasCursor bool
}

// Reset makes the canvas w by h cells, all of them blank. It has new memory where it had
// not enough, or far too much.
func (c *Canvas) Reset(w, h int, blank Cell) {
	c.w, c.h, c.hasCursor = max(0, w), max(0, h), false
	n := c.w * c.h
	if cap(c.cells) < n || cap(c.cells) > 4*n {
		c.cells = make([]Cell, n)
	}
	c.cells = c.cells[:n]
	for i := range c.cells {
		c.cells[i] = blank
	}
}

// W and H are the canvas's width and height in cells.
func (c *Canvas) W() int { return c.w }
func (c *Canvas) H() int { return c.h }

// Row is the row y, from 0, which may be changed by its cells' inks and surfaces.
func (c *Canvas) Row(y int) []Cell { return c.cells[y*c.w : (y+1)*c.w] }

// At is the cell at x, y, which must be on the canvas.
func (c *Canvas) At(x, y int) *Cell { return &c.cells[y*c.w+x] }

// Put writes a character into the cell at x, y, which it gives, and leaves how it looks. A
// wide one takes two calls, the second with Tail. The other half of a wide character that
// loses one becomes blank.
func (c *Canvas) Put(x, y int, r rune) *Cell {
	row := c.Row(y)
	if row[x].Rune == Tail && r != Tail {
		row[x-1].Rune = ' '
	}
	if x+1 < len(row) && row[x+1].Rune == Tail {
		row[x+1].Rune = ' '
	}
	at := &row[x]
	at.Rune = r
	return at
}

// SetCursor puts the terminal's cursor on a cell; after Reset it is hidden.
func (c *Canvas) SetCursor(x, y int) { c.x, c.y, c.hasCursor = x, y, true }

// Cursor is where the terminal's cursor belongs; not ok where it is to be hidden.
func (c *Canvas) Cursor() (x, y int, ok bool) { return c.x, c.y, c.hasCursor }

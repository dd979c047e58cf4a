package paint

// Tail stands in the right cell of a wide character.
const Tail = -1

// Cell is one place on the screen: a character in an ink on a surface. Both are numbers of a Palette. The
// ink may have the bit BoldInk.
type Cell struct {
	Rune         rune
	Surface, Ink uint16
}

// Canvas has a screen's cells and the place of its cursor. Reset reuses its memory. It is not safe for
// several goroutines.
type Canvas struct {
	w, h      int
	cells     []Cell
	x, y      int
	hasCursor bool
}

// Reset makes the canvas w by h blank cells. It allocates only if the memory is too small or far too large.
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

// W and H return the canvas's width and height in cells.
func (c *Canvas) W() int { return c.w }
func (c *Canvas) H() int { return c.h }

// Row returns the row y, from 0. The caller may change the inks and surfaces of its cells.
func (c *Canvas) Row(y int) []Cell { return c.cells[y*c.w : (y+1)*c.w] }

// At returns the cell at x, y, which must be on the canvas.
func (c *Canvas) At(x, y int) *Cell { return &c.cells[y*c.w+x] }

// Put writes a character into the cell at x, y, keeps its ink and surface, and returns the cell. A wide
// character takes two calls, the second with Tail. If Put overwrites half of a wide character, the other
// half becomes blank.
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

// Blank empties w cells from x, y on, keeps their inks and surfaces, and returns them. What it leaves of a wide
// character becomes blank, as with Put.
func (c *Canvas) Blank(x, y, w int) []Cell {
	row := c.Row(y)
	if row[x].Rune == Tail {
		row[x-1].Rune = ' '
	}
	if x+w < len(row) && row[x+w].Rune == Tail {
		row[x+w].Rune = ' '
	}
	row = row[x : x+w]
	for i := range row {
		row[i].Rune = ' '
	}
	return row
}

// SetCursor shows the terminal's cursor on a cell. Reset hides it.
func (c *Canvas) SetCursor(x, y int) { c.x, c.y, c.hasCursor = x, y, true }

// Cursor returns the place of the terminal's cursor; not ok if it is hidden.
func (c *Canvas) Cursor() (x, y int, ok bool) { return c.x, c.y, c.hasCursor }

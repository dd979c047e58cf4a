package ui

// RowHit is a click on the row of a list, SlideHit on a slider's position, TabHit on a tab.
type (
	RowHit   int
	SlideHit int
	TabHit   int
)

// Scroll is the focus of a list. Lists wrap by single steps and stop by pages.
type Scroll struct{ Focus int }

// Key moves the focus among n rows, page of which are in view; it returns false if the key does not move
// it.
func (s *Scroll) Key(key Key, n, page int) bool {
	if n == 0 {
		return false
	}
	switch key {
	case "up":
		s.Focus = (s.Focus + n - 1) % n
	case "down":
		s.Focus = (s.Focus + 1) % n
	case "pgup":
		s.Focus = max(s.Focus-page, 0)
	case "pgdn":
		s.Focus = min(s.Focus+page, n-1)
	case "home":
		s.Focus = 0
	case "end":
		s.Focus = n - 1
	default:
		return false
	}
	return true
}

// Clamp keeps the focus on one of n rows.
func (s *Scroll) Clamp(n int) { s.Focus = min(max(s.Focus, 0), max(n-1, 0)) }

// Body returns the screen's area between the frame's rows.
func Body(c *Canvas) Region { return c.Sub(c.Area()) }

// Mark returns the ink of a list entry and the sign before it: on and ">" for the focused one, else off
// and a blank.
func Mark(focused bool, on, off Token) (Token, string) {
	if focused {
		return on, ">"
	}
	return off, " "
}

// CompactBody returns the area of a screen with one layout: the body, or the middle of it in a larger
// window.
func CompactBody(c *Canvas) Region {
	g := Body(c)
	if g.W() > MinWidth {
		g = g.Sub(Rect{X: (g.W() - MinWidth) / 2, Y: (g.H() - 21) / 2, W: MinWidth, H: 21})
	}
	return g
}

// OverlayBox empties w by h cells in the middle of the screen, draws a double border with a title and
// disables clicks beside it. It returns the inside.
func OverlayBox(c *Canvas, w, h int, title string) Region {
	r := c.Area().Centered(w, h)
	c.Shade(Rect{W: c.W(), H: c.H() - 1})
	return c.Panel(r, title)
}

// ListRow draws one row of an overlay's list.
func ListRow(g Region, y int, focused bool, text string, msg any) {
	if g.Rich() {
		ink := Text
		if focused {
			g.Sub(Rect{1, 0, g.W() - 2, g.H()}).FocusRow(y)
			ink = Cap | Bold
		}
		g.Text(3, y, ink, Cut(text, g.W()-4))
		g.Hit(Rect{X: 1, Y: y, W: g.W() - 2, H: 1}, msg)
		return
	}
	mark, tok := "  ", Panel
	if focused {
		mark, tok = "> ", Focus
	}
	g.Text(1, y, tok, PadRight(mark+Cut(text, g.W()-4), g.W()-2))
	g.Hit(Rect{X: 1, Y: y, W: g.W() - 2, H: 1}, msg)
}

// Column is one column of a table: its place, its width, and its heading's key.
type Column struct {
	X, W    int
	Heading string
	Right   bool // numbers: flush right
}

// Put draws a text in the column, on its side and uncut, so that a strict canvas notices text that is too
// wide.
func (c Column) Put(g Region, y int, tok Token, text string) {
	x := c.X
	if c.Right {
		x += c.W - Width(text)
	}
	g.Text(x, y, tok, text)
}

// NewField returns a text field of n cells.
func NewField(n int) *Field { return &Field{MaxCells: n, MaxRunes: n} }

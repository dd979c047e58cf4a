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

// NewField returns a text field of n cells.
func NewField(n int) *Field { return &Field{MaxCells: n, MaxRunes: n} }

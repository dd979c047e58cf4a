package sessions

import (
	"arcade/sessions/ui"
)

// rowHit is a click on the row of a list, slideHit on a slider's position, tabHit on a tab.
type (
	rowHit   int
	slideHit int
	tabHit   int
)

// scroll is the focus of a list. Lists wrap by single steps and stop by pages.
type scroll struct{ focus int }

// key moves the focus among n rows, page of which are in view; false where the key does not move it.
func (s *scroll) key(key ui.Key, n, page int) bool {
	if n == 0 {
		return false
	}
	switch key {
	case "up":
		s.focus = (s.focus + n - 1) % n
	case "down":
		s.focus = (s.focus + 1) % n
	case "pgup":
		s.focus = max(s.focus-page, 0)
	case "pgdn":
		s.focus = min(s.focus+page, n-1)
	case "home":
		s.focus = 0
	case "end":
		s.focus = n - 1
	default:
		return false
	}
	return true
}

// clamp keeps the focus on one of n rows.
func (s *scroll) clamp(n int) { s.focus = min(max(s.focus, 0), max(n-1, 0)) }

// body is where a screen draws: between the frame's rows.
func body(c *ui.Canvas) ui.Region { return c.Sub(ui.BodyRect(c.W(), c.H())) }

// compactBody is where a screen with one layout draws: the body, in a larger window
// the middle of it.
func compactBody(c *ui.Canvas) ui.Region {
	g := body(c)
	if g.W() > ui.MinWidth {
		g = g.Sub(ui.Rect{X: (g.W() - ui.MinWidth) / 2, Y: (g.H() - 21) / 2, W: ui.MinWidth, H: 21})
	}
	return g
}

// panel empties w by h cells in the middle of whatever is there, draws a double border
// with a title and takes the clicks beside it. It gives the inside.
func panel(c *ui.Canvas, w, h int, title string) ui.Region {
	r := ui.BodyRect(c.W(), c.H()).Centered(w, h)
	c.Shade(ui.Rect{W: c.W(), H: c.H() - 1})
	return c.Panel(r, title)
}

// listRow draws one row of an overlay's list.
func listRow(g ui.Region, y int, focused bool, text string, msg any) {
	mark, tok := "  ", ui.Panel
	if focused {
		mark, tok = "> ", ui.Focus
	}
	g.Text(1, y, tok, ui.PadRight(mark+ui.Cut(text, g.W()-4), g.W()-2))
	g.Hit(ui.Rect{X: 1, Y: y, W: g.W() - 2, H: 1}, msg)
}

// column is one column of a table: where it begins, how wide it is, and its heading's key.
type column struct {
	x, w    int
	heading string
	right   bool // numbers: flush right
}

// put draws a text in the column: on its side, and not cut, so that a strict
// canvas sees what is too wide.
func (c column) put(g ui.Region, y int, tok ui.Token, text string) {
	x := c.x
	if c.right {
		x += c.w - ui.Width(text)
	}
	g.Text(x, y, tok, text)
}

// pinned draws a board's last rows: one's own place, or why there is none.
func (a *App) pinned(g ui.Region, cols []column, place, of int, none string, row func() []string) {
	g.HLine(0, g.H()-4, g.W(), ui.Muted)
	switch {
	case a.visit.Me().Guest:
		g.Text(3, g.H()-3, ui.Muted, a.T("board.guest"))
	case place == 0:
		g.Text(3, g.H()-3, ui.Muted, none)
	default:
		for i, text := range row() {
			cols[i].put(g, g.H()-3, ui.Strong, text)
		}
		g.Text(3, g.H()-2, ui.Muted, a.T("board.mine", "n", place, "of", of))
	}
}

// grid draws a table: headings, a rule, and the rows around the focus.
func (a *App) grid(g ui.Region, y int, cols []column, n, focus, rows int, row func(i int) []string) {
	for _, c := range cols {
		c.put(g, y, ui.Muted, a.T(c.heading))
	}
	g.HLine(0, y+1, g.W(), ui.Muted)
	from, to := ui.Window(focus, n, rows)
	for i := from; i < to; i++ {
		at := y + 2 + i - from
		tok, mark := ui.Text, "   "
		if i == focus {
			tok, mark = ui.Focus, " > "
		}
		g.Text(0, at, tok, ui.PadRight(mark, g.W()))
		for k, text := range row(i) {
			cols[k].put(g, at, tok, ui.Cut(text, cols[k].w))
		}
		g.Hit(ui.Rect{Y: at, W: g.W(), H: 1}, rowHit(i))
	}
	if from > 0 {
		g.Text(g.W()-1, y+2, ui.Muted, "^")
	}
	if to < n {
		g.Text(g.W()-1, y+1+to-from, ui.Muted, "v")
	}
}

// newField is a text field of n cells.
func newField(n int) *ui.Field { return &ui.Field{MaxCells: n, MaxRunes: n} }

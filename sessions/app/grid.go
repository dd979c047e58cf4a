package app

import (
	"arcade/sessions/ui"
)

// Pinned draws a board's last rows: the visitor's own place, or the reason why there is none.
func (a *App) Pinned(g ui.Region, cols []ui.Column, place, of int, none string, row func() []string) {
	if !g.Rich() {
		g.HLine(0, g.H()-4, g.W(), ui.Muted)
	}
	switch {
	case a.Visit.Me().Guest:
		g.Text(3, g.H()-3, ui.Muted, a.T("board.guest"))
	case place == 0:
		g.Text(3, g.H()-3, ui.Muted, none)
	default:
		for i, text := range row() {
			cols[i].Put(g, g.H()-3, ui.Strong, text)
		}
		g.Text(3, g.H()-2, ui.Muted, a.T("board.mine", "n", place, "of", of))
	}
}

// Grid draws a table: headings, a rule, and the rows around the focus.
func (a *App) Grid(g ui.Region, y int, cols []ui.Column, n, focus, rows int, row func(i int) []string) {
	if g.Rich() {
		a.gridRich(g, y, cols, n, focus, rows, row)
		return
	}
	for _, c := range cols {
		c.Put(g, y, ui.Muted, a.T(c.Heading))
	}
	g.HLine(0, y+1, g.W(), ui.Muted)
	from, to := ui.Window(focus, n, rows)
	for i := from; i < to; i++ {
		at := y + 2 + i - from
		tok := ui.Text
		if i == focus {
			tok = ui.Focus
			g.Fill(ui.Rect{Y: at, W: g.W(), H: 1}, tok)
			g.Text(1, at, tok, ">")
		}
		for k, text := range row(i) {
			cols[k].Put(g, at, tok, ui.Cut(text, cols[k].W))
		}
		g.Hit(ui.Rect{Y: at, W: g.W(), H: 1}, ui.RowHit(i))
	}
	if from > 0 {
		g.Text(g.W()-1, y+2, ui.Muted, "^")
	}
	if to < n {
		g.Text(g.W()-1, y+1+to-from, ui.Muted, "v")
	}
}

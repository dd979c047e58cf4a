package pages

import (
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// inked is a text of a list's row with its ink.
type inked struct {
	text string
	ink  ui.Token
}

// richList draws a list on ui.LevelRich from row y on: headings, and that many rows around the focus, which
// has its own ground and a gold edge. cells returns a row's cells; the column main is bold in the focus.
func richList(a *app.App, g ui.Region, y, rows int, cols []ui.Column, l app.List, main int, cells func(i int) []inked) {
	for _, c := range cols {
		if c.Heading != "" {
			c.Put(g, y, ui.Faint, a.T(c.Heading))
		}
	}
	from, to := ui.Window(l.Focus, l.N, rows)
	for i := from; i < to; i++ {
		at := y + 1 + i - from
		if i == l.Focus {
			g.Fill(ui.Rect{Y: at, W: g.W(), H: 1}, ui.Raised)
			g.Edge(0, at, 1, ui.Accent)
		}
		for k, cell := range cells(i) {
			ink := cell.ink
			if i == l.Focus && k == main {
				ink = ui.Strong | ui.Bold
			}
			cols[k].Put(g, at, ink, ui.Cut(cell.text, cols[k].W))
		}
		g.Hit(ui.Rect{Y: at, W: g.W(), H: 1}, ui.RowHit(i))
	}
}

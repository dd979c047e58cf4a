package app

import "arcade/sessions/ui"

// gridRich is Grid on ui.LevelRich: the headings replace the rule, the row in focus has its own ground
// and a gold edge, and a bar shows which part of the list is in view.
func (a *App) gridRich(g ui.Region, y int, cols []ui.Column, n, focus, rows int, row func(i int) []string) {
	for _, c := range cols {
		c.Put(g, y+1, ui.Faint, a.T(c.Heading))
	}
	y += 2
	from, to := ui.Window(focus, n, rows)
	for i := from; i < to; i++ {
		at, first, tok := y+i-from, ui.Text, ui.Muted
		if i == focus {
			g.Fill(ui.Rect{Y: at, W: g.W(), H: 1}, ui.Raised)
			g.Edge(0, at, 1, ui.Accent)
			first, tok = ui.Strong|ui.Bold, ui.Text
		}
		for k, text := range row(i) {
			if k == 0 {
				cols[k].Put(g, at, first, ui.Cut(text, cols[k].W))
				continue
			}
			cols[k].Put(g, at, tok, ui.Cut(text, cols[k].W))
		}
		g.Hit(ui.Rect{Y: at, W: g.W(), H: 1}, ui.RowHit(i))
	}
	if to-from == n || n == 0 {
		return
	}
	for i := range to - from { // a bar as long as the part of the list in view
		tok := ui.Track
		if k := i * n; k >= from*(to-from) && k < to*(to-from) {
			tok = ui.Muted
		}
		g.Cell(g.W()-1, y+i, '▐', ui.Ground(tok), g.At(g.W()-1, y+i))
	}
}

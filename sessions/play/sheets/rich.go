package sheets

import "arcade/sessions/ui"

// Panel draws a sheet of ui.LevelRich with a title, and a muted note at its right. It returns the part
// below.
func Panel(g ui.Region, r ui.Rect, title, note string) ui.Region {
	in := g.Sheet(r, ui.Panel)
	w := in.TextCut(2, 0, r.W-4, ui.Strong|ui.Bold, title)
	if ui.Width(note)+w+5 <= r.W {
		in.TextRight(r.W-2, 0, ui.Muted, note)
	}
	return in.Sub(ui.Rect{X: 2, Y: 1, W: r.W - 4, H: r.H - 1})
}

package pages

import "arcade/sessions/ui"

// lineRich draws a line to type elsewhere on ui.LevelRich, with texts above and below it.
func lineRich(g ui.Region, above []string, line string, below []string) {
	rows := ui.Wrap(line, g.W()-12)
	in := g.Sheet(ui.Rect{X: 1, Y: 1, W: g.W() - 2, H: len(above) + len(rows) + len(below) + 6}, ui.Panel)
	in.Strip(ui.Rect{W: in.W(), H: 1}, ui.Accent)
	y := 2
	for _, text := range above {
		in.TextCut(3, y, in.W()-5, ui.Text, text)
		y++
	}
	y++
	in.Fill(ui.Rect{X: 3, Y: y, W: in.W() - 6, H: len(rows)}, ui.Raised)
	for _, text := range rows {
		in.Text(4, y, ui.Accent|ui.Bold, text)
		y++
	}
	y++
	for _, text := range below {
		in.TextCut(3, y, in.W()-5, ui.Muted, text)
		y++
	}
}

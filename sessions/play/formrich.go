package play

import (
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// formHead is how many rows of a form's sheet its head takes.
const formHead = 4

// FormSheet draws the sheet of a form on ui.LevelRich: a strip in the game's accent, its tile, a
// title and a muted line. It gives the part below, where rows go.
func FormSheet(g ui.Region, game string, r ui.Rect, title, note string) ui.Region {
	in := g.Sheet(r, ui.Panel)
	face := GameOf(game).Face
	x := 3
	if face.Accent != 0 {
		in.Strip(ui.Rect{W: r.W, H: 1}, face.Accent)
	}
	if face.Tile != nil {
		in.Stamp(x, 1, face.Tile)
		x += face.Tile.W + 2
	}
	in.TextCut(x, 1, r.W-x-2, ui.Strong|ui.Bold, title)
	in.TextCut(x, 2, r.W-x-2, ui.Muted, note)
	return in.Sub(ui.Rect{X: 1, Y: formHead, W: r.W - 2, H: r.H - formHead})
}

// fieldRow is [FieldRow] on ui.LevelRich: what is typed stands on a ground of its own.
func fieldRow(g ui.Region, y int, f *app.Form, row int, label, hint string) {
	const x = 12
	field, focused, ink := f.Rows[row].Input, f.In().ID == f.Rows[row].ID, ui.Text
	if focused {
		g.Fill(ui.Rect{Y: y, W: g.W(), H: 1}, ui.Raised)
		g.Edge(0, y, 1, ui.Accent)
		ink = ui.Strong | ui.Bold
	}
	w := field.MaxCells + 2
	g.Text(2, y, ink, label)
	g.Fill(ui.Rect{X: x, Y: y, W: w, H: 1}, ui.Cap)
	if focused {
		field.Draw(g, x+1, y, w-1)
	} else {
		g.TextCut(x+1, y, w-2, ui.Cap, field.String())
	}
	g.TextCut(x+w+2, y, g.W()-x-w-3, ui.Muted, hint)
	g.Hit(ui.Rect{Y: y, W: x + w, H: 1}, app.PickHit{Row: row})
}

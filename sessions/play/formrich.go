package play

import (
	"arcade/sessions/ui"
)

// formHead is the height of the head of a form's sheet in rows.
const formHead = 4

// FormSheet draws the sheet of a form on ui.LevelRich: a strip in the game's accent, its tile, a title
// and a muted line. It returns the part below, for the rows.
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

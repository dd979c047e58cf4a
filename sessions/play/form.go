package play

import (
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// Form returns the sheet of a form of a game: a strip in the game's colour, its tile, what is chosen and what that
// means, and the rows.
func Form(game, title, note string, rows kit.Block) kit.Block {
	face := GameOf(game).Face
	head := kit.Row(2)
	if face.Tile != nil {
		head.Items = append(head.Items, kit.Item{Block: kit.Picture{
			Size: kit.Size{W: face.Tile.W, H: 2}, Art: true, Paint: func(_ kit.Look, g ui.Region) { g.Stamp(0, 0, face.Tile) },
		}, Drop: 1})
	}
	head.Items = append(head.Items, kit.Item{Block: kit.Col(0, 0,
		kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: title}}, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: note}}), Fill: 1})
	strip := kit.Picture{Size: kit.Size{W: 1, H: 1}, Art: true, Paint: func(_ kit.Look, g ui.Region) { g.Strip(g.Rect(), face.Accent) }}
	return kit.Sheet{Block: kit.Col(0, 0, kit.Item{Block: strip},
		kit.Item{Block: kit.Pad{Block: head, X: 2, Bottom: 1}}, kit.Item{Block: kit.Pad{Block: rows, X: 1}, Fill: 1})}
}

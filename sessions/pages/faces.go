package pages

import (
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// emblemOf draws a game's emblem on a card, 8 by 4 cells, tileOf its tile in a row, 6 by 2. A game without
// pictures has the beginning of its title.
func emblemOf(a *app.App, g ui.Region, x, y int, game string) {
	if s := play.GameOf(game).Face.Emblem; s != nil {
		g.Stamp(x, y, s)
		return
	}
	lettered(a, g, ui.Rect{X: x, Y: y, W: 8, H: 4}, game)
}

func tileOf(a *app.App, g ui.Region, x, y int, game string) {
	if s := play.GameOf(game).Face.Tile; s != nil {
		g.Stamp(x, y, s)
		return
	}
	lettered(a, g, ui.Rect{X: x, Y: y, W: 6, H: 2}, game)
}

func lettered(a *app.App, g ui.Region, in ui.Rect, game string) {
	g.Fill(in, ui.Cap)
	g.Text(in.X+in.W/2-1, in.Y+(in.H-1)/2, ui.Cap|ui.Bold, firstCells(a.T("game."+game)))
}

// firstCells returns the first two cells of a title.
func firstCells(title string) string {
	r := []rune(title)
	if ui.Width(string(r[:1])) == 2 || len(r) == 1 {
		return string(r[:1])
	}
	return string(r[:2])
}

package seats

import (
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Block returns a seat for [play.Parts]: a sheet of [Large] or [Small] rows where there are pictures and room, or
// else a line.
func Block(a *app.App, s *play.Scene, seat games.Seat, p Plate) kit.Block {
	return &block{a, s, seat, p}
}

type block struct {
	a     *app.App
	s     *play.Scene
	seat  games.Seat
	plate Plate
}

// The least widths of a large and a small sheet and of a line; of a line with a clock, and of one with the side too.
const (
	largeLeast, smallLeast, lineLeast = 36, 30, 16
	clockLeast, sideLeast             = 30, 34
)

// Least returns a short line.
func (b *block) Least(kit.Look, int) kit.Size { return kit.Size{W: lineLeast, H: 1} }

// Wish returns the rows of the largest sheet.
func (b *block) Wish(l kit.Look, w int) int {
	switch {
	case !l.Rich || w < smallLeast:
		return 1
	case w < largeLeast || b.plate.Piece == nil:
		return Small
	}
	return Large
}

// Draw draws the seat as its height allows.
func (b *block) Draw(l kit.Look, g ui.Region) {
	if l.Rich && g.H() >= Small {
		DrawPlate(b.a, g, b.s, b.seat, b.plate, g.Rect())
		return
	}
	Draw(b.a, g, b.s, b.seat, b.plate.Line, g.Rect(), 0)
}

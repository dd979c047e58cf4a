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
	line := Row(a, s, seat, p.Line)
	return kit.ByLevel{Pictures: &block{a, s, seat, p, line}, Signs: line}
}

type block struct {
	a     *app.App
	s     *play.Scene
	seat  games.Seat
	plate Plate
	line  kit.Block
}

// The least widths of a large and a small sheet and of a line; of a line with a clock, and of one with the side too.
const (
	largeLeast, smallLeast, lineLeast = 36, 30, 16
	clockLeast, sideLeast             = 30, 34
)

// Least returns a short line.
func (b *block) Least(l kit.Look, w int) kit.Size { return b.line.Least(l, w) }

// Wish returns the rows of the largest sheet.
func (b *block) Wish(_ kit.Look, w int) int {
	switch {
	case w < smallLeast:
		return 1
	case w < largeLeast || b.plate.Piece == nil:
		return Small
	}
	return Large
}

// Draw draws the seat as its height allows.
func (b *block) Draw(l kit.Look, g ui.Region) {
	if g.H() >= Small {
		drawPlate(b.a, g, b.s, b.seat, b.plate, g.Rect())
		return
	}
	b.line.Draw(l, g)
}

package play

import (
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// CardWidth and CardHeight give the size of the picture on a share card, in cells.
const CardWidth, CardHeight = 27, 14

// Card is a game's part of the card of a finished match or run.
type Card struct {
	// Picture draws the final position in pixels, Signs as text that can be pasted. A game has both or none.
	Picture, Signs func(lang words.Lang, g ui.Region, view any)
	// Points are the figures of the seats, -1 for none; for a run, its main figure.
	Points func(view any) []int
}

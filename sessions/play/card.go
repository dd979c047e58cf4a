package play

import (
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// CardWidth and CardHeight are the room of the picture on a share card, in cells.
const CardWidth, CardHeight = 27, 14

// Card is a game's part of the card of a finished match or run.
type Card struct {
	// Draw draws the final position: in pixels on ui.LevelRich, else in signs, to be pasted as
	// text.
	Draw func(lang words.Lang, g ui.Region, view any)
	// Points are the figures of the seats, -1 for none; of a run the one by which it is known.
	Points func(view any) []int
}

package klondike

import (
	"arcade/games/klondike"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/ui"
)

// look is how a card appears: its visible rows, what marks it, whether others cover it, whether it is the top one of
// its pile and the last, and whether it lies beside the card below it. A pair is two cards in a row.
type look struct {
	rows             int
	mood             mood
	under, top, last bool
	beside, pair     bool
	second           klondike.Card
}

// inkOf returns the colour of a card's sign.
func inkOf(c klondike.Card) ui.Token {
	if c.Red() {
		return cards.InkRed
	}
	return cards.InkBlack
}

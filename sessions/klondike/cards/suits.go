package cards

import (
	"arcade/games/klondike"
)

// Width is how wide a card is.
const Width = 7

// SuitSign is a suit's symbol.
func SuitSign(s klondike.Suit) string { return string([]rune("♥♦♣♠")[s]) }

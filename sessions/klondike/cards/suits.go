package cards

import (
	"arcade/games/klondike"
)

// Width is the width of a card.
const Width = 7

// SuitSign returns a suit's symbol.
func SuitSign(s klondike.Suit) string { return string([]rune("♥♦♣♠")[s]) }

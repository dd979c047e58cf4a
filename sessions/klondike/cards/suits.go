package cards

import (
	"arcade/games/klondike"
)

// SuitSign returns a suit's symbol.
func SuitSign(s klondike.Suit) string { return string([]rune("♥♦♣♠")[s]) }

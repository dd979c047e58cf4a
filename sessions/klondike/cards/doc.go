// Package cards has the appearance of Klondike's cards: their colours, the felt, the small pictures on
// them, and the game's face.
package cards

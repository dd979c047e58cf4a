// Package cards is how the cards of Klondike look: their colours, the felt, the small pictures on
// them, and the game's face.
package cards

// Package klondike implements the solitaire Klondike: deals that a seed determines everywhere, the rules,
// statistics. docs/notation/klondike.md explains the rules in words.
package klondike

import "arcade/games"

// Name is the game's name in the registry.
const Name = "klondike"

// rules is the current version of the rules. Under version 1 resigning counted as a move; since version 2
// it does not. Tries that began under version 1 keep their counts, because their stored results are checked
// against the log.
const (
	rules         = 2
	resignIsAMove = 1 // the last version with that rule
)

// Game is Klondike for the registry.
type Game struct{}

// Info describes the game.
func (Game) Info() games.Info {
	return games.Info{Name: Name, Seats: 1, Hidden: true, Rules: rules,
		Options: []string{"draw", "redeals", "recycle", "f2t", "deck"}}
}

// Bots lists no bots: the solver plays for players who ask.
func (Game) Bots() []games.Bot { return nil }

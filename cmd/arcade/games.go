package main

import (
	"arcade/games"
	klondike "arcade/games/klondike/solver"
	"arcade/games/matgo"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/yut"
)

// registry lists the arcade's games in the order in which they are shown.
func registry() *games.Registry {
	return games.NewRegistry(
		othello.Game{},
		matgo.Game{},
		stones.Game{},
		klondike.Game{},
		yut.Game{},
	)
}

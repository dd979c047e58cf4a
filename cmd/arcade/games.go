package main

import (
	"arcade/games"
	klondike "arcade/games/klondike/solver"
	matgo "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/stones/duel"
	"arcade/games/yut"
)

// house lists the arcade's games in the order in which they are shown, each with its own
// commands. A new game is one line here.
func house() []entry {
	return []entry{
		{game: othello.Game{}, sim: newSimOthello, solve: newSolveOthello, bench: newBenchOthello, train: newTrainOthello, http: othelloAPI},
		{game: matgo.Game{}, sim: newSimMatgo, train: newTrainMatgo, selfplay: newSelfplayMatgo},
		{game: stones.Game{}, sim: newSimStones, solve: newSolveStones},
		{game: klondike.Game{}, solve: newSolveKlondike, nameless: solveNameless, http: klondikeAPI},
		{game: yut.Game{}, sim: newSimYut},
		{game: duel.Game{}},
	}
}

// registry are the games of the house.
func registry() *games.Registry {
	var list []games.Game
	for _, e := range house() {
		list = append(list, e.game)
	}
	return games.NewRegistry(list...)
}

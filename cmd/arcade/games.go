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

// entry is a game of the arcade with its commands and what it answers over HTTP.
type entry struct {
	game  games.Game
	tools Tools
	http  API // nil for nothing
}

// house lists the arcade's games in the order in which they are shown, each with its own
// commands. A new game is one line here.
func house() []entry {
	return []entry{
		{othello.Game{}, Othello, OthelloAPI},
		{matgo.Game{}, Matgo, nil},
		{stones.Game{}, Stones, nil},
		{klondike.Game{}, Klondike, KlondikeAPI},
		{yut.Game{}, Yut, nil},
		{game: duel.Game{}},
	}
}

// played are the games of the house.
func played() (list []games.Game) {
	for _, e := range house() {
		list = append(list, e.game)
	}
	return list
}

// registry has the games of the house.
func registry() *games.Registry { return games.NewRegistry(played()...) }

// tools are the games' own commands.
func tools() (list []Tools) {
	for _, e := range house() {
		list = append(list, e.tools)
	}
	return list
}

// apis are what the games answer over HTTP.
func apis() (list []API) {
	for _, e := range house() {
		if e.http != nil {
			list = append(list, e.http)
		}
	}
	return list
}

package main

import (
	"arcade/cmd/arcade/lab"
	"arcade/cmd/arcade/serve"
	"arcade/games"
	klondike "arcade/games/klondike/solver"
	matgo "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/stones/duel"
	"arcade/games/yut"
	"arcade/lobby/arenas"
)

// entry is a game of the arcade with its commands and its HTTP API.
type entry struct {
	game  games.Game
	tools lab.Tools
	http  serve.API // nil for none
	arena arenas.Rules
}

// house lists the arcade's games in display order, each with its own commands. A new game is one line
// here.
func house() []entry {
	return []entry{
		{game: othello.Game{}, tools: lab.Othello, http: serve.OthelloAPI, arena: arenas.Rules{Control: "3+2", Quick: 30}},
		{game: matgo.Game{}, tools: lab.Matgo, arena: arenas.Rules{Control: "30s"}},
		{game: stones.Game{}, tools: lab.Stones},
		{game: klondike.Game{}, tools: lab.Klondike, http: serve.KlondikeAPI},
		{game: yut.Game{}, tools: lab.Yut},
		{game: duel.Game{}},
	}
}

// played returns the games of the house.
func played() (list []games.Game) {
	for _, e := range house() {
		list = append(list, e.game)
	}
	return list
}

// registry has the games of the house.
func registry() *games.Registry { return games.NewRegistry(played()...) }

// tools returns the games' own commands.
func tools() (list []lab.Tools) {
	for _, e := range house() {
		list = append(list, e.tools)
	}
	return list
}

// apis returns the games' HTTP APIs.
func apis() (list []serve.API) {
	for _, e := range house() {
		if e.http != nil {
			list = append(list, e.http)
		}
	}
	return list
}

// arenaRules returns the rules of each game with arenas, and the bots of its ladder.
func arenaRules() map[string]arenas.Rules {
	all := map[string]arenas.Rules{}
	for _, e := range house() {
		r := e.arena
		if r.Control == "" {
			continue
		}
		if l, ok := e.game.(games.Laddered); ok {
			for _, rung := range l.Ladder() {
				r.Bots = append(r.Bots, arenas.Bot{Name: rung.Bot, Rating: rung.Rating})
			}
		}
		all[e.game.Info().Name] = r
	}
	return all
}

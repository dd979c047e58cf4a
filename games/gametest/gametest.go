// Package gametest holds an engine to what every game promises. A game's own tests
// say what it needs to know of the game, once, and keep to what is the game's alone:
//
//	var tested = gametest.Game{Engine: chess.Game{}, Notation: everyAction(), Bots: []string{"random"}}
//
//	func TestGame(t *testing.T)     { gametest.Run(t, tested) }
//	func FuzzAction(f *testing.F) { gametest.FuzzAction(f, tested) }
//	func FuzzSetup(f *testing.F)  { gametest.FuzzSetup(f, tested) }
//
// Only tests import it.
package gametest

import (
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
)

// Game is a game and what its tests need to know of it. Only Engine, Notation and
// Bots are for every game.
type Game struct {
	Engine games.Game
	// Notation is every action that the notation can say, legal or not.
	Notation []games.Action
	// Bots are the names of its bots, weakest first: logs and tables have them.
	Bots []string

	// Options are sets of options that it takes, one of each kind; random matches begin
	// with each. nil is none at all.
	Options []string
	// Refused are sets of options that it refuses, with a part of what it says.
	Refused map[string]string
	// Noise are texts that are not actions, for the fuzzer to begin with.
	Noise []string
	// Reread reads an action and writes it again, where the notation has a reader.
	Reread func(games.Action) (games.Action, bool)
	// Reasons are the codes of its refusals beside the ones that every game shares. Random
	// matches meet each, and no other.
	Reasons []string
	// Ends are the reasons with which its rules end a match; the logs have each.
	Ends []string
	// Quit is the action that gives up, for a game that has one: random matches end with it.
	Quit games.Action
	// Hidden are texts that must not stand in the JSON of what the viewer sees. A
	// game that hides something has to have it.
	Hidden func(p games.Position, viewer games.Seat) []string
	// Promise is called for each random match, and what it gives for its first position
	// and then after each action: it tells what the game promises beside what all do.
	Promise func(t rapid.TB, first games.Position) func(p games.Position, played games.Action)
	// WriteOnly reports whether nobody reads the view's JSON back into its type.
	WriteOnly bool
	// BadViews are views of the game's type that no bot can make anything of.
	BadViews []any
	// Stats makes an empty value of the type of a player's statistics, for a [games.Recorder].
	Stats func() any
}

// Run runs all tests of a game, each under its name.
func Run(t *testing.T, g Game) {
	for _, test := range []struct {
		name string
		run  func(*testing.T)
	}{
		{"Info", g.info},
		{"Setup", g.setup},
		{"Matches", g.matches},
		{"RandomMatches", g.randomMatches},
		{"Logs", g.logs},
		{"Protocol", g.protocol},
		{"Bots", g.bots},
		{"Records", g.records},
		{"Variants", g.variants},
	} {
		t.Run(test.name, test.run)
	}
}

// options are the sets of options that matches begin with.
func (g Game) options() []string {
	if g.Options == nil {
		return []string{""}
	}
	return g.Options
}

// viewers are all who can look at a match, from [games.Everything] on.
func (g Game) viewers() (list []games.Seat) {
	for s := games.Everything; int(s) < g.Engine.Info().Seats; s++ {
		list = append(list, s)
	}
	return list
}

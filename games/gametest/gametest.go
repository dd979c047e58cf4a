// Package gametest tests the promises that every game makes. A game describes itself once, and its own
// tests cover only what is special to it:
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

// Game describes a game to its tests. Every game sets Engine, Notation and Bots; the rest depends on the
// game.
type Game struct {
	Engine games.Game
	// Notation lists every action that the notation can express, legal or not.
	Notation []games.Action
	// Bots lists the names of its bots, weakest first. Logs and tables use them.
	Bots []string

	// Options has one set of options of each kind that the game accepts. Random matches start with each.
	// nil means no options.
	Options []string
	// Refused has sets of options that the game refuses, with a part of the error.
	Refused map[string]string
	// Noise has texts that are not actions, as seeds for the fuzzer.
	Noise []string
	// Reread reads an action and writes it again, if the notation has a reader.
	Reread func(games.Action) (games.Action, bool)
	// Reasons lists the codes of its refusals beside the shared ones. Random matches meet each of them, and
	// no other.
	Reasons []string
	// Ends lists the reasons with which its rules end a match. The logs contain each.
	Ends []string
	// Quit is the action that gives up, if the game has one. Random matches end with it.
	Quit games.Action
	// Hidden returns texts that the JSON of the viewer's view must not contain. A game with hidden
	// information must set it.
	Hidden func(p games.Position, viewer games.Seat) []string
	// Promise checks the game's own promises. It is called for each random match; the function that it
	// returns gets the first position, and then the position after each action.
	Promise func(t rapid.TB, first games.Position) func(p games.Position, played games.Action)
	// WriteOnly reports whether the view's JSON is never decoded into its type.
	WriteOnly bool
	// BadViews has views of the game's type that no bot can play from.
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

// options lists the sets of options with which matches start.
func (g Game) options() []string {
	if g.Options == nil {
		return []string{""}
	}
	return g.Options
}

// viewers lists all viewers of a match, from [games.Everything] on.
func (g Game) viewers() (list []games.Seat) {
	for s := games.Everything; int(s) < g.Engine.Info().Seats; s++ {
		list = append(list, s)
	}
	return list
}

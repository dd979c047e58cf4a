package app

import (
	"arcade/lobby"
)

// Places are the screens that any screen may lead to without knowing them.
type Places interface {
	// Home is the first screen.
	Home(a *App) Screen
	// Lobby are the open and live tables of a game.
	Lobby(a *App, game string) Screen
	// Form is where a new table, or a new run, is chosen.
	Form(a *App, game string) Screen
	// Ranks has the boards of a game; Scores one board by points, the ranked one if day is "";
	// SeedScores the board of a typed seed.
	Ranks(a *App, game string) Screen
	Scores(a *App, game, board, day string) Screen
	SeedScores(a *App, game, seed string) Screen
	// Today is the day's runs, with the streak.
	Today(a *App) Screen
	// Ladder is a game's bots by strength, nil where no game has measured bots.
	Ladder(a *App, game string) Screen
	// Puzzle is the next puzzle of a game's stream, the puzzle of the day if game is ""; nil where
	// there is none, which is said.
	Puzzle(a *App, game string) Screen
	// Arena is an arena by its id, "" for the one that runs or comes next.
	Arena(a *App, id string) Screen
	// Profile returns a player's page.
	Profile(a *App, player string) Screen
	// Replay shows a match again, with its analysis where reviewed.
	Replay(a *App, id string, reviewed bool) Screen
	// Line is the line of a match that is over, to be pasted elsewhere.
	Line(a *App, r *lobby.Replay) Screen
	// Start goes where a connection's command says, or to a match that waits.
	Start(a *App, command []string)
	// Calls are the calls to a table that have come.
	Calls(a *App)
	// Accept says yes to an invitation and goes to its table.
	Accept(a *App, i lobby.Invitation)
}

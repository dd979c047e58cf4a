package app

import (
	"arcade/lobby/pairing"
	"arcade/lobby/records"
)

// Places has the screens to which any screen may lead without importing them.
type Places interface {
	// Home returns the first screen.
	Home(a *App) Screen
	// Lobby returns the open and live tables of a game.
	Lobby(a *App, game string) Screen
	// Form returns the form of a new table, or of a new run.
	Form(a *App, game string) Screen
	// Ranks returns the boards of a game; Scores one board by points, the ranked one if day is "";
	// SeedScores the board of a typed seed.
	Ranks(a *App, game string) Screen
	Scores(a *App, game, board, day string) Screen
	SeedScores(a *App, game, seed string) Screen
	// Today returns the day's runs, with the streak.
	Today(a *App) Screen
	// Ladder returns a game's bots by strength, nil if no game has measured bots.
	Ladder(a *App, game string) Screen
	// Puzzle returns the next puzzle of a game, the puzzle of the day if game is "". Without one it says
	// so and returns nil.
	Puzzle(a *App, game string) Screen
	// Arena returns an arena by its id, "" for the present or next one.
	Arena(a *App, id string) Screen
	// Profile returns a player's page.
	Profile(a *App, player string) Screen
	// Replay returns the replay of a match, with its analysis if reviewed.
	Replay(a *App, id string, reviewed bool) Screen
	// Line returns the line of a finished match for pasting.
	Line(a *App, r *records.Replay) Screen
	// Start follows a connection's command, or goes to a match that waits.
	Start(a *App, command []string)
	// Calls handles calls to tables.
	Calls(a *App)
	// Accept accepts an invitation and goes to its table.
	Accept(a *App, i pairing.Invitation)
}

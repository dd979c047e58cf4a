// Package solo has what a game alone begins with: its seed, its day, and whether its player
// has such a run in play or has played that day already. It writes notes and no matches; it
// knows no table and no visit.
package solo

import (
	"errors"
	"log/slog"

	"arcade/games"
	"arcade/lobby/deals"
	"arcade/lobby/records"
	"arcade/store"
)

// What is refused.
var (
	ErrBadOffer  = errors.New("bad offer")
	ErrDailyDone = errors.New("you have played this daily run")
	// ErrBadSeed: the game cannot read the seed that was typed.
	ErrBadSeed = errors.New("bad seed")
	// ErrRunning: such a run of the player's is in play.
	ErrRunning = errors.New("such a run is in play")
)

// Runs is what games alone are begun with. It is safe for use by many goroutines.
type Runs struct {
	Store   store.Store
	Games   *games.Registry
	Log     *slog.Logger
	Deals   *deals.Service
	Records *records.Records
	// Secret is the store's, from which the seeds of days come; Code makes a code of what
	// nobody is to read.
	Secret []byte
	Code   func(what string) string
	// NewSeed deals a seed.
	NewSeed func() string
	// Node is the name of this node, "" where there is one: then nothing is noted.
	Node string
}

// NoClock is the control of a game alone.
const NoClock = "none"

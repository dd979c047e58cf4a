// Package solo prepares solo games: the seed, the day, and whether the player has the same run in play or
// has played that day already. It writes notes and no matches; it knows no tables and no visits.
package solo

import (
	"context"
	"errors"
	"log/slog"

	"arcade/games"
	"arcade/lobby/deals"
	"arcade/lobby/records"
	"arcade/store"
)

// The errors of package solo.
var (
	ErrBadOffer  = errors.New("bad offer")
	ErrDailyDone = errors.New("you have played this daily run")
	// ErrBadSeed says that the game cannot read the typed seed.
	ErrBadSeed = errors.New("bad seed")
	// ErrRunning says that the player has the same run in play.
	ErrRunning = errors.New("such a run is in play")
)

// Runs begins solo games. It is safe for concurrent use.
type Runs struct {
	// Calls of the store use Context.
	Context context.Context
	Store   store.Store
	Games   *games.Registry
	Log     *slog.Logger
	Deals   *deals.Service
	Records *records.Records
	// Secret is the store's; the seeds of days come from it. Code makes a code from which nobody can read
	// the text.
	Secret []byte
	Code   func(what string) string
	// Networks returns codes of the networks on which some keys were seen today.
	Networks func(keys []string) ([]string, error)
	// NewSeed returns a new seed.
	NewSeed func() string
	// Node is the name of this node. A single node has "", and notes nothing.
	Node string
}

// NoClock is the time control of a solo game.
const NoClock = "none"

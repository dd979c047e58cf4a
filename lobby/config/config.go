// Package config has the settings of a lobby.
package config

import (
	"io"
	"log/slog"
	"net/netip"
	"time"

	"arcade/games"
	"arcade/lobby/arenas"
	"arcade/lobby/deals"
	"arcade/lobby/nodes"
	"arcade/lobby/puzzles"
	"arcade/lobby/turns"
	"arcade/store"
)

// Config is what a lobby needs. Zero durations and counts take the defaults.
type Config struct {
	Store store.Store
	Games *games.Registry
	Log   *slog.Logger
	// Observer counts what happens. It may be nil.
	Observer Observer
	// Nodes are the nodes that share the store; nil for a single node.
	Nodes nodes.Nodes
	// Node is this node's name; Nodes, if set, decide it. Without Nodes it is "" or, in tests, a name
	// that keeps matches.
	Node string
	// Grace is how long a player whose connection dropped may stay away before the opponent may claim the
	// game (default 40 s). GraceLeft is the same for a player who left the table (default 10 s).
	Grace, GraceLeft time.Duration
	// PassNotice is how long a forced action is announced before the table plays it (default 1.5 s).
	PassNotice time.Duration
	// ReadyTime is how long two people have to say that they are ready for a match or the next round of a
	// series, before it is called off (default 60 s).
	ReadyTime time.Duration
	// Random is the source of seeds and seats (default crypto/rand's reader).
	Random io.Reader
	// BotPause is the least time that a bot takes for a move (default: 600 ms, or the pace of a game that
	// is [games.BotPace]).
	BotPause time.Duration
	// MaxSeats is how many open seats one player may have (default 5), MaxGames how many unfinished games
	// (default 60).
	MaxSeats, MaxGames int
	// MaxShared is how many matches played by programs there may be (default 5,000).
	MaxShared int
	// ChatLines is how many lines one person may say at a table within ChatTime
	// (default 4 in 8 s).
	ChatLines int
	ChatTime  time.Duration
	// Shared are networks that strangers may share, such as a school's: coming from one does not identify
	// a person.
	Shared []netip.Prefix
	// Arenas is the schedule of arenas. ArenaRules has the common rules of each game's arenas.
	Arenas     []arenas.Plan
	ArenaRules map[string]arenas.Rules
	// Deals bounds the search of deals in the background.
	Deals deals.Limits
	// Puzzles bounds the search for puzzles in idle time.
	Puzzles puzzles.Limits
	// Turns is where work waits for its turn (default: one with default settings).
	Turns *turns.Turns
}

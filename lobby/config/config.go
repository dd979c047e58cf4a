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
	// Observer counts what happens; may be nil.
	Observer Observer
	// Nodes are the nodes that share the store; nil for a single node.
	Nodes nodes.Nodes
	// Node is what this node is called among them, whatever is said here; where there are no
	// Nodes, "" or, in tests, a name that keeps matches.
	Node string
	// Grace is how long a player whose connection dropped may stay away before the
	// opponent is offered the game (default 40 s); GraceLeft the same for one who
	// left the table (default 10 s).
	Grace, GraceLeft time.Duration
	// PassNotice is how long a forced action is announced before the table plays it (default 1.5 s).
	PassNotice time.Duration
	// ReadyTime is how long two people have to say that they are ready, for a match or
	// the next round of a series, before it is called off (default 60 s).
	ReadyTime time.Duration
	// Random is what seeds and seats are dealt from (default crypto/rand's reader).
	Random io.Reader
	// BotPause is the least time a bot takes for a move in every game (default: the
	// pace of a game that is [games.BotPace], 600 ms in others).
	BotPause time.Duration
	// MaxSeats is how many open seats one player may have (default 5), MaxGames how
	// many unfinished games (default 60).
	MaxSeats, MaxGames int
	// MaxShared is how many matches there may be that programs play (default 5,000).
	MaxShared int
	// ChatLines is how many lines one person may say at a table within ChatTime
	// (default 4 in 8 s).
	ChatLines int
	ChatTime  time.Duration
	// Shared are networks that strangers may share, a school's say: coming from one of them does
	// not identify a person.
	Shared []netip.Prefix
	// Arenas is the schedule of arenas. ArenaRules has the common rules of each game's arenas.
	Arenas     []arenas.Plan
	ArenaRules map[string]arenas.Rules
	// Deals bounds the search of deals in the background.
	Deals deals.Limits
	// Puzzles bounds the search of puzzles in idle time.
	Puzzles puzzles.Limits
	// Turns is where work is done (default: one with its defaults).
	Turns *turns.Turns
}

// Package config has the settings of a lobby.
package config

import (
	"cmp"
	"crypto/rand"
	"io"
	"log/slog"
	"net/netip"
	"slices"
	"time"

	"arcade/games"
	"arcade/games/rng"
	"arcade/lobby/arenas"
	"arcade/lobby/deals"
	"arcade/lobby/names"
	"arcade/lobby/nodes"
	"arcade/lobby/puzzles"
	"arcade/lobby/turns"
	"arcade/store"
)

// Config configures a lobby. Zero durations and counts take the defaults.
type Config struct {
	Store store.Store
	Games *games.Registry
	Log   *slog.Logger
	// Observer counts events. It may be nil.
	Observer Observer
	// Nodes are the nodes that share the store; nil for a single node.
	Nodes nodes.Nodes
	// Node is this node's name. If Nodes is set, it comes from there. Without Nodes it is "" or, in tests,
	// a name that owns matches.
	Node string
	// Grace limits the absence of a player whose connection dropped; after it the opponent may claim the
	// game (default 40 s). GraceLeft does so for a player who left the table (default 10 s).
	Grace, GraceLeft time.Duration
	// PassNotice is the time for which a forced action is announced before the table plays it (default 1.5
	// s).
	PassNotice time.Duration
	// ReadyTime limits the time in which two people must say that they are ready for a match or the next
	// round of a series. After it the match is called off (default 60 s).
	ReadyTime time.Duration
	// Random is the source of seeds and seats (default crypto/rand's reader).
	Random io.Reader
	// BotPause is the time that each of a bot's moves takes at least (default: see Pace).
	BotPause time.Duration
	// MaxSeats limits a player's open seats (default 5), MaxGames the unfinished games (default 60).
	MaxSeats, MaxGames int
	// MaxShared limits the matches played by programs (default 5,000).
	MaxShared int
	// ChatLines limits a person's lines at a table within ChatTime (default 4 in 8 s).
	ChatLines int
	ChatTime  time.Duration
	// Shared lists networks that strangers may share, such as a school's. A person is not identified by
	// coming from one.
	Shared []netip.Prefix
	// Arenas is the schedule of arenas. ArenaRules has the common rules of each game's arenas.
	Arenas     []arenas.Plan
	ArenaRules map[string]arenas.Rules
	// Deals bounds the search of deals in the background.
	Deals deals.Limits
	// Puzzles bounds the search for puzzles in idle time.
	Puzzles puzzles.Limits
	// Reserved are names that people may not have, besides the arcade's own and the ids of bots: those under
	// which the screens show bots.
	Reserved []string
	// Turns queues work for a processor (default: one with default settings).
	Turns *turns.Turns
}

// WithDefaults returns the settings with the defaults in place of zero values.
func (c Config) WithDefaults() Config {
	c.Grace, c.GraceLeft = cmp.Or(c.Grace, 40*time.Second), cmp.Or(c.GraceLeft, 10*time.Second)
	c.PassNotice, c.ReadyTime = cmp.Or(c.PassNotice, 1500*time.Millisecond), cmp.Or(c.ReadyTime, time.Minute)
	c.ChatTime, c.ChatLines = cmp.Or(c.ChatTime, 8*time.Second), cmp.Or(c.ChatLines, 4)
	c.MaxSeats, c.MaxGames = cmp.Or(c.MaxSeats, 5), cmp.Or(c.MaxGames, 60)
	c.MaxShared = cmp.Or(c.MaxShared, 5000)
	if c.Random == nil {
		c.Random = rand.Reader
	}
	if c.Nodes != nil {
		c.Node = c.Nodes.Name()
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

// ReservedNames returns the names that people may not have.
func (c *Config) ReservedNames() names.Reserved {
	list := slices.Clone(c.Reserved)
	for _, g := range c.Games.Games() {
		list = append(list, games.BotNames(g)...)
	}
	return names.Reserve(list...)
}

// Pace returns how long a bot takes at least for one of this many choices. As people do, it answers at once
// where it has no choice, and of many it mostly takes one soon and sometimes after a while: up to twice the
// game's least time. The chance is drawn from source.
func (c *Config) Pace(g games.Game, choices int, source *rng.Source) time.Duration {
	if c.BotPause > 0 {
		return c.BotPause
	}
	least := int64(600)
	if p, ok := g.(games.BotPace); ok {
		least = p.Pace()
	}
	const many, parts = 8, 1000
	wait := int64(source.Intn(parts + 1))
	more := least * wait * wait / (parts * parts) * int64(min(max(choices-1, 0), many)) / many
	return time.Duration(least+more) * time.Millisecond
}

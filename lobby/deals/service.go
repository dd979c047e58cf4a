// Package deals keeps the facts about deals of solo games. A deal that a player has started, or that the
// arcade has in stock, has a note under its ID: its seed, and for each set of rules of this ID whether it
// can be won. Deals are searched in the background, winnable deals are stocked by grade, players have
// favourites, and an earlier run of a deal can be raced against. Only the house knows which deals are
// secret, and who may see them: see [House].
package deals

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"arcade/games"
	"arcade/lobby/tasks"
	"arcade/store"
)

// House is the part of the house that the deals need.
type House interface {
	// Secret reports whether a seed is still secret: it is the day's seed, or belongs to a ranked
	// run in play.
	Secret(game, seed string) bool
	// NewSeed returns a random seed in a game.
	NewSeed(g games.Seeder) string
	// NoteMatch calls write to store a note of a match, unless the match has been removed meanwhile.
	NoteMatch(match string, write func() error) error
	// NotePlayer calls write to store a note of a player, and fails if the player has been deleted meanwhile.
	NotePlayer(player string, write func() error) error
	// Changed is called when the information in lists of deals has changed.
	Changed()
	// Nudge wakes a player who is here.
	Nudge(player string)
	// Stocks reports whether this node does the background work for all nodes that share the store.
	Stocks() bool
	// Closed is closed when the house closes: nothing is written any more.
	Closed() <-chan struct{}
}

// Limits bound the searches. Zero values mean the defaults, except for Share.
type Limits struct {
	// Share is the part of one processor for the background search, up to 1; 0 turns it off. Time limits
	// its work on one deal (default 30 s) and Nodes the states that it visits (default 10,000,000).
	Share float64
	Time  time.Duration
	Nodes int64
	// Depth limits the steps of one way; 0 means no limit.
	Depth int
	// Stock is the number of winnable deals for each curated set of rules (default 400, equal numbers of
	// all grades; negative: none). Pause is the time between two searches without a waiting player (default
	// 1 s).
	Stock int
	Pause time.Duration
}

// Service is safe for concurrent use.
type Service struct {
	ctx    context.Context // for calls of the store
	house  House
	store  store.Store
	games  *games.Registry
	log    *slog.Logger
	limits Limits

	worker  *worker     // searches in the background; nil for none
	writing tasks.Locks // one change at a time to the note of a deal, which is read, changed and written
	favours tasks.Locks // one change at a time to a player's favourites, which are counted and written
	imports tasks.Locks // one import at a time of a player, whose tries are counted and written
}

// New makes the service of a house; nothing is searched before Run.
func New(ctx context.Context, house House, s store.Store, g *games.Registry, log *slog.Logger, limits Limits) *Service {
	limits.Time = cmp.Or(limits.Time, 30*time.Second)
	limits.Nodes = cmp.Or(limits.Nodes, 10_000_000)
	limits.Stock = cmp.Or(limits.Stock, 400)
	limits.Pause = cmp.Or(limits.Pause, time.Second)
	d := &Service{ctx: ctx, house: house, store: s, games: g, log: log, limits: limits}
	d.worker = newWorker(d)
	return d
}

// Searches reports whether the service searches in the background.
func (d *Service) Searches() bool { return d.worker != nil }

// Run searches in the background until the house closes.
func (d *Service) Run() {
	if d.worker != nil {
		d.worker.loop()
	}
}

// closing reports whether the house has closed.
func (d *Service) closing() bool {
	select {
	case <-d.house.Closed():
		return true
	default:
		return false
	}
}

func now() int64 { return time.Now().UnixMilli() }

// Package deals keeps what is known of the deals of games alone. A deal that somebody
// has started, or that the arcade has in stock, has a note under its ID: the seed that
// it is made of, and for each set of rules that goes by the ID whether it can be won.
// Deals are searched in the background, a stock of winnable deals is kept by grade, players'
// favourites are kept, and an earlier run of a deal can be raced against. Whose deal is secret, and
// who may see what, only the house knows: see [House].
package deals

import (
	"cmp"
	"log/slog"
	"time"

	"arcade/games"
	"arcade/lobby/keyed"
	"arcade/store"
)

// House is what the deals need of the house in which they are played.
type House interface {
	// Secret reports whether a seed is still secret: it is the day's seed, or belongs to a ranked
	// run in play.
	Secret(game, seed string) bool
	// NewSeed is a seed that chance deals in a game.
	NewSeed(g games.Seeder) string
	// NoteMatch keeps a note of a match, unless the match has been removed meanwhile.
	NoteMatch(space, match string, v any) error
	// Changed reports whether what lists show of deals has changed.
	Changed()
	// Nudge wakes a player who is here.
	Nudge(player string)
	// Stocks reports whether this node does the background work for all nodes that share the store.
	Stocks() bool
	// Closed is closed when the house closes: nothing is written any more.
	Closed() <-chan struct{}
}

// Limits say how much is searched. What is zero takes the default, but for Share.
type Limits struct {
	// Share is how much of one processor the search in the background may take, up to
	// 1; 0 turns it off. Time is how long it may work on one deal (default 30 s) and
	// Nodes how many states it may visit (default 10,000,000).
	Share float64
	Time  time.Duration
	Nodes int64
	// Depth is how many steps of one way it may follow; 0 for any number.
	Depth int
	// Stock is how many deals that can be won it keeps for each set of rules that it
	// cares for (default 400, of all grades alike; negative: none), Pause how long it
	// waits between two that nobody asked for (default 1 s).
	Stock int
	Pause time.Duration
}

// Service is safe for use by many goroutines.
type Service struct {
	house  House
	store  store.Store
	games  *games.Registry
	log    *slog.Logger
	limits Limits

	worker  *worker     // searches in the background; nil for none
	writing keyed.Mutex // one change at a time to the note of a deal, which is read, changed and written
	favours keyed.Mutex // one change at a time to a player's favourites, which are counted and written
}

// New makes the service of a house; nothing is searched before Run.
func New(house House, s store.Store, g *games.Registry, log *slog.Logger, limits Limits) *Service {
	limits.Time = cmp.Or(limits.Time, 30*time.Second)
	limits.Nodes = cmp.Or(limits.Nodes, 10_000_000)
	limits.Stock = cmp.Or(limits.Stock, 400)
	limits.Pause = cmp.Or(limits.Pause, time.Second)
	d := &Service{house: house, store: s, games: g, log: log, limits: limits}
	d.worker = newWorker(d)
	return d
}

// Searches reports whether it searches in the background.
func (d *Service) Searches() bool { return d.worker != nil }

// Run searches in the background until the house closes.
func (d *Service) Run() {
	if d.worker != nil {
		d.worker.loop()
	}
}

// Spaces are the spaces of a game's notes here that are the player's own, and that have
// matches as keys: they go with the player.
func Spaces(game, player string) (own, byMatch string) {
	return favouriteSpace(game, player), lastSpace(game)
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

// Package thinking lets bots choose actions, gives hints, deals the rounds of a series and plays matches
// between bots. It knows no tables and writes nothing.
package thinking

import (
	"context"
	"log/slog"
	"time"

	"arcade/games"
	"arcade/games/rng"
	"arcade/lobby/tasks"
	"arcade/lobby/turns"
	"arcade/store"
)

// Desk lets bots think and games give hints. It is safe for concurrent use.
type Desk struct {
	Games *games.Registry
	Store store.Store
	Log   *slog.Logger
	Tasks *tasks.Tasks
	Turns *turns.Turns
	// NewSeed returns a new seed. Draining reports whether nothing new may begin.
	NewSeed  func() string
	Draining func() bool
}

// Limits for a bot that can think for long. The speed is a slow core's; a faster core finishes earlier.
const (
	thinkSpeed = 1_000_000 // positions a second
	thinkLeast = 100 * time.Millisecond
	thinkMost  = 4 * time.Second
	// movesLeft is the number of further actions that share a clock for the whole match.
	movesLeft = 25
	// exhibitNodes bounds each action in a match between bots, which is played in one go.
	exhibitNodes = 60_000
)

// Choose asks a bot for an action. A bot that thinks for long waits for a place first, and stops when ctx
// ends. A bot that panics, or gets no place before ctx ends, chooses nothing.
func (d *Desk) Choose(ctx context.Context, bot games.Bot, view any, source *rng.Source, limit games.Limit) (a games.Action) {
	defer d.Tasks.Guard("bot")
	thinker, ok := bot.(games.Thinker)
	if !ok {
		return bot.Choose(view, source)
	}
	_ = d.Turns.Do(ctx, turns.Bot, func(ctx context.Context) error {
		moved := limit.Stop
		limit.Stop = func() bool { return moved() || turns.Pace(ctx) != nil }
		a = thinker.Think(view, source, limit)
		return nil
	})
	return a
}

// Limit bounds the thinking about the present position of a match by the clock of the seat on turn at
// time now. The thinking ends early when stop returns true.
func Limit(m *games.Match, seat games.Seat, now int64, stop func() bool) games.Limit {
	var nodes int64 // without a clock the bot's own limit holds
	budget := thinkMost
	if c := m.Terms.Control; !c.Untimed() {
		left, _ := m.Left(seat, now)
		budget = time.Duration(left/movesLeft+c.Increment*3/4) * time.Millisecond
		if c.PerMove > 0 {
			budget = time.Duration(left/4) * time.Millisecond
		}
		budget = min(max(budget, thinkLeast), thinkMost)
		nodes = int64(budget.Seconds() * thinkSpeed)
	}
	until := time.Now().Add(2 * budget) // for a busy machine
	return games.Limit{Nodes: nodes, Stop: func() bool {
		return stop() || !time.Now().Before(until)
	}}
}

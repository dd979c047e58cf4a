package lobby

import (
	"runtime"
	"time"

	"arcade/games"
	"arcade/games/rng"
)

// How much a bot that can think for long may think about one action. The speed is
// that of a slow core: a faster one is done earlier.
const (
	thinkSpeed = 1_000_000 // positions a second
	thinkLeast = 100 * time.Millisecond
	thinkMost  = 4 * time.Second
	// movesLeft is among how many more actions a clock for the whole match is shared.
	movesLeft = 25
	// exhibitNodes bounds an action in a match between bots to be watched, which is
	// played in one go.
	exhibitNodes = 60_000
)

// thinkers is how many bots may think at the same time: half the processors, so that
// people are answered at once whatever bots do.
func thinkers() int { return max(runtime.GOMAXPROCS(0)/2, 1) }

// choose asks a bot, one that thinks for long when a processor is free for it; stop
// ends its thinking. A bot that panics, or whose turn does not come before the lobby
// closes, chooses nothing.
func (l *Lobby) choose(bot games.Bot, view any, source *rng.Source, limit games.Limit) (a games.Action) {
	defer l.guard("bot")
	thinker, ok := bot.(games.Thinker)
	if !ok {
		return bot.Choose(view, source)
	}
	select {
	case l.thinkers <- struct{}{}:
		defer func() { <-l.thinkers }()
	case <-l.stop:
		return ""
	}
	return thinker.Think(view, source, limit)
}

// limit bounds the thinking about the position that the table has now, with at
// entries: by the clock, and until the match has moved on. The lock is held.
func (t *table) limit(seat games.Seat, at int) games.Limit {
	var nodes int64 // without a clock the bot's own measure
	budget := thinkMost
	if c := t.m.Terms.Control; !c.Untimed() {
		left, _ := t.m.Left(seat, t.now())
		budget = time.Duration(left/movesLeft+c.Increment*3/4) * time.Millisecond
		if c.PerMove > 0 {
			budget = time.Duration(left/4) * time.Millisecond
		}
		budget = min(max(budget, thinkLeast), thinkMost)
		nodes = int64(budget.Seconds() * thinkSpeed)
	}
	until := time.Now().Add(2 * budget) // on a busy machine
	return games.Limit{Nodes: nodes, Stop: func() bool {
		return t.length.Load() != int64(at) || t.l.Closing() || !time.Now().Before(until)
	}}
}

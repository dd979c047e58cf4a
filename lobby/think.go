package lobby

import (
	"context"
	"time"

	"arcade/games"
	"arcade/games/rng"
	"arcade/lobby/directory"
	"arcade/lobby/table"
	"arcade/lobby/turns"
	"arcade/store"
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

// choose asks a bot, one that thinks for long when a place is free for it. Its thinking
// ends with ctx. A bot that panics, or whose turn does not come before that, chooses nothing.
func (l *Lobby) choose(ctx context.Context, bot games.Bot, view any, source *rng.Source, limit games.Limit) (a games.Action) {
	defer l.tasks.Guard("bot")
	thinker, ok := bot.(games.Thinker)
	if !ok {
		return bot.Choose(view, source)
	}
	_ = l.turns.Do(ctx, turns.Bot, func(ctx context.Context) error {
		moved := limit.Stop
		limit.Stop = func() bool { return moved() || turns.Pace(ctx) != nil }
		a = thinker.Think(view, source, limit)
		return nil
	})
	return a
}

// Work does what a screen has to reckon, at a place where that is done; f goes at the
// pace of the work in its context.
func (l *Lobby) Work(ctx context.Context, f func(context.Context) error) error {
	return l.turns.Do(ctx, turns.Screen, f)
}

// asker is for whom a bot thinks: who has a seat in its match, or else the match.
func (l *Lobby) asker(rec store.Match) turns.Asker {
	for _, s := range rec.Seats {
		if s.Empty() {
			continue
		}
		if v := l.dir.Visit(table.PersonIn(s).ID); v != nil {
			return askerOf(v)
		}
	}
	return turns.Asker{From: rec.ID}
}

// asker is the visitor as one who asks for work.
func (v *Visit) asker() turns.Asker { return askerOf(v.Presence) }

func askerOf(p *directory.Presence) turns.Asker {
	return turns.Asker{From: p.Identity.From, Key: p.Identity.Fingerprint}
}

// limit bounds the thinking about the position that the table has now, with at
// entries: by the clock, and until the match has moved on. The lock is held.
func (t *room) limit(seat games.Seat, at int) games.Limit {
	var nodes int64 // without a clock the bot's own measure
	budget := thinkMost
	if c := t.M.Terms.Control; !c.Untimed() {
		left, _ := t.M.Left(seat, t.Now())
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

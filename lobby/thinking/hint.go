package thinking

import (
	"context"
	"time"

	"arcade/games"
)

// HintTime limits a game's search for a hint.
const HintTime = 200 * time.Millisecond

// Advice is a move for a player: the last action of Way. The actions before it lead to it.
type Advice struct {
	Way []games.Action
	// Proven reports whether the move begins a way to the best result, such as a solution. Otherwise it
	// is only a sensible one.
	Proven bool
}

// Hint asks a game for a hint. A game that panics gives none.
func (d *Desk) Hint(ctx context.Context, hinter games.Hinter, setup games.Setup, plies []games.Action) (h Advice) {
	defer d.Tasks.Guard("hint")
	end := time.Now().Add(HintTime)
	h.Way, h.Proven = hinter.Hint(setup, plies, func() bool { return !time.Now().Before(end) || ctx.Err() != nil })
	return h
}

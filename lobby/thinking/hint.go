package thinking

import (
	"context"
	"time"

	"arcade/games"
)

// HintTime is how long a hint may be looked for.
const HintTime = 200 * time.Millisecond

// Advice is a move that a player is advised to make: the last of Way, which those before
// lead to.
type Advice struct {
	Way []games.Action
	// Proven reports whether the move is the first of a way to the best result, such as a
	// solution; else it is only a sensible one.
	Proven bool
}

// Hint asks a game; one that panics gives none.
func (d *Desk) Hint(ctx context.Context, hinter games.Hinter, setup games.Setup, plies []games.Action) (h Advice) {
	defer d.Tasks.Guard("hint")
	end := time.Now().Add(HintTime)
	h.Way, h.Proven = hinter.Hint(setup, plies, func() bool { return !time.Now().Before(end) || ctx.Err() != nil })
	return h
}

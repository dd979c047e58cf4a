package lobby

import (
	"context"
	"time"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/turns"
)

// hintTime is how long a hint may be looked for.
const hintTime = 200 * time.Millisecond

// Hint is a move that a player is advised to make: the last of Way, which those before
// lead to.
type Hint struct {
	Way []games.Action
	// Proven tells that the move is the first of a way to the best result, such as a
	// solution; else it is only a sensible one.
	Proven bool
}

// Hint gives the visitor a hint at its own run in play, and notes before it does
// that the run has looked; see [Visit.Look]. It takes up to 200 ms, once a place is free
// for it; it is not looked for where ctx has ended by then.
// games.ErrNotAllowed where the game has none to give.
func (v *Visit) Hint(ctx context.Context, id string) (h Hint, err error) {
	if err := v.deed("hint", id); err != nil {
		return Hint{}, err
	}
	t, err := v.l.find(id)
	if err != nil {
		return Hint{}, err
	}
	t.mu.Lock()
	if t.M == nil {
		t.mu.Unlock()
		return Hint{}, games.ErrNotAllowed
	}
	hinter, setup, plies := t.M.Game.(games.Hinter), t.M.Setup, ledger.Actions(t.M.Plies())
	t.mu.Unlock()
	err = v.l.turns.Do(ctx, turns.Hint, func(ctx context.Context) error {
		h = v.l.hint(ctx, hinter, setup, plies)
		return ctx.Err()
	})
	if err == nil && len(h.Way) == 0 {
		err = games.ErrNotAllowed
	}
	return h, err
}

// lookForHint notes that the visitor's run has looked, before it gets a hint.
func (v *Visit) lookForHint(id string) error {
	return v.atTable(id, func(t *room, seat games.Seat) error {
		if _, ok := t.M.Game.(games.Hinter); !ok || !t.Live() {
			return games.ErrNotAllowed
		}
		if t.M.Looked() {
			return nil
		}
		return t.add(games.Entry{Kind: games.Look, Seat: seat, At: t.Now()})
	})
}

// hint asks a game; one that panics gives none.
func (l *Lobby) hint(ctx context.Context, hinter games.Hinter, setup games.Setup, plies []games.Action) (h Hint) {
	defer l.tasks.Guard("hint")
	end := time.Now().Add(hintTime)
	h.Way, h.Proven = hinter.Hint(setup, plies, func() bool { return !time.Now().Before(end) || ctx.Err() != nil })
	return h
}

package lobby

import (
	"context"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/lobby/thinking"
	"arcade/lobby/turns"
)

// Hint is a move that a player is advised to make.
type Hint = thinking.Advice

// Hint gives the visitor a hint at its own run in play, and notes before it does
// that the run has looked; see [Visit.Look]. It takes up to 200 ms, once a place is free
// for it; it is not looked for where ctx has ended by then.
// games.ErrNotAllowed where the game has none to give.
func (v *Visit) Hint(ctx context.Context, id string) (h Hint, err error) {
	if err := v.Command(id, &table.Hint{}); err != nil {
		return Hint{}, err
	}
	t, err := v.l.Find(id)
	if err != nil {
		return Hint{}, err
	}
	t.Mu.Lock()
	if t.M == nil {
		t.Mu.Unlock()
		return Hint{}, games.ErrNotAllowed
	}
	hinter, setup, plies := t.M.Game.(games.Hinter), t.M.Setup, ledger.Actions(t.M.Plies())
	t.Mu.Unlock()
	err = v.l.turns.Do(ctx, turns.Hint, func(ctx context.Context) error {
		h = v.l.thinking.Hint(ctx, hinter, setup, plies)
		return ctx.Err()
	})
	if err == nil && len(h.Way) == 0 {
		err = games.ErrNotAllowed
	}
	return h, err
}

package lobby

import (
	"context"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/lobby/thinking"
	"arcade/lobby/turns"
)

// Hint records that the visitor's own run has had a hint, and returns one; see [Visit.Look]. It takes
// up to 200 ms once a place for work is free. games.ErrNotAllowed if the game has no hints.
func (v *Visit) Hint(ctx context.Context, id string) (h thinking.Advice, err error) {
	if err := v.Route(id, &table.Hint{}); err != nil {
		return thinking.Advice{}, err
	}
	t, err := v.l.Find(id)
	if err != nil {
		return thinking.Advice{}, err
	}
	t.Mu.Lock()
	if t.M == nil {
		t.Mu.Unlock()
		return thinking.Advice{}, games.ErrNotAllowed
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

package records

import (
	"context"
	"fmt"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/lobby/turns"
	"arcade/store"
)

// Replay is a match replayed: the position after each action that was not taken back. One goroutine may
// use it.
type Replay struct {
	Match store.Match
	Plies []games.Ply
	// Views holds the views at the start and after each ply of an exhibition, one more than Plies;
	// [Replay.View] works for every match.
	Views []any
	// Result is nil while the match is in play.
	Result *games.Result
	// Hinted reports whether the player of a run took a hint.
	Hinted bool
	// Rested is the time for which a run was paused, in ms.
	Rested int64

	// Views of a stored match are made on demand: all views of a run with thousands of moves would take
	// hundreds of megabytes.
	start func() (games.Position, error)
	as    games.Seat
	pos   games.Position // after at plies; nil before the first view
	at    int
}

// Replay returns the replay of a match for a viewer, who may be "" for a stranger; ErrNoTable,
// ErrPrivate, ErrHidden.
func (rs *Records) Replay(ctx context.Context, viewer, id string) (*Replay, error) {
	rec, err := rs.Visible(ctx, viewer, id)
	if err != nil {
		return nil, err
	}
	return rs.replay(ctx, rec, games.Spectator)
}

// SoFar is Replay of a match in play with hidden parts, as the viewer has seen it: from the own seat, or
// as a spectator.
func (rs *Records) SoFar(ctx context.Context, viewer, id string) (*Replay, error) {
	rec, err := rs.Visible(ctx, viewer, id)
	seat := ledger.SeatOf(rec, viewer)
	if err == table.ErrHidden && rec.Status == store.Live && (seat != games.Nobody || !ledger.DayLasts(rec.Daily, clock.MS())) {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	if seat == games.Nobody || ledger.AtScreen(rec) { // at one screen the other player may be looking
		seat = games.Spectator
	}
	r, err := rs.replay(ctx, rec, seat)
	if err == nil && r.Result == nil {
		r.Match.Seed = ""
	}
	return r, err
}

// replay replays a match from a seat; a finished one from all of them, unless its deal is still hidden.
func (rs *Records) replay(ctx context.Context, rec store.Match, as games.Seat) (*Replay, error) {
	var m *games.Match
	err := rs.cfg.Turns.Do(ctx, turns.Screen, func(ctx context.Context) (err error) {
		m, err = ledger.Load(ctx, rs.cfg.Store, rs.cfg.Games, rec)
		return err
	})
	if err != nil {
		return nil, err
	}
	r := &Replay{Match: rs.Veiled(rec), Plies: m.Plies(), Result: m.Result(), Hinted: m.Hinted(), as: as}
	if r.Result != nil && !ledger.DealHidden(rec, clock.MS()) {
		r.as = games.Everything
	}
	r.Rested, _ = m.Rested()
	game, setup := m.Game, m.Setup
	r.start = func() (games.Position, error) { return game.Start(setup) }
	if err := r.goTo(0); err != nil {
		return nil, fmt.Errorf("match %s: %w", rec.ID, err)
	}
	return r, nil
}

// View returns the view after a number of plies, 0 to len(Plies). The next one costs an action, an
// earlier one the game from its start.
func (r *Replay) View(ply int) any {
	if r.Views != nil {
		return r.Views[ply]
	}
	if err := r.goTo(ply); err != nil {
		// The log has been folded by the same rules before. An engine that now refuses an action is
		// broken, so the session fails.
		panic(fmt.Errorf("match %s, ply %d: %w", r.Match.ID, ply, err))
	}
	return r.pos.View(r.as)
}

// goTo sets the position to a number of plies.
func (r *Replay) goTo(ply int) error {
	if r.pos == nil || ply < r.at {
		pos, err := r.start()
		if err != nil {
			return err
		}
		r.pos, r.at = pos, 0
	}
	for ; r.at < ply; r.at++ {
		if _, err := r.pos.Apply(r.Plies[r.at].Action); err != nil {
			return err
		}
	}
	return nil
}

package records

import (
	"context"
	"errors"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/deals"
	"arcade/lobby/ledger"
	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/lobby/turns"
	"arcade/store"
)

// Deals returns the service of deals.
func (rs *Records) Deals() *deals.Service { return rs.cfg.Deals }

// Ghost returns the best run of the deal of a match in which viewer has the seat; see
// [deals.Service.Ghost]. deals.ErrNoGhost, ErrNoTable, ErrNotSeated.
func (rs *Records) Ghost(ctx context.Context, viewer, matchID string, whose deals.Whose) (g deals.Ghost, err error) {
	rec, err := rs.cfg.Store.Match(ctx, names.Normal(matchID))
	if errors.Is(err, store.ErrNotFound) {
		return deals.Ghost{}, table.ErrNoTable
	} else if err != nil {
		return deals.Ghost{}, err
	}
	if ledger.SeatOf(rec, viewer) == games.Nobody {
		return deals.Ghost{}, table.ErrNotSeated
	}
	err = rs.cfg.Turns.Do(ctx, turns.Screen, func(ctx context.Context) error {
		g, err = rs.cfg.Deals.Ghost(ctx, rec, viewer, whose)
		return err
	})
	return g, err
}

// LastWinnable is [deals.Service.LastWinnable] for a viewer who may see the match. ErrNoTable,
// ErrPrivate, ErrHidden (also while it is in play, and of a
// day's run that was not won while the day lasts), games.ErrNotAllowed.
func (rs *Records) LastWinnable(ctx context.Context, viewer, matchID string) (ply int, status games.SolveStatus, err error) {
	rec, err := rs.Visible(ctx, viewer, matchID)
	if err == nil && (rec.Status != store.Done || ledger.DealHidden(rec, clock.MS())) {
		err = table.ErrHidden
	}
	if err != nil {
		return -1, "", err
	}
	return rs.cfg.Deals.LastWinnable(rec)
}

// Verdict returns the verdict on a finished match's deal, for a viewer who may see it. deals.ErrNoDeal,
// ErrNoTable, ErrPrivate, ErrHidden (also while it is in play, and of a
// day's run that was not won while the day lasts).
func (rs *Records) Verdict(ctx context.Context, viewer, matchID string) (deals.Verdict, error) {
	rec, err := rs.Visible(ctx, viewer, matchID)
	if err == nil && (rec.Status != store.Done || ledger.DealHidden(rec, clock.MS())) {
		err = table.ErrHidden
	}
	if err != nil {
		return deals.Verdict{}, err
	}
	info, err := rs.cfg.Deals.Of(rec)
	return info.Verdict, err
}

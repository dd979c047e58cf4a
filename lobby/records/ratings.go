package records

import (
	"context"
	"errors"

	"arcade/lobby/ledger"
	"arcade/store"
)

// RatingInfo is a rating and whether it is provisional.
type RatingInfo struct {
	store.Rating
	// Provisional ratings still move a lot; boards mark them.
	Provisional bool
}

// Rating returns a player's rating in a game for display: the default before the first rated match, or if
// the store fails.
func (rs *Records) Rating(ctx context.Context, game, player string) RatingInfo {
	r, err := ledger.Rating(ctx, rs.cfg.Store, game, player)
	if err != nil {
		store.Report(rs.cfg.Log, "rating", err, "game", game)
	}
	return RatingOf(r)
}

// RatingOf returns a rating for display.
func RatingOf(r store.Rating) RatingInfo { return RatingInfo{r, ledger.Provisional(r)} }

// Board returns n ratings of a game, best first, beginning with number from, counted from 0.
func (rs *Records) Board(ctx context.Context, game string, from, n int) ([]RatingInfo, error) {
	list, err := rs.cfg.Store.Board(ctx, game, from, n)
	if err != nil {
		return nil, err
	}
	out := make([]RatingInfo, len(list))
	for i, r := range list {
		out[i] = RatingOf(r)
	}
	return out, nil
}

// Rank returns a player's place on a game's board, from 1, and the length of the board; the place is 0
// for a player who is not on it.
func (rs *Records) Rank(ctx context.Context, game, player string) (place, of int, err error) {
	place, of, err = rs.cfg.Store.Rank(ctx, game, player)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return place, of, err
}

// Ranked returns the number of players on a game's board.
func (rs *Records) Ranked(ctx context.Context, game string) (int, error) {
	return rs.cfg.Store.Ranked(ctx, game)
}

package records

import (
	"errors"

	"arcade/lobby/ledger"
	"arcade/store"
)

// RatingInfo is a rating and how much it can be trusted.
type RatingInfo struct {
	store.Rating
	// Provisional ratings still move a lot; boards mark them.
	Provisional bool
}

// Rating is a player's rating in a game, to be shown: the default before the first rated
// match, and where the store fails.
func (rs *Records) Rating(game, player string) RatingInfo {
	r, err := ledger.Rating(rs.store, game, player)
	if err != nil {
		rs.log.Error("rating", "game", game, "err", err)
	}
	return RatingOf(r)
}

// RatingOf is a rating as it is shown.
func RatingOf(r store.Rating) RatingInfo { return RatingInfo{r, ledger.Provisional(r)} }

// Board lists a game's ratings from the from-th best on, counted from 0.
func (rs *Records) Board(game string, from, n int) ([]RatingInfo, error) {
	list, err := rs.store.Board(game, from, n)
	if err != nil {
		return nil, err
	}
	out := make([]RatingInfo, len(list))
	for i, r := range list {
		out[i] = RatingOf(r)
	}
	return out, nil
}

// Rank is a player's place on a game's board, from 1, and how many are on it; 0 where the player is not.
func (rs *Records) Rank(game, player string) (place, of int, err error) {
	place, of, err = rs.store.Rank(game, player)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return place, of, err
}

// Ranked is how many players a game's board has.
func (rs *Records) Ranked(game string) (int, error) { return rs.store.Ranked(game) }

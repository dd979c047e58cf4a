package lobby

import (
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
func (l *Lobby) Rating(game, player string) RatingInfo {
	r, err := ledger.Rating(l.cfg.Store, game, player)
	if err != nil {
		l.log.Error("rating", "game", game, "err", err)
	}
	return ratingInfo(r)
}

func ratingInfo(r store.Rating) RatingInfo { return RatingInfo{r, ledger.Provisional(r)} }

package ranks

import (
	"cmp"
	"slices"

	"arcade/lobby"
	"arcade/lobby/ledger"
	"arcade/sessions/app"
)

// Below a board that is not full yet stand players with too few opponents for a place: players of the
// game's latest rated matches.
const (
	fullBoard    = 10  // a board with so many places shows no provisional player
	lookedBack   = 100 // matches
	noPlaceShown = "-"
)

// provisional returns the players without a place in a game, the highest rating first; none below a full
// board.
func provisional(a *app.App, game string, listed []lobby.RatingInfo) (list []lobby.RatingInfo) {
	if len(listed) >= fullBoard {
		return nil
	}
	recent, err := a.House.Lobby.Recent(game, lookedBack)
	if err != nil {
		a.Log.Error("players without a place", "err", err)
		return nil
	}
	seen := map[string]bool{}
	for _, r := range listed {
		seen[r.Player] = true
	}
	for _, m := range recent {
		for _, s := range lobby.SeatsOf(m) {
			if !m.Rated || s.ID == "" || s.Guest || seen[s.ID] {
				continue
			}
			seen[s.ID] = true
			if r := a.House.Lobby.Rating(game, s.ID); r.Games > 0 && r.Opponents < ledger.BoardOpponents {
				r.Name = s.Name
				list = append(list, r)
			}
		}
	}
	slices.SortFunc(list, func(x, y lobby.RatingInfo) int {
		return cmp.Or(cmp.Compare(y.Rating.Rating, x.Rating.Rating), cmp.Compare(x.Name, y.Name))
	})
	return list[:min(len(list), fullBoard-len(listed))]
}

package ranks

import (
	"cmp"
	"slices"

	"arcade/lobby"
	"arcade/lobby/ledger"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/store"
)

// Below a board that is not full yet stand players with too few opponents or runs for a place: players of
// the game's latest matches.
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
	seen := map[string]bool{}
	for _, r := range listed {
		seen[r.Player] = true
	}
	eachLately(a, game, seen, func(_ store.Match, s lobby.SeatInfo) {
		if r := a.House.Lobby.Rating(game, s.ID); r.Games > 0 && r.Opponents < ledger.BoardOpponents {
			r.Name = s.Name
			list = append(list, r)
		}
	})
	slices.SortFunc(list, func(x, y lobby.RatingInfo) int {
		return cmp.Or(cmp.Compare(y.Rating.Rating, x.Rating.Rating), cmp.Compare(x.Name, y.Name))
	})
	return list[:min(len(list), fullBoard-len(listed))]
}

// unplaced returns the rows of players who have begun towards a board by points, the best first; none below
// a full board.
func unplaced(a *app.App, game, board string, listed []store.Score) (list []store.Score) {
	row := play.GameOf(game).OffBoard
	if row == nil || len(listed) >= fullBoard {
		return nil
	}
	seen := map[string]bool{}
	for _, r := range listed {
		seen[r.Player] = true
	}
	eachLately(a, game, seen, func(m store.Match, s lobby.SeatInfo) {
		if r, ok := row(a, s.ID, board); ok {
			r.Name, r.Match, r.At = s.Name, m.ID, m.Ended
			list = append(list, r)
		}
	})
	slices.SortFunc(list, func(x, y store.Score) int {
		return cmp.Or(cmp.Compare(y.Value, x.Value), cmp.Compare(x.Name, y.Name))
	})
	return list[:min(len(list), fullBoard-len(listed))]
}

// eachLately visits the players with keys of a game's latest matches, each once and without those seen.
func eachLately(a *app.App, game string, seen map[string]bool, visit func(store.Match, lobby.SeatInfo)) {
	recent, err := a.House.Lobby.Recent(game, lookedBack)
	if err != nil {
		a.Log.Error("players without a place", "err", err)
		return
	}
	for _, m := range recent {
		for _, s := range lobby.SeatsOf(m) {
			if s.ID != "" && !s.Guest && !seen[s.ID] {
				seen[s.ID] = true
				visit(m, s)
			}
		}
	}
}

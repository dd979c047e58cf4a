package ranks

import (
	"cmp"
	"slices"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/records"
	"arcade/lobby/table"
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

// provisional returns the players without a place among a game's ratings of a name, the highest rating first.
func provisional(a *app.App, game, pool string, listed []records.RatingInfo) []records.RatingInfo {
	return below(a, game, listed, func(r records.RatingInfo) string { return r.Player },
		func(_ store.Match, s table.SeatInfo) (r records.RatingInfo, ok bool) {
			r = a.House.Lobby.Rating(a.Ctx, pool, s.ID)
			r.Name = s.Name
			return r, r.Games > 0 && r.Opponents < ledger.BoardOpponents
		},
		func(x, y records.RatingInfo) int {
			return cmp.Or(cmp.Compare(y.Rating.Rating, x.Rating.Rating), cmp.Compare(x.Name, y.Name))
		})
}

// botID is the beginning of the id of a bot of the house.
const botID = "bot:"

// bots returns the measured bots of a game with their ratings, the strongest first, as many as a board with so
// many players has room for.
func bots(a *app.App, game string, players int) (list []records.RatingInfo) {
	g, err := a.House.Lobby.Game(game)
	l, ok := g.(games.Laddered)
	if err != nil || !ok {
		return nil
	}
	for _, r := range slices.Backward(l.Ladder()) {
		if players+len(list) >= fullBoard {
			break
		}
		const sigmas = 1.96 // of an interval that has 95 of 100 values
		list = append(list, records.RatingInfo{Rating: store.Rating{
			Player: botID + r.Bot, Name: a.T("bot." + r.Bot), Rating: r.Rating, Deviation: r.Error / sigmas, Games: r.Games,
		}})
	}
	return list
}

// unplaced returns the players who have too few runs for a board by points, the best first.
func unplaced(a *app.App, game, board string, listed []store.Score) []store.Score {
	offBoard := play.GameOf(game).OffBoard
	if offBoard == nil {
		return nil
	}
	return below(a, game, listed, func(r store.Score) string { return r.Player },
		func(m store.Match, s table.SeatInfo) (r store.Score, ok bool) {
			r, ok = offBoard(a, s.ID, board)
			r.Name, r.Match, r.At = s.Name, m.ID, m.Ended
			return r, ok
		},
		func(x, y store.Score) int {
			return cmp.Or(cmp.Compare(y.Value, x.Value), cmp.Compare(x.Name, y.Name))
		})
}

// below returns the rows of players without a place, in order; none below a full board. It asks row for
// each player with a key in the game's latest matches.
func below[R any](a *app.App, game string, listed []R, player func(R) string, row func(store.Match, table.SeatInfo) (R, bool), order func(x, y R) int) (list []R) {
	if len(listed) >= fullBoard {
		return nil
	}
	recent, err := a.House.Lobby.Recent(a.Ctx, game, lookedBack)
	if err != nil {
		a.Report("players without a place", err)
		return nil
	}
	seen := map[string]bool{}
	for _, r := range listed {
		seen[player(r)] = true
	}
	for _, m := range recent {
		for _, s := range table.SeatsOf(m) {
			if s.ID == "" || s.Guest || seen[s.ID] {
				continue
			}
			seen[s.ID] = true
			if r, ok := row(m, s); ok {
				list = append(list, r)
			}
		}
	}
	slices.SortFunc(list, order)
	return list[:min(len(list), fullBoard-len(listed))]
}

package solo

import (
	"crypto/rand"
	"strings"

	"arcade/lobby/ledger"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/store"
)

// bestToday returns the best run of the day in a game for one seat; the zero Score if there is none.
func bestToday(a *app.App, game string) (best store.Score) {
	for _, b := range a.House.Lobby.Boards(game) {
		list, err := a.House.Lobby.Scores(a.Ctx, ledger.BoardName(game, b, a.House.Lobby.Today()), 0, 1)
		if err != nil {
			a.Report("today", err)
			continue
		}
		if len(list) > 0 && (best.Player == "" || list[0].Beats(best)) {
			best = list[0]
		}
	}
	return best
}

// Today returns the text about the day for the list of games: the game's own, or else the best run.
func Today(a *app.App, game string) string {
	if f := play.GameOf(game).Daily; f != nil {
		if own := f(a); own != "" {
			return own
		}
	}
	switch best := bestToday(a, game); {
	case best.Player != "":
		return a.T("solo.today", "s", play.GameOf(game).Score(a, "", true, best))
	case a.Visit.Me().Guest: // a guest cannot play it
		return ""
	}
	return a.T("solo.today.none")
}

// SeedCells is the longest seed that a player can type, in cells and characters.
const SeedCells = 10

// AnySeed returns a random seed for a player who types none, as long as a typed one.
func AnySeed() string { return strings.ToLower(rand.Text()[:SeedCells]) }

// SeedBoard returns the name of a seed's board, in the place of the day for [ledger.BoardName].
func SeedBoard(seed string) string { return "=" + seed }

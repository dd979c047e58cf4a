package play

import (
	"math"
	"strings"

	"arcade/lobby/ledger"
	"arcade/sessions/app"
	"arcade/store"
)

// RunsOf returns a player's best ranked run of a game for one seat, or the distance to a rank, and the
// place on the day's board.
func RunsOf(a *app.App, game, player string) string {
	l, g := a.House.Lobby, GameOf(game)
	var parts []string
	on := func(board, day string, said func(row store.Score, place, of int) string) {
		row, place, of, err := l.ScoreOf(a.Ctx, ledger.BoardName(game, board, day), player)
		if err != nil {
			a.Report("profile", err)
		} else if place > 0 {
			parts = append(parts, said(row, place, of))
		}
	}
	for _, board := range l.Boards(game) {
		on(board, "", func(row store.Score, place, _ int) string {
			return a.T("prof.best", "s", g.Score(a, board, false, row), "n", place)
		})
	}
	if g.Toward != nil {
		if text := g.Toward(a, player, ""); text != "" {
			parts = append(parts, text)
		}
	}
	for _, board := range l.Boards(game) {
		on(board, l.Today(), func(_ store.Score, place, of int) string { return a.T("prof.today", "n", place, "of", of) })
	}
	if parts == nil {
		return a.T("prof.none")
	}
	return strings.Join(parts, "   ")
}

// ScoreText returns the value of a board's row in words. The board of a week in a game for two has the
// rating that was gained.
func ScoreText(a *app.App, game, board string, ofDay bool, r store.Score) string {
	if board == ledger.GainBoard {
		return a.T("week.gained", "n", app.Signed(int(math.Round(r.Value))), "m", -int(r.Tie))
	}
	return GameOf(game).Score(a, board, ofDay, r)
}

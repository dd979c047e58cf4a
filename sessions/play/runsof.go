package play

import (
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

package tell

import (
	"encoding/json"

	"arcade/games"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/words"
	"arcade/store"
)

// StatsRows returns a player's statistics in a game (nil for none yet) as rows of text; no rows for a
// game without statistics.
func StatsRows(lang words.Lang, game string, raw json.RawMessage) ([][]string, error) {
	f := play.GameOf(game).Rows
	if f == nil {
		return nil, nil
	}
	return f(lang, raw)
}

// PlyWords returns a ply of a replay in sentences; none for a game with readable actions.
func PlyWords(lang words.Lang, r *records.Replay, ply int) []string {
	if !play.GameOf(r.Match.Game).Coded {
		return nil
	}
	s := play.Scene{Game: r.Match.Game, Seats: table.SeatsOf(r.Match), Plies: r.Plies, You: games.Nobody}
	return play.SpokenPly(&app.App{Lang: lang}, &s, ply)
}

// RunWords returns a finished run in a word or two.
func RunWords(lang words.Lang, m store.Match) string {
	return play.GameOf(m.Game).Outcome(&app.App{Lang: lang}, m, 0)
}

// RowWords returns a row on a day's board of a game in a word or two.
func RowWords(lang words.Lang, game, board string, row store.Score) string {
	return play.GameOf(game).Score(&app.App{Lang: lang}, board, true, row)
}

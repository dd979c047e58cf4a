package tell

import (
	"encoding/json"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/words"
	"arcade/store"
)

// StatsRows are a player's statistics in a game (nil for none yet) as rows of text;
// no rows for a game that keeps none.
func StatsRows(lang words.Lang, game string, raw json.RawMessage) ([][]string, error) {
	f := play.GameOf(game).Rows
	if f == nil {
		return nil, nil
	}
	return f(lang, raw)
}

// PlyWords is a ply in words: what was played, and what came of it; ok is false for a game
// whose actions say it themselves.
func PlyWords(lang words.Lang, game string, seats []lobby.SeatInfo, p games.Ply) (first string, more []string, ok bool) {
	f := play.GameOf(game).Ply
	if f == nil {
		return "", nil, false
	}
	first, more = f(lang, seats, p)
	return first, more, true
}

// RunWords is a finished run in a word or two.
func RunWords(lang words.Lang, m store.Match) string {
	return play.GameOf(m.Game).Outcome(&app.App{Lang: lang}, m, 0)
}

// RowWords is a row on a day's board of a game in a word or two.
func RowWords(lang words.Lang, game, board string, row store.Score) string {
	return play.GameOf(game).Score(&app.App{Lang: lang}, board, true, row)
}

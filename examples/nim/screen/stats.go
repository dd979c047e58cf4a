package nim

import (
	nim "arcade/examples/nim/engine"
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play/sheets"
	"arcade/sessions/words"
	"arcade/store"
)

// boardName and score return the words for the board of streaks and for a row on it.
func boardName(a *app.App, _ string) string { return a.T("nim.board") }

func score(a *app.App, _ string, _ bool, s store.Score) string {
	return a.T("nim.inarow", "n", int(s.Value))
}

// sheet returns statistics for the page and for words.
func sheet(lang words.Lang, s nim.Stats) kit.Stats {
	number := func(key string, n int) kit.Number { return kit.Number{Value: app.Itoa(n), Label: words.T(lang, key)} }
	v := kit.Stats{Title: words.T(lang, "solo.stats"), Numbers: []kit.Number{
		number("nim.stat.matches", s.Matches), number("nim.stat.won", s.Won), number("nim.stat.taken", s.Taken),
		number("nim.stat.streak", s.Streak), number("nim.stat.longest", s.Longest),
	}}
	v.Numbers[4].Best = true
	return v
}

// statistics are the page and the rows of a player's statistics.
var statistics = sheets.Duels[nim.Stats]{
	Game: nim.Name, Topic: "nimstats", Read: nim.ReadStats, Sheet: sheet, Usual: "nim.msg.stats", None: "nim.msg.none",
	Result: func(m store.Match, seat games.Seat) string {
		return app.If(m.Winner == int(seat), "nim.won", "nim.lost")
	},
}

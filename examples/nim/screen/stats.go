package nim

import (
	"encoding/json"
	"slices"

	nim "arcade/examples/nim/engine"
	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// boardName and score return the words for the board of streaks and for a row on it.
func boardName(a *app.App, _ string) string { return a.T("nim.board") }

func score(a *app.App, _ string, _ bool, s store.Score) string {
	return a.T("nim.inarow", "n", int(s.Value))
}

// facts returns statistics in words: the name of each count, and the number.
func facts(lang words.Lang, s nim.Stats) [][]string {
	row := func(key string, n int) []string { return []string{words.T(lang, key), app.Itoa(n)} }
	return [][]string{
		row("nim.stat.matches", s.Matches), row("nim.stat.won", s.Won), row("nim.stat.taken", s.Taken),
		row("nim.stat.streak", s.Streak), row("nim.stat.longest", s.Longest),
	}
}

// statsRows returns statistics as rows of text, for the command.
func statsRows(lang words.Lang, raw json.RawMessage) ([][]string, error) {
	s, err := nim.ReadStats(raw)
	return facts(lang, s), err
}

// statsView shows a player's statistics, and below them the finished matches.
type statsView struct {
	sheets.Owner
	stats nim.Stats
	list  sheets.Played
}

func newStats(_ *app.App, player string) app.Screen {
	keep := func(m store.Match) bool { return m.Reason != games.Aborted }
	return &statsView{Owner: sheets.Owner{Player: player}, list: sheets.Played{Game: nim.Name, Player: player, Keep: keep}}
}

// Topic returns the page's help topic.
func (v *statsView) Topic() string { return "nimstats" }

// Commands returns commands that choose a match or open the boards.
func (v *statsView) Commands(*app.App) []app.Command { return v.list.Commands(sheets.Ranks(nim.Name)) }

// List returns the list of matches.
func (v *statsView) List(*app.App) app.List { return v.list.List(8) }

// Open reads all data once.
func (v *statsView) Open(a *app.App) {
	v.Begin(a, func(a *app.App) {
		if !v.Guest(a) {
			v.stats = sheets.Of(a, nim.Name, v.Player, nim.ReadStats)
			v.list.Refresh(a, true)
		}
	})
}

// Draw draws the numbers above the matches.
func (v *statsView) Draw(a *app.App, c *ui.Canvas) {
	usual := app.Either(v.Guest(a), "err.guest_record", app.Either(v.stats.Matches > 0, "nim.msg.stats", "nim.msg.none"))
	g := a.Page(c, v.Commands(a), a.T(usual), a.T("game."+nim.Name), a.T("solo.stats"), v.Name)
	for y, row := range facts(a.Lang, v.stats) {
		g.Text(2, 1+y, ui.Muted, row[0])
		g.TextRight(34, 1+y, ui.Strong, row[1])
	}
	g.HLine(0, 7, g.W(), ui.Muted)
	cols := []ui.Column{{X: 3, W: 9, Heading: "mt.col.id"}, {X: 14, W: 15, Heading: "mt.col.opponent"}, {X: 31, W: 22, Heading: "mt.col.result"}, {X: 68, W: 10, Heading: "mt.col.when"}}
	v.List(a).Draw(a, g, 8, g.H()-10, cols, func(i int) []string {
		m := v.list.Matches[i]
		seat := max(slices.IndexFunc(m.Seats, func(s store.Seat) bool { return s.Player == v.Player }), 0)
		won := a.T(app.Either(m.Winner == seat, "nim.won", "nim.lost"))
		return []string{m.ID, ui.Cut(a.SeatName(lobby.SeatsOf(m)[1-seat]), 15), won, a.When(m.Ended)}
	}, "", a.T("nim.msg.none"))
}

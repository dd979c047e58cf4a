package connectfour

import (
	"encoding/json"
	"slices"

	four "arcade/examples/connectfour/engine"
	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// boardName and score return the words for the board of streaks and for a row on it.
func boardName(a *app.App, _ string) string { return a.T("c4.board") }

func score(a *app.App, _ string, _ bool, s store.Score) string {
	return a.T("c4.inarow", "n", int(s.Value))
}

// sheet returns statistics for the page and for words.
func sheet(lang words.Lang, s four.Stats) kit.Stats {
	number := func(key string, n int) kit.Number { return kit.Number{Value: app.Itoa(n), Label: words.T(lang, key)} }
	v := kit.Stats{Title: words.T(lang, "solo.stats"), Numbers: []kit.Number{
		number("c4.stat.matches", s.Matches), number("c4.stat.won", s.Won), number("c4.stat.drawn", s.Drawn),
		number("c4.stat.lost", s.Matches-s.Won-s.Drawn), number("c4.stat.longest", s.Longest),
	}}
	v.Numbers[4].Best = true
	return v
}

// statsRows returns statistics as rows of text, for the command.
func statsRows(lang words.Lang, raw json.RawMessage) ([][]string, error) {
	s, err := four.ReadStats(raw)
	return sheet(lang, s).Rows(), err
}

// statsView shows a player's statistics, and below them the finished matches.
type statsView struct {
	sheets.Owner
	sheets.Pages
	stats four.Stats
	list  sheets.Played
}

func newStats(_ *app.App, player string) app.Screen {
	keep := func(m store.Match) bool { return m.Reason != games.Aborted }
	return &statsView{Owner: sheets.Owner{Player: player}, list: sheets.Played{Game: four.Name, Player: player, Keep: keep}}
}

// Topic returns the page's help topic.
func (v *statsView) Topic() string { return "connectfourstats" }

// Commands returns commands that choose a match, open the boards, or turn to the matches where there is little room.
func (v *statsView) Commands(*app.App) []app.Command {
	return v.list.Commands(sheets.Ranks(four.Name), v.Leaf())
}

// List returns the list of matches.
func (v *statsView) List(*app.App) app.List { return v.list.List(8) }

// Open reads all data once.
func (v *statsView) Open(a *app.App) {
	v.Begin(a, func(a *app.App) {
		if !v.Guest(a) {
			v.stats = sheets.Of(a, four.Name, v.Player, four.ReadStats)
			v.list.Refresh(a, true)
		}
	})
}

// Draw lets the kit draw the page.
func (v *statsView) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, v) }

// View shows the numbers, and the matches.
func (v *statsView) View(a *app.App) app.View {
	usual := app.Either(v.Guest(a), "err.guest_record", app.Either(v.stats.Matches > 0, "c4.msg.stats", "c4.msg.none"))
	list := v.List(a).Block([]kit.Column{
		{Head: a.T("mt.col.id"), W: 9, Drop: 2}, {Head: a.T("mt.col.opponent"), W: 24, Name: true}, {Head: a.T("mt.col.result"), W: 22}, {Head: a.T("mt.col.when"), W: 10, Drop: 1},
	}, a.T("c4.msg.none"), func(i int) []string {
		m := v.list.Matches[i]
		seat := max(slices.IndexFunc(m.Seats, func(s store.Seat) bool { return s.Player == v.Player }), 0)
		ended := app.Either(m.Winner < 0, "c4.drawn", app.Either(m.Winner == seat, "c4.won", "c4.lost"))
		return []string{m.ID, a.SeatName(lobby.SeatsOf(m)[1-seat]), a.T(ended), a.When(m.Ended)}
	})
	return app.View{
		Place: []string{a.T("game." + four.Name), a.T("solo.stats"), v.Name}, Usual: a.T(usual),
		Body: sheet(a.Lang, v.stats).Page(a.T("solo.past"), list, v.Pages.Open),
	}
}

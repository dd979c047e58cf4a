package connectfour

import (
	"encoding/json"
	"slices"

	four "arcade/examples/connectfour/engine"
	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// records are the parts of the statistics; the board is that of streaks.
var records = play.Records{
	Stats: newStats,
	Rows: func(lang words.Lang, raw json.RawMessage) ([][]string, error) {
		s, err := four.ReadStats(raw)
		return sheet(lang, s).Rows(), err
	},
	Board: func(a *app.App, _ string) string { return a.T("c4.board") },
	Score: func(a *app.App, _ string, _ bool, s store.Score) string { return a.T("c4.inarow", "n", int(s.Value)) },
}

// sheet returns statistics for the page and for words.
func sheet(lang words.Lang, s four.Stats) kit.Stats {
	v := kit.Stats{Title: words.T(lang, "solo.stats")}
	for i, n := range []int{s.Matches, s.Won, s.Drawn, s.Matches - s.Won - s.Drawn, s.Longest} {
		label := []string{"c4.stat.matches", "c4.stat.won", "c4.stat.drawn", "c4.stat.lost", "c4.stat.longest"}[i]
		v.Numbers = append(v.Numbers, kit.Number{Value: app.Itoa(n), Label: words.T(lang, label), Best: i == 4})
	}
	return v
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

func (v *statsView) Topic() string { return "connectfourstats" }

func (v *statsView) List(*app.App) app.List { return v.list.List(8) }

func (v *statsView) Commands(*app.App) []app.Command {
	return v.list.Commands(sheets.Ranks(four.Name), v.Leaf())
}

// Open reads all data once.
func (v *statsView) Open(a *app.App) {
	v.Begin(a, func(a *app.App) {
		if !v.Guest(a) {
			v.stats = sheets.Of(a, four.Name, v.Player, four.ReadStats)
			v.list.Refresh(a, true)
		}
	})
}

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

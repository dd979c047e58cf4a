package sheets

import (
	"encoding/json"
	"slices"

	"arcade/games"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// Duels describes the statistics of a game for two: the page has the finished matches below them.
type Duels[S any] struct {
	Game  string
	Topic string // of the help
	Read  func(raw json.RawMessage) (S, error)
	Sheet func(lang words.Lang, s S) kit.Stats
	// Usual and None are the catalogue keys of the message with matches, and without any; Result returns that of a
	// match's result for a seat.
	Usual, None string
	Result      func(m store.Match, seat games.Seat) string
}

// Page returns the screen of a player's statistics.
func (d Duels[S]) Page(_ *app.App, player string) app.Screen {
	keep := func(m store.Match) bool { return m.Reason != games.Aborted }
	return &duels[S]{Duels: d, Owner: Owner{Player: player}, list: Played{Game: d.Game, Player: player, Keep: keep}}
}

// Rows returns the statistics as rows of text, for the command.
func (d Duels[S]) Rows(lang words.Lang, raw json.RawMessage) ([][]string, error) {
	s, err := d.Read(raw)
	return d.Sheet(lang, s).Rows(), err
}

// duels is the page.
type duels[S any] struct {
	Duels[S]
	Owner
	Pages
	stats S
	list  Played
}

func (v *duels[S]) Topic() string { return v.Duels.Topic }

// Commands choose a match, open the boards, or turn to the matches where there is little room.
func (v *duels[S]) Commands(*app.App) []app.Command {
	return v.list.Commands(Ranks(v.Game), v.Leaf())
}

func (v *duels[S]) List(*app.App) app.List { return v.list.List(8) }

// Open reads all data once.
func (v *duels[S]) Open(a *app.App) {
	v.Begin(a, func(a *app.App) {
		if !v.Guest(a) {
			v.stats = ReadStats(a, v.Game, v.Player, v.Read)
			v.list.Refresh(a, true)
		}
	})
}

func (v *duels[S]) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, v) }

// View shows the statistics, and the matches.
func (v *duels[S]) View(a *app.App) app.View {
	usual := app.If(v.Guest(a), "err.guest_record", app.If(len(v.list.Matches) > 0, v.Usual, v.None))
	list := v.List(a).Block([]kit.Column{
		{Head: a.T("mt.col.id"), W: 9, Drop: 2}, {Head: a.T("mt.col.opponent"), W: 24, Name: true}, {Head: a.T("mt.col.result"), W: 22}, {Head: a.T("mt.col.when"), W: 10, Drop: 1},
	}, a.T(v.None), func(i int) []string {
		m := v.list.Matches[i]
		seat := max(slices.IndexFunc(m.Seats, func(s store.Seat) bool { return s.Player == v.Player }), 0)
		return []string{m.ID, a.SeatName(table.SeatsOf(m)[1-seat]), a.T(v.Result(m, games.Seat(seat))), a.Ago(m.Ended)}
	})
	return app.View{
		Place: []string{a.T("game." + v.Game), a.T("solo.stats"), v.Name}, Usual: a.T(usual),
		Body: v.Sheet(a.Lang, v.stats).Page(a.T("solo.past"), list, v.Pages.Open),
	}
}

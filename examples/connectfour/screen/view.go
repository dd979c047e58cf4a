// Package connectfour shows Connect Four at a table, in a replay and in puzzles.
package connectfour

import (
	"cmp"
	_ "embed" // words.json and face.art
	"encoding/json"
	"slices"
	"strings"

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

var (
	//go:embed words.json
	catalogue []byte
	//go:embed face.art
	faceArt string
	// sides are the words for the seats' colours.
	sides = [2]string{"c4.red", "c4.gold"}
)

// Game is Connect Four on the screens.
var Game = &play.Game{
	Name: four.Name, Words: catalogue, Face: face, View: func() play.View { return &view{col: four.Cols / 2} },
	Digits: true, Speech: speech,
	Puzzle: play.Puzzle{
		Ask: func(lang words.Lang, z games.Puzzle) (title, more string) {
			return words.T(lang, "c4.puzzle", "c", words.T(lang, sides[z.Seat]), "n", (z.In+1)/2), words.T(lang, "c4.puzzle.more")
		},
		Worth: func(lang words.Lang, _ games.Puzzle, o games.Option) string {
			return words.T(lang, app.Either(o.Points > 0, "c4.puzzle.wins", "c4.puzzle.not"))
		},
	},
	Versus: play.Versus{Control: "5+3", Controls: []string{"5+3", "1+0", "none", lobby.OneDay}, Sides: true}, Records: records,
}

// view shows the board, with the focus on a column.
type view struct {
	play.Defaults
	col int
}

func (v *view) See(*play.Scene) {}

// Commands includes a row of keys, which choose a column.
func (v *view) Commands(_ *app.App, t *play.Table) []app.Command {
	column, drop := app.When(t.Scene.Mine(), "c4.key.column"), app.When(t.Scene.Mine(), "c4.key.drop")
	numbers := []ui.Key{"1", "2", "3", "4", "5", "6", "7"}
	return []app.Command{
		{Key: "leftright", Bar: column, Turn: func(_ *app.App, by int) { v.col = (v.col + by + four.Cols) % four.Cols }},
		{Key: "number", Name: "1-7", Also: numbers, Bar: column, Each: func(_ *app.App, key ui.Key) { v.col = int(key[0] - '1') }},
		{Key: "enter", Bar: drop, Do: func(a *app.App) { v.drop(a, t) }},
	}
}

// column is the click target of a column.
type column int

// Click drops a disc into the clicked column.
func (v *view) Click(a *app.App, t *play.Table, msg any) {
	if col, ok := msg.(column); ok {
		v.col = int(col)
		v.drop(a, t)
	}
}

// drop plays the chosen column, if that is possible now.
func (v *view) drop(a *app.App, t *play.Table) {
	switch {
	case t.Scene.You == games.Nobody:
		a.Warn(a.T("tb.spectator"))
	case !t.Scene.Mine():
		a.Warn(a.T("c4.notyours"))
	default:
		t.Act(a, four.Drop(v.col))
	}
}

func (v *view) Refusal(a *app.App, err error) string {
	return app.When(games.ReasonOf(err) == four.ReasonFull, a.T("c4.full"))
}

func (v *view) Side(a *app.App, seat games.Seat) string { return a.T(sides[seat]) }

func (v *view) Prompt(a *app.App, s *play.Scene) string {
	if s.ToAct == games.Nobody {
		return ""
	}
	return app.Either(s.Mine(), a.T("c4.turn", "c", v.col+1), a.T("c4.wait", "p", a.SeatName(s.Seats[s.ToAct])))
}

func (v *view) Coach(a *app.App) string { return a.T("c4.coach") }

// speech describes Connect Four in words, by columns.
var speech = play.Speech{
	Board: func(a *app.App, s *play.Scene) (columns []string) {
		for col := range four.Cols {
			columns = append(columns, spokenColumn(a, s, app.Itoa(col+1)))
		}
		return columns
	},
	Column: spokenColumn,
	Choice: func(a *app.App, _ *play.Scene, act games.Action) string {
		return a.T("c4.said.choice", "c", string(act))
	},
	Event: func(a *app.App, s *play.Scene, ply int) (said []string) {
		for _, e := range s.Plies[ply].Events {
			if f, ok := e.Fact.(four.EventDrop); ok {
				said = append(said, a.T("c4.said.dropped", "p", play.SpokenSeat(a, s, e.Seat), "c", f.Column+1, "r", f.Row+1))
			}
		}
		return said
	},
	Score: func(a *app.App, s *play.Scene) []string { return []string{a.T("c4.said.count", "n", len(s.Plies))} },
}

// spokenColumn returns the discs of a column from below, such as "column 4: red, gold".
func spokenColumn(a *app.App, s *play.Scene, name string) string {
	col, ok := four.ParseDrop(games.Action(name))
	seen, known := s.View.(four.View)
	if !ok || !known {
		return ""
	}
	var said []string
	for row := range seen.Board[col] {
		said = append(said, a.T(sides[seen.Board.Disc(col, row)]))
	}
	return a.T("c4.said.column", "c", name, "l", cmp.Or(strings.Join(said, ", "), a.T("c4.said.empty")))
}

// records are the parts of the statistics.
var records = play.Records{Stats: newStats, Rows: func(lang words.Lang, raw json.RawMessage) ([][]string, error) {
	s, err := four.ReadStats(raw)
	return sheet(lang, s).Rows(), err
}}

// sheet returns statistics for the page and for words.
func sheet(lang words.Lang, s four.Stats) kit.Stats {
	v := kit.Stats{Title: words.T(lang, "solo.stats")}
	for i, n := range []int{s.Matches, s.Won, s.Drawn, s.Matches - s.Won - s.Drawn} {
		label := []string{"c4.stat.matches", "c4.stat.won", "c4.stat.drawn", "c4.stat.lost"}[i]
		v.Numbers = append(v.Numbers, kit.Number{Value: app.Itoa(n), Label: words.T(lang, label), Best: i == 1})
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

func (v *statsView) Topic() string          { return "connectfourstats" }
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

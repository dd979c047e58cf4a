// Package connectfour shows Connect Four at a table, in a replay and in puzzles.
package connectfour

import (
	"cmp"
	_ "embed" // words.json and face.art
	"strings"

	four "arcade/examples/connectfour/engine"
	"arcade/games"
	"arcade/lobby/room"
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
			return words.T(lang, app.If(o.Points > 0, "c4.puzzle.wins", "c4.puzzle.not"))
		},
	},
	Versus:  play.Versus{Control: "5+3", Controls: []string{"5+3", "1+0", "none", room.OneDay}, Sides: true},
	Records: play.Records{Stats: statistics.Page, Rows: statistics.Rows},
}

// view shows the board, with the focus on a column.
type view struct {
	play.Defaults
	col int
}

func (v *view) Update(*play.Scene) {}

// Commands includes a row of keys, which choose a column.
func (v *view) Commands(_ *app.App, t *play.Table) []app.Command {
	column, drop := app.TextIf(t.Scene.Mine(), "c4.key.column"), app.TextIf(t.Scene.Mine(), "c4.key.drop")
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
	return app.TextIf(games.ReasonOf(err) == four.ReasonFull, a.T("c4.full"))
}

func (v *view) Side(a *app.App, seat games.Seat) string { return a.T(sides[seat]) }

func (v *view) Prompt(a *app.App, s *play.Scene) string {
	if s.ToAct == games.Nobody {
		return ""
	}
	return app.If(s.Mine(), a.T("c4.turn", "c", v.col+1), a.T("c4.wait", "p", a.SeatName(s.Seats[s.ToAct])))
}

func (v *view) NewcomerPrompt(a *app.App) string { return a.T("c4.coach") }

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

// statistics are the page and the rows of a player's statistics.
var statistics = sheets.Duels[four.Stats]{
	Game: four.Name, Topic: "connectfourstats", Read: four.ReadStats, Sheet: sheet, Usual: "c4.msg.stats", None: "c4.msg.none",
	Result: func(m store.Match, seat games.Seat) string {
		return app.If(m.Winner < 0, "c4.drawn", app.If(m.Winner == int(seat), "c4.won", "c4.lost"))
	},
}

// sheet returns statistics for the page and for words.
func sheet(lang words.Lang, s four.Stats) kit.Stats {
	v := kit.Stats{Title: words.T(lang, "solo.stats")}
	for i, n := range []int{s.Matches, s.Won, s.Drawn, s.Matches - s.Won - s.Drawn} {
		label := []string{"c4.stat.matches", "c4.stat.won", "c4.stat.drawn", "c4.stat.lost"}[i]
		v.Numbers = append(v.Numbers, kit.Number{Value: app.Itoa(n), Label: words.T(lang, label), Best: i == 1})
	}
	return v
}

package connectfour

import (
	"cmp"
	"strings"

	four "arcade/examples/connectfour/engine"
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

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

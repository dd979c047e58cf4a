package othello

import (
	"strings"

	"arcade/games"
	"arcade/games/othello"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// speech is Othello's play in words.
var speech = play.Speech{
	Board: func(a *app.App, s *play.Scene) (rows []string) {
		for y := 1; y <= 8; y++ {
			rows = append(rows, spokenRow(a, s, app.Itoa(y)))
		}
		return rows
	},
	Sample: "wd.sample.othello", Row: spokenRow, Column: spokenColumn, Choice: spokenChoice, Event: spokenPly, Score: spokenScore,
}

// spokenRow returns a row from a to h, such as "4: d white, e black".
func spokenRow(a *app.App, s *play.Scene, name string) string {
	if len(name) != 1 || name[0] < '1' || name[0] > '8' {
		return ""
	}
	y := int(name[0] - '1')
	return spokenLine(a, s, name, func(i int) (int, string) { return y*8 + i, string(rune('a' + i)) })
}

// spokenColumn returns a column from 1 to 8.
func spokenColumn(a *app.App, s *play.Scene, name string) string {
	if len(name) != 1 || name[0] < 'a' || name[0] > 'h' {
		return ""
	}
	x := int(name[0] - 'a')
	return spokenLine(a, s, name, func(i int) (int, string) { return i*8 + x, app.Itoa(i + 1) })
}

// spokenLine names the discs on eight squares, and the legal squares.
func spokenLine(a *app.App, s *play.Scene, name string, at func(i int) (square int, name string)) string {
	view, ok := s.View.(othello.View)
	if !ok {
		return ""
	}
	legal := map[othello.Square]bool{}
	for _, sq := range view.Legal {
		legal[sq] = s.Mine()
	}
	var said []string
	for i := range 8 {
		sq, label := at(i)
		switch {
		case view.Board[sq] == 'X':
			said = append(said, label+" "+color(a, 0))
		case view.Board[sq] == 'O':
			said = append(said, label+" "+color(a, 1))
		case legal[othello.Square(sq)]:
			said = append(said, label+" "+a.T("ot.said.legal"))
		}
	}
	if len(said) == 0 {
		said = append(said, a.T("ot.said.empty"))
	}
	return name + ": " + strings.Join(said, ", ")
}

// spokenChoice returns a square and the number of discs that it turns.
func spokenChoice(a *app.App, s *play.Scene, act games.Action) string {
	view, _ := s.View.(othello.View)
	for i, sq := range view.Legal {
		if sq.String() == string(act) {
			return a.T("ot.said.choice", "m", string(act), "n", view.Flips[i])
		}
	}
	if act == othello.Pass {
		return a.T("ot.said.pass")
	}
	return string(act)
}

// spokenPly returns a move and the discs that it turned.
func spokenPly(a *app.App, s *play.Scene, ply int) []string {
	p := s.Plies[ply]
	who := play.SpokenSeat(a, s, p.Seat)
	for _, e := range p.Events {
		switch f := e.Fact.(type) {
		case othello.EventMove:
			return []string{a.T("ot.said.move", "p", who, "m", f.Square.String(), "n", len(f.Flipped))}
		case othello.EventPass:
			return []string{a.T("ot.said.passed", "p", who)}
		}
	}
	return []string{who + ": " + string(p.Action)}
}

// spokenScore returns the discs of both sides.
func spokenScore(a *app.App, s *play.Scene) []string {
	view, _ := s.View.(othello.View)
	return []string{a.T("ot.said.score", "a", view.Counts[0], "b", view.Counts[1], "n", 64-view.Counts[0]-view.Counts[1])}
}

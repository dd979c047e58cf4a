package replies

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/othello"
)

// played returns the plies of a match from its moves.
func played(moves string) (plies []games.Ply) {
	for i, m := range strings.Fields(moves) {
		plies = append(plies, games.Ply{Seat: games.Seat(i % 2), Action: games.Action(m)})
	}
	return plies
}

func line(moves string) (l []games.Action) {
	for _, p := range played(moves) {
		l = append(l, p.Action)
	}
	return l
}

// A reply is played when exactly the moves before it have been played after those at which it was entered.
func TestNext(t *testing.T) {
	l := Lines{Lines: [][]games.Action{line("c3 c4"), line("c5 e6"), line("c3 c4 c5 b2")}}.After(played("d3"))
	for moves, want := range map[string]games.Action{
		"d3":             "", // nothing has been played since
		"d3 c3":          "c4",
		"d3 c5":          "e6",
		"d3 e3":          "",
		"d3 c3 c4":       "c5", // the opponent's next move, of which package room finds that it is not the player's turn
		"d3 c3 c4 c5":    "b2",
		"d3 c3 c4 c5 b2": "",
		"c4 c3":          "", // another match: a takeback came before
		"":               "",
	} {
		if got, ok := l.Next(played(moves)); got != want || ok != (want != "") {
			t.Errorf("after %q: %q, %v, want %q", moves, got, ok, want)
		}
	}
	old := Lines{Ply: 1, Lines: l.Lines} // an older note does not say after what
	if got, _ := old.Next(played("c4 c3")); got != "c4" {
		t.Errorf("an older note: %q", got)
	}
	if left := l.Left(played("d3 c3")); !slices.EqualFunc(left, [][]games.Action{line("c4"), line("c4 c5 b2")}, slices.Equal) {
		t.Errorf("left of the lines: %q", left)
	}
}

// Only lines are kept that can be played, by the opponent first and the player last.
func TestCheck(t *testing.T) {
	g := othello.Game{}
	setup := games.Setup{Rules: g.Info().Rules, Seed: "1"}
	for name, c := range map[string]struct {
		ply   int
		lines [][]games.Action
		ok    bool
	}{
		"a reply":              {1, [][]games.Action{line("c3 c4")}, true},
		"nothing":              {1, nil, true},
		"two lines":            {1, [][]games.Action{line("c3 c4"), line("c3 c4 c5 b2")}, true},
		"an opponent's end":    {1, [][]games.Action{line("c3 c4 c5")}, false},
		"a single move":        {1, [][]games.Action{line("c3")}, false},
		"a move that is none":  {1, [][]games.Action{line("a1 a2")}, false},
		"the player's turn":    {0, [][]games.Action{line("d3 c3")}, false},
		"a move of the future": {2, [][]games.Action{line("c4 c5")}, false},
		"before the beginning": {-1, [][]games.Action{line("c4 c5")}, false},
		"too many":             {1, slices.Repeat([][]games.Action{line("c3 c4")}, MostLines+1), false},
		"too long":             {1, [][]games.Action{slices.Repeat(line("c3"), MostMoves+1)}, false},
	} {
		err := Lines{Ply: c.ply, Lines: c.lines}.Check(g, setup, 0, played("d3"))
		if (err == nil) != c.ok || err != nil && !errors.Is(err, ErrBad) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

package lab

import (
	"context"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/othello"
	"arcade/internal/race"
)

func TestSolveOthello(t *testing.T) {
	if race.On {
		t.Skip("one search after the other")
	}
	empty := strings.Repeat("-", 56)
	for _, tt := range []struct {
		name, pos, best string
		score           int
	}{
		{"FFO 40", "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", "a2", 38},
		{"the last disc of the other", "-OX-----" + empty + " X", "a1", 64},
		{"for white", "-XO-----" + empty + " O", "a1", 64},
		{"a pass", "XO------" + empty + " O", "pass", -64},
		{"over: empty squares count for the winner", "X-XX---O" + empty + " X", "", 62},
		{"over, drawn", "X------O" + empty + " O", "", 0},
		{"over, no disc", strings.Repeat("-", 64) + " O", "", 0},
		{"blanks around", "  -OX-----" + empty + "   X\n", "a1", 64},
	} {
		got, err := output(t, "solve", "othello", "--pos", tt.pos, "--json")
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var s othelloSolution
		if err := games.DecodeStrict([]byte(got), &s); err != nil || strings.Count(got, "\n") != 1 {
			t.Fatalf("%s: %v in %q", tt.name, err, got)
		}
		if s.Score != tt.score || s.Best != tt.best || s.Nodes < 1 || s.Seconds < 0 {
			t.Errorf("%s: %+v, want %+d by %q", tt.name, s, tt.score, tt.best)
		}
	}
	got, err := output(t, "solve", "othello", "--pos", "-XO-----"+empty+" O")
	if want := "white (O) to move, 62 empty squares\nscore  +64\nbest   a1\nnodes  "; err != nil || !strings.HasPrefix(got, want) {
		t.Errorf("%v: it prints\n%s", err, got)
	}
}

func TestSolveOthelloRefuses(t *testing.T) {
	board := strings.Repeat("-", 63)
	for pos, want := range map[string]string{
		"":               "no --pos",
		board + "- ":     "two words, not 1",
		board + "- X X":  "two words, not 3",
		board + " X":     "64 squares, not 63",
		board + "-- X":   "64 squares, not 65",
		board + "* X":    "square h8: '*' is none of X O -",
		board + "- B":    `X or O, not "B"`,
		board + "- x":    `X or O, not "x"`,
		"x" + board + "": "two words, not 1",
	} {
		if got, err := output(t, "solve", "othello", "--pos", pos); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v, want %s", pos, got, err, want)
		}
	}
	if _, err := output(t, "solve", "othello", "extra"); err == nil {
		t.Error("an argument: no error")
	}
}

func TestSolveOthelloStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := solveOthello(ctx, othello.Opening()); err == nil {
		t.Errorf("60 empty squares solved: %+v", s)
	}
}

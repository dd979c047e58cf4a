package puzzles_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"arcade/games"
	"arcade/games/klondike/solver"
	matgo "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/games/puzzles"
	"arcade/games/stones"
	"arcade/games/yut"
)

// all lists the games with puzzles, and the number of matches that a test searches.
var all = []struct {
	game    games.Puzzler
	matches int
}{{othello.Game{}, 4}, {solver.Game{}, 2}, {stones.Game{}, 10}, {yut.Game{}, 1}, {matgo.Game{}, 2}}

// Every game finds puzzles in its bots' matches, the same each time. An answer is legal, among the options,
// and worth more than each other option. The line can be played.
func TestFind(t *testing.T) {
	for _, tt := range all {
		g := tt.game.(games.Game)
		t.Run(g.Info().Name, func(t *testing.T) {
			found := 0
			for n := range tt.matches {
				setup, plies, err := puzzles.BotMatch(g, fmt.Sprintf("%032x", n+1), nil)
				if err != nil {
					t.Fatal(err)
				}
				list, err := puzzles.Find(tt.game, setup, plies, 2, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range list {
					found++
					holds(t, g, setup, plies[:f.Ply], f.Puzzle)
				}
				if n > 0 || len(list) == 0 {
					continue
				}
				again, err := puzzles.Read(tt.game, setup, plies[:list[0].Ply], nil)
				if err != nil || !reflect.DeepEqual(*again, list[0].Puzzle) {
					t.Errorf("found %+v, then %+v, %v", list[0].Puzzle, again, err)
				}
			}
			if found == 0 {
				t.Error("no puzzle")
			}
			t.Log(found, "puzzles in", tt.matches, "matches")
		})
	}
}

func holds(t *testing.T, g games.Game, setup games.Setup, plies []games.Action, z games.Puzzle) {
	t.Helper()
	pos, err := g.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range plies {
		if _, err := pos.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	if pos.ToAct() != z.Seat || z.Key == "" || z.Goal == "" || len(z.Line) == 0 || !z.Line[0].Answer() || !z.Line[len(z.Line)-1].Answer() {
		t.Errorf("%+v is not a puzzle for seat %d", z, pos.ToAct())
	}
	for _, step := range z.Line {
		if step.Answer() {
			own, ok := step.Worth(step.Action)
			second, more := step.Second()
			if !ok || !more || second.Points >= own.Points {
				t.Errorf("%s is worth %+v, another %+v", step.Action, own, second)
			}
		}
		for _, a := range step.Plies() {
			if !slices.Contains(pos.Legal(), a) {
				t.Fatalf("%s is not legal", a)
			}
			if _, err := pos.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// BenchmarkFind measures puzzles found per hour of one core, including the bots' matches.
func BenchmarkFind(b *testing.B) {
	for _, tt := range all {
		g := tt.game.(games.Game)
		b.Run(g.Info().Name, func(b *testing.B) {
			found := 0
			for i := range b.N {
				setup, plies, err := puzzles.BotMatch(g, fmt.Sprintf("%032x", i+1), nil)
				if err != nil {
					b.Fatal(err)
				}
				list, err := puzzles.Find(tt.game, setup, plies, 2, nil)
				if err != nil {
					b.Fatal(err)
				}
				found += len(list)
			}
			b.ReportMetric(float64(found)/b.Elapsed().Hours(), "puzzles/h")
		})
	}
}

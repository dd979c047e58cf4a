package solver

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/klondike"
)

var (
	_ games.Solver     = Game{}
	_ games.Hinter     = Game{}
	_ games.Recorder   = Game{}
	_ games.LineWriter = Game{}
)

func setup(seed uint64, options string) games.Setup {
	return games.Setup{Game: klondike.Name, Seed: fmt.Sprint(seed), Options: json.RawMessage(options)}
}

// start deals a setup and plays actions.
func start(t *testing.T, s games.Setup, actions ...games.Action) games.Position {
	t.Helper()
	pos := gametest.Start(t, Game{}, s.Seed, string(s.Options))
	gametest.Play(t, pos, actions...)
	return pos
}

// way returns a way to win a deal.
func way(t *testing.T, seed uint64, r klondike.Rules) []games.Action {
	t.Helper()
	o := Solve(klondike.Deck(seed), r, games.Limit{})
	if o.Status != games.Solvable {
		t.Fatalf("seed %d is %s", seed, o.Status)
	}
	return o.Moves
}

func TestGameSolves(t *testing.T) {
	for _, c := range []struct {
		options string
		rules   klondike.Rules
	}{{"", rulesOf(1, -1, false, true)}, {`{"draw":3,"redeals":2,"recycle":"keep","f2t":false}`, rulesOf(3, 2, true, false)}} {
		for seed := range uint64(20) {
			got, err := Game{}.Solve(setup(seed, c.options), games.Limit{Nodes: 50_000})
			if err != nil {
				t.Fatal(err)
			}
			want := Solve(klondike.Deck(seed), c.rules, games.Limit{Nodes: 50_000})
			least, bound := got.Least, got.Bound
			got.Least, got.Bound, got.Proven = 0, 0, false
			if got != (games.Solution{Status: want.Status, Moves: len(want.Moves), Nodes: want.Nodes}) ||
				least > got.Moves || bound > least || (bound > 0) != (want.Status == games.Solvable) || (least > 0) != (want.Status == games.Solvable) {
				t.Errorf("seed %d %s: %+v, at least %d, at most %d", seed, c.options, got, bound, least)
			}
		}
	}
	if s, err := (Game{}).Solve(setup(3, `{"draw":3}`), games.Limit{Stop: func() bool { return true }}); err != nil || s.Status == games.Unsolvable {
		t.Errorf("stopped: %+v, %v", s, err)
	}
	if _, err := (Game{}).Solve(setup(3, `{"draw":2}`), games.Limit{}); err == nil {
		t.Error("draw 2 was solved")
	}
}

// A position read from a view is searched like the original: at any point of a way to win, and with redeals
// used up.
func TestPositionOf(t *testing.T) {
	for _, c := range []struct {
		options string
		rules   klondike.Rules
	}{{`{"draw":1}`, rulesOf(1, -1, false, true)}, {`{"draw":3,"redeals":3,"recycle":"keep"}`, rulesOf(3, 3, true, true)}} {
		solved := 0
		for seed := range uint64(12) {
			o := Solve(klondike.Deck(seed), c.rules, games.Limit{Nodes: 20_000})
			for n := 0; n < len(o.Moves); n += 17 {
				pos := start(t, setup(seed, c.options), o.Moves[:n]...)
				p := positionOf(pos.View(games.Everything).(klondike.View))
				from := solveFrom(p, c.rules, games.Limit{Nodes: 100_000})
				if from.Status == games.Unsolvable {
					t.Fatalf("seed %d after %d of %d moves to the win: %s", seed, n, len(o.Moves), from.Status)
				}
				if from.Status == games.Solvable {
					solved++
					if r := start(t, setup(seed, c.options), slices.Concat(o.Moves[:n], from.Moves)...).Result(); r == nil || r.Winner != 0 {
						t.Fatalf("seed %d after %d moves: the way on does not win", seed, n)
					}
				}
			}
		}
		if solved < 20 {
			t.Errorf("%s: %d positions solved", c.options, solved)
		}
	}
}

func TestGrades(t *testing.T) {
	g := Game{}
	names := g.Grades()
	if !slices.Equal(names, []string{"easy", "normal", "hard", "expert"}) {
		t.Fatal(names)
	}
	for _, c := range []struct {
		rules string
		moves int
		nodes int64
		want  string
	}{
		{"draw1", 180, 30, "easy"}, {"draw1", 220, 30, "easy"}, {"draw1", 235, 30, "normal"}, {"draw1", 220, 200, "normal"},
		{"draw1", 260, 32, "hard"}, {"draw1", 235, 5000, "expert"}, {"draw1", 300, 1 << 40, "expert"},
		{"draw3", 142, 30, "easy"}, {"draw3 nof2t", 225, 30, "normal"}, {"draw3", 180, 1000, "expert"},
	} {
		if got := g.Grade(c.rules, games.Solution{Status: games.Solvable, Moves: c.moves, Nodes: c.nodes}); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	// Ordinary deals contain each grade; otherwise a stock of it would never fill.
	for _, options := range g.Curated() {
		count := map[string]int{}
		for seed := range uint64(60) {
			s := setup(seed, string(options))
			d, err := g.Deal(s)
			if err != nil {
				t.Fatal(err)
			}
			if sol, err := g.Solve(s, games.Limit{Nodes: 60_000}); err != nil {
				t.Fatal(err)
			} else if sol.Status == games.Solvable {
				count[g.Grade(d.Rules, sol)]++
			}
		}
		t.Log(string(options), count)
		for _, name := range names {
			if count[name] == 0 {
				t.Errorf("%s: none of 60 deals is %s: %v", options, name, count)
			}
		}
	}
}

package lab

import (
	"bytes"
	"math"
	"os"
	"strings"
	"testing"

	"arcade/games"
	"arcade/internal/race"
)

func TestSimOthello(t *testing.T) {
	var first string
	for _, workers := range []string{"1", "3"} {
		got, err := output(t, "sim", "othello", "--games", "40", "--bots", "careful,greedy", "--seed", "별", "--workers", workers, "--json")
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = got
		}
		if got != first {
			t.Errorf("%s workers: %s, want %s", workers, got, first)
		}
	}
	var r othelloReport
	if err := games.DecodeStrict([]byte(first), &r); err != nil || strings.Count(first, "\n") != 1 {
		t.Fatalf("%v in %q", err, first)
	}
	if r.Games != 40 || r.Won+r.Drawn+r.Lost != 40 || r.Score != (float64(r.Won)+float64(r.Drawn)/2)/40 || r.Score < 0.6 {
		t.Errorf("it says %+v", r)
	}
	if r.Elo == nil || r.Low == nil || *r.Low >= *r.Elo || math.Abs(*r.Elo-400*math.Log10(r.Score/(1-r.Score))) > 1e-9 {
		t.Errorf("Elo %v from %v", r.Elo, r.Low)
	}
	// With the bots exchanged, the same games have the opposite results.
	other, err := output(t, "sim", "othello", "--games", "4", "--bots", "steady,steady", "--opening", "12")
	if err != nil || !strings.HasPrefix(other, "Othello, steady against steady: 4 games, seed \"othello\"\nwon ") || !strings.Contains(other, "\nElo ") {
		t.Errorf("%v: it prints\n%s", err, other)
	}
}

// The second bot may have its own limit; the former master plays too.
func TestSimOthelloAgainst(t *testing.T) {
	if race.On {
		t.Skip("searches alone: the workers are raced by TestSimOthello")
	}
	args := []string{"sim", "othello", "--games", "4", "--bots", "expert,former", "--nodes", "20000", "--json"}
	var same, less othelloReport
	for r, against := range map[*othelloReport]string{&same: "0", &less: "20"} {
		got, err := output(t, append(args, "--against", against)...)
		if err != nil {
			t.Fatal(err)
		}
		if err := games.DecodeStrict([]byte(got), r); err != nil {
			t.Fatalf("%v in %q", err, got)
		}
	}
	if same.Against != 0 || less.Against != 20 || less.Discs <= same.Discs {
		t.Errorf("%+.1f discs a game against equal means, %+.1f against a thousandth", same.Discs, less.Discs)
	}
}

// The error is computed from pairs: if the same colour wins both games of each pair, the bots are equal.
func TestOthelloReportCounts(t *testing.T) {
	for _, tt := range []struct {
		discs    []int
		score    float64
		elo, low any
	}{
		{[]int{10, -10, 4, -4}, 0.5, 0.0, 0.0},
		{[]int{2, 2, 2, 0, -2, 2, 2, -2}, 0.6875, 136.97, -32.80},
		{[]int{2, 2, 64, 1}, 1, nil, nil},
		{[]int{0, 0}, 0.5, 0.0, 0.0},
	} {
		var r othelloReport
		r.count(tt.discs)
		if r.Score != tt.score || !about(r.Elo, tt.elo) || !about(r.Low, tt.low) {
			t.Errorf("%v: score %v, Elo %v from %v", tt.discs, r.Score, deref(r.Elo), deref(r.Low))
		}
	}
}

func about(got *float64, want any) bool {
	if got == nil || want == nil {
		return got == nil && want == nil
	}
	return math.Abs(*got-want.(float64)) < 0.01
}

func deref(v *float64) any {
	if v == nil {
		return nil
	}
	return *v
}

func TestSimOthelloRefuses(t *testing.T) {
	for _, args := range [][]string{
		{"--games", "0"}, {"--games", "3"}, {"--games", "-2"}, {"--games", "9223372036854775806"},
		{"--bots", "master"}, {"--bots", "master,nobody"}, {"--bots", "master,gtp:"}, {"--bots", "greedy,greedy,greedy"},
		{"--opening", "-1"}, {"--opening", "50"}, {"--nodes", "-1"}, {"--against", "-1"}, {"--workers", "-1"}, {"extra"},
	} {
		if got, err := output(t, append([]string{"sim", "othello", "--games", "2", "--bots", "greedy,greedy"}, args...)...); err == nil {
			t.Errorf("%q: no error, %q", args, got)
		}
	}
}

func TestBenchOthello(t *testing.T) {
	if race.On {
		t.Skip("one search after the other")
	}
	got, err := output(t, "bench", "othello", "--perft", "6", "--depth", "4", "--json")
	if err != nil {
		t.Fatal(err)
	}
	var b othelloBench
	if err := games.DecodeStrict([]byte(got), &b); err != nil {
		t.Fatalf("%v in %q", err, got)
	}
	if b.Perft.Nodes != 8200 || b.Midgame.Nodes < 20 || b.Endgame.Nodes < 100_000 || b.Endgame.PerSec <= 0 || b.Perft.Seconds <= 0 {
		t.Errorf("it says %+v", b)
	}
	for _, args := range [][]string{{"--perft", "0"}, {"--perft", "14"}, {"--depth", "0"}, {"--depth", "25"}, {"extra"}} {
		if got, err := output(t, append([]string{"bench", "othello"}, args...)...); err == nil {
			t.Errorf("%q: no error, %q", args, got)
		}
	}
}

// A small training writes the same weights every time, and reports its course.
func TestTrainOthello(t *testing.T) {
	out := t.TempDir() + "/weights.bin"
	count, shapes := "20", "wide"
	if race.On { // the same workers, with less to compute
		count, shapes = "4", "narrow"
	}
	args := []string{"train", "othello", "--games", count, "--rounds", "2", "--passes", "2", "--depth", "1", "--exact", "8", "--shapes", shapes, "--out", out}
	got, err := output(t, args...)
	if err != nil || !strings.Contains(got, "round 2: ") || !strings.Contains(got, "stage 10: ") {
		t.Fatalf("%v: it prints\n%s", err, got)
	}
	first, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	_, err = output(t, append(args, "--workers", "1")...)
	if again, _ := os.ReadFile(out); err != nil || !bytes.Equal(again, first) {
		t.Errorf("another time, other weights: %v", err)
	}
	for _, bad := range [][]string{{"--out", ""}, {"--rounds", "0"}, {"--exact", "30"}, {"--games", "0"},
		{"--shapes", "x"}, {"--by", "x"}, {"--lambda", "2"}, {"--random", "41"}} {
		if _, err := output(t, append(args, bad...)...); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

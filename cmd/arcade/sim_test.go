package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/stones"
)

// output runs the command line and gives what it printed on stdout.
func output(t *testing.T, args ...string) (string, error) {
	t.Helper()
	root := newRoot()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(io.Discard)
	root.SetArgs(args)
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

func TestSimStonesJSON(t *testing.T) {
	got, err := output(t, "sim", "stones", "--games", "20000", "--policy", "best", "--mode", "2", "--seed", "별", "--json")
	if err != nil {
		t.Fatal(err)
	}
	var r stonesReport
	if err := games.DecodeStrict([]byte(got), &r); err != nil || strings.Count(got, "\n") != 1 {
		t.Fatalf("%v in %q", err, got)
	}
	if r.Game != "stones" || r.Mode != 2 || r.Policy != "best" || r.Games != 20000 || r.Seed != "별" {
		t.Errorf("it says %+v", r)
	}
	rewards, cells, weighted := 0, 0, 0
	for i, n := range r.Rewards {
		rewards += n
		weighted += i * n
	}
	for _, n := range r.Cells {
		cells += n
	}
	value := stones.BestPlay(2).Value(stones.Begin())
	if rewards != 20000 || cells != 20000 || r.MeanReward != float64(weighted)/20000 || math.Abs(r.MeanReward-value) > 4*r.StdError || r.StdError > 0.01 {
		t.Errorf("%d rewards, %d cells, mean %v ± %v, want %v", rewards, cells, r.MeanReward, r.StdError, value)
	}
}

// However many cores, and however often: the same games.
func TestSimStonesRepeats(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	var first string
	for _, cores := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(cores)
		got, err := output(t, "sim", "stones", "--games", "10001", "--policy", "random", "--json")
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = got
		}
		if got != first {
			t.Errorf("%d cores: %s, want %s", cores, got, first)
		}
	}
	other, err := output(t, "sim", "stones", "--games", "10001", "--policy", "random", "--seed", "other", "--json")
	if err != nil || strings.Contains(first, other[strings.Index(other, `"mean_reward"`):]) {
		t.Errorf("another seed, the same games: %s, %v", other, err)
	}
}

func TestSimStonesTable(t *testing.T) {
	got, err := output(t, "sim", "stones", "--games", "1000", "--policy", "one")
	if err != nil {
		t.Fatal(err)
	}
	// Choice 1 alone always reaches 16.
	const want = `Stepping Stones, mode 1: 1000 games, policy one, seed "stones"
mean reward     2.0000 ± 0.0000
mean last cell  16.000

reward
  none         0.00 %          0
  rare       100.00 %       1000  ########################################
  epic         0.00 %          0
  super epic   0.00 %          0

last cell
  0            0.00 %          0
`
	if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "\n  16         100.00 %       1000  "+strings.Repeat("#", 40)+"\n") {
		t.Errorf("it prints\n%s", got)
	}
	got, err = output(t, "sim", "stones", "--games", "1000")
	if err != nil || !strings.Contains(got, "exact value     2.5114 (the mean is ") {
		t.Errorf("%v: no exact value in\n%s", err, got)
	}
}

func TestSimRefuses(t *testing.T) {
	for _, args := range [][]string{
		{"--games", "0"}, {"--games", "-5"}, {"--games", "9223372036854775807"}, {"--games", "many"},
		{"--policy", "worst"}, {"--policy", ""}, {"--mode", "3"}, {"--mode", "0"}, {"extra"},
	} {
		if got, err := output(t, append([]string{"sim", "stones"}, args...)...); err == nil {
			t.Errorf("%q: no error, %q", args, got)
		}
	}
	if _, err := output(t, "sim", "chess"); err == nil {
		t.Error("sim chess: no error")
	}
}

func TestBatches(t *testing.T) {
	for _, b := range []batches{
		{games: 1, size: 8}, {games: 7, size: 8}, {games: 8, size: 8, workers: 3}, {games: 31, size: 8},
		{from: 5, games: 31, size: 8, workers: 2}, {from: 31, games: 31, size: 8},
	} {
		seen := make([]int, b.games)
		err := addBatches(t.Context(), b, io.Discard,
			func(from, to int) [2]int { return [2]int{from, to} },
			func(r [2]int) {
				for i := r[0]; i < r[1]; i++ {
					seen[i]++
				}
			})
		if err != nil {
			t.Fatal(err)
		}
		for i, k := range seen {
			if (k == 1) != (i >= b.from) || k > 1 {
				t.Fatalf("of %+v number %d was played %d times", b, i, k)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	games := 0
	err := addBatches(ctx, batches{games: 1000 * batchSize, size: batchSize}, io.Discard,
		func(from, to int) int { cancel(); return to - from }, func(n int) { games += n })
	if !errors.Is(err, context.Canceled) || games == 0 || games > 100*batchSize {
		t.Errorf("interrupted after %d games: %v", games, err)
	}
}

func TestProgress(t *testing.T) {
	for _, tt := range []struct {
		done, all int
		want      string
	}{
		{0, 8, "[........................................]   0 %  0 of 8 games"},
		{3, 8, "[###############.........................]  37 %  3 of 8 games"},
		{8, 8, "[########################################] 100 %  8 of 8 games"},
		{maxGames, maxGames, "[########################################] 100 %  1000000000000 of 1000000000000 games"},
	} {
		if got := progressLine(tt.done, tt.all, "games"); got != tt.want {
			t.Errorf("%d of %d: %q, want %q", tt.done, tt.all, got, tt.want)
		}
	}
	// It draws until it is stopped and leaves a clean line.
	out, stop, asked := newLines(), make(chan struct{}), make(chan struct{}, 1)
	done := make(chan error, 1)
	go func() {
		showProgress(out, stop, func() (int, int) {
			select {
			case asked <- struct{}{}:
			default:
			}
			return 1, 4
		})
		done <- nil
	}()
	<-asked
	close(stop)
	<-done
	if got := out.String(); !strings.HasPrefix(got, "\r[##########....") || !strings.HasSuffix(got, "\r\x1b[K") {
		t.Errorf("it drew %q", got)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if isTerminal(file) || isTerminal(io.Discard) {
		t.Error("takes a file for a terminal")
	}
}

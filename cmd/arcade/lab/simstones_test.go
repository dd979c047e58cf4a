package lab

import (
	"math"
	"runtime"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/stones"
)

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
	play := stones.BestPlay(2)
	value := play.Value(play.Mode().Begin())
	if rewards != 20000 || cells != 20000 || r.MeanReward != float64(weighted)/20000 || math.Abs(r.MeanReward-value) > 4*r.StdError || r.StdError > 0.01 {
		t.Errorf("%d rewards, %d cells, mean %v ± %v, want %v", rewards, cells, r.MeanReward, r.StdError, value)
	}
}

// Any number of cores plays the same games every time.
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
		{"--policy", "worst"}, {"--policy", ""}, {"--mode", "4"}, {"--mode", "0"}, {"extra"},
	} {
		if got, err := output(t, append([]string{"sim", "stones"}, args...)...); err == nil {
			t.Errorf("%q: no error, %q", args, got)
		}
	}
	if _, err := output(t, "sim", "chess"); err == nil {
		t.Error("sim chess: no error")
	}
}

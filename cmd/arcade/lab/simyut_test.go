package lab

import (
	"math"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/yut"
	"arcade/internal/race"
)

func TestSimYutJSON(t *testing.T) {
	if race.On {
		t.Skip("the workers are raced by TestSimYutRepeats")
	}
	got, err := output(t, "sim", "yut", "--games", "1000", "--policy", "greedy", "--seed", "별", "--json")
	if err != nil {
		t.Fatal(err)
	}
	var r yutReport
	if err := games.DecodeStrict([]byte(got), &r); err != nil || strings.Count(got, "\n") != 1 {
		t.Fatalf("%v in %q", err, got)
	}
	runs, weighted := 0, 0
	for turns, n := range r.Turns {
		runs += n
		weighted += turns * n
	}
	if r.Game != "yut" || r.Policy != "greedy" || r.Seed != "별" || runs != 1000 || math.Abs(r.MeanTurns-float64(weighted)/1000) > 1e-9 || r.StdError <= 0 {
		t.Errorf("it says %+v", r)
	}
	if r.Median != r.Percentiles[50] || r.Percentiles[1] >= r.Median || r.Percentiles[99] <= r.Median || r.MeanThrows < r.MeanTurns {
		t.Errorf("percentiles %v, throws %v", r.Percentiles, r.MeanThrows)
	}
	if len(r.Relics) != len(yut.Relics()) || len(r.Relics)+len(r.Sticks) != len(yut.Carriables()) || r.Relics[0].Change >= 0 || r.Relics[0].StdError <= 0 {
		t.Errorf("effects %+v, %+v", r.Relics, r.Sticks)
	}
}

// Any number of workers gives the same numbers.
func TestSimYutRepeats(t *testing.T) {
	var first string
	for _, workers := range []string{"1", "3", "8"} {
		got, err := output(t, "sim", "yut", "--games", "700", "--policy", "random", "--workers", workers, "--json")
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
}

func TestSimYutTable(t *testing.T) {
	got, err := output(t, "sim", "yut", "--games", "500", "--effects=false")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Yut Run: 500 games, policy thoughtful, seed \"yut\"\nmean turns   ", "\nmedian       ", "\npercentiles   1 %: ", "\n\nturns\n  ", "####"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "relic") {
		t.Errorf("effects that were not asked for:\n%s", got)
	}
	got, err = output(t, "sim", "yut", "--games", "50")
	if err != nil || !strings.Contains(got, "\nrelic from the start: change of the mean turns\n  swift-charm ") || !strings.Contains(got, "\nstick in slot 1 from the start: change of the mean turns\n  lucky ") {
		t.Errorf("%v in\n%s", err, got)
	}
}

func TestSimYutRefuses(t *testing.T) {
	for _, args := range [][]string{
		{"--games", "0"}, {"--games", "-5"}, {"--policy", "best"}, {"--workers", "-1"}, {"--workers", "100000"}, {"--mode", "1"}, {"extra"},
	} {
		if got, err := output(t, append([]string{"sim", "yut"}, args...)...); err == nil {
			t.Errorf("%q: no error, %q", args, got)
		}
	}
}

package glicko_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	. "arcade/lobby/glicko"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// The worked example of the paper, to the digits that it prints.
func TestPaperExample(t *testing.T) {
	got := Update(Rating{1500, 200, 0.06}, []Result{
		{Rating{1400, 30, 0.06}, 1},
		{Rating{1550, 100, 0.06}, 0},
		{Rating{1700, 300, 0.06}, 0},
	}, 0.5)
	near(t, "rating", got.Rating, 1464.06, 0.01)
	near(t, "deviation", got.Deviation, 151.52, 0.01)
	near(t, "volatility", got.Volatility, 0.05999, 0.00001)
}

// Of two newcomers one wins what the other loses, and both have less deviation afterwards.
func TestNewcomers(t *testing.T) {
	won := Update(Default, []Result{{Default, 1}}, DefaultTau)
	lost := Update(Default, []Result{{Default, 0}}, DefaultTau)
	near(t, "sum", won.Rating+lost.Rating, 3000, 1e-9)
	near(t, "winner", won.Rating, 1662.31, 0.01)
	near(t, "deviation", won.Deviation, 290.32, 0.01)
	if drawn := Update(Default, []Result{{Default, 0.5}}, DefaultTau); drawn.Rating != 1500 {
		t.Errorf("a draw between equals moved the rating to %v", drawn.Rating)
	}
}

// An unexpected result raises the player's volatility.
func TestVolatility(t *testing.T) {
	steady := Rating{1500, 50, 0.06}
	upset := Update(steady, []Result{{Rating{2400, 50, 0.06}, 1}, {Rating{2400, 50, 0.06}, 1}}, DefaultTau)
	if upset.Volatility <= steady.Volatility {
		t.Errorf("volatility %v after two upsets, %v before", upset.Volatility, steady.Volatility)
	}
	calm := Update(steady, []Result{{steady, 0.5}}, DefaultTau)
	if calm.Volatility >= steady.Volatility {
		t.Errorf("volatility %v after an even draw, %v before", calm.Volatility, steady.Volatility)
	}
}

// With a match as a period, the deviation of an active player settles near 60.
func TestActiveDeviation(t *testing.T) {
	r := Default
	for i := range 200 {
		r = Update(r, []Result{{Rating{r.Rating, 60, 0.06}, float64(i % 2)}}, DefaultTau)
	}
	near(t, "deviation", r.Deviation, 60, 6)
}

func TestDecay(t *testing.T) {
	settled := Rating{1800, 60, 0.06}
	for _, c := range []struct {
		name    string
		periods float64
		want    float64
	}{
		{"none", 0, 60},
		{"negative", -5, 60},
		{"not a number", math.NaN(), 60},
		{"one", 1, math.Sqrt(60*60 + 173.7178*0.06*173.7178*0.06)},
		{"ever", math.Inf(1), 350},
	} {
		got := Decay(settled, c.periods)
		near(t, c.name, got.Deviation, c.want, 1e-9)
		if got.Rating != settled.Rating || got.Volatility != settled.Volatility {
			t.Errorf("%s: rating or volatility changed: %v", c.name, got)
		}
	}
	const year = 365 * 24 * time.Hour
	near(t, "after a year", Decay(settled, Periods(year)).Deviation, ProvisionalAbove, 0.5)
	if got, want := Update(settled, nil, DefaultTau), Decay(settled, 1); got != want {
		t.Errorf("a period without results gives %v, want %v", got, want)
	}
}

func TestProvisional(t *testing.T) {
	for deviation, want := range map[float64]bool{350: true, 110.01: true, 110: false, 60: false} {
		if got := (Rating{1500, deviation, 0.06}).Provisional(); got != want {
			t.Errorf("deviation %v: provisional %v", deviation, got)
		}
	}
}

// anyFloat prefers the numbers that break formulas.
var anyFloat = rapid.OneOf(
	rapid.Float64(),
	rapid.Float64Range(-10, 4000),
	rapid.SampledFrom([]float64{0, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1e-200, 1e200}),
)

var anyRating = rapid.Custom(func(t *rapid.T) Rating {
	return Rating{anyFloat.Draw(t, "rating"), anyFloat.Draw(t, "deviation"), anyFloat.Draw(t, "volatility")}
})

func sound(t *rapid.T, r Rating) {
	t.Helper()
	if math.IsNaN(r.Rating) || math.IsInf(r.Rating, 0) {
		t.Fatalf("rating %v", r.Rating)
	}
	if !(r.Deviation > 0 && r.Deviation <= 350) {
		t.Fatalf("deviation %v", r.Deviation)
	}
	if !(r.Volatility > 0 && r.Volatility <= 1) {
		t.Fatalf("volatility %v", r.Volatility)
	}
}

func TestAnyInput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		results := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Result {
			return Result{anyRating.Draw(t, "opponent"), anyFloat.Draw(t, "score")}
		}), 0, 20).Draw(t, "results")
		sound(t, Update(anyRating.Draw(t, "player"), results, anyFloat.Draw(t, "tau")))
		sound(t, Decay(anyRating.Draw(t, "idle"), anyFloat.Draw(t, "periods")))
	})
}

// A player with only wins never falls, and one with only losses never rises, whatever the numbers.
func TestResultsPointTheirWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRating.Draw(t, "player")
		if math.IsNaN(r.Rating) || math.IsInf(r.Rating, 0) {
			r.Rating = 1500
		}
		score := float64(rapid.IntRange(0, 1).Draw(t, "score"))
		var results []Result
		for range rapid.IntRange(1, 10).Draw(t, "matches") {
			results = append(results, Result{anyRating.Draw(t, "opponent"), score})
		}
		got := Update(r, results, anyFloat.Draw(t, "tau")).Rating
		if score == 1 && got < r.Rating || score == 0 && got > r.Rating {
			t.Fatalf("score %v moved the rating from %v to %v", score, r.Rating, got)
		}
	})
}

// A better score against the same opponents never gives the lower rating, and
// in the range of real ratings the update stays within reach.
func TestRealRange(t *testing.T) {
	real := rapid.Custom(func(t *rapid.T) Rating {
		return Rating{rapid.Float64Range(0, 4000).Draw(t, "rating"), rapid.Float64Range(30, 350).Draw(t, "deviation"), rapid.Float64Range(0.03, 0.1).Draw(t, "volatility")}
	})
	rapid.Check(t, func(t *rapid.T) {
		r, o := real.Draw(t, "player"), real.Draw(t, "opponent")
		after := func(score float64) Rating { return Update(r, []Result{{o, score}}, DefaultTau) }
		won, drawn, lost := after(1), after(0.5), after(0)
		if !(won.Rating >= drawn.Rating && drawn.Rating >= lost.Rating) {
			t.Fatalf("won %v, drawn %v, lost %v", won, drawn, lost)
		}
		if math.Abs(won.Rating-r.Rating) > 3000 {
			t.Fatalf("one win moved %v to %v", r, won)
		}
	})
}

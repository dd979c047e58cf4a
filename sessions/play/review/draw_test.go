package review

import (
	"testing"

	"arcade/games"
	"arcade/lobby/analysis"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// An action that the clock chose may have been a poor one: the better one stands in its place, and nothing
// says that there was no choice.
func TestChosenByTheClock(t *testing.T) {
	plies := []games.Ply{{Action: "stop", Forced: true}}
	for _, best := range []games.Action{"stop", "go"} {
		s := &Page{
			Review: &Analysis{plies: plies, told: 1, Findings: analysis.Findings{
				Of: 1, Done: 1, Over: true, Judged: []games.Judgement{{Played: "stop", Best: best, Before: 27, After: 23}},
			}},
			Plies:   plies,
			Wording: func(_ *app.App, key string) string { return key },
			Act:     func(_ *app.App, act games.Action) string { return string(act) },
		}
		a := &app.App{Lang: words.EN}
		text, _ := verdict(a, s)
		if said := text == "an.forced"; said != (best == "stop") {
			t.Errorf("%s is better: %q", best, text)
		}
		c := ui.New(60, 10)
		c.Rich, c.Strict = true, true
		drawPlyRich(a, c.Sub(c.Rect()), s, [2]string{"a", "b"})
		if len(c.Errors) > 0 {
			t.Errorf("%s is better: %v", best, c.Errors)
		}
	}
}

// Every ply has a column, in order, and every column has a ply.
func TestChart(t *testing.T) {
	for plies := 1; plies < 130; plies++ {
		for _, w := range []int{33, 47} {
			c := chart{w: min(w, plies+1), plies: plies}
			for p := 1; p <= plies; p++ {
				if d := c.column(p) - c.column(p-1); d < 0 || d > 1 {
					t.Fatalf("%d plies in %d columns: %d stands at %d after %d", plies, w, p, c.column(p), c.column(p-1))
				}
			}
			if c.column(0) != 0 || c.column(plies) != c.w-1 {
				t.Fatalf("%d plies in %d columns: from %d to %d", plies, w, c.column(0), c.column(plies))
			}
		}
	}
}

func TestBar(t *testing.T) {
	for _, tt := range []struct {
		value, top float64
		half, full int
		rest       bool
	}{
		{0, 8, 4, 0, false}, {0.9, 64, 4, 0, false}, {1, 64, 4, 0, true}, {-1, 64, 4, 0, true},
		{8, 8, 4, 4, false}, {-8, 8, 4, 4, false}, {5, 8, 4, 2, true}, {70, 64, 4, 4, false}, {64, 64, 7, 7, false},
	} {
		if full, rest := bar(tt.value, tt.top, tt.half); full != tt.full || rest != tt.rest {
			t.Errorf("%v of %v: %d and a half %v", tt.value, tt.top, full, rest)
		}
	}
}

package limit

import (
	"fmt"
	"testing"
	"time"
)

// A rate is used up by a burst, and comes back one by one as earlier times get old.
func TestRate(t *testing.T) {
	r := Rate{Burst: 3, In: time.Second}
	var m Moments
	for _, step := range []struct {
		at int64
		ok bool
	}{{0, true}, {400, true}, {800, true}, {999, false}, {1000, true}, {1001, false}, {1400, true}, {9000, true}} {
		if got := m.Allow(step.at, r); got != step.ok {
			t.Errorf("at %d: %v", step.at, got)
		}
	}
	if m.Silent(9999, r) || !m.Silent(10_000, r) || !(Moments{}).Silent(0, r) {
		t.Error("silence is not told")
	}
}

// The memory of guessers is bounded, but a crowd of them gets nobody more guesses.
func TestGuesses(t *testing.T) {
	var g Guesses
	kim := Guesser{"kim", 2}
	for i := range 2 {
		if !g.MayTry(0, kim) {
			t.Fatalf("not heard after %d wrong codes", i)
		}
		g.Miss(0, kim)
	}
	if g.MayTry(1, Guesser{"lee", 2}, kim) || !g.MayTry(GuessTime.Milliseconds(), kim) {
		t.Error("who guesses too much is heard, or is not when it is long ago")
	}
	for i := range MaxGuessers + 20 {
		g.Miss(int64(i), Guesser{fmt.Sprint(i), 2})
	}
	if n := len(g.wrong); n > MaxGuessers {
		t.Errorf("%d guessers are remembered", n)
	}
	if g.wrong[fmt.Sprint(MaxGuessers+19)] == nil || g.wrong["0"] != nil {
		t.Error("the longest silent are not forgotten first")
	}
	if g.Total() != MaxGuessers+22 {
		t.Errorf("%d wrong codes in all", g.Total())
	}
}

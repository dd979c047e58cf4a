package door

import (
	"testing"
	"time"
)

// A challenge is good once, for a minute, and only with the seal of its process. What was used is forgotten when
// nobody can use it again.
func TestChallenges(t *testing.T) {
	c, other := newChallenges(), newChallenges()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	made := c.make(now)
	for _, wrong := range []string{"", "A", made[1:], made + "A", "B" + made[1:], made[:len(made)-2] + "AA", other.make(now)} {
		if c.spend(wrong, now) {
			t.Errorf("%q is good beside %q", wrong, made)
		}
	}
	if c.spend(made, now.Add(-time.Second)) || c.spend(made, now.Add(challengeTime+time.Second)) {
		t.Error("a challenge is good before or after its time")
	}
	for range 500 { // more than two turns of the used ones
		now = now.Add(challengeTime / 200)
		one := c.make(now)
		for _, again := range []time.Duration{0, 1, challengeTime / 2, challengeTime} {
			if good := c.spend(one, now.Add(again)); good != (again == 0) {
				t.Fatalf("after %v: %v", again, good)
			}
		}
	}
	if n := len(c.used) + len(c.old); n > 402 {
		t.Errorf("%d are remembered", n)
	}
}

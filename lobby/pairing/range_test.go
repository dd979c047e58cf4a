package pairing

import "testing"

func TestRange(t *testing.T) {
	for _, c := range []struct {
		rating, lo, hi float64
		waited         int64
	}{
		{1500, 1400, 1600, 0},
		{1500, 1400, 1600, 999},
		{1500, 1375, 1625, 1000},
		{1500, 0, 4000, 60_000},
		{50, 0, 150, 0},
		{1500, 1400, 1600, -5000}, // a clock set back
	} {
		if lo, hi := Range(c.rating, 1_000_000, 1_000_000+c.waited); lo != c.lo || hi != c.hi {
			t.Errorf("%v after %d ms: %v to %v, want %v to %v", c.rating, c.waited, lo, hi, c.lo, c.hi)
		}
	}
}

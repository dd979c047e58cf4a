package games

import "testing"

// Hinted takes precedence over Daily. Only a run with no flag counts on the ranked boards.
func TestRunClass(t *testing.T) {
	for i := range 8 {
		r := Run{Daily: i&1 != 0, Seeded: i&2 != 0, Hinted: i&4 != 0}
		want := []Class{Ranked, Daily, Practice, Daily, Hinted, Hinted, Hinted, Hinted}[i]
		if r.Class() != want || r.Ranked() != (i == 0) {
			t.Errorf("%+v: %s, ranked %v", r, r.Class(), r.Ranked())
		}
	}
}

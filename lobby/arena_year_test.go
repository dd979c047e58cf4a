package lobby

import (
	"testing"
	"time"

	"arcade/internal/race"
	"arcade/lobby/arenas"
)

// A year of arenas: each day has one at its time, even after kills. Every page stays as it was at the end,
// and the check agrees.
func TestArenasOfAYear(t *testing.T) {
	if race.On {
		t.Skip("one goroutine does the same a year long")
	}
	p := must1(arenas.ParsePlan("daily 20:00 othello 3+2 10m nobots"))
	cfg := evening(false)
	cfg.Arenas = []arenas.Plan{p}
	inBubbleWith(t, cfg, func(t *testing.T, h *house) {
		type page struct{ played, points int }
		want, last := map[string]page{}, int64(0)
		for n := range 365 {
			if n%90 == 89 {
				h = h.kill()
			}
			id := h.running()
			p, _, err := h.Arena(id, "")
			h.must(err)
			if at := time.UnixMilli(p.Start).UTC(); at.Hour() != 20 || at.Minute() != 0 || last != 0 && p.Start-last != (24*time.Hour).Milliseconds() {
				t.Fatalf("%s begins at %v, the one before at %v", id, at, time.UnixMilli(last).UTC())
			}
			if last = p.Start; n%30 == 0 {
				kim, lee := h.enterFrom("kim", "192.0.2.1"), h.enterFrom("lee", "198.51.100.1")
				h.beaten(id, kim, lee)
				kim.Leave()
				lee.Leave()
				want[id] = page{1, 2}
			} else {
				want[id] = page{}
			}
			h.pass(12 * time.Minute)
		}
		if len(want) != 365 {
			t.Errorf("%d arenas", len(want))
		}
		for id, w := range want {
			p, _, err := h.Arena(id, "")
			h.must(err)
			got := page{played: p.Played}
			for _, r := range p.Rows {
				got.points = max(got.points, r.Points)
			}
			if got != w || p.Phase != arenas.Over {
				t.Errorf("the page of %s has %+v in phase %v, not %+v", id, got, p.Phase, w)
			}
		}
		h.checked()
	})
}

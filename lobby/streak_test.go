package lobby

import (
	"slices"
	"testing"
	"time"

	"arcade/games"
	"arcade/internal/race"
	"arcade/lobby/pairing"
	"arcade/lobby/streak"
)

// A year of daily runs: the store keeps the days with a finished run, through kills too, and the streak
// follows from them. All of it is deleted with the account.
func TestStreakOfAYear(t *testing.T) {
	if race.On {
		t.Skip("one goroutine does the same a year long")
	}
	alone(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		var days []string
		begun := time.Now()
		for n := range 365 {
			if n%90 == 89 {
				h = h.kill()
				kim = h.enter("kim")
			}
			switch h.rand.IntN(6) {
			case 0: // no run
			case 1: // resigned at once
				id := h.ask(kim, pairing.Offer{Daily: true})
				h.pick(kim, id, 1)
				h.must(kim.Do(id, games.Resign))
			case 2: // finished, but not a daily run
				h.done(kim, pairing.Offer{Seed: "s"})
			default:
				h.done(kim, pairing.Offer{Daily: true})
				days = append(days, h.Today())
			}
			s, err := h.Streak(t.Context(), kim.Me().ID)
			h.must(err)
			if want := streak.Fold(days, h.Today()); s.Length != want.Length || s.Left != want.Left || !slices.Equal(s.Last(28), want.Last(28)) {
				t.Fatalf("%s: %+v, want %+v", h.Today(), s, want)
			}
			h.pass(time.Until(begun.AddDate(0, 0, n+1)))
		}
		doc := h.export(kim)
		if len(doc.Days) != len(days) || doc.Days[0].Day != days[0] || doc.Days[0].Match == "" {
			t.Errorf("the export has %d days of %d", len(doc.Days), len(days))
		}
		h.must(h.Forget(kim.Key(), kim.Me().Name))
		if left, err := h.store.Notes(t.Context(), streak.Days.In(kim.Me().ID).Name, "", 9); err != nil || len(left) > 0 {
			t.Errorf("after the account: %v, %v", left, err)
		}
	})
}

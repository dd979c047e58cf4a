package lobby

import (
	"testing"
	"time"

	"arcade/internal/race"
	"arcade/lobby/ledger"
	"arcade/lobby/pairing"
	"arcade/store"
)

// The boards of a week begin empty on Monday, the boards of the week before stay, and both follow
// from the logs, also after a kill.
func TestWeeks(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		now := time.Now().UTC()
		monday := now.AddDate(0, 0, 7-(int(now.Weekday())+6)%7).Truncate(24 * time.Hour)
		h.pass(time.Until(monday))
		kim := h.enterFrom("kim", "192.0.2.1")
		others := []*Visit{}
		for i, name := range []string{"a", "b", "c", "d", "e"} {
			others = append(others, h.enterFrom(name, []string{"203.0.113.1", "192.0.3.1", "198.18.0.1", "198.19.0.1", "192.88.99.1"}[i]))
		}
		week := h.ThisWeek()
		if want := ledger.Week(monday.UnixMilli()); week != want {
			t.Fatalf("week %s, want %s", week, want)
		}
		gains := func(week string) map[string]float64 {
			t.Helper()
			rows, err := h.Scores(t.Context(), ledger.BoardName("othello", ledger.GainBoard, week), 0, 20)
			h.must(err)
			list := map[string]float64{}
			for _, r := range rows {
				list[r.Name] = r.Value
			}
			return list
		}
		before := h.ratingOf(kim).Rating
		for _, o := range others {
			h.lose(kim, o, 12)
			h.pass(time.Hour)
		}
		if got, want := gains(week)["kim"], h.ratingOf(kim).Rating-before; got < want-1e-6 || got > want+1e-6 || got <= 0 {
			t.Errorf("kim gained %f on the board, %f in the rating", got, want)
		}
		h.pass(time.Until(monday.AddDate(0, 0, 7)))
		h = h.kill()
		if h.ThisWeek() == week || h.LastWeek() != week {
			t.Fatalf("after Monday: %s after %s", h.ThisWeek(), h.LastWeek())
		}
		if len(gains(h.ThisWeek())) != 0 || gains(week)["kim"] <= 0 {
			t.Errorf("this week %v, last week %v", gains(h.ThisWeek()), gains(week))
		}
		h.agrees()
	})
}

// A year of weeks: each week's board has a player's best run of its days, begins empty on Monday, and stays
// unchanged from then on.
func TestWeeksOfAYear(t *testing.T) {
	if race.On {
		t.Skip("one goroutine does the same a year long")
	}
	alone(t, func(t *testing.T, h *house) {
		lee := h.enter("lee")
		rows := func(week string) []store.Score {
			list, err := h.Scores(t.Context(), ledger.BoardName("stones", "1", week), 0, 20)
			h.must(err)
			return list
		}
		want, begun := map[string]float64{}, time.Now()
		for n := range 365 {
			if n%90 == 89 {
				h = h.kill()
				lee = h.enter("lee")
			}
			week := h.ThisWeek()
			if _, known := want[week]; !known && len(rows(week)) > 0 {
				t.Fatalf("%s does not begin empty", week)
			}
			if h.rand.IntN(3) > 0 {
				h.done(lee, pairing.Offer{Daily: true})
				row, place, _, err := h.ScoreOf(t.Context(), ledger.BoardName("stones", "1", h.Today()), lee.Me().ID)
				h.must(err)
				if old, known := want[week]; place > 0 && (!known || row.Value > old) {
					want[week] = row.Value
				}
			}
			if last := h.LastWeek(); n > 7 && time.Now().UTC().Weekday() == time.Monday && last >= week {
				t.Fatalf("on Monday the week before %s is %s", week, last)
			}
			h.pass(time.Until(begun.AddDate(0, 0, n+1)))
		}
		if len(want) < 40 {
			t.Fatalf("%d weeks with runs", len(want))
		}
		for week, best := range want {
			if list := rows(week); len(list) != 1 || list[0].Value != best {
				t.Errorf("%s: %+v, want %f", week, list, best)
			}
		}
		h.agrees()
	})
}

package lobby

import (
	"testing"
	"time"

	"arcade/lobby/ledger"
)

// The boards of a week begin empty on Monday, those of the week before stay, and the logs give
// them: through a kill, too.
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
			rows, err := h.Scores(ledger.BoardName("othello", ledger.GainBoard, week), 0, 20)
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

// The week of a game for one seat has each player's best run of its days.
func TestWeekOfRuns(t *testing.T) {
	alone(t, func(t *testing.T, h *house) {
		now := time.Now().UTC()
		h.pass(time.Until(now.AddDate(0, 0, 7-(int(now.Weekday())+6)%7).Truncate(24 * time.Hour)))
		lee, week := h.enter("lee"), h.ThisWeek()
		best := 0.0
		for range 7 { // a run each day: the best of them stands
			h.done(lee, Offer{Daily: true})
			row, _, _, err := h.ScoreOf(ledger.BoardName("stones", "1", h.Today()), lee.Me().ID)
			h.must(err)
			best = max(best, row.Value)
			if h.ThisWeek() == week {
				h.pass(24 * time.Hour)
			}
		}
		if h.ThisWeek() == week || h.LastWeek() != week {
			t.Fatalf("after Monday: %s after %s", h.ThisWeek(), h.LastWeek())
		}
		rows, err := h.Scores(ledger.BoardName("stones", "1", week), 0, 20)
		h.must(err)
		if len(rows) != 1 || rows[0].Name != "lee" || rows[0].Value != best {
			t.Errorf("last week's runs %+v, want the best, %f", rows, best)
		}
		h.agrees()
	})
}

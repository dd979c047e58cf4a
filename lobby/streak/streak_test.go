package streak

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade/internal/chance"
)

// past makes days from a string that begins on the day from: x is a day with something finished.
func past(from, days string) (list []string, today string) {
	day := dayOf(from)
	for i, c := range days {
		today = day.AddDate(0, 0, i).Format(time.DateOnly)
		if c == 'x' {
			list = append(list, today)
		}
	}
	return list, today
}

func TestFold(t *testing.T) {
	for _, c := range []struct {
		name, from, days string // days ends with today
		length, left     int
		lost, need       int
		marks            string // of all days
	}{
		{"none", "2026-11-01", ".", 0, 2, 0, 0, "○"},
		{"the first day", "2026-11-01", "x", 1, 2, 0, 0, "■"},
		{"today is open", "2026-11-01", "xx.", 2, 2, 0, 0, "■■○"},
		{"a freeze", "2026-11-01", "xx.x", 3, 1, 0, 0, "■■F■"},
		{"both freezes", "2026-11-01", "xxx..", 3, 1, 0, 0, "■■■F○"},
		{"lost", "2026-11-01", "xxx....", 0, 0, 3, 3, "▪▪▪FF□○"},
		{"two days are no comeback", "2026-11-01", "xxx...xx", 2, 0, 3, 1, "▪▪▪FF□■■"},
		{"three are", "2026-11-01", "xxx...xxx", 6, 0, 0, 0, "▪▪▪FF□■■■"},
		{"not with a gap", "2026-11-01", "xxx...xx.xx", 2, 0, 3, 1, "▪▪▪FF□▪▪□■■"},
		{"what is too short is lost for good", "2026-11-01", "xx....", 0, 0, 0, 0, "▪▪FF□○"},
		{"another month has freezes of its own", "2026-11-28", "x..x..x", 3, 0, 0, 0, "■FF■FF■"},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, today := past(c.from, c.days)
			s := Fold(list, today)
			var b strings.Builder
			for _, m := range s.Last(len(c.days)) {
				b.WriteString(map[Mark]string{Missed: "□", Played: "▪", Kept: "■", Frozen: "F", Open: "○"}[m])
			}
			if s.Length != c.length || s.Left != c.left || s.Lost != c.lost || s.Need != c.need || b.String() != c.marks {
				t.Errorf("length %d, %d freezes, lost %d, need %d, %s; want %d, %d, %d, %d, %s", s.Length, s.Left, s.Lost, s.Need, b.String(), c.length, c.left, c.lost, c.need, c.marks)
			}
		})
	}
}

// A lost streak that does not come back in time is gone.
func TestLateComeback(t *testing.T) {
	for gap, want := range map[int]int{ComebackDays: 8, ComebackDays + 1: 3} { // the player's third day is gap days after the loss
		list, _ := past("2026-01-01", "xxxxx")
		lost := dayOf("2026-01-08") // the third missed day
		for i := range 3 {
			list = append(list, lost.AddDate(0, 0, gap-2+i).Format(time.DateOnly))
		}
		last := list[len(list)-1]
		if s := Fold(list, last); s.Length != want {
			t.Errorf("%d days after: %d days, want %d: %+v", gap, s.Length, want, s)
		}
		// In the morning of the last day the player still sees whether the streak can come back.
		if s := Fold(list[:len(list)-1], last); s.Lost != want-3 {
			t.Errorf("%d days after, in the morning: lost %d, need %d", gap, s.Lost, s.Need)
		}
	}
}

// Through a year, each day's streak follows from the days before, and agrees with the states shown on those
// days.
func TestYear(t *testing.T) {
	r := rand.New(rand.NewPCG(chance.Seed(t), 0))
	for _, often := range []int{30, 60, 80, 95} {
		var list []string
		day, before := dayOf("2026-01-01"), State{Left: Freezes}
		spent := map[string]int{}
		for range 365 {
			today := day.Format(time.DateOnly)
			open := Fold(list, today)
			if open.Played || open.Length > before.Length || open.Length < before.Length && open.Length != 0 {
				t.Fatalf("%s, nothing played yet: %+v after %+v", today, open, before)
			}
			played := r.IntN(100) < often
			if played {
				list = append(list, today)
			}
			now := Fold(shuffled(r.IntN(len(list)+1), list), today)
			switch {
			case !played && fmt.Sprint(now) != fmt.Sprint(open):
				t.Fatalf("%s: %+v, and %+v", today, now, open)
			case played && now.Length != open.Length+1 && now.Length != open.Length+1+open.Lost:
				t.Fatalf("%s: %d days after %d, lost %d", today, now.Length, open.Length, open.Lost)
			case now.Longest < before.Longest || now.Longest < now.Length || now.Left < 0:
				t.Fatalf("%s: %+v after %+v", today, now, before)
			case !slices.Equal(before.Spent, now.Spent[:len(before.Spent)]):
				t.Fatalf("%s: freezes on %v, before on %v", today, now.Spent, before.Spent)
			}
			before, day = now, day.AddDate(0, 0, 1)
		}
		for _, d := range before.Spent {
			if spent[d[:7]]++; spent[d[:7]] > Freezes {
				t.Fatalf("%d freezes in %s", spent[d[:7]], d[:7])
			}
		}
		t.Logf("%d %% of the days: longest %d, %d freezes", often, before.Longest, len(before.Spent))
	}
}

// shuffled returns the list in another order.
func shuffled(from int, list []string) []string {
	return append(slices.Clone(list[from:]), list[:from]...)
}

// News covers the missed days since a moment, and no earlier ones.
func TestNews(t *testing.T) {
	for _, c := range []struct {
		name, days, since string
		want              News
	}{
		{"nothing was missed", "xxx.", "2026-11-03", News{}},
		{"a freeze", "xxx.x", "2026-11-03", News{Freezes: 1, Length: 4}},
		{"a freeze of the day itself", "xxx.x", "2026-11-04", News{Freezes: 1, Length: 4}},
		{"two", "xxx...", "2026-11-03", News{Freezes: 2, Length: 3}},
		{"a freeze before", "xxx.xx", "2026-11-05", News{}},
		{"freezes of a streak that was lost", "xxx...xx", "2026-11-03", News{Lost: 3, Need: 1}},
		{"lost", "xxx....", "2026-11-03", News{Lost: 3, Need: 3}},
		{"lost before", "xxx....x", "2026-11-07", News{}},
		{"too short to come back", "x....", "2026-11-01", News{}},
	} {
		list, today := past("2026-11-01", c.days)
		since := dayOf(c.since).Add(20 * time.Hour)
		if got := Fold(list, today).News(since); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

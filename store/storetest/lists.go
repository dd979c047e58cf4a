package storetest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"arcade/store"
)

var listTests = []test{
	{"unfinished: open and live, oldest first", func(t *testing.T, s store.Store) {
		for i, created := range []int64{30, 10, 20, 10, -5} {
			must(t, s.CreateMatch(t.Context(), live(fmt.Sprintf("m%d", i), created, "a", "b")))
		}
		must(t, s.CreateMatch(t.Context(), openMatch("open", 15, "a")))
		must(t, finish(t.Context(), s, won(live("m2", 20, "a", "b"), 0, 99)))
		equal(t, "order", ids(get[[]store.Match](t)(s.Unfinished(t.Context()))), []string{"m4", "m1", "m3", "open", "m0"})
	}},
	{"matches: newest first, by Created, then id", func(t *testing.T, s store.Store) {
		for i, created := range []int64{30, 10, 20, 10, 1 << 50, -5} {
			must(t, s.CreateMatch(t.Context(), live(fmt.Sprintf("m%d", i), created, "a", "b")))
		}
		must(t, s.CreateMatch(t.Context(), live("other", 25, "b", "aa")))
		must(t, s.CreateMatch(t.Context(), live("alone", 40, "a")))
		must(t, finish(t.Context(), s, won(live("m3", 10, "a", "b"), 0, 99)))
		equal(t, "order", ids(get[[]store.Match](t)(s.Matches(t.Context(), "a", "", 99))), []string{"m4", "alone", "m0", "m2", "m3", "m1", "m5"})
		equal(t, "no limit", get[[]store.Match](t)(s.Matches(t.Context(), "a", "", 0)), []store.Match{})
		equal(t, "below no limit", get[[]store.Match](t)(s.Matches(t.Context(), "a", "", -1)), []store.Match{})
	}},
	{"matches: who holds both seats has the match once", func(t *testing.T, s store.Store) {
		must(t, s.CreateMatch(t.Context(), live("m", 1, "a", "a")))
		equal(t, "order", ids(get[[]store.Match](t)(s.Matches(t.Context(), "a", "", 9))), []string{"m"})
	}},
	{"matches: pages join without a gap", func(t *testing.T, s store.Store) {
		for i := range 23 {
			must(t, s.CreateMatch(t.Context(), live(fmt.Sprintf("m%02d", i), int64(i/3), "a", "b")))
		}
		whole := ids(get[[]store.Match](t)(s.Matches(t.Context(), "a", "", 99)))
		equal(t, "count", len(whole), 23)
		for size := 1; size <= 24; size++ {
			var got []string
			for after := ""; ; after = got[len(got)-1] {
				page := ids(get[[]store.Match](t)(s.Matches(t.Context(), "a", after, size)))
				if got = append(got, page...); len(page) < size {
					break
				}
			}
			equal(t, fmt.Sprint("pages of ", size), got, whole)
		}
	}},
	{"matches: a page goes on after a match that came or went in between", func(t *testing.T, s store.Store) {
		for i := range 4 {
			must(t, s.CreateMatch(t.Context(), live(fmt.Sprintf("m%d", i), int64(i), "a", "b")))
		}
		must(t, s.CreateMatch(t.Context(), live("newer", 9, "a", "b")))
		equal(t, "page", ids(get[[]store.Match](t)(s.Matches(t.Context(), "a", "m2", 9))), []string{"m1", "m0"})
		must(t, s.DeleteMatch(t.Context(), live("m2", 2, "a", "b")))
		_, err := s.Matches(t.Context(), "a", "m2", 9)
		wantErr(t, "page after a match that is gone", err, store.ErrNotFound)
		for _, after := range hostile[1:] {
			_, err := s.Matches(t.Context(), "a", after, 9)
			wantErr(t, "hostile page", err, store.ErrNotFound)
		}
	}},
	{"recent: by game or any, latest end first", func(t *testing.T, s store.Store) {
		finished(t, s, 300, 100, 200, 100, 400)
		must(t, s.CreateMatch(t.Context(), live("playing", 9, "a", "b")))
		any, othello, matgo := []string{"m4", "m0", "m2", "m3", "m1"}, []string{"m4", "m0", "m2"}, []string{"m3", "m1"}
		for n := range 7 {
			equal(t, "any", ids(get[[]store.Match](t)(s.Recent(t.Context(), "", n))), any[:min(n, 5)])
			equal(t, "othello", ids(get[[]store.Match](t)(s.Recent(t.Context(), game, n))), othello[:min(n, 3)])
			equal(t, "matgo", ids(get[[]store.Match](t)(s.Recent(t.Context(), "matgo", n))), matgo[:min(n, 2)])
		}
	}},
	{"finished: by game or any, earliest end first, from behind a place on", func(t *testing.T, s store.Store) {
		finished(t, s, 300, 100, 200, 100, 400, -5)
		must(t, s.CreateMatch(t.Context(), live("playing", 9, "a", "b")))
		private := live("private", 9, "a", "b")
		private.Private = true
		must(t, s.CreateMatch(t.Context(), private))
		must(t, finish(t.Context(), s, won(private, 0, 150)))
		for name, want := range map[string][]string{"": {"m5", "m1", "m3", "m2", "m0", "m4"}, game: {"m2", "m0", "m4"}, "matgo": {"m5", "m1", "m3"}} {
			for size := 1; size <= 7; size++ {
				var got []string
				last := store.Match{Ended: math.MinInt64}
				for {
					page := get[[]store.Match](t)(s.Finished(t.Context(), name, last.Ended, last.ID, size))
					if got = append(got, ids(page)...); len(page) < size {
						break
					}
					last = page[len(page)-1]
				}
				equal(t, fmt.Sprintf("%q in pages of %d", name, size), got, want)
			}
			equal(t, "none", get[[]store.Match](t)(s.Finished(t.Context(), name, math.MinInt64, "", 0)), []store.Match{})
			equal(t, "below none", get[[]store.Match](t)(s.Finished(t.Context(), name, math.MinInt64, "", -1)), []store.Match{})
			equal(t, "behind all", get[[]store.Match](t)(s.Finished(t.Context(), name, 400, "m9", 9)), []store.Match{})
		}
		equal(t, "behind a match that is not there", ids(get[[]store.Match](t)(s.Finished(t.Context(), "", 100, "m2", 9))), []string{"m3", "m2", "m0", "m4"})
		equal(t, "from a moment on", ids(get[[]store.Match](t)(s.Finished(t.Context(), "", 200, "", 2))), []string{"m2", "m0"})
	}},
	{"unseen: oldest end first, until seen", func(t *testing.T, s store.Store) {
		for i, ended := range []int64{300, 100, 200, 100} {
			m := live(fmt.Sprintf("m%d", i), int64(i), "a", "b")
			must(t, s.CreateMatch(t.Context(), m))
			must(t, finish(t.Context(), s, won(m, 0, ended)))
		}
		want := []string{"m1", "m3", "m2", "m0"}
		equal(t, "all", get[[]string](t)(s.Unseen(t.Context(), "b")), want)
		equal(t, "the winner's", get[[]string](t)(s.Unseen(t.Context(), "a")), []string{})
		for _, id := range []string{"m2", "m2", "unknown", "m1", "m0", "m3"} {
			must(t, s.Seen(t.Context(), "a", id))
			must(t, s.Seen(t.Context(), "b", id))
			want = slices.DeleteFunc(want, func(s string) bool { return s == id })
			equal(t, "after "+id, get[[]string](t)(s.Unseen(t.Context(), "b")), want)
		}
	}},
	{"a player or game that is none has empty lists", func(t *testing.T, s store.Store) {
		m := live("m", 5, "a", "b")
		must(t, s.CreateMatch(t.Context(), m))
		must(t, finish(t.Context(), s, won(m, 0, 9)))
		for _, id := range hostile {
			equal(t, "matches", get[[]store.Match](t)(s.Matches(t.Context(), id, "", 9)), []store.Match{})
			equal(t, "board", get[[]store.Rating](t)(s.Board(t.Context(), id, 0, 9)), []store.Rating{})
			equal(t, "versus", get[[]store.Versus](t)(s.Versus(t.Context(), id, 9)), []store.Versus{})
			equal(t, "unseen", get[[]string](t)(s.Unseen(t.Context(), id)), []string{})
			equal(t, "tally", get[store.Tally](t)(s.Tally(t.Context(), id, "a")), store.Tally{})
			equal(t, "tally", get[store.Tally](t)(s.Tally(t.Context(), game, id)), store.Tally{})
			equal(t, "versus one", get[store.Versus](t)(s.VersusOne(t.Context(), game, id, "b")), store.Versus{})
			equal(t, "versus one", get[store.Versus](t)(s.VersusOne(t.Context(), game, "a", id)), store.Versus{})
			equal(t, "versus one", get[store.Versus](t)(s.VersusOne(t.Context(), id, "a", "b")), store.Versus{})
			must(t, s.Seen(t.Context(), id, "m"))
			must(t, s.Seen(t.Context(), "b", id))
			if id != "" {
				equal(t, "recent", get[[]store.Match](t)(s.Recent(t.Context(), id, 9)), []store.Match{})
				equal(t, "finished", get[[]store.Match](t)(s.Finished(t.Context(), id, 0, "", 9)), []store.Match{})
				equal(t, "finished behind none", get[[]store.Match](t)(s.Finished(t.Context(), game, 10, id, 9)), []store.Match{})
			}
			for _, q := range [][2]string{{game, id}, {id, "a"}} {
				_, err := s.Rating(t.Context(), q[0], q[1])
				wantErr(t, "rating", err, store.ErrNotFound)
				_, _, err = s.Rank(t.Context(), q[0], q[1])
				wantErr(t, "rank", err, store.ErrNotFound)
			}
		}
		equal(t, "unseen", get[[]string](t)(s.Unseen(t.Context(), "b")), []string{"m"})
	}},
}

// finished creates and ends the matches m0, m1 … at these times, alternately of the [game] and of Matgo.
func finished(t *testing.T, s store.Store, ends ...int64) {
	t.Helper()
	for i, ended := range ends {
		m := live(fmt.Sprintf("m%d", i), int64(i), "a", "b")
		if i%2 == 1 {
			m.Game = "matgo"
		}
		must(t, s.CreateMatch(t.Context(), m))
		must(t, finish(t.Context(), s, won(m, 0, ended)))
	}
}

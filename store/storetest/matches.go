package storetest

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"arcade/store"
)

var matchTests = []test{
	{"found as created", func(t *testing.T, s store.Store) {
		m := live("m", 5, "a", "b")
		m.Private, m.Invited, m.Previous = true, "b", "before"
		must(t, s.CreateMatch(t.Context(), m))
		equal(t, "match", get[store.Match](t)(s.Match(t.Context(), "m")), m)
		equal(t, "log", get[[]store.Entry](t)(s.Entries(t.Context(), "m", 0, -1)), []store.Entry{})
	}},
	{"unknown is not found", func(t *testing.T, s store.Store) {
		must(t, s.CreateMatch(t.Context(), live("m", 5, "a", "b")))
		for _, id := range append(hostile, "n", "mm") {
			m, err := s.Match(t.Context(), id)
			wantErr(t, "Match", err, store.ErrNotFound)
			equal(t, "match", m, store.Match{})
			_, err = s.Entries(t.Context(), id, 0, -1)
			wantErr(t, "Entries", err, store.ErrNotFound)
			wantErr(t, "UpdateMatch", s.UpdateMatch(t.Context(), live(id, 5, "a", "b")), store.ErrNotFound)
			wantErr(t, "DeleteMatch", s.DeleteMatch(t.Context(), store.Match{ID: id}), store.ErrNotFound)
			_, err = s.TakeOver(t.Context(), id, 0, "here")
			wantErr(t, "TakeOver", err, store.ErrNotFound)
			wantErr(t, "Append", s.Append(t.Context(), id, 0, 0, entry(0)), store.ErrNotFound)
			wantErr(t, "Finish", s.Finish(t.Context(), won(live(id, 5, "a", "b"), 0, 9)), store.ErrNotFound)
		}
		equal(t, "unfinished", ids(get[[]store.Match](t)(s.Unfinished(t.Context()))), []string{"m"})
	}},
	{"an id is given once", func(t *testing.T, s store.Store) {
		m := live("m", 5, "a", "b")
		must(t, s.CreateMatch(t.Context(), m))
		unchanged(t, s, []string{"a", "b", "c"}, []string{"m"}, "second", store.ErrExists, func() error { return s.CreateMatch(t.Context(), live("m", 6, "b", "c")) })
		must(t, finish(t.Context(), s, won(m, 0, 9)))
		unchanged(t, s, []string{"a", "b", "c"}, []string{"m"}, "after the end", store.ErrExists, func() error { return s.CreateMatch(t.Context(), live("m", 6, "b", "c")) })
	}},
	{"an ill-formed match is refused", func(t *testing.T, s store.Store) {
		for what, change := range map[string]func(*store.Match){
			"no id":     func(m *store.Match) { m.ID = "" },
			"NUL":       func(m *store.Match) { m.ID = "m\x00n" },
			"long id":   func(m *store.Match) { m.ID = strings.Repeat("m", 65) },
			"no game":   func(m *store.Match) { m.Game = "" },
			"player":    func(m *store.Match) { m.Seats[0].Player = "a\x00" },
			"done":      func(m *store.Match) { m.Status = store.Done },
			"no status": func(m *store.Match) { m.Status = "" },
			"JSON":      func(m *store.Match) { m.Options = []byte("{") },
		} {
			m := live("m", 5, "a", "b")
			change(&m)
			unchanged(t, s, []string{"a", "b"}, []string{"m"}, what, nil, func() error { return s.CreateMatch(t.Context(), m) })
		}
	}},
	{"update replaces record and indexes and keeps the log", func(t *testing.T, s store.Store) {
		m := openMatch("m", 5, "a")
		must(t, s.CreateMatch(t.Context(), m))
		must(t, s.CreateMatch(t.Context(), live("n", 6, "a", "b")))
		m.Seats[1] = store.Seat{Player: "c", Name: "C"}
		m.Status, m.Started, m.Code, m.Control = store.Live, 7, "", "1+0"
		must(t, s.UpdateMatch(t.Context(), m))
		equal(t, "match", get[store.Match](t)(s.Match(t.Context(), "m")), m)
		equal(t, "of c", ids(get[[]store.Match](t)(s.Matches(t.Context(), "c", "", 9))), []string{"m"})
		must(t, s.Append(t.Context(), "m", 0, 0, entries(0, 3)...))
		m.Seats[0], m.Created, m.Entries = store.Seat{Guest: "g1", Name: "손님"}, 8, 77
		must(t, s.UpdateMatch(t.Context(), m))
		m.Entries = 3
		equal(t, "match", get[store.Match](t)(s.Match(t.Context(), "m")), m)
		equal(t, "log", get[[]store.Entry](t)(s.Entries(t.Context(), "m", 0, -1)), entries(0, 3))
		equal(t, "of a", ids(get[[]store.Match](t)(s.Matches(t.Context(), "a", "", 9))), []string{"n"})
		equal(t, "unfinished", ids(get[[]store.Match](t)(s.Unfinished(t.Context()))), []string{"n", "m"})
	}},
	{"update cannot end a match or change one that ended", func(t *testing.T, s store.Store) {
		m := live("m", 5, "a", "b")
		must(t, s.CreateMatch(t.Context(), m))
		done := m
		done.Status = store.Done
		unchanged(t, s, []string{"a", "b"}, []string{"m"}, "to done", nil, func() error { return s.UpdateMatch(t.Context(), done) })
		must(t, finish(t.Context(), s, won(m, 0, 9)))
		unchanged(t, s, []string{"a", "b"}, []string{"m"}, "done", store.ErrFinished, func() error { return s.UpdateMatch(t.Context(), m) })
	}},
	{"delete removes match, log and indexes", func(t *testing.T, s store.Store) {
		must(t, s.CreateMatch(t.Context(), live("m", 5, "a", "b")))
		must(t, s.CreateMatch(t.Context(), live("mm", 5, "a", "b")))
		must(t, s.Append(t.Context(), "m", 0, 0, entries(0, 20)...))
		must(t, s.Append(t.Context(), "mm", 0, 0, entries(0, 2)...))
		must(t, s.DeleteMatch(t.Context(), get[store.Match](t)(s.Match(t.Context(), "m"))))
		_, err := s.Match(t.Context(), "m")
		wantErr(t, "Match", err, store.ErrNotFound)
		_, err = s.Entries(t.Context(), "m", 0, -1)
		wantErr(t, "Entries", err, store.ErrNotFound)
		equal(t, "unfinished", ids(get[[]store.Match](t)(s.Unfinished(t.Context()))), []string{"mm"})
		equal(t, "of a", ids(get[[]store.Match](t)(s.Matches(t.Context(), "a", "", 9))), []string{"mm"})
		equal(t, "other log", get[[]store.Entry](t)(s.Entries(t.Context(), "mm", 0, -1)), entries(0, 2))
		must(t, s.CreateMatch(t.Context(), live("m", 5, "a", "b")))
		equal(t, "log of the next one", get[[]store.Entry](t)(s.Entries(t.Context(), "m", 0, -1)), []store.Entry{})
	}},
	{"delete refuses a match that has gone on", func(t *testing.T, s store.Store) {
		open := openMatch("m", 5, "a")
		must(t, s.CreateMatch(t.Context(), open))
		m := live("m", 5, "a", "b")
		must(t, s.UpdateMatch(t.Context(), m))
		late := func(m store.Match) func() error { return func() error { return s.DeleteMatch(t.Context(), m) } }
		unchanged(t, s, []string{"a", "b"}, []string{"m"}, "begun", store.ErrConflict, late(open))
		must(t, s.Append(t.Context(), "m", 0, 0, entry(0)))
		unchanged(t, s, []string{"a", "b"}, []string{"m"}, "one entry more", store.ErrConflict, late(m))
		m.Entries = 2
		unchanged(t, s, []string{"a", "b"}, []string{"m"}, "one entry fewer", store.ErrConflict, late(m))
		m.Entries, m.Status = 1, store.Open
		unchanged(t, s, []string{"a", "b"}, []string{"m"}, "another status", store.ErrConflict, late(m))
		m.Status = store.Live
		must(t, s.DeleteMatch(t.Context(), m))
	}},
	{"delete refuses a match that ended", func(t *testing.T, s store.Store) {
		m := live("m", 5, "a", "b")
		must(t, s.CreateMatch(t.Context(), m))
		must(t, finish(t.Context(), s, won(m, 0, 9)))
		unchanged(t, s, []string{"a", "b"}, []string{"m"}, "done", store.ErrFinished, func() error { return s.DeleteMatch(t.Context(), m) })
	}},
}

var logTests = []test{
	{"append in order, with the length in the record", func(t *testing.T, s store.Store) {
		must(t, s.CreateMatch(t.Context(), live("m", 5, "a", "b")))
		must(t, s.Append(t.Context(), "m", 0, 0, entry(0)))
		must(t, s.Append(t.Context(), "m", 0, 1, entries(1, 300)...))
		must(t, s.Append(t.Context(), "m", 0, 301))
		must(t, s.Append(t.Context(), "m", 0, 301, entry(301)))
		equal(t, "log", get[[]store.Entry](t)(s.Entries(t.Context(), "m", 0, -1)), entries(0, 302))
		equal(t, "length", get[store.Match](t)(s.Match(t.Context(), "m")).Entries, 302)
		equal(t, "length in a list", get[[]store.Match](t)(s.Unfinished(t.Context()))[0].Entries, 302)
		equal(t, "length in a player's list", get[[]store.Match](t)(s.Matches(t.Context(), "a", "", 1))[0].Entries, 302)
	}},
	{"another length is a conflict", func(t *testing.T, s store.Store) {
		must(t, s.CreateMatch(t.Context(), live("m", 5, "a", "b")))
		must(t, s.Append(t.Context(), "m", 0, 0, entries(0, 2)...))
		for _, at := range []int{-1, 0, 1, 3, 1 << 40} {
			unchanged(t, s, nil, []string{"m"}, fmt.Sprint("at ", at), store.ErrConflict, func() error { return s.Append(t.Context(), "m", 0, at, entries(9, 2)...) })
		}
	}},
	{"a finished log takes no more", func(t *testing.T, s store.Store) {
		m := live("m", 5, "a", "b")
		must(t, s.CreateMatch(t.Context(), m))
		must(t, finish(t.Context(), s, won(m, 0, 9)))
		for at := range 3 {
			unchanged(t, s, nil, []string{"m"}, fmt.Sprint("at ", at), store.ErrFinished, func() error { return s.Append(t.Context(), "m", 0, at, entry(at)) })
		}
	}},
	{"an open match has no log yet", func(t *testing.T, s store.Store) {
		must(t, s.CreateMatch(t.Context(), openMatch("m", 5, "a")))
		unchanged(t, s, []string{"a"}, []string{"m"}, "open", store.ErrConflict, func() error { return s.Append(t.Context(), "m", 0, 0, entry(0)) })
		must(t, s.UpdateMatch(t.Context(), live("m", 5, "a", "b")))
		must(t, s.UpdateMatch(t.Context(), openMatch("m", 5, "a")))
		must(t, s.UpdateMatch(t.Context(), live("m", 5, "a", "b")))
		must(t, s.Append(t.Context(), "m", 0, 0, entry(0)))
		unchanged(t, s, []string{"a"}, []string{"m"}, "begun", store.ErrConflict, func() error { return s.UpdateMatch(t.Context(), openMatch("m", 5, "a")) })
	}},
	{"what would be stored changed is refused", func(t *testing.T, s store.Store) {
		must(t, s.CreateMatch(t.Context(), live("m", 5, "a", "b")))
		unchanged(t, s, nil, []string{"m"}, "binary noise", nil, func() error {
			return s.Append(t.Context(), "m", 0, 0, entry(0), store.Entry{Kind: "act", Action: "\xff"})
		})
	}},
	{"ranges", func(t *testing.T, s store.Store) {
		must(t, s.CreateMatch(t.Context(), live("m", 5, "a", "b")))
		must(t, s.CreateMatch(t.Context(), live("m0", 5, "a", "b")))
		must(t, s.Append(t.Context(), "m", 0, 0, entries(0, 5)...))
		must(t, s.Append(t.Context(), "m0", 0, 0, entries(50, 5)...))
		for _, c := range []struct{ from, n, first, count int }{
			{0, -1, 0, 5}, {0, 5, 0, 5}, {0, 99, 0, 5}, {0, 0, 0, 0}, {0, 2, 0, 2}, {3, 1, 3, 1},
			{3, 99, 3, 2}, {3, -1, 3, 2}, {5, -1, 0, 0}, {99, 3, 0, 0}, {1 << 40, -1, 0, 0}, {-3, 2, 0, 2},
		} {
			equal(t, fmt.Sprintf("%d of %d", c.n, c.from), get[[]store.Entry](t)(s.Entries(t.Context(), "m", c.from, c.n)), entries(c.first, c.count))
		}
	}},
	{"of racing appends at one length exactly one wins", func(t *testing.T, s store.Store) {
		must(t, s.CreateMatch(t.Context(), live("m", 5, "a", "b")))
		const rounds, racers = 20, 8
		for round := range rounds {
			errs := make([]error, racers)
			var wg sync.WaitGroup
			for i := range racers {
				wg.Go(func() {
					errs[i] = s.Append(t.Context(), "m", 0, 2*round, store.Entry{Kind: "act", Seat: i, At: 1}, store.Entry{Kind: "act", Seat: i, At: 2})
				})
			}
			wg.Wait()
			winner := -1
			for i, err := range errs {
				if err == nil && winner < 0 {
					winner = i
				} else if !errors.Is(err, store.ErrConflict) {
					t.Fatalf("racer %d, winner %d: %v", i, winner, err)
				}
			}
			want := []store.Entry{{Kind: "act", Seat: winner, At: 1}, {Kind: "act", Seat: winner, At: 2}}
			equal(t, "log", get[[]store.Entry](t)(s.Entries(t.Context(), "m", 2*round, -1)), want)
		}
	}},
	{"many tables at once, some of them wrong", func(t *testing.T, s store.Store) {
		const tables, length = 32, 20
		var wg sync.WaitGroup
		for i := range tables {
			wg.Go(func() {
				id := fmt.Sprintf("m%d", i)
				if err := s.CreateMatch(t.Context(), live(id, int64(i), "a", "b")); err != nil {
					t.Error(err)
				}
				for n := range length {
					if err := s.Append(t.Context(), id, 0, n, entry(i*1000+n)); err != nil {
						t.Error(err)
					}
					if err := s.Append(t.Context(), id, 0, n, entry(0)); !errors.Is(err, store.ErrConflict) {
						t.Errorf("%s: %v", id, err)
					}
					if log, err := s.Entries(t.Context(), id, 0, -1); len(log) != n+1 || err != nil {
						t.Errorf("%s: %d entries after %d appends, %v", id, len(log), n+1, err)
					}
				}
			})
		}
		wg.Wait()
		for i := range tables {
			equal(t, "log", get[[]store.Entry](t)(s.Entries(t.Context(), fmt.Sprintf("m%d", i), 0, -1)), entries(i*1000, length))
		}
	}},
}

package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"
	"testing"

	"arcade/store"
)

var finishTests = []test{
	{"changes everything at once", func(t *testing.T, s store.Store) {
		put(t, s, player("a"))
		put(t, s, player("b"))
		m := live("m", 5, "a", "b")
		must(t, s.CreateMatch(t.Context(), m))
		must(t, s.Append(t.Context(), "m", 0, 0, entries(0, 3)...))
		f := won(m, 3, 9)
		f.Entries = entries(3, 2)
		f.Match.Entries, f.Match.Nth = 77, 77
		must(t, finish(t.Context(), s, f))

		want := f.Match
		want.Entries, want.Nth = 5, 1
		equal(t, "match", get[store.Match](t)(s.Match(t.Context(), "m")), want)
		equal(t, "log", get[[]store.Entry](t)(s.Entries(t.Context(), "m", 0, -1)), entries(0, 5))
		equal(t, "unfinished", get[[]store.Match](t)(s.Unfinished(t.Context())), []store.Match{})
		equal(t, "recent", get[[]store.Match](t)(s.Recent(t.Context(), game, 9)), []store.Match{want})
		equal(t, "matches", get[[]store.Match](t)(s.Matches(t.Context(), "a", "", 9)), []store.Match{want})
		equal(t, "rating", get[store.Rating](t)(s.Rating(t.Context(), game, "a")), *f.Outcomes[0].Rating)
		equal(t, "board", get[[]store.Rating](t)(s.Board(t.Context(), game, 0, 9)), []store.Rating{*f.Outcomes[0].Rating, *f.Outcomes[1].Rating})
		equal(t, "tally", get[store.Tally](t)(s.Tally(t.Context(), game, "b")), store.Tally{Lost: 1})
		versus := store.Versus{Game: game, Opponent: "b", Name: "B", Tally: store.Tally{Won: 1}, At: 9, Match: "m"}
		equal(t, "versus", get[[]store.Versus](t)(s.Versus(t.Context(), "a", 9)), []store.Versus{versus})
		equal(t, "versus one", get[store.Versus](t)(s.VersusOne(t.Context(), game, "a", "b")), versus)
		equal(t, "unseen of the winner", get[[]string](t)(s.Unseen(t.Context(), "a")), []string{})
		equal(t, "unseen of the loser", get[[]string](t)(s.Unseen(t.Context(), "b")), []string{"m"})
	}},
	{"changes nothing when it fails", func(t *testing.T, s store.Store) {
		m := live("m", 5, "a", "b")
		must(t, s.CreateMatch(t.Context(), m))
		must(t, s.Append(t.Context(), "m", 0, 0, entries(0, 3)...))
		for what, c := range map[string]struct {
			want   error
			change func(*store.Finish)
		}{
			"short":           {store.ErrConflict, func(f *store.Finish) { f.At = 2 }},
			"long":            {store.ErrConflict, func(f *store.Finish) { f.At = 4 }},
			"short, to drop":  {store.ErrConflict, func(f *store.Finish) { f.At, f.Drop = 2, true }},
			"not done":        {nil, func(f *store.Finish) { f.Match.Status = store.Live }},
			"last rating":     {nil, func(f *store.Finish) { f.Outcomes[1].Rating.Rating = math.NaN() }},
			"last volatility": {nil, func(f *store.Finish) { f.Outcomes[1].Rating.Volatility = math.Inf(1) }},
			"last player":     {nil, func(f *store.Finish) { f.Outcomes[1].Player = "" }},
			"last opponent":   {nil, func(f *store.Finish) { f.Outcomes[1].Opponent = "a\x00" }},
			"result":          {nil, func(f *store.Finish) { f.Match.Result = json.RawMessage("}") }},
			"last entry":      {nil, func(f *store.Finish) { f.Entries = append(f.Entries, store.Entry{Kind: "\xff"}) }},
		} {
			f := won(m, 3, 9)
			c.change(&f)
			unchanged(t, s, []string{"a", "b"}, []string{"m"}, what, c.want, func() error { return s.Finish(t.Context(), f) })
		}
	}},
	{"keeps notes with the end, or neither", func(t *testing.T, s store.Store) {
		filed := func(key, value string, from json.RawMessage) store.Filed {
			n := store.Filed{Space: "days/a", Note: note(key, value)}
			n.From = from
			return n
		}
		first, second := live("m", 5, "a", "b"), live("n", 5, "a", "b")
		must(t, errors.Join(s.CreateMatch(t.Context(), first), s.CreateMatch(t.Context(), second)))
		f := won(first, 0, 9)
		f.Outcomes[0].Filed = []store.Filed{filed("2026-11-24", `{"match":"m"}`, store.Absent), filed("2026-11-25", `1`, nil)}
		must(t, finish(t.Context(), s, f))
		all := []string{`2026-11-24 {"match":"m"}`, "2026-11-25 1"}
		equal(t, "notes", noteTexts(get[[]store.Note](t)(s.Notes(t.Context(), "days/a", "", 9))), all)
		for what, bad := range map[string]store.Filed{
			"there is one": filed("2026-11-24", `2`, store.Absent), "no key": filed("", `2`, nil), "no JSON": filed("x", `{`, nil),
		} {
			f := won(second, 0, 10)
			f.Outcomes[0].Filed = []store.Filed{filed("2026-11-26", `2`, nil), bad}
			unchanged(t, s, []string{"a", "b"}, []string{"n"}, what, nil, func() error { return finish(t.Context(), s, f) })
			equal(t, what, noteTexts(get[[]store.Note](t)(s.Notes(t.Context(), "days/a", "", 9))), all)
		}
		f = won(second, 0, 10)
		f.Outcomes[0].Filed = []store.Filed{filed("2026-11-24", `2`, nil), filed("2026-11-25", "", nil)}
		must(t, finish(t.Context(), s, f))
		equal(t, "replaced and removed", noteTexts(get[[]store.Note](t)(s.Notes(t.Context(), "days/a", "", 9))), []string{"2026-11-24 2"})
	}},
	{"what was made from an older standing is refused", func(t *testing.T, s store.Store) {
		equal(t, "none", get[uint64](t)(s.Standing(t.Context(), game, "a")), uint64(0))
		first, second := live("m", 5, "a", "b"), live("n", 5, "a", "c")
		must(t, errors.Join(s.CreateMatch(t.Context(), first), s.CreateMatch(t.Context(), second)))
		must(t, finish(t.Context(), s, won(first, 0, 9)))
		now := get[uint64](t)(s.Standing(t.Context(), game, "a"))
		equal(t, "other game", get[uint64](t)(s.Standing(t.Context(), "matgo", "a")), uint64(0))
		equal(t, "who did not play", get[uint64](t)(s.Standing(t.Context(), game, "c")), uint64(0))
		for what, wrong := range map[string][2]uint64{"first": {0, 0}, "second": {now, 1}, "to come": {now + 1, 0}} {
			f := won(second, 0, 10)
			f.Outcomes[0].Standing, f.Outcomes[1].Standing = wrong[0], wrong[1]
			unchanged(t, s, []string{"a", "b", "c"}, []string{"m", "n"}, what, store.ErrConflict, func() error { return s.Finish(t.Context(), f) })
		}
		f := won(second, 0, 10)
		f.Outcomes[0].Standing = now
		f.Outcomes[0] = store.Outcome{Player: "a", Standing: now} // an outcome without changes counts, too
		must(t, s.Finish(t.Context(), f))
		if get[uint64](t)(s.Standing(t.Context(), game, "a")) == now {
			t.Error("the standing has the revision that it had")
		}
	}},
	{"concurrent ends lose nothing of what they read", func(t *testing.T, s store.Store) {
		const n = 30
		var wg sync.WaitGroup
		for i := range n {
			wg.Go(func() {
				m := live(fmt.Sprintf("m%d", i), int64(i), "a")
				if err := s.CreateMatch(t.Context(), m); err != nil {
					t.Error(err)
				}
				err := store.Again(func() error {
					rev, err := s.Standing(t.Context(), game, "a")
					if err != nil {
						return err
					}
					stats, err := s.Stats(t.Context(), game, "a")
					if err != nil {
						return err
					}
					var runs int
					if stats != nil {
						err = json.Unmarshal(stats, &runs)
					}
					f := ran(m, int64(100+i), fmt.Sprint(runs+1))
					f.Outcomes[0].Standing = rev
					return errors.Join(err, s.Finish(t.Context(), f))
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		equal(t, "runs", string(get[json.RawMessage](t)(s.Stats(t.Context(), game, "a"))), fmt.Sprint(n))
	}},
	{"counts once", func(t *testing.T, s store.Store) {
		m := live("m", 5, "a", "b")
		must(t, s.CreateMatch(t.Context(), m))
		must(t, finish(t.Context(), s, won(m, 0, 9)))
		for at := range 3 {
			unchanged(t, s, []string{"a", "b"}, []string{"m"}, "again", store.ErrFinished, func() error { return s.Finish(t.Context(), won(m, at, 10)) })
		}
		f := won(m, 1, 10)
		f.Drop = true
		unchanged(t, s, []string{"a", "b"}, []string{"m"}, "drop", store.ErrFinished, func() error { return s.Finish(t.Context(), f) })
	}},
	{"drop keeps nothing", func(t *testing.T, s store.Store) {
		nothing := snapshot(t, s, []string{"a", "b"}, []string{"m"})
		m := live("m", 5, "a", "b")
		must(t, s.CreateMatch(t.Context(), m))
		must(t, s.Append(t.Context(), "m", 0, 0, entries(0, 3)...))
		f := won(m, 3, 9)
		f.Drop = true
		must(t, finish(t.Context(), s, f))
		equal(t, "all", snapshot(t, s, []string{"a", "b"}, []string{"m"}), nothing)
		must(t, s.CreateMatch(t.Context(), m))
		equal(t, "log of the next one", get[[]store.Entry](t)(s.Entries(t.Context(), "m", 0, -1)), []store.Entry{})
	}},
	{"a private match is not listed but for its players", func(t *testing.T, s store.Store) {
		m := live("m", 5, "a", "b")
		m.Private = true
		must(t, s.CreateMatch(t.Context(), m))
		must(t, finish(t.Context(), s, won(m, 0, 9)))
		equal(t, "recent", get[[]store.Match](t)(s.Recent(t.Context(), "", 9)), []store.Match{})
		equal(t, "recent of the game", get[[]store.Match](t)(s.Recent(t.Context(), game, 9)), []store.Match{})
		equal(t, "matches", ids(get[[]store.Match](t)(s.Matches(t.Context(), "b", "", 9))), []string{"m"})
	}},
	{"without outcomes nobody's record changes", func(t *testing.T, s store.Store) {
		m := live("m", 5, "a", "b")
		must(t, s.CreateMatch(t.Context(), m))
		f := won(m, 0, 9)
		for i := range f.Outcomes {
			f.Outcomes[i].Tally, f.Outcomes[i].Rating, f.Outcomes[i].Unseen = store.Tally{}, nil, false
		}
		must(t, finish(t.Context(), s, f))
		equal(t, "tally", get[store.Tally](t)(s.Tally(t.Context(), game, "a")), store.Tally{})
		equal(t, "versus", get[[]store.Versus](t)(s.Versus(t.Context(), "a", 9)), []store.Versus{})
		equal(t, "board", get[[]store.Rating](t)(s.Board(t.Context(), game, 0, 9)), []store.Rating{})
		equal(t, "unseen", get[[]string](t)(s.Unseen(t.Context(), "b")), []string{})
		equal(t, "recent", ids(get[[]store.Match](t)(s.Recent(t.Context(), game, 9))), []string{"m"})
	}},
	{"racing ends and appends: the log has one end", func(t *testing.T, s store.Store) {
		for round := range 20 {
			m := live(fmt.Sprintf("m%d", round), 5, "a", "b")
			must(t, s.CreateMatch(t.Context(), m))
			var wg sync.WaitGroup
			errs := make([]error, 8)
			for i := range errs {
				wg.Go(func() {
					if i%2 == 0 {
						errs[i] = s.Append(t.Context(), m.ID, 0, 0, entry(i))
					} else {
						errs[i] = finish(t.Context(), s, won(m, 0, 9))
					}
				})
			}
			wg.Wait()
			winners := 0
			for _, err := range errs {
				if err == nil {
					winners++
				} else if !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrFinished) {
					t.Fatal(err)
				}
			}
			equal(t, "winners", winners, 1)
			equal(t, "log", len(get[[]store.Entry](t)(s.Entries(t.Context(), m.ID, 0, -1))), 1)
		}
		won := get[store.Tally](t)(s.Tally(t.Context(), game, "a")).Won
		equal(t, "tally and finished matches", won, len(get[[]store.Match](t)(s.Recent(t.Context(), game, 99))))
	}},
	{"concurrent ends lose no count", func(t *testing.T, s store.Store) {
		const n = 50
		var wg sync.WaitGroup
		for i := range n {
			wg.Go(func() {
				m := live(fmt.Sprintf("m%d", i), int64(i), "a", "b")
				if err := errors.Join(s.CreateMatch(t.Context(), m), store.Again(func() error { return finish(t.Context(), s, won(m, 0, int64(100+i))) })); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		equal(t, "tally", get[store.Tally](t)(s.Tally(t.Context(), game, "a")), store.Tally{Won: n})
		equal(t, "versus", get[store.Versus](t)(s.VersusOne(t.Context(), game, "b", "a")).Tally, store.Tally{Lost: n})
		equal(t, "unseen", len(get[[]string](t)(s.Unseen(t.Context(), "b"))), n)
		equal(t, "board", len(get[[]store.Rating](t)(s.Board(t.Context(), game, 0, 99))), 2)
	}},
}

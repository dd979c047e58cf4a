package storetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"arcade/store"
)

// run ends a solo match, with statistics and rows.
func run(t *testing.T, s store.Store, id, player string, ended int64, stats string, rows ...store.Score) {
	t.Helper()
	m := live(id, 1, player)
	must(t, s.CreateMatch(t.Context(), m))
	must(t, finish(t.Context(), s, ran(m, ended, stats, rows...)))
}

func ran(m store.Match, ended int64, stats string, rows ...store.Score) store.Finish {
	f := won(m, 0, ended)
	f.Outcomes = []store.Outcome{{Player: m.Seats[0].Player, Scores: rows}}
	if stats != "" {
		f.Outcomes[0].Stats = json.RawMessage(stats)
	}
	return f
}

func row(board string, value, tie float64) store.Score {
	return store.Score{Board: board, Name: "Old", Value: value, Tie: tie, Detail: json.RawMessage(`{"runs":20}`)}
}

func rows(list []store.Score) (out []string) {
	for _, r := range list {
		out = append(out, fmt.Sprintf("%s %v %v", r.Player, r.Value, r.Tie))
	}
	return out
}

var scoreTests = []test{
	{"statistics are replaced, or left", func(t *testing.T, s store.Store) {
		equal(t, "none", get[json.RawMessage](t)(s.Stats(t.Context(), game, "a")), json.RawMessage(nil))
		run(t, s, "m0", "a", 5, `{"runs":1}`)
		run(t, s, "m1", "a", 6, `{"runs":2}`)
		run(t, s, "m2", "a", 7, "")
		run(t, s, "m3", "aa", 8, `{"runs":9}`)
		stats := get[json.RawMessage](t)(s.Stats(t.Context(), game, "a"))
		equal(t, "statistics", string(stats), `{"runs":2}`)
		stats[1] = 'x'
		equal(t, "a copy", string(get[json.RawMessage](t)(s.Stats(t.Context(), game, "a"))), `{"runs":2}`)
		equal(t, "another game's", get[json.RawMessage](t)(s.Stats(t.Context(), "matgo", "a")), json.RawMessage(nil))
	}},
	{"best value, then tie, then the earlier one, then the player", func(t *testing.T, s store.Store) {
		for i, r := range []struct {
			player     string
			value, tie float64
			at         int64
		}{
			{"a", 2.5, 1, 5}, {"b", 2.5, 2, 9}, {"c", -1, 7, 5}, {"d", 2.5, 1, 4}, {"e", 0, 0, 5},
			{"f", 2.75, -3, 5}, {"g", 2.5, 1, 5}, {"h", -1.5, 8, 5}, {"i", 2.5, -1, 1}, {"j", 2.5, math.Copysign(0, -1), 1}, {"k", 2.5, 0, 0},
		} {
			run(t, s, fmt.Sprintf("m%d", i), r.player, r.at, "", row("b/1", r.value, r.tie))
		}
		run(t, s, "other", "z", 1, "", row("b/1/2025-01-01", 99, 0), row("b/10", 98, 0))
		want := []string{
			"f 2.75 -3", "b 2.5 2", "d 2.5 1", "a 2.5 1", "g 2.5 1", "k 2.5 0", "j 2.5 -0", "i 2.5 -1", "e 0 0", "c -1 7", "h -1.5 8",
		}
		equal(t, "board", rows(get[[]store.Score](t)(s.Scores(t.Context(), "b/1", 0, 99))), want)
		equal(t, "day", rows(get[[]store.Score](t)(s.Scores(t.Context(), "b/1/2025-01-01", 0, 99))), []string{"z 99 0"})
		for from := -1; from < 13; from++ {
			for n := range 13 {
				first := min(max(from, 0), len(want))
				part := want[first:min(first+n, len(want))]
				equal(t, fmt.Sprintf("%d of %d", n, from), rows(get[[]store.Score](t)(s.Scores(t.Context(), "b/1", from, n))), part)
			}
		}
		for i, r := range get[[]store.Score](t)(s.Scores(t.Context(), "b/1", 0, 99)) {
			own, place, of, err := s.ScoreOf(t.Context(), "b/1", r.Player)
			must(t, err)
			equal(t, "row of "+r.Player, own, r)
			equal(t, "place of "+r.Player, []int{place, of}, []int{i + 1, len(want)})
		}
	}},
	{"a row is the match's, under the present name, and replaces the last one", func(t *testing.T, s store.Store) {
		p := player("a")
		put(t, s, p)
		wrong := row("b/1", 3, 4)
		wrong.Player, wrong.Match, wrong.At = "x", "x", 99
		run(t, s, "m0", "a", 5, "", wrong)
		want := wrong
		want.Player, want.Name, want.Match, want.At = "a", "A", "m0", 5
		equal(t, "row", get[[]store.Score](t)(s.Scores(t.Context(), "b/1", 0, 9)), []store.Score{want})
		p.Name = "New"
		put(t, s, p)
		run(t, s, "m1", "a", 6, "", row("b/1", 1, 0), row("b/2", 9, 0))
		list := get[[]store.Score](t)(s.Scores(t.Context(), "b/1", 0, 9))
		equal(t, "rows", rows(list), []string{"a 1 0"})
		equal(t, "name and match", list[0].Name+" "+list[0].Match, "New m1")
		equal(t, "other board", rows(get[[]store.Score](t)(s.Scores(t.Context(), "b/2", 0, 9))), []string{"a 9 0"})
	}},
	{"who has no row is not found", func(t *testing.T, s store.Store) {
		run(t, s, "m", "a", 5, "", row("b/1", 1, 0))
		for _, q := range append([]string{"b", "aa"}, hostile...) {
			for _, board := range append([]string{"b/1", "b", "b/"}, hostile...) {
				r, place, of, err := s.ScoreOf(t.Context(), board, q)
				wantErr(t, "score", err, store.ErrNotFound)
				equal(t, "row", []any{r, place, of}, []any{store.Score{}, 0, 0})
			}
		}
		for _, q := range hostile {
			equal(t, "rows", get[[]store.Score](t)(s.Scores(t.Context(), q, 0, 9)), []store.Score{})
			equal(t, "statistics", get[json.RawMessage](t)(s.Stats(t.Context(), q, q)), json.RawMessage(nil))
		}
	}},
	{"a finish that fails leaves statistics and boards", func(t *testing.T, s store.Store) {
		run(t, s, "m0", "a", 5, `{"runs":1}`, row("b/1", 1, 0))
		m := live("m1", 6, "a")
		must(t, s.CreateMatch(t.Context(), m))
		for what, f := range map[string]store.Finish{
			"value":      ran(m, 7, `{"runs":2}`, row("b/1", 2, 0), row("b/2", math.NaN(), 0)),
			"tie":        ran(m, 7, `{"runs":2}`, row("b/1", 2, math.Inf(1))),
			"board":      ran(m, 7, `{"runs":2}`, row("b/1", 2, 0), row("b\x00", 2, 0)),
			"detail":     ran(m, 7, `{"runs":2}`, store.Score{Board: "b/1", Detail: json.RawMessage("}")}),
			"statistics": ran(m, 7, `{"runs":`, row("b/1", 2, 0)),
			"conflict":   func() store.Finish { f := ran(m, 7, `{"runs":2}`, row("b/1", 2, 0)); f.At = 1; return f }(),
		} {
			if err := s.Finish(t.Context(), f); err == nil {
				t.Errorf("%s: no error", what)
			}
			equal(t, what+": statistics", string(get[json.RawMessage](t)(s.Stats(t.Context(), game, "a"))), `{"runs":1}`)
			equal(t, what+": rows", rows(get[[]store.Score](t)(s.Scores(t.Context(), "b/1", 0, 9))), []string{"a 1 0"})
			equal(t, what+": other rows", rows(get[[]store.Score](t)(s.Scores(t.Context(), "b/2", 0, 9))), []string(nil))
		}
		f := ran(m, 7, `{"runs":2}`, row("b/1", 2, 0))
		f.Drop = true
		must(t, finish(t.Context(), s, f))
		equal(t, "dropped", rows(get[[]store.Score](t)(s.Scores(t.Context(), "b/1", 0, 9))), []string{"a 1 0"})
	}},
	{"the secret is drawn once", func(t *testing.T, s store.Store) {
		secret := get[[]byte](t)(s.Secret(t.Context()))
		equal(t, "length", len(secret), 32)
		if bytes.Equal(secret, make([]byte, 32)) {
			t.Error("the secret is nothing")
		}
		kept := slices.Clone(secret)
		secret[0]++
		equal(t, "again", get[[]byte](t)(s.Secret(t.Context())), kept)
	}},
}

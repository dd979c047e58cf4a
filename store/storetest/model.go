package storetest

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arcade/store"
)

// testModel runs random operations on a store and on a simple model, and compares all results.
func testModel(t *testing.T, open func(*testing.T) store.Store, reopen func(*testing.T, store.Store) store.Store) {
	rapid.Check(t, func(r *rapid.T) {
		m := &model{matches: map[string]store.Match{}, logs: map[string][]store.Entry{}, ratings: map[string]store.Rating{}, tallies: map[string]store.Tally{}, scores: map[string]store.Score{}, standings: map[string]uint64{}}
		s := open(t)
		defer func() { s.Close() }()
		id := rapid.SampledFrom([]string{"m", "m\x01", "m0", "n", "가"})
		who := rapid.SampledFrom([]string{"a", "a\x01", "aa", "b"})
		at := func(r *rapid.T, id string) int {
			return max(0, len(m.logs[id])+rapid.SampledFrom([]int{0, 0, 0, 0, 1, -1}).Draw(r, "off"))
		}
		epoch := func(r *rapid.T, id string) uint64 {
			off := rapid.SampledFrom([]int{0, 0, 0, 0, 0, 1, -1}).Draw(r, "epoch off")
			return uint64(max(0, int(m.matches[id].Epoch)+off))
		}
		draw := func(r *rapid.T) store.Match {
			host := who.Draw(r, "seat 0")
			other := who.Filter(func(p string) bool { return p != host }).Draw(r, "seat 1")
			v := live(id.Draw(r, "match"), rapid.Int64Range(0, 3).Draw(r, "created"), host, other)
			v.Epoch = epoch(r, v.ID)
			v.Private = rapid.Bool().Draw(r, "private")
			if rapid.IntRange(0, 3).Draw(r, "open") == 0 {
				v.Status = store.Open
			}
			return v
		}
		agree := func(r *rapid.T, what string, got, want error) {
			switch {
			case want == nil && got != nil, want != nil && got == nil:
				r.Fatalf("%s: error %v, want %v", what, got, want)
			case want != nil && !errors.Is(got, want):
				r.Fatalf("%s: error %v, want %v", what, got, want)
			}
		}
		r.Repeat(map[string]func(*rapid.T){
			"create": func(r *rapid.T) {
				v := draw(r)
				agree(r, "create", s.CreateMatch(r.Context(), v), m.create(v))
			},
			"update": func(r *rapid.T) {
				v := draw(r)
				agree(r, "update", s.UpdateMatch(r.Context(), v), m.update(v))
			},
			"delete": func(r *rapid.T) {
				v := draw(r)
				v.Entries = at(r, v.ID)
				agree(r, "delete", s.DeleteMatch(r.Context(), v), m.remove(v))
			},
			"take over": func(r *rapid.T) {
				id := id.Draw(r, "match")
				epoch := epoch(r, id)
				_, err := s.TakeOver(r.Context(), id, epoch, "node")
				agree(r, "take over", err, m.takeOver(id, epoch))
			},
			"append": func(r *rapid.T) {
				id := id.Draw(r, "match")
				at, n := at(r, id), rapid.IntRange(0, 3).Draw(r, "n")
				epoch := epoch(r, id)
				agree(r, "append", s.Append(r.Context(), id, epoch, at, entries(at, n)...), m.append(id, epoch, at, entries(at, n)))
			},
			"finish": func(r *rapid.T) {
				v := draw(r)
				if old, ok := m.matches[v.ID]; ok {
					v = old
					v.Epoch = epoch(r, v.ID)
				}
				f := won(v, at(r, v.ID), rapid.Int64Range(0, 3).Draw(r, "ended"))
				f.Drop = rapid.IntRange(0, 4).Draw(r, "drop") == 0
				for i := range f.Outcomes {
					f.Outcomes[i].Rating.Rating = float64(rapid.IntRange(-2, 2).Draw(r, "rating"))
					if rapid.Bool().Draw(r, "scored") {
						points := rapid.IntRange(-1, 1)
						f.Outcomes[i].Scores = []store.Score{row(modelBoard, float64(points.Draw(r, "value")), float64(points.Draw(r, "tie")))}
					}
				}
				standing := rapid.IntRange(0, 4).Draw(r, "standing off") / 4
				for i := range f.Outcomes {
					f.Outcomes[i].Standing = m.standings[f.Outcomes[i].Player] + uint64(i*standing)
				}
				agree(r, "finish", s.Finish(r.Context(), f), m.finish(f))
			},
			"reopen": func(r *rapid.T) { s = reopen(t, s) },
			"":       func(r *rapid.T) { m.compare(t, r, s) },
		})
	})
}

type model struct {
	matches map[string]store.Match
	logs    map[string][]store.Entry
	ratings map[string]store.Rating // by player; there is one game
	tallies map[string]store.Tally
	scores  map[string]store.Score // by player; there is one board
	ended   uint64                 // number of ended matches that are kept
	// standings holds the revisions by player.
	standings map[string]uint64
}

const modelBoard = "b/1"

// playable returns the error of a change to a match in an epoch, nil if the change is allowed.
func (m *model) playable(id string, epoch uint64) error {
	if v, ok := m.matches[id]; !ok {
		return store.ErrNotFound
	} else if v.Status == store.Done {
		return store.ErrFinished
	} else if v.Epoch != epoch {
		return store.ErrFenced
	}
	return nil
}

func (m *model) takeOver(id string, epoch uint64) error {
	if err := m.playable(id, epoch); err != nil {
		return err
	}
	v := m.matches[id]
	v.Owner, v.Epoch = "node", epoch+1
	m.matches[id] = v
	return nil
}

func (m *model) create(v store.Match) error {
	if _, ok := m.matches[v.ID]; ok {
		return store.ErrExists
	}
	m.matches[v.ID] = v
	return nil
}

func (m *model) update(v store.Match) error {
	if err := m.playable(v.ID, v.Epoch); err != nil {
		return err
	}
	if v.Status == store.Open && len(m.logs[v.ID]) > 0 {
		return store.ErrConflict
	}
	v.Owner, v.Entries = m.matches[v.ID].Owner, len(m.logs[v.ID])
	m.matches[v.ID] = v
	return nil
}

func (m *model) remove(v store.Match) error {
	if err := m.playable(v.ID, v.Epoch); err != nil {
		return err
	}
	if has := m.matches[v.ID]; has.Status != v.Status || has.Entries != v.Entries {
		return store.ErrConflict
	}
	m.drop(v.ID)
	return nil
}

func (m *model) drop(id string) {
	delete(m.matches, id)
	delete(m.logs, id)
}

func (m *model) append(id string, epoch uint64, at int, list []store.Entry) error {
	if err := m.playable(id, epoch); err != nil {
		return err
	}
	v := m.matches[id]
	if v.Status == store.Open {
		return store.ErrConflict
	}
	if len(m.logs[id]) != at {
		return store.ErrConflict
	}
	m.logs[id] = append(m.logs[id], list...)
	v.Entries = len(m.logs[id])
	m.matches[id] = v
	return nil
}

func (m *model) finish(f store.Finish) error {
	id := f.Match.ID
	if err := m.playable(id, f.Match.Epoch); err != nil {
		return err
	}
	if len(m.logs[id]) != f.At {
		return store.ErrConflict
	}
	if f.Drop {
		m.drop(id)
		return nil
	}
	for _, o := range f.Outcomes {
		if m.standings[o.Player] != o.Standing {
			return store.ErrConflict
		}
	}
	m.logs[id] = append(m.logs[id], f.Entries...)
	m.ended++
	f.Match.Owner, f.Match.Entries, f.Match.Nth = m.matches[id].Owner, len(m.logs[id]), m.ended
	m.matches[id] = f.Match
	for _, o := range f.Outcomes {
		m.standings[o.Player]++
		m.ratings[o.Player] = *o.Rating
		for _, r := range o.Scores {
			r.Player, r.Match, r.At = o.Player, id, f.Match.Ended
			m.scores[o.Player] = r
		}
		t := m.tallies[o.Player]
		t.Won, t.Lost, t.Drawn = t.Won+o.Tally.Won, t.Lost+o.Tally.Lost, t.Drawn+o.Tally.Drawn
		m.tallies[o.Player] = t
	}
	return nil
}

// list returns the ids of the wanted matches, the highest by when and id first.
func (m *model) list(wanted func(store.Match) bool, when func(store.Match) int64) []string {
	var list []store.Match
	for _, v := range m.matches {
		if wanted(v) {
			list = append(list, v)
		}
	}
	slices.SortFunc(list, func(a, b store.Match) int {
		return -cmp.Or(cmp.Compare(when(a), when(b)), cmp.Compare(a.ID, b.ID))
	})
	return ids(list)
}

func created(m store.Match) int64 { return m.Created }
func ended(m store.Match) int64   { return m.Ended }

func (m *model) compare(t *testing.T, r *rapid.T, s store.Store) {
	check := func(what string, got, want any) {
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			r.Fatalf("%s:\n got %+v\nwant %+v", what, got, want)
		}
	}
	for id, want := range m.matches {
		check("match", get[store.Match](t)(s.Match(r.Context(), id)), want)
		check("log", get[[]store.Entry](t)(s.Entries(r.Context(), id, 0, -1)), m.logs[id])
	}
	oldest := m.list(func(v store.Match) bool { return v.Status != store.Done }, created)
	slices.Reverse(oldest)
	check("unfinished", ids(get[[]store.Match](t)(s.Unfinished(r.Context()))), oldest)
	recent := m.list(func(v store.Match) bool { return v.Status == store.Done && !v.Private }, ended)
	check("recent", ids(get[[]store.Match](t)(s.Recent(r.Context(), "", 99))), recent)
	check("recent of the game", ids(get[[]store.Match](t)(s.Recent(r.Context(), game, 99))), recent)
	slices.Reverse(recent)
	check("finished", ids(get[[]store.Match](t)(s.Finished(r.Context(), "", math.MinInt64, "", 99))), recent)
	check("finished of the game", ids(get[[]store.Match](t)(s.Finished(r.Context(), game, math.MinInt64, "", 99))), recent)
	for _, p := range []string{"a", "a\x01", "aa", "b"} {
		mine := m.list(func(v store.Match) bool { return v.SeatOf(p) >= 0 }, created)
		check("matches of "+p, ids(get[[]store.Match](t)(s.Matches(r.Context(), p, "", 99))), mine)
		check("standing of "+p, get[uint64](t)(s.Standing(r.Context(), game, p)), m.standings[p])
		check("tally of "+p, get[store.Tally](t)(s.Tally(r.Context(), game, p)), m.tallies[p])
	}
	m.compareBoard(t, check, s)
	m.compareScores(t, check, s)
}

func (m *model) compareScores(t *testing.T, check func(what string, got, want any), s store.Store) {
	list := slices.SortedFunc(maps.Values(m.scores), func(a, b store.Score) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(b.Tie, a.Tie), cmp.Compare(a.At, b.At), cmp.Compare(a.Player, b.Player))
	})
	check("scores", get[[]store.Score](t)(s.Scores(t.Context(), modelBoard, 0, 99)), list)
}

func (m *model) compareBoard(t *testing.T, check func(what string, got, want any), s store.Store) {
	board := get[[]store.Rating](t)(s.Board(t.Context(), game, 0, 99))
	check("board", len(board), len(m.ratings))
	for i, row := range board {
		check("row", row, m.ratings[row.Player])
		if i > 0 && board[i-1].Rating < row.Rating {
			check("order", onBoard(board), "best first")
		}
		place, of, err := s.Rank(t.Context(), game, row.Player)
		must(t, err)
		check("rank", []int{place, of}, []int{i + 1, len(board)})
	}
	for _, p := range slices.Sorted(maps.Keys(m.ratings)) {
		check("rating", get[store.Rating](t)(s.Rating(t.Context(), game, p)), m.ratings[p])
	}
}

package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"arcade/store"
)

var wholeTests = []test{
	{"one id is not the beginning of another", func(t *testing.T, s store.Store) {
		list := []string{"a", "a\x01", "aa", "a ", "a\u00ff", "가", "가나"}
		for i, id := range list {
			p := player(id)
			p.NameKey, p.Keys = id, []string{id}
			put(t, s, p)
			m := live(id, int64(i), id)
			m.Game = id
			must(t, s.CreateMatch(t.Context(), m))
			must(t, s.Append(t.Context(), id, 0, 0, entries(i*100, i)...))
		}
		for i, id := range list {
			equal(t, "log", get[[]store.Entry](t)(s.Entries(t.Context(), id, 0, -1)), entries(i*100, i))
			f := won(get[store.Match](t)(s.Match(t.Context(), id)), i, 50)
			f.Outcomes[0].Opponent, f.Outcomes[0].Unseen = id, true
			must(t, finish(t.Context(), s, f))
		}
		for _, id := range list {
			equal(t, "player", get[store.Player](t)(s.PlayerByKey(t.Context(), id)).ID, id)
			equal(t, "matches", ids(get[[]store.Match](t)(s.Matches(t.Context(), id, "", 99))), []string{id})
			equal(t, "recent", ids(get[[]store.Match](t)(s.Recent(t.Context(), id, 99))), []string{id})
			equal(t, "board", onBoard(get[[]store.Rating](t)(s.Board(t.Context(), id, 0, 99))), []string{id + " 1510"})
			equal(t, "versus", len(get[[]store.Versus](t)(s.Versus(t.Context(), id, 99))), 1)
			equal(t, "tally", get[store.Tally](t)(s.Tally(t.Context(), id, id)), store.Tally{Won: 1})
			equal(t, "unseen", get[[]string](t)(s.Unseen(t.Context(), id)), []string{id})
		}
	}},
	{"nothing shares memory with the store", func(t *testing.T, s store.Store) {
		p := player("a")
		put(t, s, p)
		put(t, s, player("b"))
		m := live("m", 5, "a", "b")
		must(t, s.CreateMatch(t.Context(), m))
		log := entries(0, 2)
		must(t, s.Append(t.Context(), "m", 0, 0, log...))
		before := snapshot(t, s, []string{"a", "b"}, []string{"m"})
		scribble := func() {
			p.Keys[0], p.Settings[0] = "x", 'x'
			m.Seats[0], m.Options[0] = store.Seat{}, 'x'
			log[0] = store.Entry{}
			got := get[store.Player](t)(s.Player(t.Context(), "a"))
			got.Keys[0], got.Settings[0] = "x", 'x'
			match := get[store.Match](t)(s.Match(t.Context(), "m"))
			match.Seats[0], match.Options[0] = store.Seat{}, 'x'
			for _, list := range [][]store.Match{get[[]store.Match](t)(s.Unfinished(t.Context())), get[[]store.Match](t)(s.Matches(t.Context(), "a", "", 9)), get[[]store.Match](t)(s.Recent(t.Context(), "", 9)), get[[]store.Match](t)(s.Finished(t.Context(), "", 0, "", 9))} {
				for _, m := range list {
					m.Seats[0], m.Options[0] = store.Seat{}, 'x'
				}
			}
			get[[]store.Entry](t)(s.Entries(t.Context(), "m", 0, -1))[0] = store.Entry{}
			for _, r := range get[[]store.Rating](t)(s.Board(t.Context(), game, 0, 9)) {
				r.Rating = 0
			}
		}
		scribble()
		equal(t, "in play", snapshot(t, s, []string{"a", "b"}, []string{"m"}), before)
		f := won(live("m", 5, "a", "b"), 2, 9)
		must(t, finish(t.Context(), s, f))
		before = snapshot(t, s, []string{"a", "b"}, []string{"m"})
		f.Match.Seats[0], f.Match.Result[0], f.Entries[0] = store.Seat{}, 'x', store.Entry{}
		f.Outcomes[0].Rating.Rating = 0
		f.Outcomes[0] = store.Outcome{}
		get[store.Match](t)(s.Match(t.Context(), "m")).Result[0] = 'x'
		scribble()
		equal(t, "when done", snapshot(t, s, []string{"a", "b"}, []string{"m"}), before)
	}},
	{"readers never see half of an end", func(t *testing.T, s store.Store) {
		const n = 30
		stop := make(chan struct{})
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
					}
					recent, err := s.Recent(t.Context(), game, 999)
					if err != nil {
						t.Error(err)
						return
					}
					for _, m := range recent {
						log, err := s.Entries(t.Context(), m.ID, 0, -1)
						if m.Status != store.Done || len(log) != 1 || m.Entries != 1 || err != nil {
							t.Errorf("%+v with a log of %d, %v", m, len(log), err)
							return
						}
					}
					if board, err := s.Board(t.Context(), game, 0, 9); len(board) == 1 || err != nil {
						t.Errorf("board of %d, %v", len(board), err)
						return
					}
				}
			})
		}
		for i := range n {
			m := live(fmt.Sprintf("m%d", i), int64(i), "a", "b")
			must(t, s.CreateMatch(t.Context(), m))
			must(t, finish(t.Context(), s, won(m, 0, int64(i))))
		}
		close(stop)
		wg.Wait()
	}},
	{"close waits for what is under way, and is final", func(t *testing.T, s store.Store) {
		const n = 20
		must(t, s.CreateMatch(t.Context(), live("m", 1, "a", "b")))
		var wg sync.WaitGroup
		var begun sync.WaitGroup
		begun.Add(n)
		for i := range n {
			wg.Go(func() {
				id := fmt.Sprintf("m%d", i)
				err := s.CreateMatch(t.Context(), live(id, 1, "a", "b"))
				begun.Done()
				for at := 0; err == nil; at++ { // until the store is closed
					err = s.Append(t.Context(), id, 0, at, entry(at))
				}
				if errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrNotFound) {
					t.Error(err)
				}
			})
		}
		begun.Wait()
		must(t, s.Close())
		wg.Wait()
		if _, err := s.Match(t.Context(), "m"); err == nil || errors.Is(err, store.ErrNotFound) {
			t.Errorf("read after Close: %v", err)
		}
		if err := s.PutPlayer(t.Context(), player("a")); err == nil {
			t.Error("write after Close")
		}
		must(t, s.Close())
	}},
}

func testPersistence(t *testing.T, s store.Store, reopen func(*testing.T, store.Store) store.Store) {
	players, matches := []string{"a", "b", "c"}, []string{"done", "live", "open", "gone"}
	for _, p := range players {
		put(t, s, player(p))
	}
	for i, id := range matches {
		must(t, s.CreateMatch(t.Context(), live(id, int64(i), "a", "b")))
		if id != "open" {
			must(t, s.Append(t.Context(), id, 0, 0, entries(i, 3)...))
		}
	}
	must(t, finish(t.Context(), s, won(live("done", 0, "a", "b"), 3, 9)))
	must(t, s.UpdateMatch(t.Context(), openMatch("open", 2, "c")))
	must(t, s.DeleteMatch(t.Context(), get[store.Match](t)(s.Match(t.Context(), "gone"))))
	before := snapshot(t, s, players, matches)
	s = reopen(t, s)
	equal(t, "reopened", snapshot(t, s, players, matches), before)
	must(t, s.Append(t.Context(), "live", 0, 3, entry(4)))
	wantErr(t, "conflict", s.Append(t.Context(), "live", 0, 3, entry(4)), store.ErrConflict)
	wantErr(t, "finished", s.Append(t.Context(), "done", 0, 4, entry(4)), store.ErrFinished)
	before = snapshot(t, s, players, matches)
	s = reopen(t, s)
	equal(t, "reopened again", snapshot(t, s, players, matches), before)
}

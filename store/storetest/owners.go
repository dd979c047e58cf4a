package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"arcade/store"
)

// writes returns all functions that write to a match that is not done, in an epoch and with an expected
// length of the log.
func writes(ctx context.Context, s store.Store, m store.Match, epoch uint64, at int) map[string]func() error {
	m.Epoch = epoch
	return map[string]func() error{
		"append": func() error { return s.Append(ctx, m.ID, epoch, at, entry(at)) },
		"update": func() error { return s.UpdateMatch(ctx, m) },
		"delete": func() error {
			return s.DeleteMatch(ctx, store.Match{ID: m.ID, Epoch: epoch, Status: store.Live, Entries: at})
		},
		"finish": func() error { return finish(ctx, s, won(m, at, 9)) },
		"drop": func() error {
			f := won(m, at, 9)
			f.Drop = true
			return s.Finish(ctx, f)
		},
		"take over": func() error {
			_, err := s.TakeOver(ctx, m.ID, epoch, "there")
			return err
		},
	}
}

var ownerTests = []test{
	{"taking over begins an epoch", func(t *testing.T, s store.Store) {
		for _, m := range []store.Match{live("m", 5, "a", "b"), openMatch("o", 6, "a")} {
			must(t, s.CreateMatch(t.Context(), m))
			for epoch := range uint64(3) {
				m.Owner, m.Epoch = fmt.Sprint("node-", epoch), epoch+1
				equal(t, "taken over", get[store.Match](t)(s.TakeOver(t.Context(), m.ID, epoch, m.Owner)), m)
				equal(t, "match", get[store.Match](t)(s.Match(t.Context(), m.ID)), m)
				if m.Status == store.Live {
					must(t, s.Append(t.Context(), m.ID, epoch+1, m.Entries, entry(m.Entries)))
					m.Entries++
				}
			}
		}
		equal(t, "unfinished", ids(get[[]store.Match](t)(s.Unfinished(t.Context()))), []string{"m", "o"})
		equal(t, "of a", ids(get[[]store.Match](t)(s.Matches(t.Context(), "a", "", 9))), []string{"o", "m"})
		must(t, finish(t.Context(), s, won(get[store.Match](t)(s.Match(t.Context(), "m")), 3, 9)))
		_, err := s.TakeOver(t.Context(), "m", 3, "late")
		wantErr(t, "when done", err, store.ErrFinished)
	}},
	{"a match has the owner and the epoch that it was made with", func(t *testing.T, s store.Store) {
		m := live("m", 5, "a", "b")
		m.Owner, m.Epoch = "here", 7
		must(t, s.CreateMatch(t.Context(), m))
		equal(t, "match", get[store.Match](t)(s.Match(t.Context(), "m")), m)
		equal(t, "unfinished", get[[]store.Match](t)(s.Unfinished(t.Context())), []store.Match{m})
		unchanged(t, s, []string{"a"}, []string{"m"}, "epoch 0", store.ErrFenced, func() error { return s.Append(t.Context(), "m", 0, 0, entry(0)) })
		must(t, s.Append(t.Context(), "m", 7, 0, entry(0)))
	}},
	{"nothing is written but in the match's epoch", func(t *testing.T, s store.Store) {
		m := live("m", 5, "a", "b")
		must(t, s.CreateMatch(t.Context(), m))
		must(t, s.Append(t.Context(), "m", 0, 0, entries(0, 3)...))
		for epoch := range uint64(3) {
			get[store.Match](t)(s.TakeOver(t.Context(), "m", epoch, "here"))
		}
		for _, epoch := range []uint64{0, 1, 2, 4, 1 << 40} {
			for _, at := range []int{2, 3} { // with a wrong length nothing changes either
				for what, write := range writes(t.Context(), s, m, epoch, at) {
					unchanged(t, s, []string{"a", "b"}, []string{"m"}, fmt.Sprint(what, " in epoch ", epoch), store.ErrFenced, write)
				}
			}
		}
	}},
	{"only taking over changes the owner", func(t *testing.T, s store.Store) {
		m := live("m", 5, "a", "b")
		m.Owner = "here"
		must(t, s.CreateMatch(t.Context(), m))
		m.Owner, m.Control = "there", "1+0"
		must(t, s.UpdateMatch(t.Context(), m))
		equal(t, "updated", get[store.Match](t)(s.Match(t.Context(), "m")).Owner, "here")
		must(t, finish(t.Context(), s, won(m, 0, 9)))
		equal(t, "done", get[store.Match](t)(s.Match(t.Context(), "m")).Owner, "here")
	}},
	{"the end comes before the fence", func(t *testing.T, s store.Store) {
		m := live("m", 5, "a", "b")
		m.Epoch = 3
		must(t, s.CreateMatch(t.Context(), m))
		must(t, finish(t.Context(), s, won(m, 0, 9)))
		equal(t, "epoch", get[store.Match](t)(s.Match(t.Context(), "m")).Epoch, uint64(3))
		for _, epoch := range []uint64{2, 3, 4} {
			for what, write := range writes(t.Context(), s, m, epoch, 1) {
				unchanged(t, s, []string{"a", "b"}, []string{"m"}, what, store.ErrFinished, write)
			}
		}
	}},
	{"of racing nodes exactly one takes over", func(t *testing.T, s store.Store) {
		must(t, s.CreateMatch(t.Context(), live("m", 5, "a", "b")))
		for epoch := range uint64(10) {
			var wg sync.WaitGroup
			errs := make([]error, 8)
			for i := range errs {
				wg.Go(func() { _, errs[i] = s.TakeOver(t.Context(), "m", epoch, fmt.Sprint("node-", i)) })
			}
			wg.Wait()
			winner := ""
			for i, err := range errs {
				if err == nil && winner == "" {
					winner = fmt.Sprint("node-", i)
				} else if !errors.Is(err, store.ErrFenced) {
					t.Fatalf("node-%d, winner %s: %v", i, winner, err)
				}
			}
			m := get[store.Match](t)(s.Match(t.Context(), "m"))
			equal(t, "owner", []any{m.Owner, m.Epoch}, []any{winner, epoch + 1})
		}
	}},
	{"what was acknowledged before a take-over is there, and nothing comes after it", func(t *testing.T, s store.Store) {
		for round := range 10 {
			id := fmt.Sprint("m", round)
			must(t, s.CreateMatch(t.Context(), live(id, 5, "a", "b")))
			var wg sync.WaitGroup
			acknowledged := 0
			begun := make(chan struct{})
			var taken atomic.Bool
			wg.Go(func() {
				for at := 0; ; at++ {
					late := taken.Load()
					err := s.Append(t.Context(), id, 0, at, entry(at))
					if at == round {
						close(begun)
					}
					if err != nil {
						wantErr(t, "append", err, store.ErrFenced)
						return
					}
					acknowledged++
					if late {
						t.Error("nothing stops the old owner")
						return
					}
				}
			})
			<-begun
			m, err := s.TakeOver(t.Context(), id, 0, "there")
			taken.Store(true)
			wg.Wait()
			must(t, err)
			equal(t, "log at the take-over", m.Entries, acknowledged)
			equal(t, "log", get[[]store.Entry](t)(s.Entries(t.Context(), id, 0, -1)), entries(0, acknowledged))
		}
	}},
}

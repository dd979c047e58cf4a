package lobby

import (
	"context"
	"errors"
	"testing"
	"time"

	"arcade/lobby/config"
	"arcade/lobby/pairing"
	"arcade/store"
)

// The store has a match of which nobody was told, because its answer got lost.

// A match that follows another one begins once: who asks again gets the one that the store has.
func TestNextMatchBeginsOnce(t *testing.T) {
	onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
		id, kim, lee := h.over(pairing.Offer{Rated: true})
		h.must(kim.Rematch(id))
		disk.unanswer(func() {})
		if err := lee.Rematch(id); !errors.Is(err, errDisk) {
			t.Fatalf("without an answer: %v", err)
		}
		disk.unanswered.Store(nil)
		if next := h.see(kim, id).Next; next != "" {
			t.Fatalf("%s has begun", next)
		}
		h.must(lee.Rematch(id))
		next := h.see(kim, id).Next
		if got := h.following(id); len(got) != 1 || got[0] != next {
			t.Fatalf("%q follow %s, and its table says %q", got, id, next)
		}
		for _, v := range []*Visit{kim, lee} {
			if v.Call() != next {
				t.Errorf("%s is not called", v.Me().Name)
			}
			h.must(v.Watch(next))
		}
		h.play(next, 4, kim, lee)
	})
}

// following lists the matches that follow another one.
func (h *house) following(id string) (list []string) {
	h.t.Helper()
	all, err := h.store.Unfinished(context.Background())
	h.must(err)
	for _, rec := range all {
		if rec.Previous == id {
			list = append(list, rec.ID)
		}
	}
	return list
}

// A seat whose host was told that it could not be opened is taken out of the store once that answers, even if it
// comes there late.
func TestUnansweredSeatGoes(t *testing.T) {
	for _, late := range []bool{false, true} {
		onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
			kim := h.enter("kim")
			disk.unanswer(func() {})
			if _, err := kim.Create(pairing.Offer{Game: "othello", Control: "5+0"}); !errors.Is(err, errDisk) {
				t.Fatalf("without an answer: %v", err)
			}
			all, err := h.store.Unfinished(t.Context())
			if h.must(err); len(all) != 1 {
				t.Fatalf("the store has %d matches", len(all))
			}
			disk.writes.Store(true)
			h.pass(3 * time.Second)
			disk.unanswered.Store(nil)
			if late {
				h.must(disk.Store.DeleteMatch(t.Context(), all[0]))
			}
			disk.writes.Store(false)
			h.pass(5 * time.Second)
			if late {
				h.must(disk.Store.CreateMatch(t.Context(), all[0]))
				h.pass(10 * time.Second)
			}
			if _, err := h.store.Match(t.Context(), all[0].ID); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("late %v: the seat is still there: %v", late, err)
			}
		})
	}
}

// If the record of a match that begins is stored without an answer, nobody plays, and the store gets the open seat back.
func TestUnansweredStartGoesBack(t *testing.T) {
	onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{Player: lee.ID}) // a challenge: its host is not brought there
		h.must(kim.Watch(id))
		status := func(want store.Status) {
			t.Helper()
			if rec, err := h.store.Match(t.Context(), id); err != nil || rec.Status != want {
				t.Fatalf("the store has a match that is %q, and not %q: %v", rec.Status, want, err)
			}
		}
		h.must(lee.SitDown(id))
		disk.unanswer(func() {})
		if err := kim.Ready(id); !errors.Is(err, errDisk) {
			t.Fatalf("without an answer: %v", err)
		}
		status(store.Live)
		disk.unanswered.Store(nil)
		disk.writes.Store(true)
		h.pass(3 * time.Second)
		disk.writes.Store(false)
		h.pass(5 * time.Second)
		status(store.Open)
		h.must(kim.Ready(id))
		status(store.Live)
		h.must(lee.Watch(id))
		h.play(id, 4, kim, lee)
	})
}

// A seat that its host could not close, because the store did not answer, may be taken. If the store closes it after
// all, it does nothing to the match that has begun there.
func TestLateDeletionOfASeat(t *testing.T) {
	for plies := range 3 {
		disk := &undeletable{}
		inBubbleWith(t, config.Config{}, func(t *testing.T, h *house) {
			kim, lee := h.enter("kim"), h.enter("lee")
			id := h.create(kim, pairing.Offer{})
			disk.on.Store(true)
			if err := kim.Cancel(id); !errors.Is(err, errDisk) {
				t.Fatalf("without an answer: %v", err)
			}
			disk.on.Store(false)
			h.must(kim.Watch(id))
			h.must(lee.SitDown(id))
			h.must(kim.Ready(id))
			h.must(lee.Watch(id))
			h.play(id, plies, kim, lee)
			if err := disk.Store.DeleteMatch(t.Context(), disk.asked); !errors.Is(err, store.ErrConflict) {
				t.Errorf("after %d plies: %v", plies, err)
			}
			h.play(id, 4, kim, lee)
		}, func(s store.Store) store.Store { disk.Store = s; return disk })
	}
}

// A record of an open seat that is stored late, when its match has begun, is replaced by the table's at the next
// action, and the match goes on.
func TestLateRecordOfASeat(t *testing.T) {
	for plies := range 2 {
		inBubble(t, func(t *testing.T, h *house) {
			kim, lee := h.enter("kim"), h.enter("lee")
			id := h.create(kim, pairing.Offer{Player: lee.ID})
			h.must(kim.Watch(id))
			open, err := h.store.Match(t.Context(), id)
			h.must(err)
			h.must(lee.SitDown(id))
			h.must(kim.Ready(id))
			h.must(lee.Watch(id))
			h.play(id, plies, kim, lee)
			if err := h.store.UpdateMatch(t.Context(), open); (err != nil) != (plies > 0) {
				t.Errorf("after %d plies: %v", plies, err)
			}
			v := kim
			if s := h.see(kim, id); s.ToAct != s.You {
				v = lee
			}
			if err := v.Act(id, plies, h.see(v, id).Legal[0]); (err != nil) != (plies == 0) {
				t.Errorf("the action after %d plies: %v", plies, err)
			}
			h.pass(10 * time.Second)
			h.play(id, 4, kim, lee)
		})
	}
}

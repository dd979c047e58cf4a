package room

import (
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/lobby/table"
	"arcade/store"
)

// When the store has refused a write, the table finds out why, and never shows what is not stored.
func TestResolveRefusal(t *testing.T) {
	for name, c := range map[string]struct {
		node    string // of the table
		happens func(h *hall, t *Room)
		check   func(h *hall, ts *Tables, t *Room, p *LocalTable) // with the table's lock held ever since
		want    error
		later   func(h *hall, t *Room, p *LocalTable) // when all is quiet
	}{
		"the write has succeeded, and its answer was lost": {"a", func(h *hall, t *Room) {
			h.Must(h.store.Append(h.Context(), t.ID, t.Rec.Epoch, 0, store.Entry{Kind: "act", Action: "d3", At: t.Now()}))
		}, func(h *hall, ts *Tables, t *Room, p *LocalTable) {
			if p.Room() != t || t.Gone || t.M.Len() != 1 || t.Broken || p.Listed().Plies != 1 {
				h.Errorf("%d entries, broken %v, listed %+v", t.M.Len(), t.Broken, p.Listed())
			}
		}, table.ErrStale, nil},
		"another node owns it": {"a", func(h *hall, t *Room) {
			b := h.node("b")
			h.Must(b.Adopt(h.claim(t.ID, "b")))
		}, func(h *hall, ts *Tables, t *Room, p *LocalTable) {
			if f := p.Follower(); p.Room() != nil || f == nil || f.Owner != "b" {
				h.Errorf("room %v, follower %+v", p.Room(), f)
			}
			if t.Here() || t.Store(games.Entry{Kind: games.Resign}) == nil {
				h.Error("the room that lost it still writes")
			}
		}, table.ErrStale, func(h *hall, t *Room, p *LocalTable) {
			if f := p.Follower(); f == nil || f.moving || len(f.Log) != 1 {
				h.Errorf("follower %+v", f)
			}
		}},
		"another house took it over, and there are no nodes": {"", func(h *hall, t *Room) {
			h.claim(t.ID, "")
		}, func(h *hall, ts *Tables, t *Room, p *LocalTable) {
			if _, err := ts.Room(t.ID); err == nil || !t.Gone {
				h.Errorf("it is still there: %v", err)
			}
		}, table.ErrStale, nil},
		"another node ended it, and has nobody at the table": {"a", func(h *hall, t *Room) { h.end(t, "") },
			func(h *hall, ts *Tables, t *Room, p *LocalTable) {
				if p.Room() != t || t.Rec.Status != store.Done || !t.M.Over() || !t.Ended || p.Listed().Status != store.Done {
					h.Errorf("status %s, over %v, no rematch %v", t.Rec.Status, t.M.Over(), t.Ended)
				}
			}, table.ErrStale, nil},
		"another node ended it, and has its people": {"a", func(h *hall, t *Room) {
			h.end(t, "")
			h.Must(FinishedTables.Put(h.Context(), h.store, t.ID, "b"))
		}, func(h *hall, ts *Tables, t *Room, p *LocalTable) {
			if f := p.Follower(); f == nil || f.Owner != "b" || f.Rec.Status != store.Done || !f.M.Over() {
				h.Errorf("follower %+v", f)
			}
		}, table.ErrStale, nil},
		"another node ended it, and its log cannot be read yet": {"a", func(h *hall, t *Room) {
			h.end(t, "")
			h.store.unread.Store(true)
		}, func(h *hall, ts *Tables, t *Room, p *LocalTable) {
			if p.Room() != t || t.Gone || t.M.Over() || t.Rec.Status != store.Live || t.Retry.Failed != 1 {
				h.Errorf("over %v, status %s, failed %d times", t.M.Over(), t.Rec.Status, t.Retry.Failed)
			}
		}, errAway, func(h *hall, t *Room, p *LocalTable) {
			h.store.unread.Store(false)
			time.Sleep(time.Minute)
			if t.Mu.Lock(); t.Rec.Status != store.Done || !t.M.Over() || t.Retry.Failed > 0 || p.Listed().Status != store.Done {
				h.Errorf("when the store is back: status %s, over %v, failed %d times", t.Rec.Status, t.M.Over(), t.Retry.Failed)
			}
			t.Mu.Unlock()
		}},
		"it was deleted": {"a", func(h *hall, t *Room) {
			h.Must(h.store.DeleteMatch(h.Context(), t.Rec))
		}, func(h *hall, ts *Tables, t *Room, p *LocalTable) {
			if _, err := ts.Room(t.ID); err == nil || !t.Gone {
				h.Errorf("it is still there: %v", err)
			}
		}, table.ErrStale, nil},
		"nobody knows yet": {"a", func(h *hall, t *Room) { h.store.away.Store(true) }, func(h *hall, ts *Tables, t *Room, p *LocalTable) {
			if p.Room() != t || t.Gone || t.Retry.Failed != 1 || !t.OutageUnpaid {
				h.Errorf("failed %d times, unpaid %v, gone %v", t.Retry.Failed, t.OutageUnpaid, t.Gone)
			}
		}, errAway, func(h *hall, t *Room, p *LocalTable) {
			h.store.away.Store(false)
			time.Sleep(time.Minute)
			if t.Mu.Lock(); t.Retry.Failed > 0 || t.Gone {
				h.Errorf("when the store is back: failed %d times, gone %v", t.Retry.Failed, t.Gone)
			}
			t.Mu.Unlock()
		}},
	} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(h *hall) {
				ts := h.node(c.node)
				t := h.open(ts, kim, lee)
				for _, p := range []table.Person{kim, lee} {
					h.Must(h.enter(ts, p).Watch(t.ID))
				}
				p := t.LocalTable
				c.happens(h, t)
				t.Locked(func() {
					h.Refused(t.resolveRefusal(store.ErrConflict), c.want)
					c.check(h, ts, t, p)
				})
				synctest.Wait()
				if c.later != nil {
					c.later(h, t, p)
				}
			})
		})
	}
}

// end ends a match in the store as another node does, without a word to its owner.
func (h *hall) end(t *Room, node string) {
	h.Helper()
	rec := h.claim(t.ID, node)
	rec.Status, rec.Ended, rec.Reason, rec.Winner, rec.Entries = store.Done, t.Now(), games.Aborted, -1, 1
	rec.Result = []byte(`{"winner":-1,"reason":"aborted"}`)
	h.Must(h.store.Finish(h.Context(), store.Finish{Match: rec, Entries: []store.Entry{{Kind: "abort", Seat: 0, At: rec.Ended}}}))
}

// A node that stood still learns from a state of a later epoch that its match is another node's.
func TestOvertaken(t *testing.T) {
	inHall(t, func(h *hall) {
		a, b := h.node("a"), h.node("b")
		t := h.open(a, kim, lee)
		before := t.Rec.Epoch
		t.Overtaken(before) // its own
		if !t.Here() {
			h.Fatal("it gave up its own match")
		}
		h.Must(b.Adopt(h.claim(t.ID, "b")))
		t.Overtaken(before + 1)
		synctest.Wait()
		if f := t.LocalTable.Follower(); t.Here() || f == nil || f.Owner != "b" {
			h.Errorf("follower %+v", f)
		}
	})
}

package room

import (
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/lobby/replica"
	"arcade/lobby/table"
	"arcade/store"
)

// followed is a match of kim and lee at node a, which node b follows, and an opening that they may play.
type followed struct {
	a, b   *Tables
	room   *Room
	f      *Follower
	visits []*Participant
	line   []games.Action
}

// follow begins a match at one node and follows it at another. The log begins with a restart.
func (h *hall) follow() *followed {
	h.Helper()
	w := &followed{a: h.node("a"), b: h.node("b"), line: []games.Action{"d3", "c3", "c4", "c5", "b2"}}
	first := h.node("first")
	id := h.open(first, kim, lee).ID
	h.Must(w.a.Adopt(h.stored(id))) // in its second epoch
	var err error
	w.room, err = w.a.Room(id)
	h.Must(err)
	for _, p := range []table.Person{kim, lee} {
		v := h.enter(w.a, p)
		h.Must(v.Watch(w.room.ID))
		w.visits = append(w.visits, v)
	}
	w.f = w.b.Follow(w.room.Rec).Follower()
	synctest.Wait()
	return w
}

// play plays the next n moves.
func (w *followed) play(h *hall, n int) {
	h.Helper()
	for range n {
		at := len(w.room.M.Plies())
		h.Must(w.visits[at%2].Act(w.room.ID, at, w.line[at]))
	}
	synctest.Wait()
}

// state returns what the owner would publish now.
func (w *followed) state() (s table.State) {
	w.room.Locked(func() { s = w.room.Newest(w.room.Pub.Rev) })
	return s
}

// A follower shows each state that its owner publishes, and wakes its watchers.
func TestFollow(t *testing.T) {
	inHall(t, func(h *hall) {
		w := h.follow()
		guest := h.enter(w.b, guest)
		h.Must(guest.Watch(w.room.ID))
		synctest.Wait()
		woken := guest.Woken()
		w.play(h, 2)
		if s, err := guest.Table(w.room.ID); err != nil || len(s.Plies) != 2 || s.Moving || s.Watchers != 1 || guest.Woken() == woken {
			h.Errorf("%+v, %v", s, err)
		}
		if w.f.Rec.Owner != "a" || w.f.Pub.Rev != w.room.Pub.Rev || len(w.f.Log) != 3 {
			h.Errorf("owner %q, revision %d of %d, %d entries", w.f.Rec.Owner, w.f.Pub.Rev, w.room.Pub.Rev, len(w.f.Log))
		}
	})
}

// A node does not follow a match whose rules it does not know: it could not fold the log. Its visitors wait, as for a
// match that is moving, until they are at a node that does.
func TestFollowRefusesNewerRules(t *testing.T) {
	inHall(t, func(h *hall) {
		a, b := h.node("a"), h.node("b")
		t := h.open(a, kim, lee)
		h.store.newer.Store(true)
		v := h.enter(b, kim)
		h.Refused(v.Watch(t.ID), ErrMoving, ErrNoRules)
		if _, n := b.CountTables(); n > 0 {
			h.Errorf("it follows %d tables", n)
		}
		h.store.newer.Store(false)
		h.Must(v.Watch(t.ID))
	})
}

// What a follower has missed of the log it reads from the store. It asks its owner for nothing.
func TestFollowerReadsWhatItMissed(t *testing.T) {
	inHall(t, func(h *hall) {
		w := h.follow()
		h.hub.SetFate(func(from, to, kind string) (int, time.Duration) { return 0, 0 }) // all messages are lost
		w.play(h, 5)
		m := w.state()
		m.At, m.Entries = 3, m.Entries[3:] // an owner of many more moves sends only the last ones
		w.f.receive(replica.Publication{From: "a", State: m})
		synctest.Wait()
		if len(w.f.Log) != 6 || len(w.f.M.Plies()) != 5 || w.f.moving {
			h.Errorf("%d entries, %d moves", len(w.f.Log), len(w.f.M.Plies()))
		}
	})
}

// Of publications that come late, twice, or from a node that owns the match no longer, only a newer one counts.
func TestFollowerKeepsTheNewest(t *testing.T) {
	inHall(t, func(h *hall) {
		w := h.follow()
		var states []table.State
		for range 3 {
			w.play(h, 1)
			states = append(states, w.state())
		}
		late := states[2]
		late.Rev, late.Epoch = late.Rev+7, late.Epoch-1
		for name, p := range map[string]replica.Publication{
			"older":                {From: "a", State: states[1]},
			"the same":             {From: "a", State: states[2]},
			"of an earlier epoch":  {From: "a", State: late},
			"of a superseded node": {From: "c", State: states[2]},
		} {
			asked := w.b.gaps.Load()
			w.f.handleState(p)
			synctest.Wait()
			if w.b.gaps.Load() != asked {
				h.Errorf("after a publication %s it asks its owner for everything", name)
			}
			if w.f.Pub.Rev != states[2].Rev || len(w.f.Log) != 4 || w.f.Owner != "a" || w.f.moving {
				h.Errorf("after a publication %s: revision %d, %d entries, owner %s", name, w.f.Pub.Rev, len(w.f.Log), w.f.Owner)
			}
		}
		// While one is handled, of many that come only the newest waits.
		w.f.Mu.Lock()
		for i := range 100 {
			s := states[2]
			s.Rev += uint64(i + 1)
			w.f.receive(replica.Publication{From: "a", State: s})
		}
		before := w.f.Pub.Rev
		w.f.Mu.Unlock()
		synctest.Wait()
		if w.f.Pub.Rev != before+100 {
			h.Errorf("revision %d after %d", w.f.Pub.Rev, before)
		}
	})
}

// When another node has adopted the match, the former owner steps back, and its followers find the new one.
func TestFollowerFindsTheNewOwner(t *testing.T) {
	inHall(t, func(h *hall) {
		w := h.follow()
		w.play(h, 2)
		c := h.node("c")
		h.Must(c.Adopt(h.stored(w.room.ID)))
		synctest.Wait()
		own, err := c.Room(w.room.ID)
		h.Must(err)
		former := w.room.LocalTable.Follower()
		if former == nil || w.room.Here() {
			h.Fatal("the former owner has not stepped back")
		}
		for _, f := range []*Follower{former, w.f} {
			if f.Owner != "c" || f.Rec.Epoch != own.Rec.Epoch || len(f.Log) != 4 || f.moving {
				h.Errorf("owner %s, epoch %d of %d, %d entries, moving %v", f.Owner, f.Rec.Epoch, own.Rec.Epoch, len(f.Log), f.moving)
			}
		}
		w.b.HandlePublication("c", []byte(`{"v":1,"id":`)) // it cannot be read, and changes nothing
	})
}

// A follower without a watcher ends; one whose match is gone says so.
func TestFollowerEnds(t *testing.T) {
	inHall(t, func(h *hall) {
		w := h.follow()
		for range int(FollowTime/beatTime)/2 + 1 {
			w.b.SendBeats()
			synctest.Wait()
		}
		if _, follower := w.b.Directory.Table(w.room.ID); !w.f.Gone || follower != nil {
			h.Errorf("unwatched: gone %v, listed %v", w.f.Gone, follower)
		}
		again := w.b.Follow(w.room.Rec)
		synctest.Wait()
		w.room.Locked(func() { h.Must(w.room.Delete()) })
		synctest.Wait()
		if !again.Gone || again.Listed().Status != store.Done {
			h.Errorf("deleted: gone %v, %+v", again.Gone, again.Listed())
		}
	})
}

// The owner counts the watchers of its followers, and takes away those who have left without a word.
func TestBeat(t *testing.T) {
	inHall(t, func(h *hall) {
		w := h.follow()
		guest := h.enter(w.b, guest)
		h.Must(guest.Watch(w.room.ID))
		synctest.Wait()
		if w.room.Gallery != 1 {
			h.Fatalf("%d watch", w.room.Gallery)
		}
		h.hub.SetFate(func(_, _, kind string) (int, time.Duration) { // what it says is lost, and so is what the owner publishes
			return map[string]int{"beat": 1, "answer": 1, "mirror": 1}[kind], 0
		})
		w.f.Locked(func() { clear(w.f.Watchers) })
		w.play(h, 1)
		if len(w.f.Log) != 1 {
			h.Fatal("the publication was not lost")
		}
		h.hub.SetFate(nil)
		w.b.SendBeats()
		synctest.Wait()
		if w.room.Gallery != 0 || len(w.f.Log) != 2 {
			h.Errorf("%d watch, the follower has %d entries", w.room.Gallery, len(w.f.Log))
		}
	})
}

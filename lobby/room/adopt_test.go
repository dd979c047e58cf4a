package room

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/lobby/roomtest"
	"arcade/lobby/table"
	"arcade/store"
)

// A match without an owner is adopted alike, whether its node starts again, another finds it, or one follows it.
func TestAdopt(t *testing.T) {
	inHall(t, func(h *hall) {
		a := h.node("a")
		watcher := h.enter(a, kim)
		t := h.open(a, kim, lee)
		h.Must(watcher.Watch(t.ID))
		h.Must(watcher.Act(t.ID, 0, "d3"))
		seat := h.open(a, kim)
		guests := h.open(a, guest, other)
		epoch := t.Rec.Epoch
		a.Directory.Close(a.Tasks.End) // the node stops
		time.Sleep(time.Minute)

		again := h.node("a") // it starts anew
		for _, id := range []string{t.ID, seat.ID, guests.ID} {
			h.Must(again.Adopt(h.stored(id)))
		}
		if rec := h.stored(t.ID); rec.Owner != "a" || rec.Epoch != epoch+1 {
			h.Errorf("the match is %s's in epoch %d, and was in epoch %d", rec.Owner, rec.Epoch, epoch)
		}
		if kinds := h.kinds(t.ID); !slices.Equal(kinds, []string{"act", "restart"}) {
			h.Errorf("its log has %q", kinds)
		}
		own, err := again.Room(t.ID)
		h.Must(err)
		if now := own.Now(); own.Away[0].Since != now || own.Away[1].Since != now || own.Away[0].Coming {
			h.Errorf("nobody is here: %+v", own.Away)
		}
		if own.M.Len() != 2 || len(own.Log) != 2 || again.Directory.Summary(t.ID) == nil {
			h.Errorf("%d entries folded of %d, listed: %v", own.M.Len(), len(own.Log), again.Directory.Summary(t.ID))
		}
		if s, err := again.Room(seat.ID); err != nil || s.Rec.Status != store.Open {
			h.Errorf("the open seat: %v", err)
		}
		if _, err := h.store.Match(h.Context(), guests.ID); !errors.Is(err, store.ErrNotFound) {
			h.Errorf("a match of guests to which nobody can come back is still there: %v", err)
		}
		h.Must(again.Adopt(h.stored(t.ID))) // it has the match already
		if got, _ := again.Room(t.ID); got != own || h.stored(t.ID).Epoch != epoch+1 {
			h.Error("a match of its own is adopted again")
		}
	})
}

// What a follower knows beyond the store goes on: who watches, since when somebody has been away, guests, and a
// meeting.
func TestAdoptFollowed(t *testing.T) {
	inHall(t, func(h *hall) {
		a, b := h.node("a"), h.node("b")
		live, guests, seat := h.open(a, kim, lee), h.open(a, guest, other), h.open(a, kim)
		here := h.enter(b, kim)
		seat.Locked(func() {
			seat.Sit(roomtest.Seat(lee), true)
			seat.Changed()
		})
		for _, t := range []*Room{live, guests, seat} {
			h.Must(here.Watch(t.ID))
		}
		time.Sleep(5 * time.Second)
		synctest.Wait()
		gone := live.Away[1].Since
		h.hub.Join("a").Leave()
		time.Sleep(5 * time.Second)
		b.AdoptOrphans()
		synctest.Wait()

		for _, t := range []*Room{live, guests, seat} {
			own, err := b.Room(t.ID)
			h.Must(err)
			if rec := h.stored(t.ID); rec.Owner != "b" || len(own.Watchers) != 1 {
				h.Errorf("the match is %s's, %d watch", rec.Owner, len(own.Watchers))
			}
		}
		own, _ := b.Room(live.ID)
		if gone == 0 || own.Away[1].Since != gone || own.Away[0].Since != 0 {
			h.Errorf("lee has been away since %d and kim is here: %+v", gone, own.Away)
		}
		if own, _ := b.Room(seat.ID); !own.Meets() || own.GuestSeat != 1 || own.Rec.Seats[1].Player != "lee" || h.stored(seat.ID).Seats[1].Player != "" {
			h.Errorf("the meeting: %+v, seats %+v", own.Meeting, own.Rec.Seats)
		}
	})
}

// Only one node adopts a match, and none that does not know the rules or cannot read the log. A follower says so.
func TestAdoptRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(h *hall, t *Room) (rec store.Match)
		want  []error
	}{
		"another node was faster": {func(h *hall, t *Room) store.Match {
			rec := h.stored(t.ID)
			h.claim(t.ID, "c")
			return rec
		}, []error{ErrMoving, store.ErrFenced}},
		"later rules": {func(h *hall, t *Room) store.Match {
			rec := h.stored(t.ID)
			rec.Rules++
			return rec
		}, []error{ErrMoving, ErrNoRules}},
		"another game": {func(h *hall, t *Room) store.Match {
			rec := h.stored(t.ID)
			rec.Game = "chess"
			return rec
		}, []error{ErrMoving, ErrNoRules}},
		"a log that does not fold": {func(h *hall, t *Room) store.Match {
			h.Must(h.store.Append(h.Context(), t.ID, t.Rec.Epoch, 0, store.Entry{Kind: "act", Action: "z9"}))
			return h.stored(t.ID)
		}, []error{store.ErrDamaged}},
		"the store is away": {func(h *hall, t *Room) store.Match {
			rec := h.stored(t.ID)
			h.store.away.Store(true)
			return rec
		}, []error{errAway}},
	} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(h *hall) {
				a, b := h.node("a"), h.node("b")
				t := h.open(a, kim, lee)
				p := b.Follow(t.Rec)
				synctest.Wait()
				f := p.Follower()
				rec := c.spoil(h, t)
				p.Locked(func() { h.Refused(b.adopt(p, rec), c.want...) })
				h.store.away.Store(false)
				if _, err := b.Room(t.ID); !errors.Is(err, table.ErrNoTable) {
					h.Errorf("the match is owned: %v", err)
				}
				if p.Follower() != f || !f.moving {
					h.Errorf("it is followed: %v, and moving: %v", p.Follower() == f, f.moving)
				}
			})
		})
	}
}

// A restart cannot be written: the table is owned all the same, and the timer gives the time back later.
func TestAdoptWithoutRestart(t *testing.T) {
	inHall(t, func(h *hall) {
		a := h.node("a")
		first := h.open(a, kim, lee)
		for n, p := range []table.Person{kim, lee} { // now a clock runs
			v := h.enter(a, p)
			h.Must(v.Watch(first.ID))
			h.Must(v.Act(first.ID, n, []games.Action{"d3", "c3"}[n]))
		}
		a.Directory.Close(a.Tasks.End)
		b := h.node("a")
		h.store.full.Store(true)
		h.Refused(b.Adopt(h.stored(first.ID)), errAway, store.ErrUnwritten)
		own, err := b.Room(first.ID)
		h.Must(err)
		own.Locked(func() {
			if own.Retry.Failed == 0 || !own.OutageUnpaid || own.Broken || own.M.Len() != 2 {
				h.Errorf("failed %d times, unpaid %v, broken %v, %d entries", own.Retry.Failed, own.OutageUnpaid, own.Broken, own.M.Len())
			}
		})
		time.Sleep(10 * time.Second)
		h.store.full.Store(false)
		time.Sleep(time.Minute / 2)
		synctest.Wait()
		if kinds := h.kinds(first.ID); !slices.Equal(kinds, []string{"act", "act", "restart"}) || own.Retry.Failed > 0 || own.OutageUnpaid {
			h.Errorf("its log has %q, failed %d times, unpaid %v", kinds, own.Retry.Failed, own.OutageUnpaid)
		}
	})
}

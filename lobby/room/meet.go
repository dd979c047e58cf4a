package room

import (
	"slices"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/table"
	"arcade/store"
)

// A meeting: both seats of an open table are taken. The match begins and the hidden cards are dealt
// when both people are ready, so no clock runs for an absent player. Sitting down counts as ready,
// except for a friend with a code. The host of a seat for anybody comes to the guest after
// [table.ComeTime] unless it says that it stays; any other host is asked whether it is ready. A program is
// always ready, and so is the host of a match over days. Until the match begins, the store has only the
// open seat, and a restart finds that again.

// Ready records that the visitor is ready for the match of a meeting.
func (v *Participant) Ready(id string) error { return v.Route(id, &table.Ready{}) }

func (v *Participant) readyAt(id string) error {
	t, err := v.ready(id)
	if err == nil {
		v.tables.endOtherSearches(t)
	}
	return err
}

func (v *Participant) ready(id string) (*Room, error) {
	t, err := v.lock(id)
	if err != nil {
		return nil, err
	}
	defer t.Mu.Unlock()
	me := v.Me()
	seat := t.SeatOf(me)
	switch {
	case seat == games.Nobody:
		return nil, table.ErrNotSeated
	case t.Rec.Status == store.Live: // said in another window, or with another key
		return t, nil
	case !t.Meets():
		return nil, games.ErrNotAllowed
	case t.tables.Draining():
		return nil, directory.ErrClosing
	}
	t.Ready[seat] = true
	if err := t.start(me.ID); err != nil {
		t.Ready[seat] = false
		return nil, err
	}
	return t, nil
}

// NotReady takes Ready back, for a meeting's match or a rematch: a visitor who leaves the page is
// not at the table. It does nothing if the visitor was not ready.
func (v *Participant) NotReady(id string) { _ = v.Route(id, &table.NotReady{}) }

func (v *Participant) unready(id string) error {
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	if seat := t.SeatOf(v.Me()); seat != games.Nobody && t.Ready[seat] && t.Next == "" {
		t.Ready[seat] = false
		t.Changed()
	}
	return nil
}

// callOff is endMeeting for a meeting that people call off; a rated one is stored. The lock is held.
func (t *Room) callOff(off ...games.Seat) error {
	rec := t.Rec
	rec.Rated = t.Rated()
	if err := t.endMeeting(off...); err != nil { // else it is called off again, and must not count twice
		return err
	}
	if err := t.tables.storeCalledOff(rec, off); err != nil {
		t.tables.Log.Error("a called-off match was not stored", "match", t.ID, "err", err)
	}
	return nil
}

// endMeeting ends a meeting without a match because the seats in off did not come. The host's seat stays open unless
// the host is in off, or it was a challenge. A question for a rematch stays until it is declined. The lock is held.
func (t *Room) endMeeting(off ...games.Seat) error {
	if err := t.writable(); err != nil {
		return err
	}
	rec := t.Rec
	switch {
	case t.AsksRematch() && t.Now() >= t.ReadyBy(): // the meeting timed out; the question stays
		t.Vacate()
	case slices.Contains(off, 1-t.GuestSeat) || rec.Invited != "":
		t.wakeSeated()
		return t.Delete()
	default:
		t.Refuse(table.PersonIn(rec.Seats[t.GuestSeat]).ID)
		t.Vacate()
	}
	return nil
}

// Vacate reopens the seat of a meeting's guest; the lock is held.
func (t *Room) Vacate() {
	t.wakeSeated()
	t.FreeSeat()
	t.Changed()
}

// wakeSeated wakes the table's people on all nodes: the question to them has changed.
func (t *Room) wakeSeated() {
	for _, s := range t.Rec.Seats {
		if p := table.PersonIn(s); p.Bot == "" {
			t.tables.Nudge(p.ID)
		}
	}
}

// refuse declines an open seat, or a rematch.
func (v *Participant) refuse(id string) error {
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	switch t.Rec.Status {
	case store.Open:
		t.Refuse(v.Me().ID)
	case store.Done:
		if err := t.DeclineRematch(t.SeatOf(v.Me())); err != nil {
			return err
		}
	default:
		return table.ErrFull
	}
	t.Changed()
	return nil
}

package room

import (
	"errors"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/lobby/table"
	"arcade/store"
)

// A meeting: both seats of an open table are taken. The match begins and the hidden cards are dealt
// when both people are ready, so no clock runs for an absent player. Sitting down counts as ready,
// except for a friend with a code. The host of a seat for anybody comes to the guest after
// [table.ComeTime] unless it says that it stays; any other host is asked whether it is ready. A program is
// always ready, and so is the host of a match over days. Until the match begins, the store has only the
// open seat, and a restart finds that again.

// take sits the visitor down, at the table's owner.
func (v *Participant) take(id string, byCode bool) error {
	v.l.Pairing.Lock()
	defer v.l.Pairing.Unlock()
	return v.TakeHeld(id, byCode)
}

// TakeHeld is take with l.Pairing held: two people who sit down at each other's table get one match.
func (v *Participant) TakeHeld(id string, byCode bool) error {
	t, err := v.l.Table(id)
	if err != nil {
		return err
	}
	if err := v.sit(t, byCode); err != nil {
		return err
	}
	v.l.settle(t)
	return nil
}

// sit is take under the table's lock.
func (v *Participant) sit(t *Room, byCode bool) error {
	me := v.Me()
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if !t.Here() {
		return ErrElsewhere
	}
	if err := v.Over(); err != nil {
		return err
	}
	if err := v.MayPlay(); err != nil {
		return err
	}
	err := t.Takes(me, byCode, t.l.goesElsewhere(t.Host(), me.ID))
	if err == nil && t.AsksAgain() && !t.Days() && !v.l.dir.Here(t.Host()) {
		err = ErrHostAway
	}
	if err == nil {
		err = v.l.MayOpen(me, store.Match{})
	}
	unrated := false
	if err == nil && t.Rec.Rated {
		unrated, err = v.unrated(t)
	}
	if err == nil {
		err = v.MayMake() // each attempt asks the host
	}
	if err == nil {
		err = t.seat(me, !byCode, unrated)
	}
	return err
}

// unrated reports whether the visitor makes the match of a rated seat casual. Only a search accepts
// that; any other rated seat refuses a visitor who may not play rated.
func (v *Participant) unrated(t *Room) (bool, error) {
	if v.Me().Guest {
		return true, nil // table.Takes has refused it at any other seat
	}
	err := v.l.fair.MayRate(v.Me().ID)
	if w := (*WaitError)(nil); errors.As(err, &w) && t.Quick {
		return true, nil
	}
	return false, err
}

// seat puts a person on the empty seat, and begins the match unless a player must agree first. The
// caller holds the lock.
func (t *Room) seat(p Person, ready, unrated bool) error {
	t.Sit(t.l.SeatFor(p, t.Rec), ready)
	t.Unrated = unrated
	if err := t.start(p.ID); err != nil {
		t.Vacate()
		return err
	}
	return nil
}

// start begins the match of a meeting if its people are ready, and asks them otherwise. The lock
// is held, by a visitor who comes to the table anyway: by is not called to it.
func (t *Room) start(by string) error {
	if slices.Contains(t.Rematch, false) {
		t.Changed()
		t.ask()
		return nil
	}
	rec := t.Rec
	rec.Status, rec.Started, rec.Seats, rec.Rated = store.Live, t.Now(), slices.Clone(rec.Seats), t.Rated()
	for i, s := range rec.Seats { // a rating may have changed since the seat was taken
		p := table.PersonIn(s)
		if s.Player != "" {
			p.Name = t.l.nameOf(s)
		}
		rec.Seats[i] = t.l.SeatFor(p, rec)
	}
	t.l.fair.Terms(&rec, table.PersonIn(rec.Seats[1-t.Came]).ID, table.PersonIn(rec.Seats[t.Came]).ID)
	err := t.l.thinking.Deal(&rec, nil, nil)
	if err == nil {
		err = t.Update(rec)
	}
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	t.Rec, t.Quick = rec, false
	t.EndMeeting()
	t.l.dir.DropCode(rec.Code)
	if err := t.begin(); err != nil {
		return err
	}
	t.Changed()
	t.callPeople(by)
	return nil
}

// settle ends the other searches of a table's people: a guest's once it has sat down, the host's
// once the match begins.
func (l *Hall) settle(t *Room) {
	t.Mu.Lock()
	var settled []string
	for i, s := range t.Rec.Seats {
		if t.Rec.Status == store.Live || t.Meets() && t.Rematch[i] {
			settled = append(settled, table.PersonIn(s).ID)
		}
	}
	t.Mu.Unlock()
	for _, person := range settled {
		l.EndSearches(person, t.ID)
	}
}

// Ready records that the visitor is ready for the match of a meeting.
func (v *Participant) Ready(id string) error { return v.Command(id, &table.Ready{}) }

func (v *Participant) readyAt(id string) error {
	t, err := v.ready(id)
	if err == nil {
		v.l.settle(t)
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
		return nil, ErrNotSeated
	case t.Rec.Status == store.Live: // said in another window, or with another key
		return t, nil
	case !t.Meets():
		return nil, games.ErrNotAllowed
	case t.l.Draining():
		return nil, ErrClosing
	}
	t.Rematch[seat] = true
	if err := t.start(me.ID); err != nil {
		t.Rematch[seat] = false
		return nil, err
	}
	return t, nil
}

// NotReady takes Ready back, for a meeting's match or a rematch: a visitor who leaves the page is
// not at the table. It does nothing if the visitor was not ready.
func (v *Participant) NotReady(id string) { _ = v.Command(id, &table.NotReady{}) }

func (v *Participant) unready(id string) error {
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	if seat := t.SeatOf(v.Me()); seat != games.Nobody && t.Rematch[seat] && t.Next == "" {
		t.Rematch[seat] = false
		t.Changed()
	}
	return nil
}

// part is endMeeting for a meeting that people call off; a rated one is stored. The lock is held.
func (t *Room) part(off ...games.Seat) error {
	rec := t.Rec
	rec.Rated = t.Rated()
	if err := t.endMeeting(off...); err != nil { // else it is called off again, and must not count twice
		return err
	}
	if err := t.l.keepOff(rec, off); err != nil {
		t.l.log.Error("store a called-off match", "match", t.ID, "err", err)
	}
	return nil
}

// endMeeting ends a meeting without a match because the seats in off did not come. The host's seat stays open unless the host is in off, or it was a challenge. A question
// for a rematch stays until it is declined. The lock is held.
func (t *Room) endMeeting(off ...games.Seat) error {
	if err := t.writable(); err != nil {
		return err
	}
	rec := t.Rec
	switch {
	case t.AsksAgain() && t.Now() >= t.ReadyBy(): // the meeting timed out; the question stays
		t.Vacate()
	case slices.Contains(off, 1-t.Came) || rec.Invited != "":
		t.ask()
		return t.Drop()
	default:
		t.Refuse(table.PersonIn(rec.Seats[t.Came]).ID)
		t.Vacate()
	}
	return nil
}

// Vacate reopens the seat of a meeting's guest; the lock is held.
func (t *Room) Vacate() {
	t.ask()
	t.Free()
	t.Changed()
}

// ask wakes the table's people on all nodes: the question to them has changed.
func (t *Room) ask() {
	for _, s := range t.Rec.Seats {
		if p := table.PersonIn(s); p.Bot == "" {
			t.l.Nudge(p.ID)
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
		return ErrFull
	}
	t.Changed()
	return nil
}

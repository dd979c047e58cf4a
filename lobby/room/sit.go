package room

import (
	"errors"
	"fmt"
	"slices"

	"arcade/lobby/fair"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/store"
)

// handleSit sits the visitor down, at the table's owner.
func (v *Participant) handleSit(id string, byCode bool) error {
	v.tables.Pairing.Lock()
	defer v.tables.Pairing.Unlock()
	return v.SitLocked(id, byCode)
}

// SitLocked is handleSit with Pairing held: two people who sit down at each other's table get one match.
func (v *Participant) SitLocked(id string, byCode bool) error {
	t, err := v.tables.Room(id)
	if err != nil {
		return err
	}
	if err := v.sit(t, byCode); err != nil {
		return err
	}
	v.tables.endOtherSearches(t)
	return nil
}

// sit puts the visitor on the table's empty seat, and begins the match if everybody is ready.
func (v *Participant) sit(t *Room, byCode bool) error {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	unrated, err := v.maySit(t, byCode)
	if err != nil {
		return err
	}
	me := v.Me()
	t.Sit(t.tables.SeatFor(me, t.Rec), !byCode)
	t.Unrated = unrated
	if err := t.start(me.ID); err != nil {
		t.Vacate()
		return err
	}
	return nil
}

// maySit returns the reason why the visitor may not sit down, whichever way it came; unrated reports whether it
// makes the match casual. It is the one place that decides this: the table's value judges the seat, and the room
// the visitor and the host. The lock is held.
func (v *Participant) maySit(t *Room, byCode bool) (unrated bool, err error) {
	me := v.Me()
	if !t.Here() {
		return false, ErrElsewhere
	}
	if err := v.Over(); err != nil {
		return false, err
	}
	if err := v.MayPlay(); err != nil {
		return false, err
	}
	if err := t.MaySit(me, byCode, t.tables.sitsElsewhere(t.Host(), me.ID)); err != nil {
		return false, err
	}
	if t.AsksRematch() && !t.Days() && !v.tables.Directory.Here(t.Host()) {
		return false, table.ErrHostAway
	}
	if err := v.tables.MayOpen(me, store.Match{}); err != nil {
		return false, err
	}
	if t.Rec.Rated {
		if unrated, err = v.unrated(t); err != nil {
			return false, err
		}
	}
	return unrated, v.MayMake() // each attempt asks the host
}

// unrated reports whether the visitor makes the match of a rated seat casual. Only a search accepts
// that; any other rated seat refuses a visitor who may not play rated.
func (v *Participant) unrated(t *Room) (bool, error) {
	if v.Me().Guest {
		return true, nil // table.MaySit has refused it at any other seat
	}
	err := v.tables.Fair.MayRate(v.Me().ID)
	if w := (*fair.WaitError)(nil); errors.As(err, &w) && t.Quick {
		return true, nil
	}
	return false, err
}

// start begins the match of a meeting if its people are ready, and asks them otherwise. The lock
// is held, by a visitor who comes to the table anyway: by is not called to it.
func (t *Room) start(by string) error {
	if slices.Contains(t.Ready, false) {
		t.Changed()
		t.wakeSeated()
		return nil
	}
	rec := t.Rec
	rec.Status, rec.Started, rec.Seats, rec.Rated = store.Live, t.Now(), slices.Clone(rec.Seats), t.Rated()
	for i, s := range rec.Seats { // a rating may have changed since the seat was taken
		p := table.PersonIn(s)
		if s.Player != "" {
			p.Name = t.tables.nameOf(s)
		}
		rec.Seats[i] = t.tables.SeatFor(p, rec)
	}
	t.tables.Fair.Terms(&rec, table.PersonIn(rec.Seats[1-t.GuestSeat]).ID, table.PersonIn(rec.Seats[t.GuestSeat]).ID)
	err := t.tables.Thinking.Deal(&rec, nil, nil)
	if err == nil {
		err = t.Update(rec)
	}
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	t.Rec, t.Quick = rec, false
	t.EndMeeting()
	t.tables.Directory.DropCode(rec.Code)
	if err := t.begin(); err != nil {
		return err
	}
	t.tables.callPeople(t.Rec, by)
	t.Changed()
	return nil
}

// begin starts the match of a record without empty seats. It marks people who are not at the table
// as away: if one of them does not come, the match ends.
func (t *Room) begin() error {
	if err := t.Fold(nil); err != nil {
		return err
	}
	if t.Now()-t.M.Started() >= slowStore.Milliseconds() { // the store took long
		t.noteFailure()
	}
	for i, s := range t.Rec.Seats {
		t.Away[i] = table.Away{}
		if p := table.PersonIn(s); s.Bot == "" && !t.watchedBy(p.ID) {
			t.Away[i] = table.Away{Since: t.Now(), Grace: t.tables.Config.Grace, Coming: t.tables.Directory.Here(p.ID)}
		}
	}
	_ = t.finishDealt() // if it fails, the timer tries again
	return nil
}

// callPeople calls the people of a match that has begun to its table, except but, who has just sat down. A match over
// days only gets a hint on their screens. It comes before the change is announced: who hears of a match that has begun
// goes there by the call, and is not told of it twice.
func (ts *Tables) callPeople(rec store.Match, but string) {
	for _, s := range rec.Seats {
		if p := table.PersonIn(s); p.ID != "" && p.Bot == "" && p.ID != but {
			ts.Call(p.ID, rec.ID)
		}
	}
}

// endOtherSearches ends the other searches of a table's people: a guest's once it has sat down, the host's
// once the match begins.
func (ts *Tables) endOtherSearches(t *Room) {
	t.Mu.Lock()
	var settled []string
	for i, s := range t.Rec.Seats {
		if t.Rec.Status == store.Live || t.Meets() && t.Ready[i] {
			settled = append(settled, table.PersonIn(s).ID)
		}
	}
	t.Mu.Unlock()
	for _, person := range settled {
		ts.EndSearches(person, t.ID)
	}
}

// SeatFor returns a person's seat in a match, with the present rating.
func (ts *Tables) SeatFor(p table.Person, rec store.Match) store.Seat {
	if p.Guest {
		return store.Seat{Guest: p.ID, Name: p.Name}
	}
	s := store.Seat{Player: p.ID, Name: p.Name, Remote: p.Remote}
	if len(rec.Seats) > 1 {
		r := ts.Rating(ts.Tasks.Work(), ledger.Pool(ts.Config.Games, rec), p.ID)
		s.Rating, s.Deviation = r.Rating.Rating, r.Rating.Deviation
	}
	return s
}

package room

import (
	"errors"
	"fmt"
	"time"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/store"
)

// Open stores a new match and puts it on a table; it begins if no seat is empty.
func (ts *Tables) Open(host table.Person, rec store.Match, m table.Meeting) (string, error) {
	if err := ts.MayOpen(host, rec); err != nil {
		return "", err
	}
	if ledger.Full(rec) {
		rec.Status, rec.Started = store.Live, rec.Created
	} else if rec.Invited == "" {
		rec.Code = ts.Directory.NewCode(CodeLen)
	}
	t, err := ts.CreateTable(rec, m)
	if err != nil {
		return "", err
	}
	defer t.Mu.Unlock()
	rec = t.Rec
	if rec.Status == store.Live {
		if err := t.begin(); err != nil {
			return "", err
		}
	}
	if !ts.Directory.Here(host.ID) { // the host left while the store was writing
		if host.Guest && t.People() == 1 && t.Delete() == nil {
			return "", directory.ErrLeft
		}
		t.markAway(host, table.Away{Since: t.Now(), Grace: ts.Config.Grace})
	}
	if rec.Status == store.Live {
		ts.callPeople(t.Rec, "")
	}
	t.Changed()
	if rec.Invited != "" {
		ts.Nudge(rec.Invited)
	}
	return rec.ID, nil
}

// BeginMatch begins a full match under its own id, and calls its people. [store.ErrExists] if it has
// begun already.
func (ts *Tables) BeginMatch(rec store.Match) error {
	if ts.Draining() {
		return directory.ErrClosing
	}
	rec.Status, rec.Started = store.Live, rec.Created
	t, err := ts.CreateTable(rec, table.Meeting{})
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	if err := t.begin(); err != nil {
		return err
	}
	ts.callPeople(t.Rec, "")
	t.Changed()
	return nil
}

// CreateTable stores a new match, under a new id if it has none, and returns its table locked.
func (ts *Tables) CreateTable(rec store.Match, m table.Meeting) (*Room, error) {
	defer ts.HoldDeletions()()
	if err := ts.PlayersExist(rec); err != nil {
		return nil, err
	}
	if !ts.mayOwn() {
		return nil, ErrMoving
	}
	rec.Owner = ts.Config.Node
	for given := rec.ID != ""; ; {
		if !given {
			rec.ID = names.ID(idLen)
		}
		// The table is listed before the store has its match, so that each match in the store has an
		// owner in the lists.
		t, err := ts.list(rec, m)
		if errors.Is(err, store.ErrExists) && !given {
			continue
		} else if err != nil {
			return nil, err
		}
		if err = ts.create(rec); err == nil {
			return t, nil
		}
		t.Rec.Status = store.Done
		t.leaveMemory()
		t.Mu.Unlock()
		switch exists := errors.Is(err, store.ErrExists); {
		case exists && !given:
			continue
		case exists:
			if rec, err = ts.storedUnseen(rec); err == nil {
				return ts.list(rec, m)
			}
		case !given && !store.IsAnswer(err):
			ts.forget(rec)
		}
		return nil, fmt.Errorf("new match: %w", err)
	}
}

// list makes the table of a match and lists it, locked. Close waits for the locks of the tables listed before it.
func (ts *Tables) list(rec store.Match, m table.Meeting) (*Room, error) {
	t := ts.NewTable(rec)
	t.Mu.Lock()
	t.Quick, t.Beside = m.Quick, m.Beside
	if err := ts.Directory.Add(t.LocalTable, t.Rec.Code); err != nil {
		return nil, err
	}
	return t, nil
}

// storedUnseen returns the stored match with the ID of a new one, if this node has stored it without hearing the
// answer: then nobody has seen it, and it takes the new one's place. [store.ErrExists] for any other match.
func (ts *Tables) storedUnseen(rec store.Match) (store.Match, error) {
	stored, err := ts.record(rec.ID)
	if err == nil && (stored.Owner != rec.Owner || stored.Status != rec.Status || stored.Previous != rec.Previous || stored.Epoch > 0 || stored.Entries > 0) {
		err = store.ErrExists
	}
	return stored, err
}

// idLen is the length of a match's ID.
const idLen = 8

// forget deletes a match whose creation the store did not answer. Its people were told that they do not have it, and
// nobody else knows its ID. The write may still be on its way, so a match that is not there is looked for again.
func (ts *Tables) forget(rec store.Match) {
	ts.forgetting.Store(rec.ID, true)
	ts.Tasks.Spawn("match without an answer", func() {
		defer ts.forgetting.Delete(rec.ID)
		var pause Pause
		for missing := 0; missing < 3; {
			pause.Fail()
			select {
			case <-ts.Tasks.Context().Done():
				return
			case <-time.After(pause.Left()):
			}
			switch err := ts.Config.Store.DeleteMatch(ts.Tasks.Work(), rec); {
			case errors.Is(err, store.ErrNotFound):
				missing++
			case err == nil, RefusedWrite(err):
				return
			}
		}
	})
}

// create stores a new match and a run's note, and deletes both if a player was deleted meanwhile.
func (ts *Tables) create(rec store.Match) error {
	if err := ts.Config.Store.CreateMatch(ts.Tasks.Work(), rec); err != nil {
		return err
	}
	err := ts.PlayersStillExist(rec)
	if err == nil {
		err = ts.Solo.Note(rec)
	}
	if err != nil {
		err = errors.Join(err, ts.Config.Store.DeleteMatch(ts.Tasks.Work(), rec))
	}
	return err
}

// MayOpen checks a person's limits on open seats and unfinished games.
func (ts *Tables) MayOpen(host table.Person, rec store.Match) error {
	open, live := 0, 0
	for _, s := range ts.Directory.SummariesOf(host.ID) {
		if s.SeatOf(host.ID) == games.Nobody {
			continue
		}
		switch s.Status {
		case store.Open:
			open++
		case store.Live:
			live++
		}
	}
	if ts.Draining() {
		return directory.ErrClosing
	}
	if live >= ts.Config.MaxGames || !ledger.Full(rec) && open >= ts.Config.MaxSeats {
		return ErrTooMany
	}
	return nil
}

// Nudge wakes a person on any node.
func (ts *Tables) Nudge(person string) { ts.Directory.Reach(directory.Message{Person: person}) }

// CodeLen is the length of a join code: 30 random bits.
const CodeLen = 6

// nameOf returns a seated player's present name.
func (ts *Tables) nameOf(s store.Seat) string {
	if p, err := ts.Config.Store.Player(ts.Tasks.Work(), s.Player); err == nil {
		return p.Name
	}
	return s.Name
}

// lockOpen is lock for a table with an open seat; ErrFull.
func (v *Participant) lockOpen(id string) (*Room, error) {
	t, err := v.lock(id)
	if err == nil && t.Rec.Status != store.Open {
		t.Mu.Unlock()
		return nil, table.ErrFull
	}
	return t, err
}

// Cancel closes the visitor's open seat, declines a challenge, or ends a meeting: then the seat
// stays open, unless the host cancels.
func (v *Participant) Cancel(id string) error { return v.Route(id, &table.Cancel{}) }

func (v *Participant) cancel(id string) error {
	t, err := v.lockOpen(id)
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	me := v.Me()
	switch seat := t.SeatOf(me); {
	case seat == games.Nobody && t.Rec.Invited != me.ID:
		return ErrNotYours
	case t.Meets() && t.Beside != "" && seat == 1-t.GuestSeat: // it stays with its bot, as it may
		return t.endMeeting(seat)
	case t.Meets():
		return t.callOff(seat)
	}
	return t.Delete()
}

// ToDays changes the visitor's unanswered seat for now into one of a day a move, which stays when
// its host leaves.
func (v *Participant) ToDays(id string) error { return v.Route(id, &table.ToDays{}) }

func (v *Participant) toDays(id string) error {
	me := v.Me()
	if me.Guest {
		return table.ErrGuestDays
	}
	t, err := v.lockOpen(id)
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	if t.SeatOf(me) == games.Nobody {
		return ErrNotYours
	}
	if t.Meets() {
		return table.ErrFull
	}
	rec := t.Rec
	rec.Control = OneDay
	control, err := games.ParseControl(rec.Control)
	if err != nil {
		return err
	}
	if err := t.Update(rec); err != nil {
		return err
	}
	t.Rec, t.Control = rec, control
	t.Quick = false
	t.Changed()
	return nil
}

// OneDay is the control of a match played over days.
const OneDay = "1d"

// Call calls a person to a table that has begun; the home screen shows it to absent people.
func (ts *Tables) Call(person, table string) {
	ts.Directory.Reach(directory.Message{Person: person, Call: table})
}

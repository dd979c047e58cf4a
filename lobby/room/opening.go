package room

import (
	"errors"
	"fmt"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/store"
)

// SeatFor returns a person's seat in a match, with the present rating.
func (l *Hall) SeatFor(p Person, rec store.Match) store.Seat {
	if p.Guest {
		return store.Seat{Guest: p.ID, Name: p.Name}
	}
	s := store.Seat{Player: p.ID, Name: p.Name, Remote: p.Remote}
	if len(rec.Seats) > 1 {
		r := l.Rating(l.tasks.Work(), ledger.Pool(l.cfg.Games, rec), p.ID)
		s.Rating, s.Deviation = r.Rating.Rating, r.Rating.Deviation
	}
	return s
}

// Open stores a new match and puts it on a table; it begins if no seat is empty.
func (l *Hall) Open(host Person, rec store.Match, m table.Meeting) (string, error) {
	if err := l.MayOpen(host, rec); err != nil {
		return "", err
	}
	if ledger.Full(rec) {
		rec.Status, rec.Started = store.Live, rec.Created
	} else if rec.Invited == "" {
		rec.Code = l.dir.NewCode(CodeLen)
	}
	t, err := l.Keep(rec, m)
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
	if !l.dir.Here(host.ID) { // the host left while the store was writing
		if host.Guest && t.People() == 1 && t.Drop() == nil {
			return "", ErrLeft
		}
		t.left(host, table.Away{Since: t.Now(), Grace: l.cfg.Grace})
	}
	t.Changed()
	if rec.Status == store.Live {
		t.callPeople("")
	}
	if rec.Invited != "" {
		l.Nudge(rec.Invited)
	}
	return rec.ID, nil
}

// Begins begins a full match under its own id, and calls its people. [store.ErrExists] if it has
// begun already.
func (l *Hall) Begins(rec store.Match) error {
	if l.Draining() {
		return ErrClosing
	}
	rec.Status, rec.Started = store.Live, rec.Created
	t, err := l.Keep(rec, table.Meeting{})
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	if err := t.begin(); err != nil {
		return err
	}
	t.Changed()
	t.callPeople("")
	return nil
}

// Keep stores a new match, under a new id if it has none, and returns its table locked.
func (l *Hall) Keep(rec store.Match, m table.Meeting) (*Room, error) {
	defer l.Naming()()
	if err := l.Named(rec); err != nil {
		return nil, err
	}
	if !l.keeping() {
		return nil, ErrMoving
	}
	rec.Owner = l.cfg.Node
	for given := rec.ID != ""; ; {
		if !given {
			rec.ID = names.ID(8)
		}
		t := l.NewTable(rec)
		t.Mu.Lock()
		t.Quick, t.Beside = m.Quick, m.Beside
		// The table is listed before the store has its match, so that each match in the store has an
		// owner in the lists. Close waits for the locks of the tables listed before it.
		if err := l.dir.Place(t.Place, t.Rec.Code); errors.Is(err, store.ErrExists) && !given {
			continue
		} else if err != nil {
			return nil, err
		}
		err := l.create(rec)
		if err == nil {
			return t, nil
		}
		t.Rec.Status = store.Done
		t.forget()
		t.Mu.Unlock()
		if given || !errors.Is(err, store.ErrExists) {
			return nil, fmt.Errorf("new match: %w", err)
		}
	}
}

// create stores a new match and a run's note, and deletes both if a player was deleted meanwhile.
func (l *Hall) create(rec store.Match) error {
	if err := l.cfg.Store.CreateMatch(l.tasks.Work(), rec); err != nil {
		return err
	}
	err := l.NamedStill(rec)
	if err == nil {
		err = l.runs.Note(rec)
	}
	if err != nil {
		err = errors.Join(err, l.cfg.Store.DeleteMatch(l.tasks.Work(), rec.ID, rec.Epoch))
	}
	return err
}

// MayOpen checks a person's limits on open seats and unfinished games.
func (l *Hall) MayOpen(host Person, rec store.Match) error {
	open, live := 0, 0
	for _, s := range l.dir.OwnSummaries(host.ID) {
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
	if l.Draining() {
		return ErrClosing
	}
	if live >= l.cfg.MaxGames || !ledger.Full(rec) && open >= l.cfg.MaxSeats {
		return ErrTooMany
	}
	return nil
}

// Nudge wakes a person on any node.
func (l *Hall) Nudge(person string) { l.dir.Reach(directory.Message{Person: person}) }

// CodeLen is the length of a join code: 30 random bits.
const CodeLen = 6

// Update replaces the record of the table's match; the lock is held. ErrStale if another node owns
// it.
func (t *Room) Update(rec store.Match) error {
	if err := t.writable(); err != nil {
		return err
	}
	defer t.l.Naming()()
	if err := t.l.Named(rec); err != nil {
		return err
	}
	err := t.l.cfg.Store.UpdateMatch(t.l.tasks.Work(), rec)
	if RefusedWrite(err) {
		return t.stepBack(err)
	} else if err != nil {
		return err
	}
	if err := t.l.NamedStill(rec); err != nil {
		return errors.Join(err, t.l.cfg.Store.UpdateMatch(t.l.tasks.Work(), t.Stored(t.Rec)))
	}
	return nil
}

// begin starts the match of a record without empty seats. It marks people who are not at the table
// as away: if one of them does not come, the match ends.
func (t *Room) begin() error {
	if err := t.Fold(nil); err != nil {
		return err
	}
	if t.Now()-t.M.Started() >= slowStore.Milliseconds() { // the store took long
		t.fails()
	}
	for i, s := range t.Rec.Seats {
		t.Away[i] = table.Away{}
		if p := table.PersonIn(s); s.Bot == "" && !t.watchedBy(p.ID) {
			t.Away[i] = table.Away{Since: t.Now(), Grace: t.l.cfg.Grace, Coming: t.l.dir.Here(p.ID)}
		}
	}
	return nil
}

// nameOf returns a seated player's present name.
func (l *Hall) nameOf(s store.Seat) string {
	if p, err := l.cfg.Store.Player(l.tasks.Work(), s.Player); err == nil {
		return p.Name
	}
	return s.Name
}

// callPeople calls the seated people to the table, except but, who has just sat down. A match over
// days only gets a hint on their screens.
func (t *Room) callPeople(but string) {
	for _, s := range t.Rec.Seats {
		if p := table.PersonIn(s); p.ID != "" && p.Bot == "" && p.ID != but {
			t.l.Call(p.ID, t.ID)
		}
	}
}

// lockOpen is lock for a table with an open seat; ErrFull.
func (v *Participant) lockOpen(id string) (*Room, error) {
	t, err := v.lock(id)
	if err == nil && t.Rec.Status != store.Open {
		t.Mu.Unlock()
		return nil, ErrFull
	}
	return t, err
}

// Cancel closes the visitor's open seat, declines a challenge, or ends a meeting: then the seat
// stays open, unless the host cancels.
func (v *Participant) Cancel(id string) error { return v.Command(id, &table.Cancel{}) }

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
	case t.Meets() && t.Beside != "" && seat == 1-t.Came: // it stays with its bot, as it may
		return t.endMeeting(seat)
	case t.Meets():
		return t.part(seat)
	}
	return t.Drop()
}

// ToDays changes the visitor's unanswered seat for now into one of a day a move, which stays when
// its host leaves.
func (v *Participant) ToDays(id string) error { return v.Command(id, &table.ToDays{}) }

func (v *Participant) toDays(id string) error {
	me := v.Me()
	if me.Guest {
		return ErrGuestDays
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
		return ErrFull
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
func (l *Hall) Call(person, table string) {
	l.dir.Reach(directory.Message{Person: person, Call: table})
}

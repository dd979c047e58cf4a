package room

import (
	"errors"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/store"
)

// Watch brings the visitor to a table: to its own seat, which makes this window the person's active one, or among the
// spectators. It is woken at each change until Unwatch. ErrNoTable for a match that is not open or live (see Replay),
// ErrPrivate for a stranger at a private one, ErrHidden at a daily run while its day lasts.
func (v *Participant) Watch(id string) error {
	come := func() error { return v.Route(id, &table.Watch{}) }
	if p, err := v.tables.Find(id); err == nil {
		p.Mu.Lock()
		seat := p.SeatOf(v.Me())
		p.Mu.Unlock()
		if seat != games.Nobody {
			return v.AsActive(come)
		}
	}
	return come()
}

func (v *Participant) watch(id string) error {
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	if err = t.addWatcher(v); err == nil {
		t.Changed()
	}
	return err
}

// addWatcher adds a visit to the watchers. The lock is held, and the caller calls Changed.
func (t *Room) addWatcher(v *Participant) error {
	if t.Gone {
		return table.ErrNoTable
	}
	seat := t.SeatOf(v.Me())
	if err := table.MayWatch(t.Rec, seat); err != nil {
		return err
	}
	t.Watchers[v.Presence] = struct{}{}
	v.SetAt(t.ID, "")
	if seat != games.Nobody && v.MayPlay() == nil {
		t.Away[seat] = table.Away{}
		if ledger.AtScreen(t.Rec) {
			clear(t.Away)
		}
		t.storeAbsence(games.Back, t.Now())
	}
	return nil
}

// Unwatch takes the visitor away from a table. A player who leaves a live match is shown as gone, with the
// shorter grace. A window that was taken over does not leave by choice: it has been taken away from its tables.
func (v *Participant) Unwatch(id string) {
	if v.Over() != nil {
		return
	}
	v.SetAt("", id)
	if own, follower := v.tables.Directory.Table(id); own != nil || follower != nil { // else the table is gone
		_ = v.Route(id, &table.Unwatch{}) // an owner that misses it learns from the next beat
	}
}

func (v *Participant) unwatch(id string) error {
	t, err := v.tables.Room(id)
	if err != nil {
		return err
	}
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if !t.Here() {
		return ErrElsewhere
	}
	if _, ok := t.Watchers[v.Presence]; !ok {
		return nil
	}
	delete(t.Watchers, v.Presence)
	if me := v.Me(); !t.watchedBy(me.ID) {
		t.markAway(me, table.Away{Since: t.Now(), Grace: t.tables.Config.GraceLeft})
	}
	t.Changed()
	return nil
}

// markAway marks a seated person as away. The grace runs from the person's last moment at the table: a short visit to
// the house does not restart it.
func (t *Room) markAway(p table.Person, a table.Away) {
	seat := t.SeatOf(p)
	if seat == games.Nobody {
		return
	}
	t.Ready[seat] = false
	if t.Rec.Status == store.Done {
		t.Ended = t.Ended || t.LeavesSeries(a)
	} else {
		if t.staysOpen(seat) {
			return
		}
		if t.Away[seat].Since != 0 {
			a = t.Away[seat]
			a.Coming = false
		}
		t.Away[seat] = a
		if ledger.AtScreen(t.Rec) { // both players left with the screen: cover the cards again
			t.Away[1-seat], t.Lifted = a, games.Nobody
		}
		t.storeAbsence(games.Rest, t.Now())
	}
}

// staysOpen reports whether an open seat waits although its person is not at the table: while the person is
// in the house, on any node; and a meeting waits for its guest until its own end. The lock is held.
func (p *LocalTable) staysOpen(seat games.Seat) bool {
	return p.Rec.Status == store.Open && (p.tables.Directory.Here(table.PersonIn(p.Rec.Seats[seat]).ID) || p.Meets() && seat == p.GuestSeat)
}

// storeAbsence stores since when (Rest) or that no longer (Back) a player who is not on turn is away. A failure is only
// logged.
func (t *Room) storeAbsence(kind games.Kind, at int64) {
	e, due := t.RestEntry(kind, at)
	if !due {
		return
	}
	if err := t.Store(e); err != nil && !errors.Is(err, directory.ErrClosing) { // the player's return tries again
		t.tables.Log.Error("the entry of an absence was not stored", "match", t.ID, "err", err)
	}
}

// Supersede takes a window that was taken over away from its tables. The person is in another window, and its
// own seats expect it back.
func (ts *Tables) Supersede(old *Participant) {
	for _, t := range old.Tables() {
		LocalOf(t).VisitLeft(old, false)
	}
}

// Arrive ends a person's absence at its open seats: it is back in the house.
func (ts *Tables) Arrive(person string) {
	for _, t := range ts.RoomsOf(person) {
		if s := t.Shown.Load(); s.Status != store.Open || s.SeatOf(person) == games.Nobody {
			continue
		}
		t.Locked(func() {
			if t.Rec.Status == store.Open && !t.Gone && ts.Directory.Here(person) {
				if seat := ledger.SeatOf(t.Rec, person); seat != games.Nobody {
					t.Away[seat] = table.Away{}
				}
				t.Changed()
			}
		})
	}
}

package room

import (
	"errors"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/store"
)

// Watch brings the visitor to a table: to its own seat, or among the spectators.
// It is woken at each change until Unwatch. ErrNoTable for a match that is not
// open or live (see Replay), ErrPrivate for a stranger at a private one, ErrHidden
// at a daily run while its day lasts.
func (v *Participant) Watch(id string) error { return v.Command(id, &table.Watch{}) }

func (v *Participant) watch(id string) error {
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	if err = t.come(v); err == nil {
		t.Changed()
	}
	return err
}

// come has a visit among the watchers; the lock is held, and [table.changed] is to follow.
func (t *Room) come(v *Participant) error {
	if t.Gone {
		return ErrNoTable
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
		t.rest(games.Back, t.Now())
	}
	return nil
}

// Unwatch takes the visitor away from a table. A player who leaves a live match
// is shown as gone, with the shorter grace.
func (v *Participant) Unwatch(id string) {
	v.SetAt("", id)
	if own, follower := v.l.dir.Table(id); own != nil || follower != nil { // else it is forgotten, or taken down
		_ = v.Command(id, &table.Unwatch{}) // an owner that does not receive it now will miss the visit
	}
}

func (v *Participant) unwatch(id string) error {
	t, err := v.l.Table(id)
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
	a := table.Away{Since: t.Now(), Grace: t.l.cfg.GraceLeft}
	if v.Over() != nil { // the same person is on the way in another window
		a.Grace, a.Coming = t.l.cfg.Grace, true
	}
	if me := v.Me(); !t.watchedBy(me.ID) {
		t.left(me, a)
	}
	t.Changed()
	return nil
}

// left notes that a seated person is not at the table. An open seat stays up
// while its host is in the house. The grace runs from when the person was last
// at the table: it does not begin again for one who looks into the house and goes.
func (t *Room) left(p Person, a table.Away) {
	seat := t.SeatOf(p)
	if seat == games.Nobody {
		return
	}
	t.Rematch[seat] = false
	if t.Rec.Status == store.Done {
		t.Ended = t.Ended || t.LeavesSeries(a)
	} else {
		if t.Rec.Status == store.Open && (t.l.dir.Here(p.ID) || t.Meets() && seat == t.Came) {
			return // who came and goes for good is waited for as long as the meeting lasts
		}
		if t.Away[seat].Since != 0 {
			a = t.Away[seat]
			a.Coming = false
		}
		t.Away[seat] = a
		if ledger.AtScreen(t.Rec) { // both have gone, so the hidden cards belong to neither
			t.Away[1-seat], t.Lifted = a, games.Nobody
		}
		t.rest(games.Rest, t.Now())
	}
}

// rest notes that a player is away, or back, while no one waits for it.
func (t *Room) rest(kind games.Kind, at int64) {
	e, due := t.Rest(kind, at)
	if !due {
		return
	}
	if err := t.Add(e); err != nil && !errors.Is(err, ErrClosing) { // who comes back sees to it
		t.l.log.Error("rest", "match", t.ID, "err", err)
	}
}

// Supersede takes a visit that has been superseded away from its tables. The same
// person has come in again, and is expected at those with a seat of its own.
func (l *Hall) Supersede(old *Participant) {
	old.Forsake()
	for _, t := range old.Concern() {
		PlaceOf(t).VisitLeft(old, false)
	}
}

// Arrive clears the absence of a person who has come back to the house, from its open seats.
func (l *Hall) Arrive(person string) {
	for _, t := range l.TablesOf(person) {
		if s := t.Shown.Load(); s.Status != store.Open || s.SeatOf(person) == games.Nobody {
			continue
		}
		t.Locked(func() {
			if t.Rec.Status == store.Open && !t.Gone && l.dir.Here(person) {
				if seat := ledger.SeatOf(t.Rec, person); seat != games.Nobody {
					t.Away[seat] = table.Away{}
				}
				t.Changed()
			}
		})
	}
}

package lobby

import (
	"errors"
	"slices"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/records"
	"arcade/store"
)

// Watch brings the visitor to a table: to its own seat, or among the spectators.
// It is woken at each change until Unwatch. ErrNoTable for a match that is not
// open or live (see Replay), ErrPrivate for a stranger at a private one, ErrHidden
// at a daily run while its day lasts.
func (v *Visit) Watch(id string) error { return v.deed("watch", id) }

func (v *Visit) watch(id string) error {
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	if err = t.come(v); err == nil {
		t.changed()
	}
	return err
}

// come has a visit among the watchers; the lock is held, and [table.changed] is to follow.
func (t *table) come(v *Visit) error {
	if t.gone {
		return ErrNoTable
	}
	seat := t.seatOf(v.Me())
	if err := records.MayWatch(t.rec, seat); err != nil {
		return err
	}
	t.watchers[v] = struct{}{}
	v.setAt(t.id, "")
	if seat != games.Nobody && v.mayPlay() == nil {
		t.away[seat] = away{}
		if ledger.AtScreen(t.rec) {
			clear(t.away)
		}
		t.rest(games.Back, t.now())
	}
	return nil
}

// Unwatch takes the visitor away from a table. A player who leaves a live match
// is shown as gone, with the shorter grace.
func (v *Visit) Unwatch(id string) {
	v.setAt("", id)
	v.l.mu.Lock()
	known := v.l.tables[id] != nil || v.l.mirrors[id] != nil // else it is forgotten, or taken down
	v.l.mu.Unlock()
	if known {
		_ = v.deed("unwatch", id) // a keeper that does not hear it now will miss the visit
	}
}

func (v *Visit) unwatch(id string) error {
	t, err := v.l.table(id)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.keeper != "" {
		return errElsewhere
	}
	if _, ok := t.watchers[v]; !ok {
		return nil
	}
	delete(t.watchers, v)
	a := away{since: t.now(), grace: t.l.cfg.GraceLeft}
	if v.Over() != nil { // the same person is on the way in another window
		a.grace, a.coming = t.l.cfg.Grace, true
	}
	if me := v.Me(); !t.watchedBy(me.ID) {
		t.left(me, a)
	}
	t.changed()
	return nil
}

// setAt notes which table the visitor looks at: only if it is still at was, where was is given.
func (v *Visit) setAt(id, was string) {
	v.l.mu.Lock()
	defer v.l.mu.Unlock()
	if was == "" || v.at == was {
		v.at = id
		if v.l.visits[v.me.ID] == v {
			v.l.showVisit(v.me.ID)
		}
	}
}

// left notes that a seated person is not at the table. An open seat stays up
// while its host is in the house. The grace runs from when the person was last
// at the table: it does not begin again for one who looks into the house and goes.
func (t *table) left(p Person, a away) {
	seat := t.seatOf(p)
	if seat == games.Nobody {
		return
	}
	t.rematch[seat] = false
	if t.rec.Status == store.Done {
		t.ended = t.ended || t.leavesSeries(a)
	} else {
		if t.rec.Status == store.Open && (t.l.Here(p.ID) || t.meets() && seat == t.came) {
			return // who came and goes for good is waited for as long as the meeting lasts
		}
		if t.away[seat].since != 0 {
			a = t.away[seat]
			a.coming = false
		}
		t.away[seat] = a
		if ledger.AtScreen(t.rec) { // both have gone, and what is hidden is nobody's
			t.away[1-seat], t.lifted = a, games.Nobody
		}
		t.rest(games.Rest, t.now())
	}
}

// rest notes that a player whom nobody waits for is away, or there again: in a practice run,
// whose time beats nobody, or against a bot, which has time. Over days the time is there to be
// away, and that of a run which counts never stands still.
func (t *table) rest(kind games.Kind, at int64) {
	if !t.live() || lastEntry(t.m) {
		return
	}
	seats := t.rec.Seats
	seat := slices.IndexFunc(seats, func(s store.Seat) bool { return s.Bot == "" })
	practice := len(seats) == 1 && t.rec.Seeded
	if !practice && (len(seats) == 1 || t.people() != 1 || seats[seat].Remote || t.days()) {
		return
	}
	e := games.Entry{Kind: kind, Seat: games.Seat(seat), At: at}
	if t.m.Check(e) != nil {
		return // no time passes, or it rests already
	}
	if err := t.add(e); err != nil && !errors.Is(err, ErrClosing) { // who comes back sees to it
		t.l.log.Error("rest", "match", t.id, "err", err)
	}
}

// handOver takes a visit that has been superseded away from its tables. The same
// person has come in again, and is expected at those with a seat of its own.
func (l *Lobby) handOver(old *Visit) {
	l.mu.Lock()
	old.at = ""
	l.mu.Unlock()
	for _, t := range old.concern() {
		t.visitLeft(old, false)
	}
}

// visitLeft takes a visit that has ended away from the table. last tells that
// the person has no other visit.
func (t *table) visitLeft(v *Visit, last bool) {
	me := v.Me()
	t.mu.Lock()
	defer t.mu.Unlock()
	_, watched := t.watchers[v]
	delete(t.watchers, v)
	if t.keeper != "" {
		v.leaveFar(t, last)
		return
	}
	seated := t.seatOf(me) != games.Nobody
	if !watched && !(seated && last) {
		return
	}
	if seated && !t.watchedBy(me.ID) { // who is back already has not left
		if last && me.Guest && t.people() == 1 && t.rec.Status != store.Done && t.drop() == nil {
			return // nobody could have come back to it
		}
		t.left(me, away{since: t.now(), grace: t.l.cfg.Grace, coming: !last})
	}
	t.changed()
}

// arrive clears the absence of a person who has come back to the house, from its open seats.
func (l *Lobby) arrive(person string) {
	for _, t := range l.ownTables(person) {
		if s := t.summary.Load(); s.Status != store.Open || s.SeatOf(person) == games.Nobody {
			continue
		}
		t.mu.Lock()
		if t.rec.Status == store.Open && !t.gone && l.Here(person) {
			if seat := ledger.SeatOf(t.rec, person); seat != games.Nobody {
				t.away[seat] = away{}
			}
			t.changed()
		}
		t.mu.Unlock()
	}
}

package lobby

import (
	"context"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/store"
)

// A meeting: both seats of an open table are taken, and its people are asked whether
// they are ready. The match begins, and what is hidden is dealt, when both have said
// so: no clock runs for who is not there, and nobody is taken from anything. Who sits
// down has said so with it, but for a friend with a code; a program always has; over
// days nobody is asked, since who opens such a seat is ready for whoever comes. Until
// it begins the store knows of the open seat alone, and a restart finds that again.

// meets tells that the table has a meeting.
func (t *table) meets() bool { return t.met != 0 }

// Take sits down on an open seat, ready to play: one that is listed, or one's own challenge.
func (v *Visit) Take(id string) error { return v.sitDown(id, false) }

// JoinCode sits down on the seat that a friend's code opens and gives the match's id.
func (v *Visit) JoinCode(ctx context.Context, code string) (string, error) {
	id, err := v.FindCode(ctx, code)
	if err != nil {
		return "", err
	}
	if s := v.l.summaryOf(id); s != nil && s.Meets && s.SeatOf(v.Me().ID) != games.Nobody {
		return id, nil // it has come again
	}
	return id, v.sitDown(id, true)
}

// take is Take at the node that keeps the table.
func (v *Visit) take(id string, byCode bool) error {
	v.l.pairing.Lock()
	defer v.l.pairing.Unlock()
	return v.takeHeld(id, byCode)
}

// takeHeld is take; l.pairing is held, so that two who sit down at each other's tables find one.
func (v *Visit) takeHeld(id string, byCode bool) error {
	t, err := v.l.table(id)
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
func (v *Visit) sit(t *table, byCode bool) error {
	me := v.Me()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.keeper != "" {
		return errElsewhere
	}
	if err := v.Over(); err != nil {
		return err
	}
	if err := v.mayPlay(); err != nil {
		return err
	}
	err := t.open(me, byCode)
	if err == nil {
		err = v.l.mayOpen(me, store.Match{})
	}
	if err == nil && t.rec.Rated {
		err = v.l.mayRate(me.ID)
	}
	if err == nil {
		err = v.mayMake() // its host is asked each time
	}
	if err == nil {
		err = t.seat(me, !byCode)
	}
	return err
}

// open tells whether a person may take the table's empty seat.
func (t *table) open(me Person, byCode bool) error {
	switch {
	case t.seatOf(me) != games.Nobody && t.rec.Status == store.Open:
		return ErrOwnSeat
	case t.rec.Status != store.Open || t.meets() || t.l.goesElsewhere(t.host(), me.ID):
		return ErrFull
	case t.rec.Invited != "" && t.rec.Invited != me.ID:
		return ErrPrivate
	case t.rec.Private && t.rec.Invited == "" && !byCode:
		return ErrPrivate
	case t.rec.Rated && me.Guest:
		return ErrGuestRated
	case me.Guest && t.days():
		return ErrGuestDays
	case t.unasked(me, byCode):
		return ErrUnasked
	}
	return nil
}

// seat puts a person on the empty seat, and begins the match where nobody has to be
// asked; the lock is held.
func (t *table) seat(p Person, ready bool) error {
	t.came = games.Seat(slices.IndexFunc(t.rec.Seats, store.Seat.Empty))
	t.rec.Seats = slices.Clone(t.rec.Seats)
	t.rec.Seats[t.came] = t.l.seatFor(p, t.rec)
	t.met, t.away[t.came] = t.now(), away{}
	for i, s := range t.rec.Seats {
		t.rematch[i] = s.Remote || t.days() || ready && games.Seat(i) == t.came
	}
	if err := t.start(p.ID); err != nil {
		t.free()
		return err
	}
	return nil
}

// start begins the match of a meeting if its people are ready, and else asks them; the
// lock is held, by somebody who comes to the table anyway.
func (t *table) start(by string) error {
	if slices.Contains(t.rematch, false) {
		t.changed()
		t.ask()
		return nil
	}
	rec := t.rec
	rec.Status, rec.Started, rec.Seats = store.Live, t.now(), slices.Clone(rec.Seats)
	for i, s := range rec.Seats { // a rating may have changed while one waited
		p := personIn(s)
		if s.Player != "" {
			p.Name = t.l.nameOf(s)
		}
		rec.Seats[i] = t.l.seatFor(p, rec)
	}
	t.l.terms(&rec, personIn(rec.Seats[1-t.came]).ID, personIn(rec.Seats[t.came]).ID)
	err := t.l.deal(&rec, nil, nil)
	if err == nil {
		err = t.update(rec)
	}
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	t.rec, t.met, t.quick = rec, 0, false
	clear(t.rematch)
	t.l.mu.Lock()
	delete(t.l.codes, rec.Code)
	t.l.mu.Unlock()
	if err := t.begin(); err != nil {
		return err
	}
	t.changed()
	t.callPeople(by)
	return nil
}

// settle takes down what the people of a table have open elsewhere: who has sat down
// with somebody looks for nobody else, nor does the other once they play.
func (l *Lobby) settle(t *table) {
	t.mu.Lock()
	var settled []string
	for i, s := range t.rec.Seats {
		if t.rec.Status == store.Live || t.meets() && t.rematch[i] {
			settled = append(settled, personIn(s).ID)
		}
	}
	t.mu.Unlock()
	for _, person := range settled {
		l.endSearches(person, t.id)
	}
}

// Ready says that the visitor is ready for the match of a meeting.
func (v *Visit) Ready(id string) error { return v.deed("ready", id) }

func (v *Visit) readyAt(id string) error {
	t, err := v.ready(id)
	if err == nil {
		v.l.settle(t)
	}
	return err
}

func (v *Visit) ready(id string) (*table, error) {
	t, err := v.lock(id)
	if err != nil {
		return nil, err
	}
	defer t.mu.Unlock()
	me := v.Me()
	seat := t.seatOf(me)
	switch {
	case seat == games.Nobody:
		return nil, ErrNotSeated
	case t.rec.Status == store.Live: // it was said in another window, or with another key
		return t, nil
	case !t.meets():
		return nil, games.ErrNotAllowed
	case t.l.Draining():
		return nil, ErrClosing
	}
	t.rematch[seat] = true
	if err := t.start(me.ID); err != nil {
		t.rematch[seat] = false
		return nil, err
	}
	return t, nil
}

// NotReady takes it back that the visitor is ready, for the match of a meeting or for
// another match: who reads something else is not at the table. Where it was not ready
// nothing happens.
func (v *Visit) NotReady(id string) { _ = v.deed("unready", id) }

func (v *Visit) unready(id string) error {
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	if seat := t.seatOf(v.Me()); seat != games.Nobody && t.rematch[seat] && t.next == "" {
		t.rematch[seat] = false
		t.changed()
	}
	return nil
}

// part ends a meeting without a match because of the seats that off says, which is
// kept of a rated one. The host's seat stays open unless the host is one of them, or it
// was a challenge. The lock is held.
func (t *table) part(off ...games.Seat) error {
	if err := t.writable(); err != nil {
		return err
	}
	if err := t.l.keepOff(t.rec, off); err != nil {
		t.l.log.Error("keep what was called off", "match", t.id, "err", err)
	}
	if slices.Contains(off, 1-t.came) || t.rec.Invited != "" {
		t.ask()
		return t.drop()
	}
	t.refuse(personIn(t.rec.Seats[t.came]).ID)
	t.free()
	return nil
}

// refusedKept is how many people who declined an open seat its table remembers, the latest:
// all nodes are shown them.
const refusedKept = 256

// refuse notes that a person does not want the open seat; the lock is held.
func (t *table) refuse(person string) {
	if !slices.Contains(t.refused, person) {
		t.refused = append(t.refused, person)
		t.refused = slices.Delete(t.refused, 0, max(len(t.refused)-refusedKept, 0))
	}
}

// free opens the seat of who had come to a meeting again; the lock is held.
func (t *table) free() {
	t.ask()
	t.rec.Seats = slices.Clone(t.rec.Seats)
	t.rec.Seats[t.came] = store.Seat{}
	t.met, t.away[t.came] = 0, away{}
	clear(t.rematch)
	t.changed()
}

// unready are the seats that have not said that they are ready.
func (t *table) unready() (list []games.Seat) {
	for i, ready := range t.rematch {
		if !ready {
			list = append(list, games.Seat(i))
		}
	}
	return list
}

// ask wakes the table's people, wherever they are: they are asked, or need not answer any more.
func (t *table) ask() {
	for _, s := range t.rec.Seats {
		if p := personIn(s); p.Bot == "" {
			t.l.nudge(p.ID)
		}
	}
}

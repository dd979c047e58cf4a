package room

import (
	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/table"
	"arcade/store"
)

// The host of a seat for anybody plays a bot, or is elsewhere in the house, while the seat waits. When
// a guest has sat down and [table.ComeTime] has passed, the table calls the host. Only the host's visit,
// of which there is one on all nodes, can say that the host is ready: so a host who sits down elsewhere
// at that moment is never in two matches.

// callHost calls the host to a meeting whose time has come, again and again until it comes, or ends the
// meeting without people who are gone or play elsewhere. It reports whether the table's timer is set. The
// lock is held.
func (t *Room) callHost(now int64) (set bool) {
	var off []games.Seat
	for _, seat := range t.Unready() {
		who := table.PersonIn(t.Rec.Seats[seat]).ID
		if seat == t.GuestSeat || now >= t.Comes+table.HostLost || !t.tables.Directory.Here(who) || t.tables.Plays(who, t.ID) {
			off = append(off, seat)
		}
	}
	if guest := table.PersonIn(t.Rec.Seats[t.GuestSeat]).ID; len(off) == 0 && t.tables.Plays(guest, t.ID) {
		off = append(off, t.GuestSeat)
	}
	if len(off) > 0 { // nobody has called it off
		return t.endMeeting(off...) == nil && t.Gone
	}
	t.Called = now
	t.tables.Directory.Reach(directory.Message{Person: t.Host(), Come: t.ID})
	return true
}

// Come brings the visitor, the host of a seat for anybody, to its guest: the match begins, unless the
// visitor plays another person by now.
func (v *Participant) Come(id string) {
	ts, me := v.tables, v.Me().ID
	ts.Pairing.Lock()
	s := ts.Directory.Summary(id)
	if s == nil || !s.Meets || s.SeatOf(me) == games.Nobody {
		ts.Pairing.Unlock()
		return
	}
	var err error
	switch _, local := ts.Room(id); {
	case ts.Plays(me, id): // the owner notices it too
		ts.Pairing.Unlock()
		return
	case local == nil:
		err = v.Ready(id)
		ts.Pairing.Unlock()
	case ts.Sitting.Go(me, s.Seats[s.GuestSeat].ID): // the owner's answer must not block other visitors
		ts.Pairing.Unlock()
		err = v.Ready(id)
		ts.Sitting.Done(me)
	default: // it is just sitting down elsewhere; the owner calls again
		ts.Pairing.Unlock()
		return
	}
	if err != nil {
		ts.Log.Debug("a host could not come to its guest", "match", id, "err", err) // the owner calls again
		return
	}
	ts.Call(me, id)
}

// Plays reports whether a person sits opposite another person, at a table other than but: in a match or a
// series while both are there, or ready for a match that is about to begin.
func (ts *Tables) Plays(person, but string) bool {
	for _, s := range ts.Directory.SummariesOf(person) {
		seat := s.SeatOf(person)
		if seat == games.Nobody || s.ID == but || s.Days || s.People() < 2 {
			continue
		}
		switch s.Status {
		case store.Open:
			if s.Seats[seat].Rematch {
				return true
			}
		case store.Live:
			if s.Seats[seat].Away == 0 && s.Seats[1-seat].Away == 0 {
				return true
			}
		case store.Done:
			if s.Waits {
				return true
			}
		}
	}
	return false
}

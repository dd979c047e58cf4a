package table

import (
	"slices"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
)

// What is an action that a table takes by itself.
type What uint8

// The table's actions: none; delete itself; leave the memory; end its meeting without the people
// who are not ready; call its host to the meeting; end the series; add an entry; call the match off by an entry.
const (
	Nothing What = iota
	Delete
	Park
	EndTheMeeting
	CallHost
	EndSeries
	Add
	CallOff
)

// Due is an action that is due, with its entry for Add and CallOff.
type Due struct {
	What
	Entry games.Entry
}

// Due returns the table's own action at now, in the table's time: flags fall, forced actions are played,
// matches that never began end, and open seats of absent hosts close. If the seat is still open after EndTheMeeting,
// LeftAlone reports whether it closes too.
func (t *Table) Due(now int64) Due {
	switch {
	case ledger.ByClient(t.Rec):
		if now >= t.ClearAt() {
			return Due{What: Delete}
		}
		if now >= t.ParkAt() && t.Gallery == 0 {
			return Due{What: Park}
		}
	case t.Rec.Status == store.Open:
		switch {
		case t.Meets() && t.Comes != 0 && now >= t.callAt():
			return Due{What: CallHost}
		case t.Meets() && t.Comes == 0 && now >= t.ReadyBy():
			return Due{What: EndTheMeeting}
		}
		if until := t.AgainUntil(); until != 0 && now >= until {
			return Due{What: Delete}
		}
		if t.LeftAlone(now) {
			return Due{What: Delete}
		}
	case t.ReadyBy() != 0 && now >= t.ReadyBy():
		return Due{What: EndSeries}
	case !t.Live():
	case !ledger.Kept(t.Rec) && t.allGone(now):
		return Due{What: Delete}
	default:
		return t.dueInPlay(now)
	}
	return Due{}
}

// dueInPlay is Due for a match in play.
func (t *Table) dueInPlay(now int64) Due {
	if a, ok := t.M.Forced(); ok && now >= t.ForcedAt() {
		return Due{Add, games.Entry{Kind: games.Act, Seat: t.M.ToAct(), Action: a, At: now}}
	}
	if s := t.M.Flagged(now); s != games.Nobody {
		if t.M.CanAbort() {
			return Due{CallOff, games.Entry{Kind: games.Abort, Seat: s, At: now}}
		}
		if mild, ok := t.M.Lapse(now); ok {
			return Due{Add, games.Entry{Kind: games.Lapse, Seat: s, Action: mild, At: now}}
		}
		return Due{Add, games.Entry{Kind: games.Timeout, Seat: s, At: now}}
	}
	if by := t.FirstBy(); by != 0 && now >= by {
		return Due{CallOff, games.Entry{Kind: games.Abort, Seat: t.M.ToAct(), At: now}}
	}
	if t.M.CanAbort() && t.LeftAlone(now) {
		gone := slices.IndexFunc(t.Away, func(a Away) bool { return a.Over(now) })
		return Due{CallOff, games.Entry{Kind: games.Abort, Seat: games.Seat(gone), At: now}}
	}
	return Due{}
}

// NextAt returns the next moment of the table's time at which something may be due, 0 for none.
func (t *Table) NextAt(now int64) (at int64) {
	next := func(ms int64) {
		if at == 0 || ms < at {
			at = ms
		}
	}
	if ledger.ByClient(t.Rec) && t.M != nil {
		next(t.ClearAt())
		if t.ParkAt() > now {
			next(t.ParkAt())
		} else { // a spectator keeps it in memory
			next(now + SharedPark.Milliseconds())
		}
		if t.IdleAt() > now {
			next(t.IdleAt())
		}
	} else if t.Live() {
		s := t.M.ToAct()
		if left, running := t.M.Left(s, now); running {
			next(now + max(left, 0))
		}
		if t.M.ForcedNow() {
			next(t.ForcedAt())
		}
		if by := t.FirstBy(); by != 0 {
			next(by)
		}
	}
	for _, a := range t.Away {
		if a.Since != 0 && !a.Over(now) && (t.AwayMatters() || t.Expects(now)) {
			next(a.Until())
		}
	}
	by := t.ReadyBy()
	if t.Meets() && t.Comes != 0 {
		by = t.callAt()
	}
	for _, by := range []int64{by, t.AgainUntil()} {
		if by != 0 {
			next(max(by, now))
		}
	}
	return at
}

// callAt returns the time at which the host of a meeting is called to it next: a call may be lost on its way
// to another node.
func (t *Table) callAt() int64 {
	if t.Called == 0 {
		return t.Comes
	}
	return t.Called + callAgain
}

// callAgain is the time between two calls of a host, in ms. HostLost is the time after Comes at which the
// meeting ends without the host.
const (
	callAgain = 1_000
	HostLost  = 5_000
)

// arenaFirst limits the time for the first action of a player in an arena, in ms: no clock runs yet, and
// the opponent waits for nothing else.
const arenaFirst = 30_000

// FirstBy returns the time (ms) until which the seat on turn must make its first action, 0 for no limit.
func (t *Table) FirstBy() int64 {
	if t.Rec.Arena == "" || !t.Live() || !t.M.CanAbort() {
		return 0
	}
	if _, running := t.M.Left(t.M.ToAct(), 0); running {
		return 0
	}
	return t.M.LastAt() + arenaFirst
}

// LeftAlone reports whether a player waits for an opponent who has been away longer than the grace.
func (t *Table) LeftAlone(now int64) bool { return t.AwayMatters() && t.goneLong(now) }

// goneLong reports whether a seated person has been away for longer than the grace.
func (t *Table) goneLong(now int64) bool {
	for i, a := range t.Away {
		if a.Over(now) && t.Rec.Seats[i].Bot == "" && !t.Rec.Seats[i].Empty() {
			return true
		}
	}
	return false
}

// allGone reports whether every seated person has been away for longer than the grace.
func (t *Table) allGone(now int64) bool {
	for i, a := range t.Away {
		if t.Rec.Seats[i].Bot == "" && !a.Over(now) {
			return false
		}
	}
	return true
}

package table

import (
	"slices"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/store"
)

// actEntry returns the entry of a seat's action in the position after ply actions; ErrStale if the match
// has moved on, ErrLogEnds.
func (t *Table) actEntry(seat games.Seat, ply int, a games.Action) (games.Entry, error) {
	if ply != len(t.M.Plies()) {
		return games.Entry{}, ErrStale
	}
	if err := t.warn(); err != nil {
		return games.Entry{}, err
	}
	return games.Entry{Kind: games.Act, Seat: seat, Action: a, At: t.Now()}, nil
}

// doEntry returns an entry of the table's own kinds: resign, abort, draw and takeback offers and their
// answers, and claims after the opponent has left. games.ErrNotAllowed, ErrAsked.
func (t *Table) doEntry(seat games.Seat, kind games.Kind) (games.Entry, error) {
	if (kind == games.AskTakeback || kind == games.OfferDraw) && t.hasQuestion(seat) {
		return games.Entry{}, ErrAsked
	}
	if !t.mayDo(seat, kind) {
		return games.Entry{}, games.ErrNotAllowed
	}
	if kind == games.Undo {
		seat = games.Nobody
	}
	return games.Entry{Kind: kind, Seat: seat, At: t.Now()}, nil
}

// mayDo reports whether the table allows that entry now; the match may still refuse it.
func (t *Table) mayDo(seat games.Seat, kind games.Kind) bool {
	screen := ledger.AtScreen(t.Rec)
	if screen && kind != games.Undo && kind != games.Resign && kind != games.Abort {
		return false // no other player to ask
	}
	switch kind {
	case games.ClaimWin, games.ClaimDraw:
		return t.Claimable(seat, t.Now())
	case games.AskTakeback, games.OfferDraw:
		return t.M.Len() < MaxLog
	case games.Abort:
		return t.MayAbort()
	case games.Undo:
		return screen && t.Live() && !t.M.Game.Info().Hidden && t.M.Len() < MaxLog
	case games.Act, games.Timeout, games.Lapse, games.Restart, games.Look, games.Rest, games.Back:
		return false
	}
	return true
}

// hasQuestion reports whether a question of a seat waits for the other player's answer.
func (t *Table) hasQuestion(seat games.Seat) bool {
	return seat != games.Nobody && (t.M.DrawOffer() == seat || t.M.TakebackRequest() == seat)
}

// lift lifts the curtain for a seat; games.ErrNotAllowed if there is none.
func (t *Table) lift(seat games.Seat) error {
	if !ledger.AtScreen(t.Rec) {
		return games.ErrNotAllowed
	}
	t.Lifted = seat
	return nil
}

// mayHint returns ErrDayLasts for a run of a day that is not over.
func (t *Table) mayHint() error {
	if t.Live() && ledger.DayLasts(t.Rec.Daily, clock.MS()) {
		return ErrDayLasts
	}
	return nil
}

// lookEntry returns the entry of a seat that saw the best play.
func (t *Table) lookEntry(seat games.Seat) games.Entry {
	return games.Entry{Kind: games.Look, Seat: seat, At: t.Now()}
}

// RestEntry returns the entry that stops or restarts the time of an absent player in a practice run or
// against a bot; false if time does not stop. It never stops in a match over days or in a run that
// counts.
func (t *Table) RestEntry(kind games.Kind, at int64) (games.Entry, bool) {
	if !t.Live() || LastEntry(t.M) {
		return games.Entry{}, false
	}
	seats := t.Rec.Seats
	seat := slices.IndexFunc(seats, func(s store.Seat) bool { return s.Bot == "" })
	practice := len(seats) == 1 && t.Rec.Seeded
	if !practice && (len(seats) == 1 || t.People() != 1 || seats[seat].Remote || t.Days()) {
		return games.Entry{}, false
	}
	e := games.Entry{Kind: kind, Seat: games.Seat(seat), At: at}
	return e, t.M.Check(e) == nil // an error: no clock runs, or it stands still already
}

// BotAnswers returns a bot's answers to pending offers: it grants takebacks and declines draws.
func (t *Table) BotAnswers(seat games.Seat) (list []games.Kind) {
	if !t.Live() || t.Rec.Seats[seat].Bot == "" {
		return nil
	}
	if by := t.M.TakebackRequest(); by != games.Nobody && by != seat {
		list = append(list, games.GrantTakeback)
	}
	if by := t.M.DrawOffer(); by != games.Nobody && by != seat {
		list = append(list, games.DeclineDraw)
	}
	return list
}

// MaySit returns the reason why a person may not take the empty seat: ErrOwnSeat, ErrFull, ErrPrivate,
// ErrGuestRated, ErrGuestDays, ErrUnasked. goes: its host is just sitting down elsewhere.
func (t *Table) MaySit(me Person, byCode, goes bool) error {
	switch {
	case t.SeatOf(me) != games.Nobody && t.Rec.Status == store.Open:
		return ErrOwnSeat
	case t.Rec.Status != store.Open || t.Meets() || goes:
		return ErrFull
	case t.Rec.Invited != "" && t.Rec.Invited != me.ID:
		return ErrPrivate
	case t.Rec.Private && t.Rec.Invited == "" && !byCode:
		return ErrPrivate
	case t.Rec.Rated && me.Guest && !t.Quick:
		return ErrGuestRated
	case me.Guest && t.Days():
		return ErrGuestDays
	case t.uninvited(me, byCode):
		return ErrUnasked
	}
	return nil
}

// uninvited reports whether a bot may not take a person's seat: it was not challenged and has no
// code.
func (t *Table) uninvited(me Person, byCode bool) bool {
	return me.Remote && !byCode && t.Rec.Invited != me.ID &&
		slices.ContainsFunc(t.Rec.Seats, func(s store.Seat) bool { return !s.Empty() && !s.Remote })
}

// Sit puts who on the empty seat, ready at once or not. The host of a seat for anybody comes to a guest who
// is ready.
func (t *Table) Sit(who store.Seat, ready bool) {
	t.GuestSeat = games.Seat(slices.IndexFunc(t.Rec.Seats, store.Seat.Empty))
	t.Rec.Seats = slices.Clone(t.Rec.Seats)
	t.Rec.Seats[t.GuestSeat] = who
	t.MeetingSince, t.Away[t.GuestSeat] = t.Now(), Away{}
	for i, s := range t.Rec.Seats {
		t.Ready[i] = s.Remote || t.Days() || ready && games.Seat(i) == t.GuestSeat
	}
	if ready && t.ForAnybody() {
		t.Comes = t.MeetingSince + ComeTime
	}
}

// FreeSeat reopens the seat of a meeting's guest.
func (t *Table) FreeSeat() {
	t.Rec.Seats = slices.Clone(t.Rec.Seats)
	t.Rec.Seats[t.GuestSeat] = store.Seat{}
	t.Away[t.GuestSeat] = Away{}
	t.EndMeeting()
}

// Stored returns a record of the table in its stored form: a meeting's without its guest.
func (t *Table) Stored(rec store.Match) store.Match {
	if t.Meets() {
		rec.Seats = slices.Clone(rec.Seats)
		rec.Seats[t.GuestSeat] = store.Seat{}
	}
	return rec
}

// WantRematch marks a seat as asking for a rematch, or as ready for the next round. It returns whether all
// seats are. ErrNotSeated, games.ErrNotAllowed.
func (t *Table) WantRematch(seat games.Seat) (all bool, err error) {
	if seat == games.Nobody {
		return false, ErrNotSeated
	}
	if t.Rec.Status != store.Done || t.M == nil || t.Next != "" || t.Ended {
		return false, games.ErrNotAllowed
	}
	t.Ready[seat] = true
	for i, s := range t.Rec.Seats {
		if s.Bot == "" && !t.Ready[i] && !ledger.AtScreen(t.Rec) {
			return false, nil
		}
	}
	return true, nil
}

// DeclineRematch declines the other seat's question for a rematch. ErrNotSeated;
// games.ErrNotAllowed if there is no such question.
func (t *Table) DeclineRematch(seat games.Seat) error {
	if seat == games.Nobody {
		return ErrNotSeated
	}
	if t.Rec.Status != store.Done || t.Waits() || t.Next != "" || !slices.Contains(t.Ready, true) {
		return games.ErrNotAllowed
	}
	clear(t.Ready)
	return nil
}

// Unseat removes a deleted player from a finished match, and returns whether it had a seat there.
func (t *Table) Unseat(player string) bool {
	seat := ledger.SeatOf(t.Rec, player)
	if seat == games.Nobody || t.Rec.Status != store.Done || t.Gone {
		return false
	}
	t.Rec.Seats = slices.Clone(t.Rec.Seats)
	t.Rec.Seats[seat] = t.Rec.Seats[seat].Forgotten()
	t.Ready[seat], t.Ended = false, true
	return true
}

// CountWatchers sets the table's watchers, from the ids of its watchers.
func (t *Table) CountWatchers(people func(yield func(id string) bool)) {
	clear(t.Here)
	gallery := map[string]bool{} // some watch in two windows
	defer func() { t.Gallery = len(gallery) }()
	for id := range people {
		at := ledger.SeatOf(t.Rec, id)
		if at == games.Nobody {
			gallery[id] = true
			continue
		}
		t.Here[at] = true
		if ledger.AtScreen(t.Rec) {
			t.Here[1-at] = true
		}
	}
}

package table

import (
	"slices"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
)

// What a person does at a table, step by step: each returns the entry that is to be added to
// the log, or changes what is not in the log.

// act is an action for a seat in the position that the player saw, which had ply actions;
// ErrStale where it has moved on, ErrLogEnds.
func (t *Table) act(seat games.Seat, ply int, a games.Action) (games.Entry, error) {
	if ply != len(t.M.Plies()) {
		return games.Entry{}, ErrStale
	}
	if err := t.warn(); err != nil {
		return games.Entry{}, err
	}
	return games.Entry{Kind: games.Act, Seat: seat, Action: a, At: t.Now()}, nil
}

// do is an entry of the table's own kinds for a seat: resign, abort, draw and takeback offers
// and their answers, and the claims that are offered once the opponent is gone.
// games.ErrNotAllowed.
func (t *Table) do(seat games.Seat, kind games.Kind) (games.Entry, error) {
	if !t.mayDo(seat, kind) {
		return games.Entry{}, games.ErrNotAllowed
	}
	if kind == games.Undo {
		seat = games.Nobody
	}
	return games.Entry{Kind: kind, Seat: seat, At: t.Now()}, nil
}

// mayDo reports whether the table lets a seat do that now; the match may have more to say.
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

// lift lifts the curtain for a seat; games.ErrNotAllowed where there is none.
func (t *Table) lift(seat games.Seat) error {
	if !ledger.AtScreen(t.Rec) {
		return games.ErrNotAllowed
	}
	t.Lifted = seat
	return nil
}

// look is the entry by which a seat has looked.
func (t *Table) look(seat games.Seat) games.Entry {
	return games.Entry{Kind: games.Look, Seat: seat, At: t.Now()}
}

// Rest is the entry that marks a player as away, or as back, while no one waits for it: in a
// practice run, whose time beats nobody, or against a bot, which has time; false where there
// is none. A correspondence clock runs while people are away, and the time of a run that counts
// never stands still.
func (t *Table) Rest(kind games.Kind, at int64) (games.Entry, bool) {
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
	return e, t.M.Check(e) == nil // else no time passes, or it rests already
}

// BotAnswers are the entries by which a bot answers what it was asked: it gives moves back
// and plays on.
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

// Takes returns why a person may not take the empty seat, goes where its host is just
// sitting down elsewhere: ErrOwnSeat, ErrFull, ErrPrivate, ErrGuestRated, ErrGuestDays, ErrUnasked.
func (t *Table) Takes(me Person, byCode, goes bool) error {
	switch {
	case t.SeatOf(me) != games.Nobody && t.Rec.Status == store.Open:
		return ErrOwnSeat
	case t.Rec.Status != store.Open || t.Meets() || goes:
		return ErrFull
	case t.Rec.Invited != "" && t.Rec.Invited != me.ID:
		return ErrPrivate
	case t.Rec.Private && t.Rec.Invited == "" && !byCode:
		return ErrPrivate
	case t.Rec.Rated && me.Guest:
		return ErrGuestRated
	case me.Guest && t.Days():
		return ErrGuestDays
	case t.unasked(me, byCode):
		return ErrUnasked
	}
	return nil
}

// unasked reports whether a person's empty seat is not for this bot: one that is neither
// challenged nor has the seat's code.
func (t *Table) unasked(me Person, byCode bool) bool {
	return me.Remote && !byCode && t.Rec.Invited != me.ID &&
		slices.ContainsFunc(t.Rec.Seats, func(s store.Seat) bool { return !s.Empty() && !s.Remote })
}

// Sit puts somebody on the empty seat, who may be ready at once.
func (t *Table) Sit(who store.Seat, ready bool) {
	t.Came = games.Seat(slices.IndexFunc(t.Rec.Seats, store.Seat.Empty))
	t.Rec.Seats = slices.Clone(t.Rec.Seats)
	t.Rec.Seats[t.Came] = who
	t.Met, t.Away[t.Came] = t.Now(), Away{}
	for i, s := range t.Rec.Seats {
		t.Rematch[i] = s.Remote || t.Days() || ready && games.Seat(i) == t.Came
	}
}

// Free reopens the seat of a person who had come to a meeting.
func (t *Table) Free() {
	t.Rec.Seats = slices.Clone(t.Rec.Seats)
	t.Rec.Seats[t.Came] = store.Seat{}
	t.Met, t.Away[t.Came] = 0, Away{}
	clear(t.Rematch)
}

// Stored is the table's record, or one like it, as the store is to have it: of a meeting
// it knows the host alone.
func (t *Table) Stored(rec store.Match) store.Match {
	if t.Meets() {
		rec.Seats = slices.Clone(rec.Seats)
		rec.Seats[t.Came] = store.Seat{}
	}
	return rec
}

// Ask says that a seat wants the match that follows, or is ready for the next round. It
// returns whether everybody has said so. ErrNotSeated, games.ErrNotAllowed.
func (t *Table) Ask(seat games.Seat) (all bool, err error) {
	if seat == games.Nobody {
		return false, ErrNotSeated
	}
	if t.Rec.Status != store.Done || t.M == nil || t.Next != "" || t.Ended {
		return false, games.ErrNotAllowed
	}
	t.Rematch[seat] = true
	for i, s := range t.Rec.Seats {
		if s.Bot == "" && !t.Rematch[i] && !ledger.AtScreen(t.Rec) {
			return false, nil
		}
	}
	return true, nil
}

// DeclineRematch says that a seat does not want the match for which the other has asked: the
// other asks no more. ErrNotSeated, games.ErrNotAllowed where nobody asks.
func (t *Table) DeclineRematch(seat games.Seat) error {
	if seat == games.Nobody {
		return ErrNotSeated
	}
	if t.Rec.Status != store.Done || t.Waits() || t.Next != "" || !slices.Contains(t.Rematch, true) {
		return games.ErrNotAllowed
	}
	clear(t.Rematch)
	return nil
}

// Unseat takes a player who was deleted off a match that is over, and returns whether it had
// a seat there.
func (t *Table) Unseat(player string) bool {
	seat := ledger.SeatOf(t.Rec, player)
	if seat == games.Nobody || t.Rec.Status != store.Done || t.Gone {
		return false
	}
	t.Rec.Seats = slices.Clone(t.Rec.Seats)
	t.Rec.Seats[seat] = t.Rec.Seats[seat].Forgotten()
	t.Rematch[seat], t.Ended = false, true
	return true
}

// Look counts who looks at the table: people, by their ids.
func (t *Table) Look(people func(yield func(id string) bool)) {
	clear(t.Here)
	t.Gallery = 0
	for id := range people {
		at := ledger.SeatOf(t.Rec, id)
		if at == games.Nobody {
			t.Gallery++
			continue
		}
		t.Here[at] = true
		if ledger.AtScreen(t.Rec) {
			t.Here[1-at] = true
		}
	}
}

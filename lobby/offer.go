package lobby

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/limit"
	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/store"
)

// Offer is what somebody wants to play.
type Offer struct {
	Game    string
	Options json.RawMessage
	// Seat is the host's seat, games.Nobody for a random one.
	Seat games.Seat
	// Control is a time control's notation.
	Control string
	Rated   bool
	// Private matches are seen by their players only and entered by their code.
	Private bool
	// Bot is the name of the bot to play against; Player the id of the one to
	// challenge; both empty: anybody.
	Bot, Player string
	// Second is the name of another person who sits at the same screen: then the visitor
	// plays for both, without a clock and for nothing.
	Second string
	quick  bool   // whoever looks for an opponent may be seated there
	beside string // the match with whose end the seat is taken down
	// Seed is a seed that the player typed, for practice alone: it is made safe to
	// show ([text.Line]). It may be the ID of a deal that the arcade has seen: the deal's
	// own options stand where Options name another. Daily is the day's run alone, with the day's seed.
	Seed  string
	Daily bool
}

// Create makes a table from an offer: a game with a bot (or alone) begins at
// once, anything else is an open seat. It gives the match's id: for a game alone
// that of the unfinished run which stands for a new one (see begin), or
// ErrDailyDone; for one with a bot that of a like one which was left before its first action.
func (v *Visit) Create(o Offer) (string, error) {
	l, me := v.l, v.Me()
	if err := v.mayPlay(); err != nil {
		return "", err
	}
	g, err := l.cfg.Games.Game(o.Game)
	if err != nil {
		return "", err
	}
	seats := g.Info().Seats
	if o, err = o.alone(me, seats); err != nil {
		return "", err
	}
	control, err := games.ParseControl(o.Control)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrBadOffer, err)
	}
	if me.Guest && control.Correspondence() {
		return "", ErrGuestDays
	}
	if o.Bot != "" && o.Player != "" || o.quick && (o.Bot != "" || o.Player != "" || o.Private) {
		return "", fmt.Errorf("%w: more than one kind of opponent", ErrBadOffer)
	}
	if o.Seat < games.Nobody || int(o.Seat) >= seats {
		return "", fmt.Errorf("%w: seat %d", ErrBadOffer, o.Seat)
	}
	if o.Bot != "" && games.FindBot(g, o.Bot) == nil {
		return "", fmt.Errorf("%w: no bot %.20q", ErrBadOffer, o.Bot)
	}
	if o.Second != "" && (seats != 2 || o.Bot != "" || o.Player != "" || o.quick || o.Rated || o.Private || o.Control != noClock) {
		return "", fmt.Errorf("%w: what two at one screen cannot have", ErrBadOffer)
	}
	if o.Rated && (me.Guest || o.Bot != "" || o.Private || seats < 2) {
		if me.Guest {
			return "", ErrGuestRated
		}
		return "", fmt.Errorf("%w: cannot be rated", ErrBadOffer)
	}
	rec := store.Match{
		Game: o.Game, Rules: g.Info().Rules, Options: slices.Clone(o.Options),
		Seats: make([]store.Seat, seats), Control: o.Control, Rated: o.Rated, Private: o.Private,
		Status: store.Open, Created: clock.MS(), Winner: -1,
	}
	if err := l.runs.Choose(g, o.Seed, o.Daily, &rec); err != nil {
		return "", err
	}
	if _, err := g.Start(ledger.Setup(rec)); err != nil {
		return "", fmt.Errorf("%w: %w", ErrBadOffer, err)
	}
	if o.Player != "" {
		p, err := l.cfg.Store.Player(o.Player)
		if errors.Is(err, store.ErrNotFound) {
			return "", ErrNoPlayer
		} else if err != nil {
			return "", err
		}
		if p.ID == me.ID {
			return "", ErrOwnSeat
		}
		rec.Invited = p.ID
	}
	seat := o.Seat
	if seat == games.Nobody {
		seat = games.Seat(names.Roll(v.l.cfg.Random, seats))
	}
	rec.Seats[seat] = l.seatFor(me, rec)
	if err := v.mayMake(); err != nil {
		return "", err
	}
	if o.Rated {
		if err := l.fair.MayRate(me.ID); err != nil {
			return "", err
		}
	}
	if o.Bot != "" {
		for i := range rec.Seats {
			if rec.Seats[i].Empty() {
				rec.Seats[i] = store.Seat{Bot: o.Bot, Name: o.Bot}
			}
		}
	}
	if o.Second != "" {
		name, err := names.Clean(o.Second)
		if err != nil {
			return "", err
		}
		rec.Seats[1-seat], rec.Shared = store.Seat{Guest: names.GuestID(), Name: name}, string(games.Screen)
	}
	if seats == 1 {
		return l.begin(me, rec)
	}
	if rec.Rated {
		rec.From = l.dir.NetworkOf(me.ID)
	}
	if ledger.Full(rec) {
		if err := l.thinking.Deal(&rec, nil, nil); err != nil {
			return "", err
		}
		if id := l.unplayed(me, rec, o); id != "" {
			l.call(me.ID, id) // as to one that begins
			return id, nil
		}
	}
	return l.open(me, rec, o)
}

// unplayed is a person's match with a bot in which nobody has done anything yet, and which
// would begin as rec does; "" where there is none. A program begins what it asks for.
func (l *Lobby) unplayed(me Person, rec store.Match, o Offer) string {
	if o.Bot == "" || me.Remote || rec.Seeded {
		return ""
	}
	for _, s := range l.dir.OwnSummaries(me.ID) {
		mine := s.SeatOf(me.ID)
		if s.Status == store.Live && s.Game == rec.Game && s.Plies == 0 && s.ToAct == mine && s.Control == rec.Control && s.Private == rec.Private && !s.Seeded &&
			mine != games.Nobody && (o.Seat == games.Nobody || o.Seat == mine) && s.Seats[1-mine].Bot == o.Bot && l.runs.SameStart(rec, s.Options) {
			return s.ID
		}
	}
	return ""
}

// seatFor is a person's seat in a match, with the rating as it is now.
func (l *Lobby) seatFor(p Person, rec store.Match) store.Seat {
	if p.Guest {
		return store.Seat{Guest: p.ID, Name: p.Name}
	}
	s := store.Seat{Player: p.ID, Name: p.Name, Remote: p.Remote}
	if len(rec.Seats) > 1 {
		r := l.Rating(rec.Game, p.ID)
		s.Rating, s.Deviation = r.Rating.Rating, r.Rating.Deviation
	}
	return s
}

// open keeps a new match and puts it on a table; it begins if no seat is empty.
func (l *Lobby) open(host Person, rec store.Match, o Offer) (string, error) {
	if err := l.mayOpen(host, rec); err != nil {
		return "", err
	}
	if ledger.Full(rec) {
		rec.Status, rec.Started = store.Live, rec.Created
	} else if rec.Invited == "" {
		rec.Code = l.dir.NewCode(codeLen)
	}
	t, err := l.keep(rec, o)
	if err != nil {
		return "", err
	}
	defer t.mu.Unlock()
	rec = t.Rec
	if rec.Status == store.Live {
		if err := t.begin(); err != nil {
			return "", err
		}
	}
	if !l.dir.Here(host.ID) { // gone while the store was writing
		if host.Guest && t.People() == 1 && t.drop() == nil {
			return "", ErrLeft
		}
		t.left(host, table.Away{Since: t.Now(), Grace: l.cfg.Grace})
	}
	t.changed()
	if rec.Status == store.Live {
		t.callPeople("")
	}
	if rec.Invited != "" {
		l.nudge(rec.Invited)
	}
	return rec.ID, nil
}

// keep stores a new match under a new id and puts it on a table, which it gives locked.
func (l *Lobby) keep(rec store.Match, o Offer) (*room, error) {
	defer l.Naming()()
	if err := l.Named(rec); err != nil {
		return nil, err
	}
	if !l.keeping() {
		return nil, ErrMoving
	}
	rec.Keeper = l.cfg.Node
	for {
		rec.ID = names.ID(8)
		t := l.newTable(rec)
		t.mu.Lock()
		t.Quick, t.Beside = o.quick, o.beside
		if err := l.place(t); errors.Is(err, store.ErrExists) {
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
		t.mu.Unlock()
		if !errors.Is(err, store.ErrExists) {
			return nil, fmt.Errorf("new match: %w", err)
		}
	}
}

// place puts a table that is locked among the lobby's, before the store has its match: who
// finds that there is to find who keeps it. [store.ErrExists] where there is one of that id,
// ErrClosing: Close waits for the locks of the tables that were placed before.
func (l *Lobby) place(t *room) error {
	return l.dir.Place(t, t.Rec.Code)
}

// create stores a new match, whose people are still there, and that it is a run.
func (l *Lobby) create(rec store.Match) error {
	if err := l.cfg.Store.CreateMatch(rec); err != nil {
		return err
	}
	err := l.NamedStill(rec)
	if err == nil {
		err = l.runs.Note(rec)
	}
	if err != nil {
		err = errors.Join(err, l.cfg.Store.DeleteMatch(rec.ID, rec.Epoch))
	}
	return err
}

// mayOpen holds a person to the limits on open seats and unfinished games.
func (l *Lobby) mayOpen(host Person, rec store.Match) error {
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

// nudge wakes a person, at whichever node it is.
func (l *Lobby) nudge(person string) { l.reach(message{Person: person}) }

// codeLen is how long a join code is: 30 random bits.
const codeLen = 6

const (
	// wrongCodes is how many wrong join codes are heard from a visitor, and
	// wrongCodesFrom from an address, where a whole class may sit, in [limit.GuessTime].
	wrongCodes, wrongCodesFrom = 10, 30
)

// FindCode returns the table that a join code opens; ErrNoCode, ErrGuessing. Where there are
// other nodes it waits a moment for one that has not shown the code yet, until ctx ends.
func (v *Visit) FindCode(ctx context.Context, code string) (string, error) {
	l, now := v.l, clock.MS()
	code = names.Normal(code)
	if len(code) != codeLen {
		return "", ErrNoCode // which guesses nothing
	}
	by := []limit.Guesser{{Who: "visitor " + v.Me().ID, Most: wrongCodes}}
	if v.Identity.From != "" {
		by = append(by, limit.Guesser{Who: "address " + v.Identity.From, Most: wrongCodesFrom})
	}
	if !l.seatCodes.Heard(now, by...) {
		return "", ErrGuessing
	}
	id := l.dir.TableOf(code)
	if id == "" && l.cfg.Nodes != nil {
		id = l.awaitCode(ctx, code)
	}
	if id == "" {
		l.seatCodes.Miss(now, by...) // also where ctx has ended: a good code does not take that long
		return "", cmp.Or(ctx.Err(), ErrNoCode)
	}
	return id, nil
}

// awaitCode is tableOf for a code that another node is about to show.
func (l *Lobby) awaitCode(ctx context.Context, code string) (id string) {
	late := time.NewTimer(showTime)
	defer late.Stop()
	again := time.NewTicker(directory.LookEvery)
	defer again.Stop()
	for id == "" {
		select {
		case <-again.C:
			id = l.dir.TableOf(code)
		case <-late.C:
			return l.dir.TableOf(code)
		case <-ctx.Done():
			return ""
		case <-l.tasks.Context().Done():
			return ""
		}
	}
	return id
}

// update replaces the record of the table's match; the lock is held. ErrStale where
// another node keeps it.
func (t *room) update(rec store.Match) error {
	if err := t.writable(); err != nil {
		return err
	}
	defer t.l.Naming()()
	if err := t.l.Named(rec); err != nil {
		return err
	}
	err := t.l.cfg.Store.UpdateMatch(rec)
	if refusedWrite(err) {
		return t.stepBack(err)
	} else if err != nil {
		return err
	}
	if err := t.l.NamedStill(rec); err != nil {
		return errors.Join(err, t.l.cfg.Store.UpdateMatch(t.Stored(t.Rec)))
	}
	return nil
}

// begin starts the match of a record whose seats are all taken. Those who are not
// at the table yet are expected there: a match to which one does not come ends.
func (t *room) begin() error {
	if err := t.Fold(nil); err != nil {
		return err
	}
	if t.Now()-t.M.Started() >= slowStore.Milliseconds() { // it was long in being stored
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

// nameOf is a seated player's present name.
func (l *Lobby) nameOf(s store.Seat) string {
	if p, err := l.cfg.Store.Player(s.Player); err == nil {
		return p.Name
	}
	return s.Name
}

// callPeople brings the seated people to the table, but for the one who sat
// down just now and is on the way. To one over days a screen only points: it can wait.
func (t *room) callPeople(but string) {
	for _, s := range t.Rec.Seats {
		if p := table.PersonIn(s); p.ID != "" && p.Bot == "" && p.ID != but {
			t.l.call(p.ID, t.ID)
		}
	}
}

// lockOpen is lock for a table that waits for somebody; ErrFull.
func (v *Visit) lockOpen(id string) (*room, error) {
	t, err := v.lock(id)
	if err == nil && t.Rec.Status != store.Open {
		t.mu.Unlock()
		return nil, ErrFull
	}
	return t, err
}

// Cancel takes one's own open seat down, declines a challenge, or ends a meeting: then
// the seat stays open for its host unless it is the host's wish.
func (v *Visit) Cancel(id string) error { return v.command(id, &table.Cancel{}) }

func (v *Visit) cancel(id string) error {
	t, err := v.lockOpen(id)
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	me := v.Me()
	switch seat := t.SeatOf(me); {
	case seat == games.Nobody && t.Rec.Invited != me.ID:
		return ErrNotYours
	case t.Meets():
		return t.part(seat)
	}
	return t.drop()
}

// ToDays turns one's unanswered seat for now into one of a day a move, which
// waits for an answer when its host is gone.
func (v *Visit) ToDays(id string) error { return v.command(id, &table.ToDays{}) }

func (v *Visit) toDays(id string) error {
	me := v.Me()
	if me.Guest {
		return ErrGuestDays
	}
	t, err := v.lockOpen(id)
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
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
	if err := t.update(rec); err != nil {
		return err
	}
	t.Rec, t.Control = rec, control
	t.Quick = false
	t.changed()
	return nil
}

// OneDay is the control of a match played over days.
const OneDay = "1d"

package pairing

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
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// Offer is a game that a person wants to play.
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
	// Quick lets a quick search take the seat: see [Visitor.Quick].
	Quick bool
	// Beside is a match; the seat is taken down when it ends. "" for none.
	Beside string
	// Seed is a seed that the player typed, for practice alone: it is made safe to
	// show ([text.Line]). It may be the ID of a deal that the arcade has seen: the deal's
	// own options stand where Options name another. Daily is the day's run alone, with the day's seed.
	Seed  string
	Daily bool

	previous string // the match after which another one is asked for, see [Visitor.AskAgain]
}

// Create makes a table from an offer: a game with a bot (or alone) begins at
// once, anything else is an open seat. It gives the match's id: for a solo game the unfinished
// run's id where that stands for a new one (see begin), or ErrDailyDone; for a game with a bot the
// id of a similar one that was left before its first action.
func (v *Visitor) Create(o Offer) (string, error) {
	l, me := v.l, v.Me()
	if err := v.MayPlay(); err != nil {
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
	if err := o.check(me, g); err != nil {
		return "", err
	}
	rec := store.Match{
		Game: o.Game, Rules: g.Info().Rules, Options: slices.Clone(o.Options),
		Seats: make([]store.Seat, seats), Control: o.Control, Rated: o.Rated, Private: o.Private,
		Status: store.Open, Created: clock.MS(), Winner: -1, Previous: o.previous,
	}
	if err := l.runs.Choose(g, o.Seed, o.Daily, &rec); err != nil {
		return "", err
	}
	if _, err := g.Start(ledger.Setup(rec)); err != nil {
		return "", fmt.Errorf("%w: %w", ErrBadOffer, err)
	}
	if o.Player != "" {
		if rec.Invited, err = l.invited(me, o.Player); err != nil {
			return "", err
		}
	}
	seat := o.Seat
	if seat == games.Nobody {
		seat = games.Seat(names.Roll(v.l.cfg.Random, seats))
	}
	rec.Seats[seat] = l.SeatFor(me, rec)
	if err := v.MayMake(); err != nil {
		return "", err
	}
	if o.Rated {
		if err := l.fair.MayRate(me.ID); err != nil {
			return "", err
		}
	}
	if err := o.seatOthers(&rec, seat); err != nil {
		return "", err
	}
	if seats == 1 {
		rec.Ledger = ledger.Rules
		return l.Begin(me, rec)
	}
	if rec.Rated {
		rec.From = l.dir.NetworkOf(me.ID)
	}
	if ledger.Full(rec) {
		if err := l.thinking.Deal(&rec, nil, nil); err != nil {
			return "", err
		}
		if id := l.unplayed(me, rec, o); id != "" {
			l.Call(me.ID, id) // as to one that begins
			return id, nil
		}
	}
	return l.Open(me, rec, table.Meeting{Quick: o.Quick, Beside: o.Beside})
}

// AskAgain asks the other player of a finished match for another one on the same terms, with the
// colours swapped, and gives its id. The question is an open seat that stays, also when the visitor
// leaves. Where the other has asked the same, the visitor sits down there. games.ErrNotAllowed;
// ErrHostAway.
func (v *Visitor) AskAgain(match string) (string, error) {
	me := v.Me()
	old, err := v.l.cfg.Store.Match(match)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return "", err
	}
	seat := old.SeatOf(me.ID)
	if err != nil || old.Status != store.Done || len(old.Seats) != 2 || seat < 0 || old.Seats[1-seat].Player == "" {
		return "", games.ErrNotAllowed
	}
	for _, s := range v.l.dir.OwnSummaries(me.ID) {
		switch {
		case s.Previous != match || s.Status != store.Open:
		case s.SeatOf(me.ID) != games.Nobody:
			return s.ID, nil
		default:
			return s.ID, v.SitDown(s.ID, false)
		}
	}
	o := Offer{
		Game: old.Game, Options: old.Options, Seat: games.Seat(1 - seat), Control: old.Control, Private: old.Private,
		Rated: old.Rated || old.Casual == ledger.TooOften, Player: old.Seats[1-seat].Player, previous: match,
	}
	if old.Round > 0 { // a new series
		o.Options, o.Seat = nil, games.Nobody
	}
	return v.Create(o)
}

// check refuses an offer whose parts do not go together.
func (o Offer) check(me Person, g games.Game) error {
	seats := g.Info().Seats
	control, err := games.ParseControl(o.Control)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBadOffer, err)
	}
	if me.Guest && control.Correspondence() {
		return ErrGuestDays
	}
	if o.Bot != "" && o.Player != "" || o.Quick && (o.Bot != "" || o.Player != "" || o.Private) {
		return fmt.Errorf("%w: more than one kind of opponent", ErrBadOffer)
	}
	if o.Seat < games.Nobody || int(o.Seat) >= seats {
		return fmt.Errorf("%w: seat %d", ErrBadOffer, o.Seat)
	}
	if o.Bot != "" && games.FindBot(g, o.Bot) == nil {
		return fmt.Errorf("%w: no bot %.20q", ErrBadOffer, o.Bot)
	}
	if o.Second != "" && (seats != 2 || o.Bot != "" || o.Player != "" || o.Quick || o.Rated || o.Private || o.Control != noClock) {
		return fmt.Errorf("%w: what two at one screen cannot have", ErrBadOffer)
	}
	if o.Rated && (me.Guest || o.Bot != "" || o.Private || seats < 2) {
		if me.Guest {
			return ErrGuestRated
		}
		return fmt.Errorf("%w: cannot be rated", ErrBadOffer)
	}
	return nil
}

// invited is the id of the player whom a person challenges; ErrNoPlayer, ErrOwnSeat.
func (l *Desk) invited(me Person, player string) (string, error) {
	p, err := l.cfg.Store.Player(player)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", ErrNoPlayer
	case err != nil:
		return "", err
	case p.ID == me.ID:
		return "", ErrOwnSeat
	}
	return p.ID, nil
}

// seatOthers seats the bot, or the second person at the host's screen; the host has seat.
func (o Offer) seatOthers(rec *store.Match, seat games.Seat) error {
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
			return err
		}
		rec.Seats[1-seat], rec.Shared = store.Seat{Guest: names.GuestID(), Name: name}, string(games.Screen)
	}
	return nil
}

// unplayed is a person's match with a bot in which nobody has done anything yet, and which
// would begin as rec does; "" where there is none. A program begins what it asks for.
func (l *Desk) unplayed(me Person, rec store.Match, o Offer) string {
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

const (
	// WrongCodes is how many wrong join codes are heard from a visitor, and
	// WrongCodesFrom from an address, where a whole class may sit, in [limit.GuessTime].
	WrongCodes, WrongCodesFrom = 10, 30
)

// FindCode returns the table that a join code opens; ErrNoCode, ErrGuessing. Where there are
// other nodes it waits a moment for one that has not shown the code yet, until ctx ends.
func (v *Visitor) FindCode(ctx context.Context, code string) (string, error) {
	l, now := v.l, clock.MS()
	code = names.Normal(code)
	if len(code) != room.CodeLen {
		return "", ErrNoCode // which guesses nothing
	}
	by := []limit.Guesser{{Who: "visitor " + v.Me().ID, Most: WrongCodes}}
	if v.Identity.From != "" {
		by = append(by, limit.Guesser{Who: "address " + v.Identity.From, Most: WrongCodesFrom})
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
func (l *Desk) awaitCode(ctx context.Context, code string) (id string) {
	late := time.NewTimer(room.ShowTime)
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

// JoinCode sits down on the seat that a friend's code opens and gives the match's id.
func (v *Visitor) JoinCode(ctx context.Context, code string) (string, error) {
	id, err := v.FindCode(ctx, code)
	if err != nil {
		return "", err
	}
	if s := v.l.dir.Summary(id); s != nil && s.Meets && s.SeatOf(v.Me().ID) != games.Nobody {
		return id, nil // it has come again
	}
	return id, v.SitDown(id, true)
}

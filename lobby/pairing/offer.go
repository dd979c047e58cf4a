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
	"arcade/lobby/account"
	"arcade/lobby/clock"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/limit"
	"arcade/lobby/names"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/store"
)

// SecondName is the name of the second person at one screen who has given none.
const SecondName = "Player 2"

// Offer is a game that a person wants to play.
type Offer struct {
	Game    string
	Options json.RawMessage
	// Seat is the host's seat, games.Nobody for a random one.
	Seat games.Seat
	// Control is a time control's notation.
	Control string
	Rated   bool
	// Private matches are visible to their players only and entered by their code.
	Private bool
	// Bot is the name of the bot to play against, Player the id of the player to challenge; if both are
	// empty, anybody may play.
	Bot, Player string
	// Second is the name of another person at the same screen: then the visitor plays for both, without a
	// clock and unrated.
	Second string
	// Quick lets a quick search take the seat: see [Visitor.Quick].
	Quick bool
	// Seed is a seed that the player typed, for solo practice: it is made safe to show ([text.Line]). It
	// may be the ID of a known deal: then the deal's options apply where Options differ. Daily asks for
	// the day's solo run, with the day's seed.
	Seed  string
	Daily bool

	previous string // the match of which this is a rematch, see [Visitor.AskAgain]
}

// Create makes a table from an offer: a game with a bot, or a solo game, begins at once; any other offer is
// an open seat. It returns the match's id. For a solo game this may be an unfinished run instead of a new
// one (see begin), or the error ErrDailyDone. For a game with a bot it may be a similar game that was left
// before its first action.
func (v *Visitor) Create(o Offer) (id string, err error) {
	err = v.AsActive(func() (err error) {
		id, err = v.create(o)
		return err
	})
	return id, err
}

func (v *Visitor) create(o Offer) (string, error) {
	d, me := v.desk, v.Me()
	if err := v.MayPlay(); err != nil {
		return "", err
	}
	g, err := d.Config.Games.Game(o.Game)
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
	if err := d.Solo.Choose(g, o.Seed, o.Daily, &rec); err != nil {
		return "", err
	}
	if _, err := g.Start(ledger.Setup(rec)); err != nil {
		return "", fmt.Errorf("%w: %w", solo.ErrBadOffer, err)
	}
	if o.Player != "" {
		if rec.Invited, err = d.invited(me, o.Player); err != nil {
			return "", err
		}
	}
	seat := o.Seat
	if seat == games.Nobody {
		seat = games.Seat(names.Roll(v.desk.Config.Random, seats))
	}
	rec.Seats[seat] = d.SeatFor(me, rec)
	if err := v.MayMake(); err != nil {
		return "", err
	}
	if o.Rated {
		if err := d.Fair.MayRate(me.ID); err != nil {
			return "", err
		}
	}
	if err := o.seatOthers(&rec, seat, v.desk.Config.ReservedNames()); err != nil {
		return "", err
	}
	if seats == 1 {
		rec.Ledger = ledger.Rules
		return d.Begin(me, rec)
	}
	if rec.Rated {
		rec.From = d.Directory.NetworkOf(me.ID)
	}
	if ledger.Full(rec) {
		if err := d.Thinking.Deal(&rec, nil, nil); err != nil {
			return "", err
		}
		if id := d.unplayed(me, rec, o); id != "" {
			d.Call(me.ID, id) // like a match that begins
			return id, nil
		}
	}
	return d.Open(me, rec, table.Meeting{Quick: o.Quick})
}

// AskAgain asks the other player of a finished match for a rematch on the same terms, with the colours
// swapped, and returns its id. The question is an open seat that stays, even when the visitor leaves. If
// the other player has asked the same, the visitor sits down there. games.ErrNotAllowed; ErrHostAway.
func (v *Visitor) AskAgain(match string) (string, error) {
	me := v.Me()
	old, err := v.desk.Config.Store.Match(v.desk.Tasks.Work(), match)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return "", err
	}
	seat := old.SeatOf(me.ID)
	if err != nil || old.Status != store.Done || len(old.Seats) != 2 || seat < 0 || old.Seats[1-seat].Player == "" {
		return "", games.ErrNotAllowed
	}
	for _, s := range v.desk.Directory.SummariesOf(me.ID) {
		switch {
		case s.Previous != match || s.Status != store.Open:
		case s.SeatOf(me.ID) != games.Nobody:
			return s.ID, nil
		default:
			return s.ID, v.SitDown(s.ID)
		}
	}
	o := Offer{
		Game: old.Game, Options: old.Options, Seat: games.Seat(1 - seat), Control: old.Control, Private: old.Private,
		Rated: old.Rated || old.Casual == ledger.TooOften, Player: old.Seats[1-seat].Player, previous: match,
	}
	if old.Round > 0 { // a new series
		o.Options, o.Seat = v.desk.seriesOptions(old), games.Nobody
	}
	return v.Create(o)
}

// seriesOptions returns the options of a new series like an old one: without those that one round hands to the
// next.
func (d *Desk) seriesOptions(old store.Match) json.RawMessage {
	g, err := d.Config.Games.Game(old.Game)
	if r, ok := g.(games.SeriesOptions); err == nil && ok {
		return r.SeriesOptions(old.Options)
	}
	return nil
}

// check refuses an offer with contradictory parts.
func (o Offer) check(me table.Person, g games.Game) error {
	seats := g.Info().Seats
	control, err := games.ParseControl(o.Control)
	if err != nil {
		return fmt.Errorf("%w: %w", solo.ErrBadOffer, err)
	}
	if me.Guest && control.Correspondence() {
		return table.ErrGuestDays
	}
	if o.Bot != "" && o.Player != "" || o.Quick && (o.Bot != "" || o.Player != "" || o.Private) {
		return fmt.Errorf("%w: more than one kind of opponent", solo.ErrBadOffer)
	}
	if o.Seat < games.Nobody || int(o.Seat) >= seats {
		return fmt.Errorf("%w: seat %d", solo.ErrBadOffer, o.Seat)
	}
	if o.Bot != "" && games.FindBot(g, o.Bot) == nil {
		return fmt.Errorf("%w: no bot %.20q", solo.ErrBadOffer, o.Bot)
	}
	if o.Second != "" && (seats != 2 || o.Bot != "" || o.Player != "" || o.Quick || o.Rated || o.Private || o.Control != noClock) {
		return fmt.Errorf("%w: the offer does not fit two people at one screen", solo.ErrBadOffer)
	}
	if o.Rated && (me.Guest || o.Bot != "" || o.Private || seats < 2) {
		if me.Guest {
			return table.ErrGuestRated
		}
		return fmt.Errorf("%w: cannot be rated", solo.ErrBadOffer)
	}
	return nil
}

// invited returns the id of the challenged player; ErrNoPlayer, ErrOwnSeat.
func (d *Desk) invited(me table.Person, player string) (string, error) {
	p, err := d.Config.Store.Player(d.Tasks.Work(), player)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", records.ErrNoPlayer
	case err != nil:
		return "", err
	case p.ID == me.ID:
		return "", table.ErrOwnSeat
	}
	return p.ID, nil
}

// seatOthers seats the bot, or the second person at the host's screen; the host has seat.
func (o Offer) seatOthers(rec *store.Match, seat games.Seat, reserved names.Reserved) error {
	if o.Bot != "" {
		for i := range rec.Seats {
			if rec.Seats[i].Empty() {
				rec.Seats[i] = store.Seat{Bot: o.Bot, Name: o.Bot}
			}
		}
	}
	if o.Second != "" {
		name, err := names.Clean(o.Second)
		switch {
		case o.Second == SecondName: // it has a blank, so no player can have it
			name, err = SecondName, nil
		case err == nil && reserved.Has(name):
			err = names.ErrReserved
		}
		if err != nil {
			return err
		}
		rec.Seats[1-seat], rec.Shared = store.Seat{Guest: names.GuestID(), Name: name}, string(games.Screen)
	}
	return nil
}

// unplayed returns a person's match with a bot that nobody has played yet, and that would begin like rec;
// "" for none. A program always begins a new match.
func (d *Desk) unplayed(me table.Person, rec store.Match, o Offer) string {
	if o.Bot == "" || me.Remote || rec.Seeded {
		return ""
	}
	for _, s := range d.Directory.SummariesOf(me.ID) {
		mine := s.SeatOf(me.ID)
		if s.Status == store.Live && s.Game == rec.Game && s.Plies == 0 && s.ToAct == mine && s.Control == rec.Control && s.Private == rec.Private && !s.Seeded &&
			mine != games.Nobody && (o.Seat == games.Nobody || o.Seat == mine) && s.Seats[1-mine].Bot == o.Bot && d.Solo.SameStart(rec, s.Options) {
			return s.ID
		}
	}
	return ""
}

const (
	// WrongCodes limits the wrong join codes of a visitor, and WrongCodesFrom of an address, which a whole
	// class may share, in [limit.GuessTime].
	WrongCodes, WrongCodesFrom = 10, 30
)

// FindCode returns the table of a join code; ErrNoCode, ErrGuessing. If there are other nodes, it waits a
// moment for one that has not published the code yet, until ctx ends.
func (v *Visitor) FindCode(ctx context.Context, code string) (string, error) {
	d, now := v.desk, clock.MS()
	code = names.Normal(code)
	if len(code) != room.CodeLen {
		return "", room.ErrNoCode // this is not a guess
	}
	by := []limit.Guesser{{Who: "visitor " + v.Me().ID, Most: WrongCodes}}
	if v.Identity.From != "" {
		by = append(by, limit.Guesser{Who: "address " + v.Identity.From, Most: WrongCodesFrom})
	}
	if !d.seatCodes.MayTry(now, by...) {
		return "", account.ErrGuessing
	}
	id := d.Directory.MatchOfCode(code)
	if id == "" && d.Config.Nodes != nil {
		id = d.awaitCode(ctx, code)
	}
	if id == "" {
		d.seatCodes.Miss(now, by...) // even if ctx has ended: a correct code does not take that long
		return "", cmp.Or(ctx.Err(), room.ErrNoCode)
	}
	return id, nil
}

// awaitCode returns the table of a code that another node is about to publish, "" if it does not come.
func (d *Desk) awaitCode(ctx context.Context, code string) (id string) {
	late := time.NewTimer(room.ShowTime)
	defer late.Stop()
	again := time.NewTicker(directory.ReadEvery)
	defer again.Stop()
	for id == "" {
		select {
		case <-again.C:
			id = d.Directory.MatchOfCode(code)
		case <-late.C:
			return d.Directory.MatchOfCode(code)
		case <-ctx.Done():
			return ""
		case <-d.Tasks.Context().Done():
			return ""
		}
	}
	return id
}

// JoinCode takes the seat of a friend's code and returns the match's id.
func (v *Visitor) JoinCode(ctx context.Context, code string) (string, error) {
	id, err := v.FindCode(ctx, code)
	if err != nil {
		return "", err
	}
	if s := v.desk.Directory.Summary(id); s != nil && s.Meets && s.SeatOf(v.Me().ID) != games.Nobody {
		return id, nil // the visitor has come again
	}
	return id, v.AsActive(func() error { return v.sitDown(id, true, always) })
}

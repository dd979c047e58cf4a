package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"arcade/games"
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
	// Quick lets the arcade find an opponent of like rating.
	Quick bool
}

// Create makes a table from an offer: a game with a bot (or alone) begins at
// once, anything else is an open seat. It gives the match's id.
func (v *Visit) Create(o Offer) (string, error) {
	l, me := v.l, v.Me()
	g, err := l.cfg.Games.Game(o.Game)
	if err != nil {
		return "", err
	}
	if _, err := games.ParseControl(o.Control); err != nil {
		return "", fmt.Errorf("%w: %w", ErrBadOffer, err)
	}
	seats := g.Info().Seats
	if o.Seat < games.Nobody || int(o.Seat) >= seats {
		return "", fmt.Errorf("%w: seat %d", ErrBadOffer, o.Seat)
	}
	if o.Bot != "" && games.FindBot(g, o.Bot) == nil {
		return "", fmt.Errorf("%w: no bot %.20q", ErrBadOffer, o.Bot)
	}
	if o.Rated && (me.Guest || o.Bot != "" || o.Private || seats < 2) {
		if me.Guest {
			return "", ErrGuestRated
		}
		return "", fmt.Errorf("%w: cannot be rated", ErrBadOffer)
	}
	rec := store.Match{
		Game: o.Game, Rules: g.Info().Rules, Seed: newSeed(), Options: o.Options,
		Seats: make([]store.Seat, seats), Control: o.Control, Rated: o.Rated, Private: o.Private,
		Status: store.Open, Created: nowMS(), Winner: -1,
	}
	if _, err := g.Start(games.Setup{Game: rec.Game, Rules: rec.Rules, Seed: rec.Seed, Options: rec.Options}); err != nil {
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
		seat = games.Seat(roll(seats))
	}
	rec.Seats[seat] = l.seatFor(me, rec)
	if o.Bot != "" {
		for i := range rec.Seats {
			if rec.Seats[i].Empty() {
				rec.Seats[i] = store.Seat{Bot: o.Bot, Name: o.Bot}
			}
		}
	}
	return l.open(me, rec, o.Quick)
}

// seatFor is a person's seat in a match, with the rating as it is now.
func (l *Lobby) seatFor(p Person, rec store.Match) store.Seat {
	if p.Guest {
		return store.Seat{Guest: p.ID, Name: p.Name}
	}
	s := store.Seat{Player: p.ID, Name: p.Name}
	if len(rec.Seats) > 1 {
		r := l.ratingOf(rec.Game, p.ID)
		s.Rating, s.Deviation = r.Rating.Rating, r.Rating.Deviation
	}
	return s
}

// open keeps a new match and puts it on a table; it begins if no seat is empty.
func (l *Lobby) open(host Person, rec store.Match, quick bool) (string, error) {
	if err := l.mayOpen(host, rec); err != nil {
		return "", err
	}
	if full(rec) {
		rec.Status, rec.Started = store.Live, rec.Created
	} else if rec.Invited == "" {
		rec.Code = l.newCode()
	}
	for {
		rec.ID = randomID(8)
		err := l.cfg.Store.CreateMatch(rec)
		if err == nil {
			break
		}
		if !errors.Is(err, store.ErrExists) {
			return "", fmt.Errorf("new match: %w", err)
		}
	}
	t := l.newTable(rec)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.quick = quick && rec.Status == store.Open
	l.mu.Lock()
	l.tables[rec.ID] = t
	if rec.Code != "" {
		l.codes[rec.Code] = rec.ID
	}
	if t.quick {
		l.quick[rec.ID] = t
	}
	l.mu.Unlock()
	if rec.Status == store.Live {
		if err := t.begin(); err != nil {
			return "", err
		}
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

// mayOpen holds a person to the limits on open seats and unfinished games.
func (l *Lobby) mayOpen(host Person, rec store.Match) error {
	open, live := 0, 0
	for _, s := range l.summaries() {
		if s.seatOf(host.ID) == games.Nobody {
			continue
		}
		switch s.Status {
		case store.Open:
			open++
		case store.Live:
			live++
		}
	}
	if l.Closing() {
		return ErrClosing
	}
	if live >= l.cfg.MaxGames || !full(rec) && open >= l.cfg.MaxSeats {
		return ErrTooMany
	}
	return nil
}

// nudge wakes a person who is here.
func (l *Lobby) nudge(person string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if v := l.visits[person]; v != nil {
		v.poke()
	}
}

// full tells that no seat is empty.
func full(rec store.Match) bool {
	for _, s := range rec.Seats {
		if s.Empty() {
			return false
		}
	}
	return true
}

// newCode gives a join code that is not in use: 30 random bits.
func (l *Lobby) newCode() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		if c := randomID(6); l.codes[c] == "" {
			return c
		}
	}
}

// FindCode is the table that a join code opens; ErrNoCode.
func (l *Lobby) FindCode(code string) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if id := l.codes[NormalID(code)]; id != "" {
		return id, nil
	}
	return "", ErrNoCode
}

// JoinCode takes the seat that a friend's code opens and gives the match's id.
func (v *Visit) JoinCode(code string) (string, error) {
	id, err := v.l.FindCode(code)
	if err != nil {
		return "", err
	}
	return id, v.take(id, true)
}

// Take sits down on an open seat: one that is listed, or one's own challenge.
func (v *Visit) Take(id string) error { return v.take(id, false) }

func (v *Visit) take(id string, byCode bool) error {
	me := v.Me()
	t, err := v.l.table(id)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.rec.Status != store.Open:
		return ErrFull
	case t.seatOf(me) != games.Nobody:
		return ErrOwnSeat
	case t.rec.Invited != "" && t.rec.Invited != me.ID:
		return ErrPrivate
	case t.rec.Private && t.rec.Invited == "" && !byCode:
		return ErrPrivate
	case t.rec.Rated && me.Guest:
		return ErrGuestRated
	}
	if err := v.l.mayOpen(me, store.Match{}); err != nil {
		return err
	}
	return t.seat(me)
}

// seat puts a person on the empty seat and begins the match; the lock is held.
func (t *Table) seat(p Person) error {
	rec := t.rec
	rec.Seats = append([]store.Seat(nil), rec.Seats...)
	for i := range rec.Seats {
		if rec.Seats[i].Empty() {
			rec.Seats[i] = t.l.seatFor(p, rec)
			break
		}
	}
	if full(rec) {
		rec.Status, rec.Started = store.Live, nowMS()
		for i, s := range rec.Seats { // the host's rating may have changed while it waited
			if s.Player != "" {
				rec.Seats[i] = t.l.seatFor(Person{ID: s.Player, Name: t.l.nameOf(s)}, rec)
			}
		}
	}
	if err := t.l.cfg.Store.UpdateMatch(rec); err != nil {
		return fmt.Errorf("take seat: %w", err)
	}
	t.rec = rec
	if rec.Status == store.Live {
		t.l.mu.Lock()
		delete(t.l.codes, rec.Code)
		delete(t.l.quick, t.id)
		t.l.mu.Unlock()
		t.quick = false
		if err := t.begin(); err != nil {
			return err
		}
	}
	t.changed()
	t.callPeople(p.ID)
	return nil
}

// begin starts the match of a record whose seats are all taken.
func (t *Table) begin() error {
	if err := t.fold(nil); err != nil {
		return err
	}
	for i, s := range t.rec.Seats {
		t.away[i] = away{}
		if s.Bot == "" && !t.l.here(personIn(s).ID) {
			t.away[i] = away{since: nowMS(), grace: t.l.cfg.Grace}
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

// here tells that a person has a visit.
func (l *Lobby) here(person string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.visits[person] != nil
}

// callPeople brings the seated people to the table, but for the one who sat
// down just now and is on the way. A match over days calls nobody away from a game.
func (t *Table) callPeople(but string) {
	for _, s := range t.rec.Seats {
		if p := personIn(s); p.ID != "" && p.Bot == "" && p.ID != but {
			t.l.call(p.ID, t.id)
		}
	}
}

// Cancel takes one's own open seat down, or declines a challenge.
func (v *Visit) Cancel(id string) error {
	t, err := v.l.table(id)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rec.Status != store.Open {
		return ErrFull
	}
	if me := v.Me(); t.seatOf(me) == games.Nobody && t.rec.Invited != me.ID {
		return ErrNotYours
	}
	t.drop()
	return nil
}

// ToDays turns one's unanswered seat for now into one of a day a move, which
// waits for an answer when its host is gone.
func (v *Visit) ToDays(id string) error {
	me := v.Me()
	if me.Guest {
		return ErrGuestRecord
	}
	t, err := v.l.table(id)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rec.Status != store.Open {
		return ErrFull
	}
	if t.seatOf(me) == games.Nobody {
		return ErrNotYours
	}
	rec := t.rec
	rec.Control = OneDay
	if err := v.l.cfg.Store.UpdateMatch(rec); err != nil {
		return err
	}
	t.rec = rec
	t.quick = false
	v.l.mu.Lock()
	delete(v.l.quick, id)
	v.l.mu.Unlock()
	t.changed()
	return nil
}

// OneDay is the control of a match played over days.
const OneDay = "1d"

// Quick finds an opponent of like rating for a game: it takes a seat that waits
// for one, or opens such a seat. It gives the match's id and whether it has begun.
func (v *Visit) Quick(game, control string) (id string, begun bool, err error) {
	l, me := v.l, v.Me()
	for _, s := range l.quickSeats() {
		if !l.suits(s, me, game, control) {
			continue
		}
		err := v.take(s.ID, true)
		if err == nil {
			return s.ID, true, nil
		}
		if !errors.Is(err, ErrFull) && !errors.Is(err, ErrNoTable) && !errors.Is(err, ErrOwnSeat) {
			return "", false, err
		}
	}
	for _, s := range l.quickSeats() { // looking twice is one search
		if s.seatOf(me.ID) != games.Nobody && s.Game == game && s.Control == control {
			return s.ID, false, nil
		}
	}
	id, err = v.Create(Offer{Game: game, Control: control, Seat: games.Nobody, Rated: !me.Guest, Quick: true})
	return id, false, err
}

// quickSeats lists the seats that look for an opponent, oldest first.
func (l *Lobby) quickSeats() (list []*Summary) {
	for _, s := range l.summaries() {
		if s.Quick && s.Status == store.Open {
			list = append(list, s)
		}
	}
	return list
}

// suits tells that a waiting seat and a person are a fair pairing by now.
func (l *Lobby) suits(s *Summary, p Person, game, control string) bool {
	if s.Game != game || s.Control != control || s.seatOf(p.ID) != games.Nobody || s.Rated == p.Guest {
		return false
	}
	if p.Guest {
		return true
	}
	mine := l.ratingOf(game, p.ID).Rating.Rating
	for _, seat := range s.Seats {
		if seat.ID != "" {
			lo, hi := Range(seat.Rating, s.Created, nowMS())
			return mine >= lo && mine <= hi
		}
	}
	return false
}

// Range is whom a seat that has waited since created looks for by now: ratings
// within 100 at first, 25 more each second, anybody after a minute.
func Range(rating float64, created, now int64) (lo, hi float64) {
	waited := max(now-created, 0) / 1000
	if waited >= 60 {
		return 0, 4000
	}
	d := 100 + 25*float64(waited)
	return max(rating-d, 0), rating + d
}

// pairLoop joins waiting seats as their ranges widen.
func (l *Lobby) pairLoop() {
	defer l.wg.Done()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-l.stop:
			return
		case <-tick.C:
			l.pair()
		}
	}
}

// pair seats hosts of waiting seats at others that suit, oldest first, until none does.
func (l *Lobby) pair() {
	defer l.guard("pairing")
	for l.pairOne() {
	}
}

// pairOne makes one pairing and tells whether it did: after each the list is read again.
func (l *Lobby) pairOne() bool {
	seats := l.quickSeats()
	for i, a := range seats {
		for _, b := range seats[i+1:] {
			host := b.host()
			if host.ID == "" || !l.suits(a, host, b.Game, b.Control) {
				continue
			}
			l.mu.Lock()
			v := l.visits[host.ID]
			l.mu.Unlock()
			if v == nil || v.take(a.ID, true) != nil {
				continue
			}
			l.call(host.ID, a.ID)
			_ = v.Cancel(b.ID) // gone already where its host has just been found by somebody else
			return true
		}
	}
	return false
}

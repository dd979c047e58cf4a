package lobby

import (
	"errors"
	"time"

	"arcade/games"
	"arcade/store"
)

// Quick finds an opponent of like rating for a rated game (for a guest, anybody
// for a casual one): it takes a seat that waits for one, or opens such a seat. It
// gives the match's id and whether it has begun. A person has one search at a
// time, the latest.
func (v *Visit) Quick(game, control string) (id string, begun bool, err error) {
	return v.search(game, control, !v.Me().Guest)
}

// Casual finds anybody for a game that is not rated, as Quick does.
func (v *Visit) Casual(game, control string) (id string, begun bool, err error) {
	return v.search(game, control, false)
}

func (v *Visit) search(game, control string, rated bool) (id string, begun bool, err error) {
	l, me := v.l, v.Me()
	if err := v.Over(); err != nil {
		return "", false, err
	}
	if me.Remote { // nobody is paired with a bot unasked
		return "", false, ErrUnasked
	}
	l.pairing.Lock()
	defer l.pairing.Unlock()
	rating := l.Rating(game, me.ID).Rating.Rating
	for _, s := range l.quickSeats() {
		if s.Rated != rated || !l.suits(s, me, rating, game, control) {
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
		if s.SeatOf(me.ID) != games.Nobody && s.Game == game && s.Control == control && s.Rated == rated {
			return s.ID, false, nil
		}
	}
	l.endSearches(me.ID)
	id, err = v.Create(Offer{Game: game, Control: control, Seat: games.Nobody, Rated: rated, quick: true})
	return id, false, err
}

// quickSeats lists the seats that look for an opponent, oldest first.
func (l *Lobby) quickSeats() (list []*Summary) {
	for _, s := range l.summaries() {
		if s.quick && s.Status == store.Open {
			list = append(list, s)
		}
	}
	return list
}

// suits tells that a waiting seat, whose host is in the house, and a person with
// a rating are a fair pairing by now, one that counts where the seat is rated.
func (l *Lobby) suits(s *Summary, p Person, rating float64, game, control string) bool {
	if s.Game != game || s.Control != control || s.SeatOf(p.ID) != games.Nobody || s.Rated && p.Guest {
		return false
	}
	host := s.hostSeat()
	if !l.Here(host.ID) {
		return false
	}
	lo, hi := Range(host.Rating, s.Created, nowMS())
	return !s.Rated || rating >= lo && rating <= hi && l.uncounted(game, host.ID, s.from, p.ID) == ""
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
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-l.ctx.Done():
			return
		case <-tick.C:
			l.pair()
		}
	}
}

// pair seats hosts of waiting seats at others that suit, oldest first, until none does.
func (l *Lobby) pair() {
	defer l.guard("pairing")
	l.pairing.Lock()
	defer l.pairing.Unlock()
	for l.pairOne() {
	}
}

// pairOne makes one pairing and tells whether it did: after each the list is read again.
func (l *Lobby) pairOne() bool {
	seats := l.quickSeats()
	for i, a := range seats {
		for _, b := range seats[i+1:] {
			host := b.hostSeat()
			if host.ID == "" || a.Rated != b.Rated || !l.suits(a, host.Person, host.Rating, b.Game, b.Control) {
				continue
			}
			l.mu.Lock()
			v := l.visits[host.ID]
			l.mu.Unlock()
			if v == nil || v.take(a.ID, true) != nil {
				continue
			}
			l.call(host.ID, a.ID)
			return true
		}
	}
	return false
}

// endSearches takes down a person's seats that look for an opponent by rating: it
// has found one, and is not to be called away to another.
func (l *Lobby) endSearches(person string) {
	for _, s := range l.quickSeats() {
		if s.SeatOf(person) == games.Nobody {
			continue
		}
		if t, err := l.table(s.ID); err == nil {
			t.mu.Lock()
			if t.quick && t.rec.Status == store.Open {
				_ = t.drop() // logged; it is tried again when its host goes
			}
			t.mu.Unlock()
		}
	}
}

package pairing

import (
	"errors"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// Quick looks for an opponent for a rated game (for a guest, for a casual one): it sits
// down on a seat that waits for one of like rating on the same terms, or opens such a
// seat. It gives the match's id and whether somebody is there. A person has one
// search at a time, the latest.
func (v *Visitor) Quick(game, control string) (id string, found bool, err error) {
	if err := v.Over(); err != nil {
		return "", false, err
	}
	if v.Me().Remote { // nobody is paired with a bot unasked
		return "", false, ErrUnasked
	}
	v.l.AskMeetings(v.Me().ID)
	tried := map[string]bool{}
	for open := false; ; {
		id, found, err := v.search(game, control, tried, open)
		if !errors.Is(err, room.ErrElsewhere) {
			return id, found, err
		}
		tried[id] = true
		switch err := v.SitDown(id, false); {
		case err == nil:
			return id, true, nil
		case errors.Is(err, ErrMoving): // perhaps it has sat down: it is not to do so twice
			open = true
		case !missed(err):
			return "", false, err
		}
	}
}

// missed reports whether a seat was gone when somebody came to it.
func missed(err error) bool {
	return errors.Is(err, ErrFull) || errors.Is(err, ErrNoTable) || errors.Is(err, ErrOwnSeat)
}

// search is Quick as far as this node can do it: errElsewhere where the seat of that id,
// which is another node's, is to be tried first. open tells to look at nobody's.
func (v *Visitor) search(game, control string, tried map[string]bool, open bool) (id string, found bool, err error) {
	l, me, rated := v.l, v.Me(), !v.Me().Guest
	l.Pairing.Lock()
	defer l.Pairing.Unlock()
	rating := l.Rating(game, me.ID).Rating.Rating
	for _, s := range l.dir.Lists().Open {
		if s.SeatOf(me.ID) != games.Nobody && s.Game == game && s.Meets {
			return s.ID, true, nil
		}
		if open || tried[s.ID] || s.Rated != rated || !l.suits(s, me, rating, game, control) {
			continue
		}
		if _, err := l.Table(s.ID); err != nil && l.cfg.Nodes != nil {
			return s.ID, false, room.ErrElsewhere
		}
		err := v.TakeHeld(s.ID, false)
		if err == nil {
			return s.ID, true, nil
		}
		if !missed(err) {
			return "", false, err
		}
	}
	for _, s := range l.dir.Lists().Open { // looking twice is one search
		if s.Quick && s.SeatOf(me.ID) != games.Nobody && s.Game == game && s.Control == control && s.Rated == rated {
			return s.ID, false, nil
		}
	}
	l.EndSearches(me.ID, "")
	id, err = v.Create(Offer{Game: game, Control: control, Seat: games.Nobody, Rated: rated, Quick: true})
	for _, s := range l.dir.Lists().Open { // another node's may have come while this one was not shown yet
		if _, _, far := l.dir.Far(s.ID); far && !open && !tried[s.ID] {
			l.PairAnew(s)
		}
	}
	return id, false, err
}

// Beside opens a casual seat for anybody while its host plays a match with a bot,
// with whose end it is taken down.
func (v *Visitor) Beside(game, control, match string) error {
	if v.Me().Remote {
		return ErrUnasked
	}
	v.l.Pairing.Lock()
	defer v.l.Pairing.Unlock()
	v.l.EndSearches(v.Me().ID, "")
	_, err := v.Create(Offer{Game: game, Control: control, Seat: games.Nobody, Quick: true, Beside: match})
	return err
}

// suits reports whether a waiting seat, whose host is in the house, and a person with
// a rating are a fair pairing by now, one that counts where the seat is rated.
func (l *Desk) suits(s *Summary, p Person, rating float64, game, control string) bool {
	if s.Status != store.Open || !s.Listed() || s.Game != game || s.Control != control || s.SeatOf(p.ID) != games.Nobody || s.Rated && p.Guest {
		return false
	}
	host := s.HostSeat()
	if !l.dir.Here(host.ID) || host.Remote {
		return false
	}
	lo, hi := Range(host.Rating, s.Created, clock.MS())
	return !s.Rated || (!s.Quick || rating >= lo && rating <= hi) && l.fair.Uncounted(game, host.ID, s.From, p.ID) == ""
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

// pairTime is for how long after a search another node's seat that was there before, and
// was not seen, is as good as one that was seen.
const pairTime = 5_000

// PairAnew seats a quick search of this node at an older seat that another node shows only now. On
// one node the search would have found it.
func (l *Desk) PairAnew(s *Summary) {
	for _, own := range l.dir.Lists().Open {
		if !own.Quick || own.Meets || own.Rated != s.Rated || clock.MS()-own.Created > pairTime || table.ByAge(s, own) > 0 {
			continue
		}
		p := room.ParticipantOf(l.dir.Visit(own.Host().ID))
		if p == nil || l.tasks.Closing() || !l.suits(s, p.Me(), l.Rating(own.Game, own.Host().ID).Rating.Rating, own.Game, own.Control) {
			continue
		}
		l.tasks.Spawn("pairing", func() {
			if NewVisitor(l, p).sitDown(s.ID, false, func() bool { return l.seeks(p.Me().ID, s.Game) }) == nil {
				l.Call(p.Me().ID, s.ID)
			}
		})
	}
}

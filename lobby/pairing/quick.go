package pairing

import (
	"errors"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// Quick looks for an opponent for a rated game (a casual one for a guest): it takes a waiting seat of
// similar rating with the same terms, or opens one. It returns the match's id and whether an opponent is
// there. A person has one search at a time, the latest.
func (v *Visitor) Quick(game, control string) (id string, found bool, err error) {
	err = v.Sits(func() (err error) {
		id, found, err = v.quick(game, control)
		return err
	})
	return id, found, err
}

func (v *Visitor) quick(game, control string) (id string, found bool, err error) {
	if err := v.Over(); err != nil {
		return "", false, err
	}
	if v.Me().Remote { // people are paired with programs only if they ask
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
		case errors.Is(err, ErrMoving): // the visitor may have the seat, and must not take two
			open = true
		case !missed(err):
			return "", false, err
		}
	}
}

// missed reports whether a seat was gone when a visitor came to it.
func missed(err error) bool {
	return errors.Is(err, ErrFull) || errors.Is(err, ErrNoTable) || errors.Is(err, ErrOwnSeat)
}

// search is Quick on this node. It returns errElsewhere if the seat with this id, on another node, must
// be tried first. open makes it open a seat without looking at others.
func (v *Visitor) search(game, control string, tried map[string]bool, open bool) (id string, found bool, err error) {
	l, me, rated := v.l, v.Me(), !v.Me().Guest
	l.Pairing.Lock()
	defer l.Pairing.Unlock()
	rating := l.Rating(v.l.tasks.Work(), game, me.ID).Rating.Rating
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
	id, err = v.create(Offer{Game: game, Control: control, Seat: games.Nobody, Rated: rated, Quick: true})
	for _, s := range l.dir.Lists().Open { // another node's search may have come while this one was not published yet
		if _, _, far := l.dir.Far(s.ID); far && !open && !tried[s.ID] {
			l.PairAnew(s)
		}
	}
	return id, false, err
}

// Beside opens a casual seat for anybody while its host plays a match with a bot; the seat closes with
// that match.
func (v *Visitor) Beside(game, control, match string) error {
	if v.Me().Remote {
		return ErrUnasked
	}
	v.l.Pairing.Lock()
	defer v.l.Pairing.Unlock()
	v.l.EndSearches(v.Me().ID, "")
	_, err := v.create(Offer{Game: game, Control: control, Seat: games.Nobody, Quick: true, Beside: match})
	return err
}

// suits reports whether a waiting seat, whose host is in the house, and a person with a rating are a fair
// pairing now, and one that counts if the seat is rated.
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

// Range returns the ratings that a seat accepts after waiting since created: within 100 at first, 25 more
// each second, any rating after a minute.
func Range(rating float64, created, now int64) (lo, hi float64) {
	waited := max(now-created, 0) / 1000
	if waited >= 60 {
		return 0, 4000
	}
	d := 100 + 25*float64(waited)
	return max(rating-d, 0), rating + d
}

// pairTime is the time after a search in which an older seat of another node, published only now, is
// treated as if the search had seen it.
const pairTime = 5_000

// PairAnew seats a quick search of this node at an older seat that another node publishes only now. On a
// single node the search would have found it.
func (l *Desk) PairAnew(s *Summary) {
	for _, own := range l.dir.Lists().Open {
		if !own.Quick || own.Meets || own.Rated != s.Rated || clock.MS()-own.Created > pairTime || table.ByAge(s, own) > 0 {
			continue
		}
		p := room.ParticipantOf(l.dir.Visit(own.Host().ID))
		if p == nil || l.tasks.Closing() || !l.suits(s, p.Me(), l.Rating(l.tasks.Work(), own.Game, own.Host().ID).Rating.Rating, own.Game, own.Control) {
			continue
		}
		l.tasks.Spawn("pairing", func() {
			if NewVisitor(l, p).sitDown(s.ID, false, func() bool { return l.seeks(p.Me().ID, s.Game) }) == nil {
				l.Call(p.Me().ID, s.ID)
			}
		})
	}
}

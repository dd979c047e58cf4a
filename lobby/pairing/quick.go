package pairing

import (
	"cmp"
	"encoding/json"
	"errors"
	"math"
	"slices"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/fair"
	"arcade/lobby/ledger"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// Quick looks for an opponent in a game under options, on a control: it takes the open seat of a person that suits best, or opens one
// that whoever comes may take. It returns the match's id and whether an opponent is there. The match is rated
// if both may play rated. A person has one search at a time, the latest.
//
// All visitors of a node look one after the other, holding [room.Tables.Pairing], and each opens its own seat
// before the next looks: so two who look at the same moment meet. Of two who look on two nodes, the one with
// the newer seat comes to the other (PairAnew).
func (v *Visitor) Quick(game string, options json.RawMessage, control string) (id string, found bool, err error) {
	err = v.AsActive(func() (err error) {
		id, found, err = v.quick(game, options, control)
		return err
	})
	return id, found, err
}

func (v *Visitor) quick(game string, options json.RawMessage, control string) (id string, found bool, err error) {
	if err := v.Over(); err != nil {
		return "", false, err
	}
	if v.Me().Remote { // people are paired with programs only if they ask
		return "", false, table.ErrUnasked
	}
	v.desk.RefreshMeetings(v.Me().ID)
	tried := map[string]bool{}
	for open := false; ; {
		id, found, err := v.search(game, options, control, tried, open)
		if !errors.Is(err, room.ErrElsewhere) {
			return id, found, err
		}
		tried[id] = true
		switch err := v.SitDown(id); {
		case err == nil:
			return id, true, nil
		case errors.Is(err, room.ErrMoving): // the visitor may have the seat, and must not take two
			open = true
		case !missed(err):
			return "", false, err
		}
	}
}

// Play brings the visitor to a match now: to its own match of the game with a person, to a person's open
// seat, or to a new match with a bot, while a seat of its own stays open for whoever comes. found reports
// whether a person is there. If the match with the bot cannot begin, the visitor waits at that seat.
func (v *Visitor) Play(game string, options json.RawMessage, control, bot string) (id string, found bool, err error) {
	for _, s := range v.desk.Directory.SummariesOf(v.Me().ID) {
		if s.Status == store.Live && v.desk.same(s, game, options) && s.People() > 1 && !s.Days && s.SeatOf(v.Me().ID) != games.Nobody {
			return s.ID, true, nil
		}
	}
	seat, found, err := v.Quick(game, options, control)
	if found || err != nil && !errors.Is(err, room.ErrTooMany) {
		return seat, found, err
	}
	id, err = v.Create(Offer{Game: game, Options: options, Control: noClock, Bot: bot})
	switch {
	case seat == "":
		return id, false, err
	case err != nil:
		v.desk.Log.Debug("a bot for a visitor who waits", "err", err)
		return seat, false, nil
	}
	v.desk.tie(seat, id)
	return id, false, nil
}

// tie makes an open seat close when a match ends.
func (d *Desk) tie(seat, match string) {
	t, err := d.Room(seat)
	if err != nil { // on the node from which the visitor has come: the seat closes when the visitor leaves
		return
	}
	t.Locked(func() {
		if !t.Gone && t.Rec.Status == store.Open {
			t.Beside = match
			t.Changed()
		}
	})
}

// missed reports whether a seat was gone when a visitor came to it.
func missed(err error) bool {
	return errors.Is(err, table.ErrFull) || errors.Is(err, table.ErrNoTable) || errors.Is(err, table.ErrOwnSeat)
}

// search is Quick on this node. It returns ErrElsewhere if the seat with this id, on another node, must
// be tried first. open makes it open a seat without looking at others.
func (v *Visitor) search(game string, options json.RawMessage, control string, tried map[string]bool, open bool) (id string, found bool, err error) {
	d, me := v.desk, v.Me()
	d.Pairing.Lock()
	defer d.Pairing.Unlock()
	for _, s := range d.Directory.SummariesOf(me.ID) {
		if s.SeatOf(me.ID) != games.Nobody && d.same(s, game, options) && s.Meets {
			return s.ID, true, nil
		}
	}
	rated, err := v.mayRate()
	if err != nil {
		return "", false, err
	}
	for _, s := range d.waiting(me, rated, game, options, control) {
		if open || tried[s.ID] {
			continue
		}
		if _, err := d.Room(s.ID); err != nil && d.Config.Nodes != nil {
			return s.ID, false, room.ErrElsewhere
		}
		err := v.SitLocked(s.ID, false)
		if err == nil {
			return s.ID, true, nil
		}
		if !missed(err) {
			return "", false, err
		}
	}
	for _, s := range d.Directory.SummariesOf(me.ID) { // looking twice is one search
		if s.Quick && s.Status == store.Open && s.SeatOf(me.ID) != games.Nobody && d.same(s, game, options) && s.Control == control && s.Rated == rated {
			return s.ID, false, nil
		}
	}
	d.EndSearches(me.ID, "")
	id, err = v.create(Offer{Game: game, Options: options, Control: control, Seat: games.Nobody, Rated: rated, Quick: true})
	for _, s := range d.Directory.Lists().Seats(game) { // another node's search may have come while this one was not published yet
		if _, _, far := d.Directory.Far(s.ID); far && !open && !tried[s.ID] {
			d.PairAnew(s)
		}
	}
	return id, false, err
}

// mayRate reports whether the visitor may play rated now.
func (v *Visitor) mayRate() (bool, error) {
	if v.Me().Guest {
		return false, nil
	}
	err := v.desk.Fair.MayRate(v.Me().ID)
	if w := (*fair.WaitError)(nil); errors.As(err, &w) {
		return false, nil
	}
	return err == nil, err
}

// Opposite returns the open seat that a search would take now, nil for none.
func (v *Visitor) Opposite(game string, options json.RawMessage, control string) *table.Summary {
	if v.Me().Remote || len(v.desk.Directory.Lists().Seats(game)) == 0 { // each step through home's games asks this
		return nil
	}
	rated, err := v.mayRate()
	if err != nil {
		return nil
	}
	if list := v.desk.waiting(v.Me(), rated, game, options, control); len(list) > 0 {
		return list[0]
	}
	return nil
}

// pool returns the name of the ratings in a game under options.
func (d *Desk) pool(game string, options json.RawMessage) string {
	return ledger.Pool(d.Config.Games, store.Match{Game: game, Options: options})
}

// ratingIn returns a person's rating in a game under options.
func (d *Desk) ratingIn(game string, options json.RawMessage, person string) float64 {
	return d.Rating(d.Tasks.Work(), d.pool(game, options), person).Rating.Rating
}

// same reports whether a table's game is the one under options: where options make another game, it is not.
func (d *Desk) same(s *table.Summary, game string, options json.RawMessage) bool {
	return s.Game == game && d.pool(game, s.Options) == d.pool(game, options)
}

// waiting lists the open seats of people in a game under options which a person may take now, the best first: seats of
// people of near rating, nearest first, if the match would count; then seats on the same control, of which
// those that would count come first; then any; the longest open first. rated reports whether the person may play rated.
func (d *Desk) waiting(p table.Person, rated bool, game string, options json.RawMessage, control string) []*table.Summary {
	type seat struct {
		*table.Summary
		counts bool    // the match would be rated
		away   float64 // the difference of the ratings, infinite for a person who is not near
	}
	var list []seat
	rating := d.ratingIn(game, options, p.ID)
	for _, s := range d.Directory.Lists().Seats(game) {
		if !d.suits(s, p) || !d.same(s, game, options) {
			continue
		}
		host, away := s.HostSeat(), math.Inf(1)
		counts := rated && s.Rated && d.Fair.Uncounted(game, host.ID, s.From, p.ID) == ""
		if lo, hi := Range(host.Rating, s.Created, clock.MS()); counts && s.Control == control && rating >= lo && rating <= hi {
			away = math.Abs(host.Rating - rating)
		}
		list = append(list, seat{s, counts, away})
	}
	slices.SortStableFunc(list, func(a, b seat) int {
		return cmp.Or(cmp.Compare(a.away, b.away), table.FalseFirst(a.Control != control, b.Control != control), table.FalseFirst(!a.counts, !b.counts))
	})
	seats := make([]*table.Summary, len(list))
	for i, s := range list {
		seats[i] = s.Summary
	}
	return seats
}

// suits reports whether a person may take an open seat, for a match now with a host who is in the house and
// plays nobody else. A seat that the person has declined, or at which it has called the meeting off, does not
// suit.
func (d *Desk) suits(s *table.Summary, p table.Person) bool {
	if s.Status != store.Open || s.Days || !s.Listed() || s.SeatOf(p.ID) != games.Nobody || s.Rated && !s.Quick && p.Guest || slices.Contains(s.Refused, p.ID) {
		return false
	}
	host := s.HostSeat()
	return d.Directory.Here(host.ID) && !host.Remote && !d.Plays(host.ID, s.ID)
}

// Range returns the ratings that are near the host of a seat that has waited since created: within 100 at
// first, 25 more each second, any rating after a minute.
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
func (d *Desk) PairAnew(s *table.Summary) {
	for _, own := range d.Directory.Lists().Seats(s.Game) {
		if !own.Quick || own.Meets || !d.same(own, s.Game, s.Options) || clock.MS()-own.Created > pairTime || table.ByAge(s, own) > 0 {
			continue
		}
		p := room.ParticipantOf(d.Directory.Visit(own.Host().ID))
		if p == nil || d.Tasks.Closing() || !d.suits(s, p.Me()) {
			continue
		}
		d.Tasks.Spawn("pairing", func() {
			if NewVisitor(d, p).sitDown(s.ID, false, func() bool { return d.seeks(p.Me().ID, s.Game) }) == nil {
				d.Call(p.Me().ID, s.ID)
			}
		})
	}
}

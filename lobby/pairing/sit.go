package pairing

import (
	"errors"
	"slices"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// Pairing with seats on several nodes. A seat's owner decides who gets it, under the table's lock and by
// the store's epoch, so that no two players do.
//
// A player is never in two matches, without a lease: a match begins when both players have said that they
// are ready, each by their only visit. A player who has sat down closes all other open seats before being
// ready anywhere. One case remains: two players sit down at each other's seats at one moment, and each
// closes the other's. So a node that sends a visitor to another node's seat accepts no opponent
// meanwhile, except one of two visitors who go to each other.

// SitDown takes an open seat for the visitor, on any node, ready to play: a listed one, or a challenge to the visitor.
func (v *Visitor) SitDown(id string) error {
	return v.AsActive(func() error { return v.sitDown(id, false, always) })
}

// always is what wants of sitDown is, if the visitor goes to the seat whatever happens meanwhile.
func always() bool { return true }

// sitDown goes to a seat, found by its code or not, as long as wants is true: the reason to go there may have gone.
func (v *Visitor) sitDown(id string, byCode bool, wants func() bool) error {
	d, me := v.desk, v.Me().ID
	if _, err := d.Room(id); err == nil {
		if err := v.sitHere(id, byCode, wants); !errors.Is(err, room.ErrElsewhere) {
			return err
		}
	}
	_, s, far := d.Directory.Far(id)
	if !far {
		return v.Route(id, &table.SitDown{ByCode: byCode})
	}
	host := s.Host().ID
	if !d.Sitting.Go(me, host) {
		return table.ErrTooFast
	}
	defer d.Sitting.Done(me)
	if !wants() || d.together(me, host) { // the other player was faster
		return table.ErrFull
	}
	if err := v.Route(id, &table.SitDown{ByCode: byCode}); err != nil {
		return err
	}
	d.EndSearches(me, id)
	return nil
}

// RefreshMeetings asks other nodes which of a person's published meetings still exist.
func (d *Desk) RefreshMeetings(person string) {
	for _, s := range d.Directory.SummariesOf(person) {
		if _, _, far := d.Directory.Far(s.ID); !far || !s.Meets {
			continue
		}
		_, _ = d.Find(s.ID)
	}
}

// sitHere is sitDown at this node's table. It holds the pairing lock from the call of wants until the
// visitor has the seat.
func (v *Visitor) sitHere(id string, byCode bool, wants func() bool) error {
	v.desk.Pairing.Lock()
	defer v.desk.Pairing.Unlock()
	if !wants() {
		return table.ErrFull
	}
	return v.SitLocked(id, byCode)
}

// seeks reports whether a person has an open public seat in a game and waits for an opponent.
func (d *Desk) seeks(person, game string) bool {
	return slices.ContainsFunc(d.Directory.SummariesOf(person), func(s *table.Summary) bool {
		return s.Game == game && s.Status == store.Open && s.Listed() && !s.Days
	})
}

// together reports whether two people are at an open table here.
func (d *Desk) together(one, other string) bool {
	for _, t := range d.RoomsOf(one) {
		t.Mu.Lock()
		meet := t.Meets() && ledger.SeatOf(t.Rec, one) != games.Nobody && ledger.SeatOf(t.Rec, other) != games.Nobody
		t.Mu.Unlock()
		if meet {
			return true
		}
	}
	return false
}

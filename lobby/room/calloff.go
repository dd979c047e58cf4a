package room

import (
	"errors"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/store"
)

// Uncounted returns the reason why an open rated seat's match would be casual with the visitor, or with the
// challenged player; "" if it would count or nobody knows yet.
func (v *Participant) Uncounted(s *table.Summary) string { return v.tables.Fair.Foretold(s, v.Me().ID) }

// storeCalledOff stores a rated match that was called off before it began: one entry, by the seat in off or
// by no seat. The record gets its own seed, because the table may still deal from the old one.
func (ts *Tables) storeCalledOff(rec store.Match, off []games.Seat) error {
	if !rec.Rated {
		return nil
	}
	rec.ID, rec.Seed, rec.Code, rec.Invited, rec.Started = names.ID(8), ts.RandomSeed(), "", "", clock.MS()
	rec.Seats = slices.Clone(rec.Seats)
	entry := games.Entry{Kind: games.Abort, Seat: games.Nobody, At: rec.Started}
	if len(off) == 1 {
		entry.Seat = off[0]
	}
	if err := ts.Thinking.Deal(&rec, nil, nil); err != nil {
		return err
	}
	rec.Agreed = false // an agreed deal cannot be called off
	done, err := ledger.CalledOff(ts.Tasks.Work(), ts.Config.Store, ts.Config.Games, rec, entry)
	if err != nil {
		return err
	}
	defer ts.HoldDeletions()()
	if err := ts.PlayersExist(rec); errors.Is(err, directory.ErrLeft) {
		return nil
	} else if err != nil {
		return err
	}
	if err := ts.Config.Store.CreateMatch(ts.Tasks.Work(), rec); err != nil {
		return fmt.Errorf("new match: %w", err)
	}
	return ts.Config.Store.Finish(ts.Tasks.Work(), store.Finish{Match: done.Match, Entries: []store.Entry{ledger.ToStore(entry)}})
}

package httpmatch

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
	"arcade/store/notes"
)

const (
	// parkedPerAddress and maxParked limit the parked matches of one address, and of all. Beyond that the
	// oldest are deleted.
	parkedPerAddress, maxParked = 1000, 20_000
	// parkedSweep is the time between two checks of the parked matches.
	parkedSweep = 10 * time.Minute
)

// parkIdle parks the match that has stood still longest, if it has for at least [table.SharedIdle].
func (ps *Programs) parkIdle(list []*table.Summary) error {
	still := clock.MS() - table.SharedIdle.Milliseconds()
	return ps.clearFirst(list, func(s *table.Summary) bool { return s.LastAt <= still },
		func(m *games.Match) bool { return m.LastAt() <= still }, (*room.Room).Park)
}

// unpark resumes the parked match with a UUID. It fails with ErrNoTable, ErrTooMany or ErrMoving.
func (ps *Programs) unpark(code string) error {
	ps.sharing.Lock()
	defer ps.sharing.Unlock()
	if ps.Directory.ByCode(code) != nil { // another call was faster
		return nil
	}
	p, found, err := room.ParkedMatches.Get(ps.Tasks.Work(), ps.Config.Store, code)
	if err != nil {
		return err
	} else if !found {
		return table.ErrNoTable
	}
	rec, err := ps.Config.Store.Match(ps.Tasks.Work(), p.Match)
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && p.Over(clock.MS()):
		return table.ErrNoTable
	case err != nil:
		return err
	case !ps.MayAdopt(rec):
		return room.ErrMoving
	}
	if err := ps.makeRoom(p.From); err != nil {
		return err
	}
	return ps.AdoptByID(p.Match)
}

// SweepParked deletes expired parked matches, and those beyond the limits, until ctx ends.
func (ps *Programs) SweepParked(ctx context.Context) {
	for {
		if err := ps.sweepParked(); err != nil {
			ps.Log.Error("sweep", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(parkedSweep):
		}
	}
}

func (ps *Programs) sweepParked() error {
	var all []notes.Item[room.Parked]
	for n, err := range room.ParkedMatches.All(ps.Tasks.Work(), ps.Config.Store) {
		if err != nil {
			return err
		}
		all = append(all, n)
	}
	slices.SortFunc(all, func(x, y notes.Item[room.Parked]) int { return cmp.Compare(y.Value.At, x.Value.At) }) // newest first
	now, kept, of := clock.MS(), 0, map[string]int{}
	for _, n := range all {
		p := n.Value
		if of[p.From]++; !p.Over(now) && kept < maxParked && of[p.From] <= parkedPerAddress {
			kept++
			continue
		}
		if err := ps.deleteParked(n.Key, p.Match); err != nil {
			return err
		}
	}
	return nil
}

// deleteParked deletes a parked match with its notes, unless it has just come back.
func (ps *Programs) deleteParked(code, match string) error {
	ps.sharing.Lock()
	defer ps.sharing.Unlock()
	if ps.Directory.ByCode(code) != nil {
		return nil
	}
	rec, err := ps.Config.Store.Match(ps.Tasks.Work(), match)
	if err == nil {
		if !ps.MayAdopt(rec) { // it is another node's
			return nil
		}
		err = ps.Config.Store.DeleteMatch(ps.Tasks.Work(), rec)
	}
	if room.RefusedWrite(err) && !errors.Is(err, store.ErrNotFound) { // another node has just resumed it
		return nil
	} else if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if ps.Config.Nodes != nil {
		err = room.SharedMatches.Delete(ps.Tasks.Work(), ps.Config.Store, code)
	} else {
		err = nil
	}
	return errors.Join(err, room.ParkedMatches.Delete(ps.Tasks.Work(), ps.Config.Store, code))
}

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
func (l *Programs) parkIdle(list []*room.Summary) error {
	still := clock.MS() - table.SharedIdle.Milliseconds()
	return l.clearFirst(list, func(s *room.Summary) bool { return s.LastAt <= still },
		func(m *games.Match) bool { return m.LastAt() <= still }, (*room.Room).Park)
}

// unpark resumes the parked match with a UUID. It fails with ErrNoTable, ErrTooMany or ErrMoving.
func (l *Programs) unpark(code string) error {
	l.sharing.Lock()
	defer l.sharing.Unlock()
	if l.dir.ByCode(code) != nil { // another call was faster
		return nil
	}
	p, found, err := room.ParkedMatches.Get(l.tasks.Work(), l.cfg.Store, code)
	if err != nil {
		return err
	} else if !found {
		return room.ErrNoTable
	}
	rec, err := l.cfg.Store.Match(l.tasks.Work(), p.Match)
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && p.Over(clock.MS()):
		return room.ErrNoTable
	case err != nil:
		return err
	case !l.MayTake(rec):
		return room.ErrMoving
	}
	if err := l.makeRoom(p.From); err != nil {
		return err
	}
	return l.TakeOver(p.Match)
}

// SweepParked deletes expired parked matches, and those beyond the limits, until ctx ends.
func (l *Programs) SweepParked(ctx context.Context) {
	for {
		if err := l.sweepParked(); err != nil {
			l.cfg.Log.Error("sweep", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(parkedSweep):
		}
	}
}

func (l *Programs) sweepParked() error {
	var all []notes.Item[room.Parked]
	for n, err := range room.ParkedMatches.All(l.tasks.Work(), l.cfg.Store) {
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
		if err := l.deleteParked(n.Key, p.Match); err != nil {
			return err
		}
	}
	return nil
}

// deleteParked deletes a parked match with its notes, unless it has just come back.
func (l *Programs) deleteParked(code, match string) error {
	l.sharing.Lock()
	defer l.sharing.Unlock()
	if l.dir.ByCode(code) != nil {
		return nil
	}
	rec, err := l.cfg.Store.Match(l.tasks.Work(), match)
	if err == nil {
		if !l.MayTake(rec) { // it is another node's
			return nil
		}
		err = l.cfg.Store.DeleteMatch(l.tasks.Work(), match, rec.Epoch)
	}
	if room.RefusedWrite(err) && !errors.Is(err, store.ErrNotFound) { // another node has just resumed it
		return nil
	} else if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if l.cfg.Nodes != nil {
		err = room.SharedMatches.Delete(l.tasks.Work(), l.cfg.Store, code)
	} else {
		err = nil
	}
	return errors.Join(err, room.ParkedMatches.Delete(l.tasks.Work(), l.cfg.Store, code))
}

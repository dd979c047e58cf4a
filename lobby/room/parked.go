package room

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/table"
	"arcade/store"
)

// A match that a program plays leaves the memory when nobody has moved for an hour: it is parked. It
// takes no place of its address then. It comes back when its program asks for it, and is deleted a
// week after its last move, as if it had stayed.

// ParkedSpace is where the store has the parked matches, by their UUIDs.
const ParkedSpace = "parked"

const (
	// parkedPerAddress and maxParked are how many are kept of one address, and in all: of more the
	// oldest go.
	parkedPerAddress, maxParked = 1000, 20_000
	// parkedSweep is how often the parked matches are gone through.
	parkedSweep = 10 * time.Minute
)

// parkedMatch is the note of a parked match.
type parkedMatch struct {
	Match string `json:"match"`
	From  string `json:"from"` // the code of its address
	At    int64  `json:"at"`   // ms, of its last entry
}

// park takes the table out of the memory and leaves its match in the store; its lock is held.
func (t *Room) park() error {
	if t.Gone {
		return ErrStale
	}
	err := t.writable()
	if err == nil {
		err = store.WriteNote(t.l.cfg.Store, ParkedSpace, t.Rec.Code, parkedMatch{t.ID, t.Rec.From, t.M.LastAt()})
	}
	if err != nil {
		t.l.log.Error("park match", "match", t.ID, "err", err)
		t.fails()
		t.Schedule()
		return fmt.Errorf("park match %s: %w", t.ID, err)
	}
	t.letGo()
	return nil
}

// parkIdle parks the one that has stood still for longest, where nobody would watch it any more.
func (l *Hall) parkIdle(list []*Summary) error {
	still := clock.MS() - table.SharedIdle.Milliseconds()
	return l.clearFirst(list, func(s *Summary) bool { return s.LastAt <= still },
		func(m *games.Match) bool { return m.LastAt() <= still }, (*Room).park)
}

// unpark takes up the parked match of a UUID. ErrNoTable, ErrTooMany, ErrMoving.
func (l *Hall) unpark(code string) error {
	l.sharing.Lock()
	defer l.sharing.Unlock()
	if l.dir.ByCode(code) != nil { // somebody else was faster
		return nil
	}
	var p parkedMatch
	if found, err := store.ReadNote(l.cfg.Store, ParkedSpace, code, &p); err != nil {
		return err
	} else if !found {
		return ErrNoTable
	}
	rec, err := l.cfg.Store.Match(p.Match)
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && p.over(clock.MS()):
		return ErrNoTable
	case err != nil:
		return err
	case !l.mayTake(rec):
		return ErrMoving
	}
	if err := l.makeRoom(p.From); err != nil {
		return err
	}
	return l.TakeOver(p.Match)
}

// over reports whether the match's time is over.
func (p parkedMatch) over(now int64) bool { return now >= p.At+table.SharedTime.Milliseconds() }

// forgetParked takes the note of a match away that is not parked any more.
func (l *Hall) forgetParked(code string) error {
	var p parkedMatch
	if found, err := store.ReadNote(l.cfg.Store, ParkedSpace, code, &p); err != nil || !found {
		return err
	}
	return l.cfg.Store.PutNotes(ParkedSpace, store.Note{Key: code})
}

// eachParked goes through the parked matches.
func (l *Hall) eachParked(each func(code string, p parkedMatch)) error {
	for after := ""; ; {
		const page = 500
		list, err := l.cfg.Store.Notes(ParkedSpace, after, page)
		if err != nil {
			return fmt.Errorf("parked matches: %w", err)
		}
		for _, n := range list {
			var p parkedMatch
			if err := json.Unmarshal(n.Value, &p); err != nil {
				return fmt.Errorf("parked match %s: %w", n.Key, err)
			}
			each(n.Key, p)
			after = n.Key
		}
		if len(list) < page {
			return nil
		}
	}
}

// SweepParked deletes parked matches whose time is over, or of which there are too many, until ctx ends.
func (l *Hall) SweepParked(ctx context.Context) {
	for {
		if err := l.sweepParked(); err != nil {
			l.log.Error("sweep", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(parkedSweep):
		}
	}
}

func (l *Hall) sweepParked() error {
	type parked struct {
		code string
		parkedMatch
	}
	var all []parked
	if err := l.eachParked(func(code string, p parkedMatch) { all = append(all, parked{code, p}) }); err != nil {
		return err
	}
	slices.SortFunc(all, func(x, y parked) int { return cmp.Compare(y.At, x.At) }) // newest first
	now, kept, of := clock.MS(), 0, map[string]int{}
	for _, p := range all {
		if of[p.From]++; !p.over(now) && kept < maxParked && of[p.From] <= parkedPerAddress {
			kept++
			continue
		}
		if err := l.deleteParked(p.code, p.Match); err != nil {
			return err
		}
	}
	return nil
}

// deleteParked deletes a parked match with its notes, unless it has just come back.
func (l *Hall) deleteParked(code, match string) error {
	l.sharing.Lock()
	defer l.sharing.Unlock()
	if l.dir.ByCode(code) != nil {
		return nil
	}
	rec, err := l.cfg.Store.Match(match)
	if err == nil {
		if !l.mayTake(rec) { // another node's
			return nil
		}
		err = l.cfg.Store.DeleteMatch(match, rec.Epoch)
	}
	if refusedWrite(err) && !errors.Is(err, store.ErrNotFound) { // another node has just taken it up
		return nil
	} else if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if l.cfg.Nodes != nil {
		err = l.cfg.Store.PutNotes(SharedSpace, store.Note{Key: code})
	} else {
		err = nil
	}
	return errors.Join(err, l.cfg.Store.PutNotes(ParkedSpace, store.Note{Key: code}))
}

package room

import (
	"errors"
	"fmt"
	"sync"

	"arcade/lobby/ledger"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/store"
)

// restorers is how many matches are taken up at a time: each is a write, and they share
// a disk sync.
const restorers = 64

// sideBySide does something for each of a list, restorers at a time.
func sideBySide[T any](list []T, do func(i int, one T)) {
	var all sync.WaitGroup
	places := make(chan struct{}, restorers)
	for i, one := range list {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			do(i, one)
		})
	}
	all.Wait()
}

// Recover takes up the unfinished matches of the store that are not another node's. A match whose log does
// not fold, or makes its game panic, is left alone in the store and reported.
func (l *Hall) Recover() error {
	list, err := l.cfg.Store.Unfinished()
	if errors.Is(err, store.ErrDamaged) {
		l.log.Error("matches not restored", "err", err)
	} else if err != nil {
		return fmt.Errorf("unfinished matches: %w", err)
	}
	away := map[string]bool{}
	err = l.eachParked(func(_ string, p parkedMatch) { away[p.Match] = true })
	if err != nil {
		return err
	}
	sideBySide(list, func(_ int, rec store.Match) {
		if away[rec.ID] || !l.mayTake(rec) {
			return
		}
		if err := l.Resume(rec); err != nil && !store.ErrIs(err, store.ErrFenced, store.ErrFinished) { // another was faster
			l.log.Error("match not restored", "match", rec.ID, "game", rec.Game, "err", err)
		}
	})
	return nil
}

// Resume takes over one unfinished match and takes it up, or drops it where nobody can
// come back to it.
func (l *Hall) Resume(rec store.Match) error {
	defer l.tasks.Guard("match " + rec.ID + " at the start")
	if !l.tasks.Starts() {
		return ErrClosing
	}
	defer l.tasks.Done()
	defer l.taking.Lock(rec.ID)()
	if known, err := l.takeUp(rec); known {
		return err
	}
	defer l.Naming()()
	rec, err := l.takeOver(rec)
	if err != nil {
		return err
	}
	if !ledger.Kept(rec) || rec.Status == store.Open && ledger.Full(rec) { // the record of what was called off, cut short
		return l.cfg.Store.DeleteMatch(rec.ID, rec.Epoch)
	}
	if err := store.Again(func() error { return l.runs.Note(rec) }); err != nil && !errors.Is(err, solo.ErrRunning) {
		return err
	}
	return l.restore(rec)
}

// restore puts one unfinished match back on its table.
func (l *Hall) restore(rec store.Match) error {
	t := l.NewTable(rec)
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if rec.Status == store.Live {
		entries, err := l.cfg.Store.Entries(rec.ID, 0, -1)
		if err != nil {
			return err
		}
		if err := t.Fold(entries); err != nil {
			return err
		}
	}
	client := ledger.ByClient(rec)
	if err := errors.Join(t.goOn(), l.noteShared(rec)); err != nil {
		return err
	}
	if client {
		t.Woken = t.Now()
		if err := l.forgetParked(rec.Code); err != nil {
			return err
		}
	}
	for i, s := range rec.Seats {
		if s.Bot == "" && !s.Empty() && !client {
			t.Away[i] = table.Away{Since: t.Now(), Grace: l.cfg.Grace}
		}
	}
	code := ""
	if rec.Status == store.Open || client {
		code = rec.Code
	}
	l.dir.Restore(t, code)
	t.Changed()
	return nil
}

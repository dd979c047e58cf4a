package room

import (
	"errors"
	"fmt"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/store"
)

// Resume takes over one unfinished match and puts it on its table, or deletes it if none of its
// people can come back.
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
	if !ledger.Kept(rec) || rec.Status == store.Open && ledger.Full(rec) { // guests' match, or half of keepOff's record
		return l.cfg.Store.DeleteMatch(l.tasks.Work(), rec.ID, rec.Epoch)
	}
	if err := store.Again(func() error { return l.runs.Note(rec) }); err != nil && !errors.Is(err, solo.ErrRunning) {
		return err
	}
	return l.restore(rec)
}

// restore puts one unfinished match back on its table; [store.ErrDamaged] if its log does not fold.
func (l *Hall) restore(rec store.Match) error {
	t := l.NewTable(rec)
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if rec.Status == store.Live {
		entries, err := l.cfg.Store.Entries(l.tasks.Work(), rec.ID, 0, -1)
		if err != nil {
			return err
		}
		if err := t.Fold(entries); err != nil {
			return fmt.Errorf("%w: %w", store.ErrDamaged, err)
		}
		if t.M.Over() && len(entries) == 0 && !ledger.ByClient(rec) { // its node stopped in that moment
			return t.endDealt()
		}
	}
	client := ledger.ByClient(rec)
	if err := errors.Join(t.goOn(), l.NoteShared(rec)); err != nil {
		return err
	}
	if client {
		t.Woken = t.Now()
		if err := l.forgetParked(rec.Code); err != nil {
			return err
		}
	}
	for i, s := range rec.Seats {
		if s.Bot == "" && !s.Empty() && !client && !t.staysOpen(games.Seat(i)) {
			t.Away[i] = table.Away{Since: t.Now(), Grace: l.cfg.Grace}
		}
	}
	code := ""
	if rec.Status == store.Open || client {
		code = rec.Code
	}
	l.dir.Restore(t.Place, code)
	t.Changed()
	return nil
}

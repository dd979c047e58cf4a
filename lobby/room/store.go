package room

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/store"
)

// Store folds an entry and stores it. No view shows it before it is stored: the table's lock is held,
// and if the store fails, the fold goes back to the stored log. ErrStale if another node has
// written to the match. First the clocks get back the time that they lost to the store.
func (t *Room) Store(e games.Entry) error {
	if t.Gone { // it ended while this call waited for the lock
		return table.ErrStale
	}
	if err := t.writable(); err != nil {
		return err
	}
	if t.Broken {
		known := t.M.Len()
		if err := t.reload(); err != nil {
			t.noteFailure()
			return fmt.Errorf("%w: %w", ErrBroken, err)
		}
		if t.M.Len() != known { // an unanswered write succeeded: e was meant for the position before it
			t.Retry.Failed = 0
			_ = t.refundOutage() // on an error the timer tries again
			t.Changed()
			return fmt.Errorf("match %s: %w", t.ID, table.ErrStale)
		}
	}
	if e.Kind != games.Restart {
		if err := t.refundOutage(); err != nil {
			return err
		}
		e.At = max(e.At, t.M.LastAt())
	}
	return t.write(e)
}

// write is Store for a table whose log is known and whose clocks lost no time.
func (t *Room) write(e games.Entry) error {
	began, at := time.Now(), t.M.Len()
	if table.LastEntry(t.M) && e.Kind != games.Void && e.Kind != games.Abort { // the log is full
		e = games.Entry{Kind: games.Resign, Seat: max(t.M.ToAct(), 0), At: e.At}
	}
	if _, err := t.M.Add(e); err != nil {
		return err
	}
	var err error
	if t.M.Over() && !ledger.ByClient(t.Rec) {
		err = t.finish(at, e)
	} else {
		err = t.tables.Config.Store.Append(t.tables.Tasks.Work(), t.ID, t.Rec.Epoch, at, ledger.ToStore(e))
	}
	if err == nil {
		t.Retry.Failed, t.OutageUnpaid = 0, false
		t.noteWriteTime(e.Kind, time.Since(began))
		if t.M.ToAct() != t.Lifted {
			t.Lifted = games.Nobody
		}
		t.Ended = t.M.Over() && (t.Rec.Arena != "" || slices.ContainsFunc(t.Away, t.LeavesSeries))
		t.Log = append(t.Log, ledger.ToStore(e))
		return nil
	}
	if RefusedWrite(err) {
		err = t.resolveRefusal(err)
		if errors.Is(err, table.ErrStale) {
			return err
		}
	} else {
		t.noteFailure()
		if !errors.Is(err, store.ErrUnwritten) { // finish failed at reading
			err = fmt.Errorf("match %s: %w: %w", t.ID, store.ErrUnwritten, err)
		}
	}
	written := t.reload() == nil && t.M.Len() > at
	if t.Broken {
		// Views never show more than the store has: go back to what is known to be stored.
		err = errors.Join(err, t.Fold(t.Log))
	}
	switch {
	case t.Shown.Load() == nil: // a new table: not shown yet
	case written:
		t.Changed()
	default:
		t.SetTimer() // the timer looks whether it was written after all
	}
	return err
}

// reload folds the match from the store. The table stays Broken until that succeeds.
func (t *Room) reload() error {
	entries, err := t.tables.entries(t.ID)
	if err == nil {
		err = t.Fold(entries)
	}
	if err == nil && t.M.Over() && !ledger.ByClient(t.Rec) { // the end was stored, but the answer got lost
		var rec store.Match
		last := games.Nobody // the deal has ended it
		if len(entries) > 0 {
			last = games.Seat(entries[len(entries)-1].Seat)
		}
		if rec, err = t.tables.record(t.ID); err == nil && rec.Status == store.Done {
			t.recordEnd(rec, last)
		}
	}
	t.Broken = err != nil
	return err
}

// slowStore is the time for an entry that the store may take before the clocks get it back. Shorter delays
// count like the network's.
const slowStore = time.Second

// noteWriteTime counts a slow write of an entry as a failure, because the clock of a player who could not see the
// entry ran meanwhile. A restart adds more time than it usually takes.
func (t *Room) noteWriteTime(kind games.Kind, took time.Duration) {
	limit := slowStore
	if kind == games.Restart {
		limit = games.RestartBonus * time.Millisecond
		if c := t.M.Terms.Control; c.PerMove > 0 { // a restart adds less here
			limit = min(limit, time.Duration(c.PerMove)*time.Millisecond/2)
		}
	}
	if took >= limit {
		t.noteFailure()
	}
}

// refundOutage returns to the clocks and to absent players the time during which the store failed, as
// after a restart of the server. The restart entry has the moment at which the store works again.
// The lock is held.
func (t *Room) refundOutage() error {
	if !t.OutageUnpaid || !t.Live() {
		return nil
	}
	if _, running := t.M.Left(t.M.ToAct(), t.Now()); running && !table.LastEntry(t.M) {
		if err := t.write(games.Entry{Kind: games.Restart, Seat: games.Nobody, At: t.Now()}); err != nil {
			return err
		}
	} else {
		t.OutageUnpaid = false
	}
	t.restartAbsences()
	return nil
}

// restartAbsences starts the absences anew, because players could not come back meanwhile. The lock is held.
func (t *Room) restartAbsences() {
	for i, a := range t.Away {
		if a.Since != 0 {
			t.Away[i].Since = t.Now()
		}
	}
}

// noteFailure counts a write that failed or was slow.
func (t *Room) noteFailure() {
	t.OutageUnpaid = true
	t.Retry.Fail()
}

// retrySoon makes a table that waits after a failed write try again soon, and its bot at once.
func (t *Room) retrySoon(in time.Duration) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if t.Retry.Failed == 0 || t.Gone {
		return
	}
	t.Retry.Skip()
	t.Timer.Reset(max(in, time.Millisecond))
	if t.Thinking {
		t.botPause.Reset(0)
	}
}

// storeOrLog adds an entry that no visitor waits for, of a bot or the table itself. It only logs a failure.
func (t *Room) storeOrLog(e games.Entry, by config.Actor) {
	began := time.Now()
	if err := t.Store(e); err != nil {
		t.tables.Log.Error("an entry of the table itself was not stored", "match", t.ID, "kind", e.Kind, "err", err)
	} else if e.Action != "" {
		t.tables.Config.Acted(t.Rec.Game, by, began)
	}
}

// writable reports whether the table may act by itself, or for its visitors.
func (t *Room) writable() error {
	switch {
	case t.tables.Tasks.Closing():
		return directory.ErrClosing
	case !t.Here():
		return ErrElsewhere
	case !t.tables.mayOwn():
		return t.tables.unreached()
	}
	return nil
}

// Update replaces the record of the table's match; the lock is held. ErrStale if another node owns
// it. If the store does not answer, it may have the new record, while the table keeps the old one: the timer writes
// the table's again.
func (t *Room) Update(rec store.Match) error {
	if err := t.writable(); err != nil {
		return err
	}
	defer t.tables.HoldDeletions()()
	if err := t.tables.PlayersExist(rec); err != nil {
		return err
	}
	err := t.tables.Config.Store.UpdateMatch(t.tables.Tasks.Work(), rec)
	t.unsettled = err != nil && !store.IsAnswer(err)
	switch {
	case RefusedWrite(err):
		return t.resolveRefusal(err)
	case t.unsettled:
		t.Retry.Fail()
		t.SetTimer()
		return err
	case err != nil:
		return err
	}
	if err := t.tables.PlayersStillExist(rec); err != nil {
		return errors.Join(err, t.tables.Config.Store.UpdateMatch(t.tables.Tasks.Work(), t.Stored(t.Rec)))
	}
	return nil
}

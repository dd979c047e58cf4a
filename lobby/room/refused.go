package room

import (
	"errors"
	"fmt"

	"arcade/lobby/table"
	"arcade/store"
)

// RefusedWrite reports whether the store refused a write because another write came first.
func RefusedWrite(err error) bool {
	return store.ErrIs(err, table.ErrStale, store.ErrFenced, store.ErrConflict, store.ErrFinished, store.ErrNotFound)
}

// resolveRefusal determines why the store has refused a write, and returns the visitor's error. A node that lost
// the match drops its table; the owner reloads the log from the store. If the store does not say why, the timer
// asks again. The lock is held.
func (t *Room) resolveRefusal(err error) error {
	rec, failed := t.tables.record(t.ID)
	switch {
	case failed == nil && rec.Epoch == t.Rec.Epoch: // the write may have succeeded and its answer got lost
		if t.M != nil {
			failed = t.reload()
		}
		if failed == nil && rec.Status != store.Done && rec.Status != t.Rec.Status { // a write of the record came late
			t.unsettled = true
			t.Retry.Fail()
		}
		if failed == nil && t.Shown.Load() != nil { // a new table is not shown yet
			t.Changed()
		}
	case failed == nil && t.tables.Config.Nodes != nil && rec.Status == store.Done:
		failed = t.endedElsewhere(rec)
	case failed == nil && t.tables.Config.Nodes != nil && rec.Owner != t.tables.Config.Node:
		t.becomeFollower(rec.Owner)
	case failed == nil || errors.Is(failed, store.ErrNotFound):
		t.tables.Log.Warn("another node owns the match", "match", t.ID, "epoch", t.Rec.Epoch, "owner", rec.Owner, "its epoch", rec.Epoch, "err", err)
		t.evict()
		failed = nil
	}
	if failed != nil { // the reason is not known yet
		t.noteFailure()
		t.SetTimer()
		return fmt.Errorf("match %s: %w: %w", t.ID, err, failed)
	}
	return fmt.Errorf("match %s: %w", t.ID, table.ErrStale)
}

// Overtaken steps the table back after another node showed its match in a newer epoch: this node
// stood still for longer than its lease, and has not written to the match since.
func (t *Room) Overtaken(epoch uint64) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if !t.Gone && t.Here() && t.Rec.Status != store.Done && t.Rec.Epoch < epoch {
		_ = t.resolveRefusal(store.ErrFenced)
	}
}

// endedElsewhere makes the table a follower of the node that ended the match and has its people, or shows
// the end here if no other node has the table. The lock is held.
func (t *Room) endedElsewhere(rec store.Match) error {
	owner, found, err := FinishedTables.Get(t.tables.Tasks.Work(), t.tables.Config.Store, t.ID)
	if err != nil {
		return err
	}
	if !found {
		owner = rec.Owner
	}
	if owner == "" || owner == t.tables.Config.Node {
		t.Ended = true // this node does not know who else was at the table
		return t.showEnd(rec)
	}
	if err := t.readEnd(rec); err != nil {
		return err
	}
	t.becomeFollower(owner)
	return nil
}

// showEnd shows that another node has ended the match; the lock is held.
func (t *Room) showEnd(rec store.Match) error {
	if err := t.readEnd(rec); err != nil {
		return err
	}
	t.Relist()
	t.Changed()
	return nil
}

// Relist lists the table again. It keeps its summary until the next one, because readers of the
// lists do not take its lock. The lock is held.
func (t *Room) Relist() {
	t.Retry.Failed, t.Broken = 0, false
	t.tables.Directory.BecomeOwner(t.LocalTable, t.code(), t.Gone, func() {})
}

// readEnd folds the log of a finished match; the lock is held.
func (p *LocalTable) readEnd(rec store.Match) error {
	entries, err := p.tables.entries(p.ID)
	if err != nil {
		return err
	}
	p.Rec = rec
	return p.Fold(entries)
}

// ownsStill reports whether the table still owns the match of a record.
func (t *Room) ownsStill(rec store.Match) bool {
	return rec.Status != store.Done && rec.Epoch == t.Rec.Epoch
}

// ownsAt reports whether the table owns the match, with a log of so many entries.
func (t *Room) ownsAt(at int) bool {
	rec, err := t.tables.record(t.ID)
	return err == nil && t.ownsStill(rec) && rec.Entries == at
}

// evict ends the table but not its match; the lock is held. Unstored changes are lost.
func (t *Room) evict() {
	t.length.Store(-1)
	if t.M != nil {
		if err := t.Fold(t.Log); err != nil {
			t.tables.Log.Error("the stored log could not be folded", "match", t.ID, "err", err)
		}
	}
	t.leaveMemory()
	for v := range t.Watchers {
		v.Poke()
	}
	if s := t.Shown.Load(); s != nil { // nil if another node was faster before the first summary
		t.tables.Directory.AnnounceTable(t.LocalTable, s, s, t.Rec, t.Gone, t.Watchers)
	}
}

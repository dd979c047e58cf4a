package room

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"arcade/lobby/background"
	"arcade/lobby/table"
	"arcade/store"
)

// Several nodes may share a store. Each unfinished match has one owner: the only node with a table
// for it. The store alone decides which node that is, and refuses every write of a superseded
// owner. See docs/store.md.

// MayTake reports whether this node may take a match over, at its start or when another node is
// gone: on a single node any match, in a cluster its own and those without a living owner.
func (l *Hall) MayTake(rec store.Match) bool {
	if l.cfg.Node == "" || rec.Owner == "" || rec.Owner == l.cfg.Node {
		_, err := l.Table(rec.ID)
		return err != nil
	}
	return l.cfg.Nodes != nil && l.keeping() && l.cfg.Nodes.Gone(rec.Owner, math.MaxInt64)
}

// OwnerOf returns the owner of an unfinished match, "" for none.
func (l *Hall) OwnerOf(id string) string {
	if rec, err := l.cfg.Store.Match(l.tasks.Work(), id); err == nil && rec.Status != store.Done {
		return rec.Owner
	}
	return ""
}

// TakeOver makes this node the owner of an unfinished match and continues it. ErrNoTable if it is
// missing or has ended; [store.ErrFenced] if another node was faster, ErrMoving if this node may
// own nothing.
func (l *Hall) TakeOver(id string) error {
	if _, err := l.Table(id); err == nil {
		return nil
	}
	if !l.keeping() {
		return l.unreached()
	}
	rec, err := l.cfg.Store.Match(l.tasks.Work(), id)
	if errors.Is(err, store.ErrNotFound) || err == nil && rec.Status == store.Done {
		return ErrNoTable
	} else if err != nil {
		return err
	}
	return l.Resume(rec)
}

// RefusedWrite reports whether the store refused a write because another write came first.
func RefusedWrite(err error) bool {
	return store.ErrIs(err, ErrStale, store.ErrFenced, store.ErrConflict, store.ErrFinished, store.ErrNotFound)
}

// stepBack determines why the store has refused a write, and returns the visitor's error. A node that lost
// the match drops its table; the owner reloads the log from the store. The lock is held.
func (t *Room) stepBack(err error) error {
	rec, failed := t.l.cfg.Store.Match(t.l.tasks.Work(), t.ID)
	switch {
	case failed == nil && rec.Epoch == t.Rec.Epoch: // the write may have succeeded and its answer got lost
		if t.M != nil {
			failed = t.reload()
		}
		if failed == nil && t.Shown.Load() != nil { // a new table is not shown yet
			t.Changed()
		}
	case failed == nil && t.l.cfg.Nodes != nil && rec.Status == store.Done:
		return cmp.Or(t.endedElsewhere(rec), fmt.Errorf("match %s: %w", t.ID, ErrStale))
	case failed == nil && t.l.cfg.Nodes != nil && rec.Owner != t.l.cfg.Node:
		t.goElsewhere(rec.Owner)
		return fmt.Errorf("match %s: %w", t.ID, ErrStale)
	case failed == nil || errors.Is(failed, store.ErrNotFound):
		t.l.log.Warn("match is kept elsewhere", "match", t.ID, "epoch", t.Rec.Epoch, "keeper", rec.Owner, "its epoch", rec.Epoch, "err", err)
		t.letGo()
		return fmt.Errorf("match %s: %w", t.ID, ErrStale)
	}
	if failed != nil { // the reason is not known yet
		t.fails()
		return fmt.Errorf("match %s: %w: %w", t.ID, err, failed)
	}
	return fmt.Errorf("match %s: %w", t.ID, ErrStale)
}

// takeOver makes this node the match's owner in the store and notifies the previous owner, which
// may be back and would not notice at a quiet table. ErrMoving for a game or rules of a later
// version: another node must take that match.
func (l *Hall) takeOver(rec store.Match) (store.Match, error) {
	if g, err := l.cfg.Games.Game(rec.Game); err != nil {
		return rec, fmt.Errorf("match %s: %w: %w", rec.ID, ErrMoving, err)
	} else if rec.Rules > g.Info().Rules {
		return rec, fmt.Errorf("match %s: %w: %s has no rules version %d here", rec.ID, ErrMoving, rec.Game, rec.Rules)
	}
	before := rec.Owner
	rec, err := l.cfg.Store.TakeOver(l.tasks.Work(), rec.ID, rec.Epoch, l.cfg.Node)
	if err == nil && l.cfg.Nodes != nil && before != "" && before != l.cfg.Node {
		l.cfg.Nodes.Send(before, "table", table.State{V: 1, ID: rec.ID, Epoch: rec.Epoch})
	}
	return rec, err
}

// Superseded steps the table back after another node showed its match in a newer epoch: this node
// stood still for longer than its lease, and has not written to the match since.
func (t *Room) Superseded(epoch uint64) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if !t.Gone && t.Here() && t.Rec.Status != store.Done && t.Rec.Epoch < epoch {
		_ = t.stepBack(store.ErrFenced)
	}
}

// endedElsewhere makes the table a follower of the node that ended the match and has its people, or shows
// the end here if no other node has the table. The lock is held.
func (t *Room) endedElsewhere(rec store.Match) error {
	owner := rec.Owner
	if _, err := store.ReadNote(t.l.tasks.Work(), t.l.cfg.Store, EndsSpace, t.ID, &owner); err != nil {
		return err
	}
	if owner == "" || owner == t.l.cfg.Node {
		t.Ended = true // this node does not know who else was at the table
		return t.ends(rec)
	}
	if err := t.readEnd(rec); err != nil {
		return err
	}
	t.goElsewhere(owner)
	return nil
}

// ends shows that another node has ended the match; the lock is held.
func (t *Room) ends(rec store.Match) error {
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
	t.l.dir.ComeHere(t.Place, t.code(), t.Gone, func() {})
}

// readEnd folds the log of a finished match; the lock is held.
func (p *Place) readEnd(rec store.Match) error {
	entries, err := p.l.cfg.Store.Entries(p.l.tasks.Work(), p.ID, 0, -1)
	if err != nil {
		return err
	}
	p.Rec = rec
	return p.Fold(entries)
}

// keeps reports whether the table still owns the match of a record.
func (t *Room) keeps(rec store.Match) bool {
	return rec.Status != store.Done && rec.Epoch == t.Rec.Epoch
}

// stands reports whether the table owns the match, with a log of so many entries.
func (t *Room) stands(at int) bool {
	rec, err := t.l.cfg.Store.Match(t.l.tasks.Work(), t.ID)
	return err == nil && t.keeps(rec) && rec.Entries == at
}

// letGo ends the table but not its match; the lock is held. Unstored changes are lost.
func (t *Room) letGo() {
	t.length.Store(-1)
	if t.M != nil {
		if err := t.Fold(t.Log); err != nil {
			t.l.log.Error("fold the stored log", "match", t.ID, "err", err)
		}
	}
	t.forget()
	for v := range t.Watchers {
		v.Poke()
	}
	if s := t.Shown.Load(); s != nil { // nil if another node was faster before the first summary
		t.told(s, s)
	}
}

// reclaim continues this node's tables when it may own matches again. Tables that another node
// took become followers; for the others, time stood still. When the node may no longer own
// matches, reclaim wakes all its visitors, also at followers.
func (l *Hall) reclaim(was, keeps bool) {
	background.SideBySide(l.Rooms(), func(_ int, t *Room) {
		defer l.tasks.Guard("keep again")
		t.Mu.Lock()
		defer t.Mu.Unlock()
		if !t.Here() {
			return
		}
		if keeps && !t.Gone && t.Rec.Status != store.Done {
			rec, err := l.cfg.Store.Match(l.tasks.Work(), t.ID)
			if err == nil && t.keeps(rec) {
				if !was {
					t.stillAway()
				}
				if !was && t.Owes { // the timer may have given the time back already
					err = t.goOn()
				}
			} else {
				err = t.stepBack(cmp.Or(err, store.ErrFenced))
			}
			if err != nil && !errors.Is(err, ErrStale) {
				l.log.Error("go on", "match", t.ID, "err", err)
			}
		}
		// The end may have been stored without an answer, so this is asked afterwards.
		if owner := ""; keeps && !t.Gone && t.Here() && t.Rec.Status == store.Done && t.M != nil {
			if _, err := store.ReadNote(l.tasks.Work(), l.cfg.Store, EndsSpace, t.ID, &owner); err != nil {
				l.log.Error("read who has a finished match's table", "match", t.ID, "err", err)
			} else if owner != "" && owner != l.cfg.Node {
				t.goElsewhere(owner)
			}
		}
		if !t.Gone {
			t.Owes = t.Owes || !keeps && t.Live()
			t.Changed()
		}
	})
	for _, t := range l.followers() {
		t.Mu.Lock()
		for v := range t.Watchers {
			v.Poke()
		}
		t.Mu.Unlock()
	}
}

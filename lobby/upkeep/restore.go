package upkeep

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"arcade/lobby/background"
	"arcade/lobby/room"
	"arcade/store"
)

// Recover resumes the unfinished matches of the store that do not belong to another node. A match whose
// log does not fold, or makes its game panic, stays in the store and is reported. One that the store did not
// give is tried again later: by then it belongs to this node, so no other looks after it.
func (l *Upkeep) Recover() error {
	list, err := l.cfg.Store.Unfinished(l.tasks.Work())
	if errors.Is(err, store.ErrDamaged) {
		l.cfg.Log.Error("matches not restored", "err", err)
	} else if err != nil {
		return fmt.Errorf("unfinished matches: %w", err)
	}
	away := map[string]bool{}
	for n, err := range room.ParkedMatches.All(l.tasks.Work(), l.cfg.Store) {
		if err != nil {
			return err
		}
		away[n.Value.Match] = true
	}
	background.SideBySide(list, func(_ int, rec store.Match) {
		if away[rec.ID] || !l.MayTake(rec) {
			return
		}
		err := l.Adopt(rec)
		if err == nil || overtaken(err) {
			return
		}
		l.cfg.Log.Error("match not restored", "match", rec.ID, "game", rec.Game, "err", err)
		if !store.ErrIs(err, store.ErrDamaged, room.ErrNoRules) {
			l.recoverLater(rec.ID)
		}
	})
	return nil
}

// overtaken reports whether a match was not resumed because another node was faster.
func overtaken(err error) bool { return store.ErrIs(err, store.ErrFenced, store.ErrFinished) }

// recoverLater makes a match one of those that are tried again. One goroutine tries them all, with growing
// pauses, until none is left.
func (l *Upkeep) recoverLater(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	running := len(l.left) > 0
	if l.left[id] = true; running {
		return
	}
	l.tasks.Spawn("matches that were not restored", func() {
		for pause := (room.Pause{}); ; {
			pause.Fail()
			select {
			case <-l.tasks.Context().Done():
				return
			case <-time.After(pause.Left()):
			}
			l.mu.Lock()
			list := slices.Sorted(maps.Keys(l.left))
			l.mu.Unlock()
			background.SideBySide(list, func(_ int, id string) { l.recoverAgain(id) })
			l.mu.Lock()
			none := len(l.left) == 0
			l.mu.Unlock()
			if none {
				return
			}
		}
	})
}

// recoverAgain tries a match again, unless it has ended or belongs to another node by now.
func (l *Upkeep) recoverAgain(id string) {
	rec, err := l.cfg.Store.Match(l.tasks.Work(), id)
	if err == nil && rec.Status != store.Done && l.MayTake(rec) {
		err = l.TakeOver(id)
	}
	switch {
	case err == nil || overtaken(err) || store.ErrIs(err, store.ErrNotFound, room.ErrNoTable):
	case errors.Is(err, store.ErrDamaged):
		l.cfg.Log.Error("match not restored", "match", id, "err", err)
	default:
		l.cfg.Log.Warn("match not restored yet", "match", id, "err", err)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.left, id)
}

// Sweep takes over the unwatched matches of nodes that are gone. One node of the cluster runs it.
func (l *Upkeep) Sweep(ctx context.Context) {
	for {
		changed := l.cfg.Nodes.Changed()
		select { // nodes with followers go first
		case <-ctx.Done():
			return
		case <-time.After(SweepTime):
		}
		if err := l.Recover(); err != nil {
			l.cfg.Log.Error("sweep", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		case <-time.After(time.Minute):
		}
	}
}

// SweepTime is the time that the nodes with followers of a match have before the sweep.
const SweepTime = 2 * time.Second

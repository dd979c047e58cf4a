package upkeep

import (
	"context"
	"errors"
	"fmt"
	"time"

	"arcade/lobby/background"
	"arcade/lobby/httpmatch"
	"arcade/lobby/room"
	"arcade/store"
)

// Recover resumes the unfinished matches of the store that do not belong to another node. A match whose
// log does not fold, or makes its game panic, stays in the store and is reported.
func (l *Upkeep) Recover() error {
	list, err := l.cfg.Store.Unfinished(l.tasks.Work())
	if errors.Is(err, store.ErrDamaged) {
		l.cfg.Log.Error("matches not restored", "err", err)
	} else if err != nil {
		return fmt.Errorf("unfinished matches: %w", err)
	}
	away := map[string]bool{}
	err = httpmatch.EachParked(l.tasks.Work(), l.cfg.Store, func(_ string, p room.Parked) { away[p.Match] = true })
	if err != nil {
		return err
	}
	background.SideBySide(list, func(_ int, rec store.Match) {
		if away[rec.ID] || !l.MayTake(rec) {
			return
		}
		if err := l.Resume(rec); err != nil && !store.ErrIs(err, store.ErrFenced, store.ErrFinished) { // another node was faster
			l.cfg.Log.Error("match not restored", "match", rec.ID, "game", rec.Game, "err", err)
		}
	})
	return nil
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

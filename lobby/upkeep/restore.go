package upkeep

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/lobby/tasks"
	"arcade/store"
)

// Recover resumes the unfinished matches of the store that do not belong to another node. A match whose
// log does not fold, or makes its game panic, stays in the store and is reported. One that the store did not
// give is tried again later: by then it belongs to this node, so no other looks after it.
func (u *Upkeep) Recover() error {
	list, err := u.Config.Store.Unfinished(u.Tasks.Work())
	if errors.Is(err, store.ErrDamaged) {
		u.Log.Error("matches not restored", "err", err)
	} else if err != nil {
		return fmt.Errorf("unfinished matches: %w", err)
	}
	away := map[string]bool{}
	for n, err := range room.ParkedMatches.All(u.Tasks.Work(), u.Config.Store) {
		if err != nil {
			return err
		}
		away[n.Value.Match] = true
	}
	tasks.SideBySide(list, func(_ int, rec store.Match) {
		if away[rec.ID] || !u.MayAdopt(rec) {
			return
		}
		err := u.Adopt(rec)
		if err == nil || overtaken(err) {
			return
		}
		u.Log.Error("match not restored", "match", rec.ID, "game", rec.Game, "err", err)
		if !store.ErrIs(err, store.ErrDamaged, room.ErrNoRules) {
			u.recoverLater(rec.ID)
		}
	})
	return nil
}

// overtaken reports whether a match was not resumed because another node was faster.
func overtaken(err error) bool { return store.ErrIs(err, store.ErrFenced, store.ErrFinished) }

// recoverLater makes a match one of those that are tried again. One goroutine tries them all, with growing
// pauses, until none is left.
func (u *Upkeep) recoverLater(id string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	running := len(u.left) > 0
	if u.left[id] = true; running {
		return
	}
	u.Tasks.Spawn("matches that were not restored", func() {
		for pause := (room.Pause{}); ; {
			pause.Fail()
			select {
			case <-u.Tasks.Context().Done():
				return
			case <-time.After(pause.Left()):
			}
			u.mu.Lock()
			list := slices.Sorted(maps.Keys(u.left))
			u.mu.Unlock()
			tasks.SideBySide(list, func(_ int, id string) { u.recoverAgain(id) })
			u.mu.Lock()
			none := len(u.left) == 0
			u.mu.Unlock()
			if none {
				return
			}
		}
	})
}

// recoverAgain tries a match again, unless it has ended or belongs to another node by now.
func (u *Upkeep) recoverAgain(id string) {
	rec, err := u.Config.Store.Match(u.Tasks.Work(), id)
	if err == nil && rec.Status != store.Done && u.MayAdopt(rec) {
		err = u.AdoptByID(id)
	}
	switch {
	case err == nil || overtaken(err) || store.ErrIs(err, store.ErrNotFound, table.ErrNoTable):
	case errors.Is(err, store.ErrDamaged):
		u.Log.Error("match not restored", "match", id, "err", err)
	default:
		u.Log.Warn("match not restored yet", "match", id, "err", err)
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.left, id)
}

// Sweep takes over the unwatched matches of nodes that are gone. One node of the cluster runs it.
func (u *Upkeep) Sweep(ctx context.Context) {
	for {
		changed := u.Config.Nodes.Changed()
		select { // nodes with followers go first
		case <-ctx.Done():
			return
		case <-time.After(SweepTime):
		}
		if err := u.Recover(); err != nil {
			u.Log.Error("sweep", "err", err)
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

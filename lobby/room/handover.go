package room

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/replica"
	"arcade/lobby/table"
	"arcade/lobby/tasks"
	"arcade/store"
)

// Drain refuses new visits and matches (ErrClosing), while matches under way continue until Close.
// Nobody loses by the clock or by absence meanwhile: the restart gives the time back.
func (ts *Tables) Drain() {
	ts.Directory.Drain()
}

// Draining reports whether Drain or Close has been called.
func (ts *Tables) Draining() bool { return ts.Directory.Draining() }

// handTime bounds the wait for a node that takes a table over.
const handTime = time.Second

// HandOver transfers this node's matches to other nodes, each between two actions; their visitors
// stay. It returns an error if a match stays.
func (ts *Tables) HandOver(ctx context.Context) error {
	tables := ts.Rooms()
	errs := make([]error, len(tables))
	tasks.SideBySide(tables, func(i int, t *Room) { errs[i] = t.handOver(ctx, i) })
	return errors.Join(errs...)
}

// handOver transfers the table's match to the node with most of its people, or to the nth, or else
// to any that takes it. Nothing happens at the table meanwhile.
func (t *Room) handOver(ctx context.Context, nth int) error {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if t.Gone || !t.Here() || t.Rec.Status == store.Done {
		return nil
	}
	n := t.tables.Config.Nodes
	from := map[string]int{}
	for v := range t.Watchers {
		if from[v.Node]++; ledger.SeatOf(t.Rec, v.ID) != games.Nobody {
			from[v.Node] += len(t.Watchers)
		}
	}
	var others []string
	for _, m := range n.Members() {
		if m.MayOwn && m.Name != n.Name() {
			others = append(others, m.Name)
		}
	}
	if len(others) == 0 {
		return fmt.Errorf("hand over match %s: %w", t.ID, ErrMoving)
	}
	nth %= len(others)
	others = slices.Concat(others[nth:], others[:nth])
	slices.SortStableFunc(others, func(a, b string) int { return from[b] - from[a] })
	var err error
	for _, to := range others { // a node may be of an older version, or just starting
		if err = t.handTo(ctx, to); err == nil {
			break
		}
	}
	return err
}

// handTo transfers the table's match to a node; the lock is held.
func (t *Room) handTo(ctx context.Context, to string) error {
	ctx, cancel := context.WithTimeout(ctx, handTime)
	defer cancel()
	var a replica.Answer
	err := t.tables.Config.Nodes.Ask(ctx, to, "take", t.Whole(t.Pub.Rev), &a)
	if err == nil {
		err = WireErrors.Error(a.Err)
	}
	if rec, failed := t.tables.record(t.ID); failed == nil && !t.ownsStill(rec) { // taken, even if the answer was lost
		_ = t.resolveRefusal(store.ErrFenced)
		if f := t.Follower(); err == nil && f != nil && f.Owner == to { // ask it at once; refuse no command meanwhile
			f.moving = false
			f.refreshed()
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("hand over match %s: %w", t.ID, err)
	}
	return nil
}

// becomeFollower turns one of this node's tables into a follower of another node's; the lock is held.
// Its watchers on this node stay. Other nodes find the new owner themselves.
func (t *Room) becomeFollower(owner string) {
	ts := t.tables
	t.length.Store(-1)
	t.Timer.Stop()
	if t.M != nil {
		if err := t.Fold(t.Log); err != nil {
			ts.Log.Error("the stored log could not be folded", "match", t.ID, "err", err)
		}
	}
	maps.DeleteFunc(t.Watchers, func(v *directory.Presence, _ struct{}) bool { return v.Node != "" })
	for _, node := range t.Pub.Nodes() {
		ts.Config.Nodes.Send(node, "table", table.State{V: 1, ID: t.ID, Epoch: t.Rec.Epoch + 1}) // makes its follower ask the new owner
	}
	t.Pub.Moved()
	f := t.setFollower(owner)
	f.moving = true
	close(f.Loaded) // it has a state to show
	ts.Directory.BecomeFollower(t.LocalTable, t.Rec.Code)
	f.refreshed()
	ts.RefreshAsync(f)
}

package room

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"arcade/lobby/clock"
	"arcade/lobby/directory"
	"arcade/lobby/replica"
	"arcade/lobby/table"
	"arcade/store"
)

const (
	// beatTime is the time between two requests of a node to the owners of its followers for missed
	// changes.
	beatTime = time.Second
	// FollowTime is the time for which an owner publishes a table to a node that sends no beats.
	FollowTime = 10 * time.Second
	// hearTime is a follower's wait for its owner's publication before it asks.
	hearTime = 100 * time.Millisecond
)

// Follower is a table whose match another node owns. It holds the newest state that the owner has
// published, and makes its own views for this node's visitors. What it has missed of the log it reads
// from the store, where every entry is before it is published. It runs no clock and no bots and writes
// nothing. See docs/cluster.md.
type Follower struct {
	*LocalTable
	apart
	Owner       string // the node that owns the match
	Incarnation int64  // the owner's, as last received
	moving      bool   // the owner is gone or cannot be reached
	unused      int    // beats without a watcher
	unheard     int    // beats without an answer
	changes     chan struct{}
	Loaded      chan struct{} // closed after the first request for the whole state, even if it failed
	newest      replica.Newest
	queued      atomic.Bool   // a goroutine waits to request the whole state
	looking     chan struct{} // full while the whole state is requested; taken before the table's lock
}

// current reports whether the table still follows another node's. The lock is held.
func (f *Follower) current() bool { return f.Follower() == f }

// refreshed wakes a follower's watchers and the calls that wait for the new state.
func (f *Follower) refreshed() {
	f.summarise()
	f.tables.Directory.AnnounceFollower(f.LocalTable, f.Owner, f.Rec, f.Watchers)
	closeAnew(&f.changes)
	for v := range f.Watchers {
		v.Poke()
	}
}

func closeAnew(c *chan struct{}) {
	close(*c)
	*c = make(chan struct{})
}

// unfollow removes a follower from memory; its lock is held.
func (f *Follower) unfollow() { f.tables.Directory.Unfollow(f.LocalTable) }

// await waits until a follower shows the result of a command at its owner.
func (f *Follower) await(epoch, rev uint64) {
	for {
		f.Mu.Lock()
		shown := !f.current() || f.Gone || f.Rec.Epoch > epoch || f.Rec.Epoch == epoch && f.Pub.Rev >= rev
		changed := f.changes
		f.Mu.Unlock()
		if shown {
			return
		}
		select {
		case <-changed:
		case <-time.After(hearTime):
			if err := f.tables.refresh(f); err != nil {
				f.tables.Log.Warn("a followed table could not be fetched from its owner", "match", f.ID, "err", err)
			}
			return
		}
	}
}

// Follow makes a missing follower of another node's match, and requests the whole state.
func (ts *Tables) Follow(rec store.Match) *LocalTable {
	return ts.FollowerFor(rec, rec.Owner, func(t *Follower) {
		if !ts.Tasks.Spawn("follower", func() {
			defer close(t.Loaded)
			err := ts.refresh(t)
			t.Mu.Lock()
			defer t.Mu.Unlock()
			if err != nil && t.current() {
				t.unfollow()
			}
		}) {
			close(t.Loaded)
		}
	})
}

// FollowerFor returns the table of a match that this node follows. A new one is empty; begin must
// see to it that Loaded is closed.
func (ts *Tables) FollowerFor(rec store.Match, owner string, begin func(*Follower)) *LocalTable {
	return LocalOf(ts.Directory.Follow(rec.ID, func() directory.Table {
		p := ts.newLocal(rec)
		begin(p.setFollower(owner))
		return p
	}))
}

// LoadedAtOnce begins a follower that does not wait for its state.
func LoadedAtOnce(t *Follower) { close(t.Loaded) }

// IncarnationOf returns a node's incarnation; for a missing node, one that no node ever has.
func (ts *Tables) IncarnationOf(node string) int64 {
	for _, m := range ts.Config.Nodes.Members() {
		if m.Name == node {
			return m.Incarnation
		}
	}
	return math.MaxInt64
}

// refresh fetches the follower's whole state from the match's present owner, which may be this
// node.
func (ts *Tables) refresh(t *Follower) error {
	t.looking <- struct{}{}
	defer func() { <-t.looking }()
	t.queued.Store(false)
	for range 4 {
		t.Mu.Lock()
		owner, done := t.Owner, !t.current() || t.Gone
		q := replica.SnapshotQuery{V: 1, Table: t.ID, Epoch: t.Rec.Epoch}
		for v := range t.Watchers {
			q.By = append(q.By, whoIs(v))
		}
		t.Mu.Unlock()
		if done {
			return nil
		}
		ctx, cancel := context.WithTimeout(ts.Tasks.Context(), commandTime)
		start := ts.IncarnationOf(owner)
		var a replica.SnapshotReply
		err := ts.Config.Nodes.Ask(ctx, owner, "mirror", q, &a)
		cancel()
		if err == nil {
			err = WireErrors.Error(a.Err)
		}
		if err == nil {
			ok := false
			t.Locked(func() {
				if !t.current() {
					return
				}
				ok = t.Gone || t.Owner == owner && t.replace(a.State)
				moved := t.moving
				t.Incarnation, t.moving = start, false
				if moved && t.Shown.Load() != nil {
					t.refreshed()
				}
			})
			if ok {
				return nil
			}
			continue
		}
		if done, err := ts.FindOwner(t, owner, err); done || err != nil {
			return err
		}
	}
	return ts.unreached()
}

// markMoving marks the follower's owner as unreachable; the lock is held.
func (f *Follower) markMoving() {
	if !f.moving {
		f.moving = true
		f.refreshed()
	}
}

// HandlePublication receives an owner's publication.
func (ts *Tables) HandlePublication(from string, body json.RawMessage) {
	var s table.State
	if err := json.Unmarshal(body, &s); err != nil {
		ts.Log.Error("an owner sent a state that cannot be read", "node", from, "err", err)
		return
	}
	own, follower := ts.Directory.Table(s.ID)
	if t := RoomOf(own); t != nil {
		ts.Tasks.Spawn("overtaken", func() { t.Overtaken(s.Epoch) }) // it reads the store
	}
	if p := LocalOf(follower); p != nil {
		if t := p.Follower(); t != nil {
			t.receive(replica.Publication{From: from, State: s})
		}
	}
}

// receive keeps a publication for a goroutine that takes the follower's lock; it does not wait for the lock.
func (f *Follower) receive(p replica.Publication) {
	f.newest.Put(p, func() bool {
		return f.tables.Tasks.Spawn("follower", func() {
			for p := f.newest.Next(); p != nil; p = f.newest.Next() {
				f.tables.Tasks.Safely("follower", func() { f.handleState(*p) })
			}
		})
	})
}

// handleState makes the follower show a published state. If the state is not enough, because its owner is of
// an older version or no longer the one that this node asks, it requests the whole.
func (f *Follower) handleState(p replica.Publication) {
	if err := f.readMissing(&p.State); err != nil {
		f.tables.Log.Warn("a follower could not read from the store what it had missed", "match", f.ID, "err", err)
	}
	f.Mu.Lock()
	defer f.Mu.Unlock()
	switch {
	case !f.current() || f.Owner == p.From && !f.Gone && f.replace(p.State):
	case f.Owner != p.From && p.State.Epoch <= f.Rec.Epoch: // from a superseded owner
	default:
		f.tables.gaps.Add(1)
		f.tables.RefreshAsync(f)
	}
}

// readMissing adds to a state the entries before it that the follower does not have, from the store. It reads
// them without the lock: the log of a follower only grows.
func (f *Follower) readMissing(s *table.State) error {
	f.Mu.Lock()
	from, to := f.Missing(*s)
	f.Mu.Unlock()
	if from == to {
		return nil
	}
	f.tables.gaps.Add(1)
	entries, err := f.tables.Config.Store.Entries(f.tables.Tasks.Work(), f.ID, from, to-from)
	if err == nil && len(entries) != to-from {
		err = fmt.Errorf("%d of %d entries from %d: %w", len(entries), to-from, from, store.ErrNotFound)
	}
	if err != nil {
		return err
	}
	s.At, s.Entries = from, append(entries, s.Entries...)
	return nil
}

// replace replaces what the follower shows by an owner's state; false if the state is not enough for that. The
// lock is held.
func (f *Follower) replace(s table.State) bool {
	ok, changed, err := f.Table.Replace(s, f.Pub.Rev)
	if err != nil {
		f.tables.Log.Error("the log of a followed match could not be folded", "match", f.ID, "err", err)
	}
	if !changed {
		return ok
	}
	f.Pub.Rev, f.moving = s.Rev, false
	if f.Gone {
		f.unfollow()
	}
	f.refreshed()
	return true
}

// RefreshAsync requests the whole state in another goroutine. One request may be under way and one wait for it:
// that one learns everything that is known by the time at which it begins.
func (ts *Tables) RefreshAsync(t *Follower) {
	if t.queued.Swap(true) {
		return
	}
	ts.Tasks.Spawn("follower", func() {
		if err := ts.refresh(t); err != nil {
			ts.Log.Warn("a followed table could not be fetched from its owner", "match", t.ID, "err", err)
		}
	})
}

// followers returns the followers in memory.
func (ts *Tables) followers() (all []*Follower) {
	for _, p := range ts.Directory.Followers() {
		if t := LocalOf(p).Follower(); t != nil {
			all = append(all, t)
		}
	}
	return all
}

// CountTables returns the numbers of tables that this node owns and follows.
func (ts *Tables) CountTables() (owned, followed int) { return ts.Directory.CountTables() }

// Gaps returns the number of times that a follower missed a publication.
func (ts *Tables) Gaps() uint64 { return ts.gaps.Load() }

// handleSnapshot returns the whole state to a node that makes or renews a follower.
func (ts *Tables) handleSnapshot(_ context.Context, from string, body json.RawMessage) (any, error) {
	var q replica.SnapshotQuery
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, err
	}
	t, err := ts.OwnedHere(q.Table)
	if err != nil {
		return replica.SnapshotReply{V: 1, Err: WireErrors.Of(err)}, nil
	}
	t.Overtaken(q.Epoch)
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if !t.Here() || t.Gone && (t.M == nil || !t.M.Over()) {
		return replica.SnapshotReply{V: 1, Err: WireErrors.Of(ErrElsewhere)}, nil
	}
	come := false
	for _, w := range q.By {
		v := ts.standIn(from, w)
		if _, watches := t.Watchers[v.Presence]; !watches && t.addWatcher(v) == nil { // it watched at the previous owner
			v.Touch(t.LocalTable)
			come = true
		}
	}
	if come { // once for all watchers from a node that is gone
		t.Changed()
	}
	if !t.Here() { // Changed may have found it superseded
		return replica.SnapshotReply{V: 1, Err: WireErrors.Of(ErrElsewhere)}, nil
	}
	t.Pub.Follow(from, clock.MS())
	return replica.SnapshotReply{V: 1, State: t.Whole(t.Pub.Rev)}, nil
}

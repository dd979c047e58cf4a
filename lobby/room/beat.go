package room

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"arcade/lobby/clock"
	"arcade/lobby/directory"
	"arcade/lobby/replica"
	"arcade/lobby/table"
	"arcade/lobby/tasks"
	"arcade/store"
)

// HandleBeat answers a beat.
func (ts *Tables) HandleBeat(_ context.Context, from string, body json.RawMessage) (any, error) {
	var q replica.Beat
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, err
	}
	a := replica.StaleTables{V: 1}
	for _, b := range q.Tables {
		t, err := ts.OwnedHere(b.ID)
		if err != nil || !t.checkBeat(from, b) {
			a.Tables = append(a.Tables, b.ID)
		}
	}
	return a, nil
}

// checkBeat reports whether a follower missed nothing, and removes ended visits from the table.
func (t *Room) checkBeat(from string, b replica.BeatRow) bool {
	if !t.Mu.TryLock() { // the next beat asks again; the other tables must not wait
		return true
	}
	defer t.Mu.Unlock()
	if !t.Here() {
		return false
	}
	var there, gone []*directory.Presence
	for v := range t.Watchers {
		switch {
		case v.Node != from:
		case slices.Contains(b.Watchers, v.Called()):
			there = append(there, v)
		default:
			gone = append(gone, v)
		}
	}
	t.tables.Directory.RefreshStandIns(there)
	for _, v := range gone {
		delete(t.Watchers, v)
		if me := v.Me(); !t.watchedBy(me.ID) {
			t.markAway(me, table.Away{Since: t.Now(), Grace: t.tables.Config.Grace, Coming: true})
		}
	}
	if len(gone) > 0 {
		t.Changed()
	}
	if !t.Here() || !t.Pub.Follows(from) { // the change may have ended the table
		return false
	}
	t.Pub.Follow(from, clock.MS())
	if len(there) != len(b.Watchers) || t.Rec.Epoch != b.Epoch || t.Pub.Rev < b.Rev {
		return false
	}
	if t.Pub.Rev > b.Rev { // the last publication was lost, or is on its way
		t.tables.Config.Nodes.Send(from, "table", t.Newest(t.Pub.Rev))
	}
	return true
}

// WatchNodes watches the nodes and sends beats to the owners of this node's followers, until the lobby
// closes.
func (ts *Tables) WatchNodes() {
	n := ts.Config.Nodes
	ticker := time.NewTicker(beatTime)
	defer ticker.Stop()
	mayOwn, stopped := true, false
	for {
		changed := n.Changed()
		ts.Tasks.Safely("who is there", func() {
			before, lapsed := mayOwn, ts.lapsed.Swap(false)
			mayOwn = n.MayOwn()
			if mayOwn && lapsed { // it might not for a moment, which this loop has not seen
				before = false
			}
			if stopped || mayOwn != before {
				ts.reclaim(before, mayOwn)
			}
			ts.AdoptOrphans()
			ts.endStandIns()
		})
		began := time.Now()
		select {
		case <-ts.Tasks.Context().Done():
			return
		case <-changed:
		case <-ticker.C:
			ts.Tasks.Safely("beat", ts.SendBeats)
		}
		stopped = time.Since(began) > 3*beatTime/2 // the process may have stood still
	}
}

// SendBeats sends beats to the followers' owners, and ends unused followers.
func (ts *Tables) SendBeats() {
	by := map[string][]*Follower{}
	said := map[string]*replica.Beat{}
	for _, t := range ts.followers() {
		if !t.Mu.TryLock() { // perhaps in a take-over: the next beat has it
			continue
		}
		if t.unused++; len(t.Watchers) > 0 {
			t.unused = 0
		}
		switch {
		case !t.current() || t.Gone:
		case t.unused > int(FollowTime/beatTime)/2:
			t.Gone = true
			t.unfollow()
		default:
			q := said[t.Owner]
			if q == nil {
				q = &replica.Beat{V: 1}
				said[t.Owner] = q
			}
			b := replica.BeatRow{ID: t.ID, Epoch: t.Rec.Epoch, Rev: t.Pub.Rev}
			for v := range t.Watchers {
				b.Watchers = append(b.Watchers, whoIs(v).Visit)
			}
			q.Tables = append(q.Tables, b)
			by[t.Owner] = append(by[t.Owner], t)
		}
		t.Mu.Unlock()
	}
	for owner, q := range said {
		if _, asking := ts.beating.LoadOrStore(owner, true); asking {
			continue
		}
		ts.Tasks.Spawn("beat", func() {
			defer ts.beating.Delete(owner)
			ts.SendBeat(owner, q, by[owner])
		})
	}
}

// SendBeat asks an owner whether its followers here have received everything.
func (ts *Tables) SendBeat(owner string, q *replica.Beat, tables []*Follower) {
	ctx, cancel := context.WithTimeout(ts.Tasks.Context(), beatTime)
	defer cancel()
	var a replica.StaleTables
	err := ts.Config.Nodes.Ask(ctx, owner, "beat", q, &a)
	for _, t := range tables {
		if !t.Mu.TryLock() {
			continue
		}
		late := err == nil && (t.moving || slices.Contains(a.Tables, t.ID))
		if t.unheard++; err == nil {
			t.unheard = 0
		} else if t.unheard > 1 && t.current() && t.Owner == owner { // a single lost beat does not count
			t.markMoving()
		}
		t.Mu.Unlock()
		if late && len(t.looking) == 0 {
			ts.RefreshAsync(t)
		}
	}
}

// reclaim looks after this node's tables when it may own matches again, or no longer: before and now say whether it
// might and may. Tables that another node took become followers; for the others, time stood still. All visitors are
// woken, also at followers: what they may do has changed.
func (ts *Tables) reclaim(before, now bool) {
	tasks.SideBySide(ts.Rooms(), func(_ int, t *Room) {
		defer ts.Tasks.Guard("reclaim")
		t.Mu.Lock()
		defer t.Mu.Unlock()
		if !t.Here() {
			return
		}
		if now {
			t.reclaim(before)
		}
		if !t.Gone {
			t.OutageUnpaid = t.OutageUnpaid || !now && t.Live()
			t.Changed()
		}
	})
	for _, t := range ts.followers() {
		t.Mu.Lock()
		for v := range t.Watchers {
			v.Poke()
		}
		t.Mu.Unlock()
	}
}

// reclaim goes on with the table of a node that may own matches, and did so before or not, or makes it a follower if
// another node has its match by now. The lock is held.
func (t *Room) reclaim(before bool) {
	ts := t.tables
	if !t.Gone && t.Rec.Status != store.Done {
		rec, err := ts.record(t.ID)
		switch {
		case err != nil || !t.ownsStill(rec):
			err = t.resolveRefusal(cmp.Or(err, store.ErrFenced))
		case !before:
			t.restartAbsences()
			if t.OutageUnpaid { // else the timer has given the time back already
				err = t.restart()
			}
		}
		if err != nil && !errors.Is(err, table.ErrStale) {
			ts.Log.Error("a match could not go on after its node may own matches again", "match", t.ID, "err", err)
		}
	}
	// The end may have been stored without an answer, so this is asked afterwards.
	if !t.Gone && t.Here() && t.Rec.Status == store.Done && t.M != nil {
		owner, _, err := FinishedTables.Get(ts.Tasks.Work(), ts.Config.Store, t.ID)
		switch {
		case err != nil:
			ts.Log.Error("the node with a finished match's table could not be read", "match", t.ID, "err", err)
		case owner != "" && owner != ts.Config.Node:
			t.becomeFollower(owner)
		}
	}
}

// mayOwn reports whether this node may own matches. It notes for WatchNodes that it returned false.
func (ts *Tables) mayOwn() bool {
	is := ts.Config.Nodes == nil || ts.Config.Nodes.MayOwn()
	if !is {
		ts.lapsed.Store(true)
	}
	return is
}

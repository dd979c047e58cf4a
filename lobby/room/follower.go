package room

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/replica"
	"arcade/lobby/table"
	"arcade/store"
)

// A mirror is a table whose match another node keeps: it folds what that publishes, which
// is in the store by then, and makes its own views of it for the visitors of this node. It
// runs no clock, has no bots and writes nothing. See docs/cluster.md.

const (
	// beatTime is how often a node asks the keepers of its mirrors whether it has heard all.
	beatTime = time.Second
	// MirrorTime is for how long a keeper tells a node of a table that asks no more.
	MirrorTime = 10 * time.Second
	// hearTime is how long a mirror waits for what its keeper has published before it asks.
	hearTime = 100 * time.Millisecond
)

// mirror is what a table has besides where its match is kept elsewhere.
type mirror struct {
	Keeper      string // the node that keeps the match; "": this one
	Incarnation int64  // of it, as heard of last
	moving      bool   // it cannot be reached, or is gone
	unused      int    // beats without a watcher
	unheard     int    // beats without an answer
	news        chan struct{}
	Ready       chan struct{} // closed when all was heard for the first time, or could not be
	missed      bool          // something of what was published
	Inbox       replica.Inbox // what was published and waits for the table's lock
	looking     chan struct{} // holds one while all is asked for; taken before the table's lock
}

// isFar reports whether another node keeps a table's match, as the lists have it: it does
// not wait for the table's lock, under which it may become otherwise.
func (l *Hall) isFar(t *Room) bool {
	if l.cfg.Nodes == nil {
		return false
	}
	own, _ := l.dir.Table(t.ID)
	return own != t
}

// writable tells whether the table may do anything by itself, or for its visitors.
func (t *Room) writable() error {
	switch {
	case t.l.tasks.Closing():
		return ErrClosing
	case t.Keeper != "":
		return ErrElsewhere
	case !t.l.keeping():
		return ErrMoving
	}
	return nil
}

// keeping reports whether this node may keep matches.
func (l *Hall) keeping() bool { return l.cfg.Nodes == nil || l.cfg.Nodes.Keeping() }

// tell wakes a mirror's watchers and the calls that wait for the new state.
func (t *Room) tell() {
	t.summarise()
	t.l.dir.Freshen(t, t.Keeper, t.Rec, t.Watchers)
	closeAnew(&t.news)
	for v := range t.Watchers {
		v.Poke()
	}
}

func closeAnew(c *chan struct{}) {
	if *c != nil {
		close(*c)
	}
	*c = make(chan struct{})
}

// unmirror takes a mirror from memory; its lock is held.
func (t *Room) unmirror() {
	t.l.dir.Unfollow(t)
}

// await waits until a mirror shows what a deed there has done.
func (t *Room) await(epoch, rev uint64) {
	for {
		t.Mu.Lock()
		shown := t.Keeper == "" || t.Gone || t.Rec.Epoch > epoch || t.Rec.Epoch == epoch && t.Pub.Rev >= rev
		heard := t.news
		t.Mu.Unlock()
		if shown {
			return
		}
		select {
		case <-heard:
		case <-time.After(hearTime):
			if err := t.l.refresh(t); err != nil {
				t.l.log.Warn("mirror", "match", t.ID, "err", err)
			}
			return
		}
	}
}

// Find is a table of this node, or a mirror of another's; ErrNoTable, ErrMoving.
func (l *Hall) Find(id string) (*Room, error) {
	own, follower := l.dir.Table(id)
	t := RoomOf(follower)
	switch {
	case own != nil:
		return RoomOf(own), nil
	case l.cfg.Nodes == nil:
		return nil, ErrNoTable
	case t == nil:
		rec, err := l.cfg.Store.Match(id)
		node, _, shown := l.dir.Far(id)
		switch {
		case err == nil && rec.Status == store.Done && shown: // some of its people may be there still
			rec.Keeper = node
		case errors.Is(err, store.ErrNotFound) || err == nil && rec.Status == store.Done:
			l.dir.EndFar(id)
			return nil, ErrNoTable
		case err != nil:
			return nil, err
		case rec.Keeper == l.cfg.Node || rec.Keeper == "":
			if err := l.TakeOver(id); errors.Is(err, store.ErrFenced) {
				return nil, ErrMoving
			} else if err != nil {
				return nil, err
			}
			return l.Table(id)
		}
		t = l.Mirror(rec)
	}
	select {
	case <-t.Ready:
	case <-l.tasks.Context().Done():
	}
	if l.tasks.Closing() {
		return nil, ErrClosing
	}
	t.Mu.Lock()
	over := t.Gone && t.Rec.Status == store.Done // and the people there have left
	t.Mu.Unlock()
	if over {
		l.dir.EndFar(id)
		return nil, ErrNoTable
	}
	switch own, follower := l.dir.Table(id); {
	case own != nil:
		return RoomOf(own), nil
	case follower != t:
		return nil, ErrMoving
	}
	return t, nil
}

// Mirror makes the mirror of a match that another node keeps, if there is none.
func (l *Hall) Mirror(rec store.Match) *Room {
	return RoomOf(l.dir.Follow(rec.ID, func() directory.Table {
		t := l.NewTable(rec)
		t.Keeper, t.Ready, t.news = rec.Keeper, make(chan struct{}), make(chan struct{})
		t.Incarnation = l.StartOf(rec.Keeper)
		if !l.tasks.Spawn("mirror", func() {
			defer close(t.Ready)
			err := l.refresh(t)
			t.Mu.Lock()
			defer t.Mu.Unlock()
			if err != nil && t.Keeper != "" {
				t.unmirror()
			}
		}) {
			close(t.Ready)
		}
		return t
	}))
}

// StartOf is the incarnation of a node, where it is not there none that was.
func (l *Hall) StartOf(node string) int64 {
	for _, m := range l.cfg.Nodes.Members() {
		if m.Name == node {
			return m.Incarnation
		}
	}
	return math.MaxInt64
}

// refresh has a mirror fetch the whole state from the match's present keeper, which may be this
// node.
func (l *Hall) refresh(t *Room) error {
	t.looking <- struct{}{}
	defer func() { <-t.looking }()
	for range 4 {
		t.Mu.Lock()
		keeper, done := t.Keeper, t.Keeper == "" || t.Gone
		t.missed = false
		q := replica.Look{V: 1, Table: t.ID, Epoch: t.Rec.Epoch}
		for v := range t.Watchers {
			q.By = append(q.By, whoIs(v))
		}
		t.Mu.Unlock()
		if done {
			return nil
		}
		ctx, cancel := context.WithTimeout(l.tasks.Context(), deedTime)
		start := l.StartOf(keeper)
		var a replica.Looked
		err := l.cfg.Nodes.Ask(ctx, keeper, "mirror", q, &a)
		cancel()
		if err == nil {
			err = Named.Error(a.Err)
		}
		if err == nil {
			ok := false
			t.Locked(func() {
				ok = t.Gone || t.Keeper == keeper && t.hear(a.State) && !t.missed
				moved := t.moving
				t.Incarnation, t.moving = start, false
				if moved && t.Shown.Load() != nil {
					t.tell()
				}
			})
			if ok {
				return nil
			}
			continue
		}
		if done, err := l.Seek(t, keeper, err); done || err != nil {
			return err
		}
	}
	return ErrMoving
}

// Seek asks the store who keeps a mirror's match, as its keeper does not say; done where
// there is nobody to ask any more.
func (l *Hall) Seek(t *Room, keeper string, why error) (done bool, err error) {
	defer l.taking.Lock(t.ID)()
	rec, err := l.cfg.Store.Match(t.ID)
	t.Mu.Lock()
	defer t.Mu.Unlock()
	switch {
	case t.Gone || t.Keeper == "": // nobody has looked at it meanwhile, or it has come here
		return true, nil
	case t.Keeper != keeper:
		return false, nil
	}
	gone, start := l.cfg.Nodes.Gone(keeper, t.Incarnation), l.StartOf(rec.Keeper)
	// Who comes again under its name takes over from itself.
	again := gone && rec.Keeper == keeper && rec.Epoch > t.Rec.Epoch && !l.cfg.Nodes.Gone(keeper, start)
	switch {
	case errors.Is(err, store.ErrNotFound):
		t.Rec.Status, t.Rec.Reason, t.M, t.Gone = store.Done, games.Aborted, nil, true
		t.unmirror()
		t.tell()
		return true, nil
	case err != nil:
		return false, err
	case rec.Status == store.Done && (gone || errors.Is(why, ErrElsewhere)):
		return t.outlive(rec)
	case rec.Status == store.Done: // its keeper has it still
	case rec.Keeper == l.cfg.Node && t.dissolve():
		return true, nil
	case rec.Keeper == l.cfg.Node || rec.Keeper == keeper && gone && !again:
		return true, t.inherit(rec)
	case rec.Keeper != keeper || again:
		t.Keeper, t.Incarnation = rec.Keeper, start
		return false, nil
	}
	t.move()
	if errors.Is(why, ErrMoving) {
		return false, why
	}
	return false, fmt.Errorf("%w: %w", ErrMoving, why)
}

// dissolve ends a mirror where this node has a table of its own by now, to which the
// mirror's watchers go; false where it has none. The lock is held.
func (t *Room) dissolve() bool {
	if _, err := t.l.Table(t.ID); err != nil {
		return false
	}
	t.unmirror()
	t.Keeper, t.Gone = "", true
	closeAnew(&t.news)
	for v := range t.Watchers {
		t.l.tasks.Spawn("watch", func() {
			if err := ParticipantOf(v).watch(t.ID); err != nil {
				v.Poke()
			}
		})
	}
	return true
}

// move shows that a mirror's keeper is not there; the lock is held.
func (t *Room) move() {
	if !t.moving {
		t.moving = true
		t.tell()
	}
}

// EndsSpace has which node has the table of a match that is over, under the match's id,
// where that is another than its keeper.
const EndsSpace = "ends"

// outlive makes a mirror the table of a match that is over, whose keeper does not know of it
// any more, for the rematch: of several mirrors one does, and the others are its. Where
// nobody looks at it the table ends. The lock is held.
func (t *Room) outlive(rec store.Match) (done bool, err error) {
	l := t.l
	if len(t.Watchers) == 0 {
		t.Rec, t.Gone = rec, true
		t.unmirror()
		t.tell()
		return true, nil
	}
	if l.tasks.Closing() || !l.keeping() {
		return false, ErrMoving
	}
	keeper := l.cfg.Node
	if err := store.EditNote(l.cfg.Store, EndsSpace, t.ID, func(noted *string) error {
		if *noted != "" && *noted != t.Keeper { // who was asked has it no more
			keeper = *noted
		}
		*noted = keeper
		return nil
	}); err != nil {
		return false, err
	}
	if keeper != l.cfg.Node {
		t.Keeper, t.Incarnation, t.Pub.Rev = keeper, l.StartOf(keeper), 0
		return false, nil
	}
	if t.Next == "" { // maybe it began, and nobody has heard
		t.Next = l.nextOf(rec)
	}
	t.outlived = true
	return true, t.ends(rec)
}

// nextOf is the rematch of a match, as far as a player of it knows.
func (l *Hall) nextOf(rec store.Match) string {
	for _, s := range rec.Seats {
		list, err := l.cfg.Store.Matches(s.Player, "", 20)
		if err != nil {
			l.log.Error("next match", "match", rec.ID, "err", err)
		}
		for _, next := range list {
			if next.Previous == rec.ID {
				return next.ID
			}
		}
	}
	return ""
}

// ends makes a mirror the table of a match that is over; the lock is held.
func (t *Room) ends(rec store.Match) error {
	entries, err := t.l.cfg.Store.Entries(t.ID, 0, -1)
	if err != nil {
		return err
	}
	t.Rec = rec
	if err := t.Fold(entries); err != nil {
		return err
	}
	t.ComeHere()
	t.Changed()
	return nil
}

// HeardOf takes what a keeper publishes.
func (l *Hall) HeardOf(from string, body json.RawMessage) {
	var s table.State
	if err := json.Unmarshal(body, &s); err != nil {
		l.log.Error("what a keeper says", "node", from, "err", err)
		return
	}
	own, follower := l.dir.Table(s.ID)
	if own != nil {
		l.tasks.Spawn("overtaken", func() { RoomOf(own).Overtaken(s.Epoch) }) // which asks the store
	}
	if follower != nil {
		RoomOf(follower).receive(replica.Publication{From: from, State: s})
	}
}

// receive puts a publication into a follower's inbox; it does not wait for the table's lock.
func (t *Room) receive(p replica.Publication) {
	t.Inbox.Put(p, func() bool { return t.l.tasks.Spawn("follower", t.takeReceived) })
}

// takeReceived has a follower hear what waits in its inbox until that is empty.
func (t *Room) takeReceived() {
	for list := t.Inbox.Take(); len(list) > 0; list = t.Inbox.Take() {
		t.l.tasks.Safely("follower", func() {
			t.Mu.Lock()
			defer t.Mu.Unlock()
			for _, p := range list {
				t.heardFrom(p)
			}
		})
	}
}

// heardFrom has a follower hear a publication, and has it ask for all where it has missed
// some; the lock is held.
func (t *Room) heardFrom(p replica.Publication) {
	if t.Keeper == p.From && !t.Gone && t.hear(p.State) || t.Keeper == "" {
		return
	}
	if t.Keeper != p.From && p.State.Epoch <= t.Rec.Epoch {
		return
	}
	t.l.gaps.Add(1)
	if t.missed = true; len(t.looking) == 0 {
		t.l.Look(t)
	}
}

// mirrorsNow are the mirrors in memory.
func (l *Hall) mirrorsNow() []*Room { return rooms(l.dir.Followers()) }

// Kept counts the tables of matches that this node keeps, and the mirrors of tables that others
// keep.
func (l *Hall) Kept() (keeper, mirror int) { return l.dir.Kept() }

// Gaps is how often a mirror had missed something of its table, and asked for it.
func (l *Hall) Gaps() uint64 { return l.gaps.Load() }

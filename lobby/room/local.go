package room

import (
	"sync"
	"sync/atomic"
	"time"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/replica"
	"arcade/lobby/table"
	"arcade/store"
)

// LocalTable is a table in memory, as the directory lists it: its value, its watchers, and the lock
// that orders its changes. A match that moves between nodes keeps its LocalTable and its watchers, and gets
// another role.
type LocalTable struct {
	tables *Tables
	Mu     sync.Mutex
	table.Table
	Watchers map[*directory.Presence]struct{}
	Pub      replica.Published
	Shown    atomic.Pointer[table.Summary]

	role atomic.Pointer[role] // it changes only while the lock is held
}

// role is what this node does for a table: it has a [Room] if it owns the match, and a [Follower] if another node
// does. A table without a role is being made, or its watchers have gone to another table of the match.
type role struct {
	room     *Room
	follower *Follower
}

// Room returns the table's room, nil if this node does not own the match.
func (p *LocalTable) Room() *Room {
	if r := p.role.Load(); r != nil {
		return r.room
	}
	return nil
}

// Follower returns the table's follower, nil if this node follows no other node's table.
func (p *LocalTable) Follower() *Follower {
	if r := p.role.Load(); r != nil {
		return r.follower
	}
	return nil
}

// apart makes the methods of [directory.Table] ambiguous in Room and Follower, so that neither can
// be passed to the directory instead of its LocalTable.
type apart struct{ Identity, Listed struct{} }

var _ directory.Table = (*LocalTable)(nil)

// newLocal makes the table of a record, without owner or follower yet.
func (ts *Tables) newLocal(rec store.Match) *LocalTable {
	return &LocalTable{tables: ts, Table: table.New(rec, ts.Terms), Watchers: map[*directory.Presence]struct{}{}}
}

// setRoom gives the table a Room. The lock is held, or no other goroutine sees the table yet.
func (p *LocalTable) setRoom() *Room {
	t := &Room{LocalTable: p}
	t.Timer = time.AfterFunc(time.Hour, t.Tick)
	t.Timer.Stop()
	p.role.Store(&role{room: t})
	return t
}

// setFollower gives the table a Follower. The lock is held, or no other goroutine sees the table yet.
func (p *LocalTable) setFollower(owner string) *Follower {
	t := &Follower{
		LocalTable: p, Owner: owner, Incarnation: p.tables.IncarnationOf(owner),
		changes: make(chan struct{}), Loaded: make(chan struct{}), looking: make(chan struct{}, 1),
	}
	p.role.Store(&role{follower: t})
	return t
}

// LocalOf returns the table of this node that the directory lists, nil for none.
func LocalOf(t directory.Table) *LocalTable {
	p, _ := t.(*LocalTable)
	return p
}

// RoomOf returns the room of a table of the directory, nil for none.
func RoomOf(t directory.Table) *Room {
	if p := LocalOf(t); p != nil {
		return p.Room()
	}
	return nil
}

// Identity returns the table's id and time of creation.
func (p *LocalTable) Identity() (id string, created int64) { return p.ID, p.Created }

// Listed returns the table as the lists show it.
func (p *LocalTable) Listed() *table.Summary { return p.Shown.Load() }

// Locked calls f with the table's lock held, and releases the lock even if f panics: a table that
// stays locked would block everything that visits all tables.
func (p *LocalTable) Locked(f func()) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	f()
}

// watchedBy reports whether a player watches the table now. A program's account on a screen does not count.
func (p *LocalTable) watchedBy(player string) bool {
	for v := range p.Watchers {
		if v.ID == player && ParticipantOf(v).MayPlay() == nil {
			return true
		}
	}
	return false
}

// code returns the code of this node's own table, "" for none.
func (p *LocalTable) code() string {
	if p.Rec.Status == store.Open || ledger.ByClient(p.Rec) {
		return p.Rec.Code
	}
	return ""
}

// snapshot returns the table as a person may see it, and its summary of that moment. It does not read
// the store.
func (p *LocalTable) snapshot(me table.Person) (s *table.Snapshot, listed *table.Summary, err error) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	if p.Gone && (p.M == nil || !p.M.Over()) { // it ended while this call waited for the lock
		return nil, nil, table.ErrNoTable
	}
	if listed = p.Shown.Load(); listed == nil { // a follower that has received nothing yet
		return nil, nil, ErrMoving
	}
	f := p.Follower()
	if s, err = p.Snapshot(me, f != nil && f.moving || !p.tables.mayOwn()); err != nil {
		return s, listed, err
	}
	s.Unsaved = s.Moving && !p.tables.answers()
	if p.tables.Draining() {
		s.CanClaim = false // inPlay refuses it
	}
	return s, listed, nil
}

// VisitLeft takes a visit that has ended away from the table. last reports whether the person has no other
// visit.
func (p *LocalTable) VisitLeft(v *Participant, last bool) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	_, watched := p.Watchers[v.Presence]
	delete(p.Watchers, v.Presence)
	if t := p.Room(); t != nil {
		t.visitLeft(v, watched, last)
	} else {
		v.leaveElsewhere(p.ID, last)
	}
}

// visitLeft is VisitLeft for a table that this node owns; the lock is held.
func (t *Room) visitLeft(v *Participant, watched, last bool) {
	me := v.Me()
	seated := t.SeatOf(me) != games.Nobody
	if !watched && !(seated && last) {
		return
	}
	if seated && !t.watchedBy(me.ID) { // not if the person is back in another window
		if last && me.Guest && t.People() == 1 && t.Rec.Status != store.Done && t.Delete() == nil {
			return // no player could have come back to it
		}
		t.markAway(me, table.Away{Since: t.Now(), Grace: t.tables.Config.Grace, Coming: !last})
	}
	t.Changed()
}

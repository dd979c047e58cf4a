package room

import (
	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/store"
)

// Changed announces what has become of the table, and plans what it does next. The table's lock is held.
func (t *Room) Changed() {
	if f := t.Follower(); f != nil { // another node owns it now
		f.refreshed()
		return
	}
	t.announce()
	t.plan()
	if t.unwanted() {
		t.leaveMemory()
	}
}

// unwanted reports whether a finished table is there for nobody: no one watches it, and no one who was called may yet
// come. The lock is held.
func (t *Room) unwanted() bool {
	return t.Rec.Status == store.Done && len(t.Watchers) == 0 && !t.Expects(t.Now())
}

// announce refreshes the table in the lists, on its watchers' screens and at the nodes that follow it.
func (t *Room) announce() {
	old := t.Shown.Load()
	t.summarise()
	t.publish()
	for v := range t.Watchers {
		v.Poke()
	}
	t.tables.Directory.AnnounceTable(t.LocalTable, old, t.Shown.Load(), t.Rec, t.Gone, t.Watchers)
}

// publish sends changes to the nodes with followers.
func (t *Room) publish() {
	if t.tables.Config.Nodes == nil || !t.Here() {
		return
	}
	t.Pub.Publish(&t.Table, clock.MS()-FollowTime.Milliseconds(), func(node string, s table.State) {
		t.tables.Config.Nodes.Send(node, "table", s)
	})
}

// summarise refreshes the table's summary in the lists; the lock is held.
func (p *LocalTable) summarise() {
	if p.Follower() == nil { // a follower receives the people from its owner
		p.CountWatchers(func(yield func(string) bool) {
			for v := range p.Watchers {
				if ledger.SeatOf(p.Rec, v.ID) != games.Nobody && ParticipantOf(v).MayPlay() != nil {
					continue // it reads, while its program may be away
				}
				if !yield(v.ID) {
					return
				}
			}
		})
	}
	p.Shown.Store(p.Summary())
}

package lobby

import (
	"maps"
	"slices"
	"time"

	"arcade/lobby/table"
	"arcade/store"
)

// A table as the screens see it.
type (
	Person   = table.Person
	SeatInfo = table.SeatInfo
	Snapshot = table.Snapshot
	Summary  = table.Summary
)

// SeatsOf are the seats of a record as lists and replays show them: without clocks.
func SeatsOf(rec store.Match) []SeatInfo { return table.SeatsOf(rec) }

// Table takes the newest snapshot of a table for the visitor.
func (v *Visit) Table(id string) (*Snapshot, error) {
	t, err := v.l.find(id)
	if err != nil {
		return nil, err
	}
	me := v.Me()
	s, listed, err := t.seen(me)
	if err == nil && s.Casual == "" {
		s.Casual = v.l.foretold(listed, me.ID) // which asks the store
	}
	return s, err
}

// seen is the table as a person may see it, but for what the store says besides, and as the
// lists have it at that moment.
func (t *room) seen(me Person) (s *Snapshot, listed *Summary, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.Gone && (t.M == nil || !t.M.Over()) { // taken down, or over, while one waited for it
		return nil, nil, ErrNoTable
	}
	if listed = t.summary.Load(); listed == nil { // a mirror that has heard nothing yet
		return nil, nil, ErrMoving
	}
	s, err = t.Snapshot(me, t.moving || !t.l.keeping())
	return s, listed, err
}

// summaries lists every table in memory, and those that other nodes show, oldest first. The list is shared by all
// who ask until something changes: it must not be written to.
func (l *Lobby) summaries() []*Summary { return l.shared().all }

// shared are the lists that all who ask share.
func (l *Lobby) shared() *lists {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.lists; c != nil && (!c.moved || time.Since(c.at) < listsTime) {
		return c
	}
	if l.byAge == nil {
		l.byAge = slices.SortedFunc(maps.Values(l.tables), byAge)
	}
	list := make([]*Summary, 0, len(l.byAge))
	for _, t := range l.byAge { // a table changes with each move, its place here never
		if s := t.summary.Load(); s != nil {
			list = append(list, s)
		}
	}
	if far := l.farSummaries(l.far.byAge); len(far) > 0 {
		list = append(list, far...)
		slices.SortFunc(list, table.ByAge)
	}
	l.lists = &lists{all: list, at: time.Now()}
	for _, s := range list {
		if s.Status == store.Open || s.Waits {
			l.lists.open = append(l.lists.open, s)
		}
	}
	return l.lists
}

// listsTime is how long the shared lists stay as they are where only moves were made:
// shorter than the time after which those are told who look at them.
const listsTime = 100 * time.Millisecond

// stale drops the shared lists, or where only moves were made lets them grow old; the
// lobby's lock is held.
func (l *Lobby) stale(old, s *Summary, n News) {
	if old == nil || old.Status != s.Status || n&^Moves != 0 || s.Status == store.Open || s.Waits || old.Waits {
		l.lists = nil
	} else if l.lists != nil {
		l.lists.moved = true
	}
}

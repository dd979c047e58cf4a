package room

import (
	"arcade/games"
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
func (v *Participant) Table(id string) (*Snapshot, error) {
	t, err := v.l.Find(id)
	if err != nil {
		return nil, err
	}
	me := v.Me()
	s, listed, err := t.seen(me)
	if err == nil && s.Casual == "" {
		s.Casual = v.l.fair.Foretold(listed, me.ID) // which asks the store
	}
	return s, err
}

// Peek returns what everybody may see of a live match that this node keeps; nil where it keeps
// no such match. It costs no more than that view: nothing is watched.
func (l *Hall) Peek(id string) any {
	t, err := l.Table(id)
	if err != nil {
		return nil
	}
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if t.Gone || t.M == nil || t.M.Over() || table.MayWatch(t.Rec, games.Nobody) != nil {
		return nil
	}
	return t.M.View(games.Nobody)
}

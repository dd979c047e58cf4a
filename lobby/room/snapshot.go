package room

import (
	"arcade/games"
	"arcade/lobby/table"
)

// Table takes the newest snapshot of a table for the visitor.
func (v *Participant) Table(id string) (*table.Snapshot, error) {
	t, err := v.tables.Find(id)
	if err != nil {
		return nil, err
	}
	me := v.Me()
	s, listed, err := t.snapshot(me)
	if err == nil && s.Casual == "" {
		s.Casual = v.tables.Fair.Foretold(listed, me.ID) // reads the store, so without the table's lock
	}
	return s, err
}

// Peek returns the public view of a live match that this node owns, nil for any other. The caller
// does not become a watcher.
func (ts *Tables) Peek(id string) any {
	t, err := ts.Room(id)
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

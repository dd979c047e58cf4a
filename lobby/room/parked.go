package room

import (
	"fmt"

	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/store"
	"arcade/store/notes"
)

// A program's match is parked after an hour without a move: it leaves the memory and no longer
// counts for its address. It comes back when its program asks for it. A week after its last move
// it is deleted, parked or not.

// Parked is the note of a parked match.
type Parked struct {
	Match string `json:"match"`
	From  string `json:"from"` // the code of its address
	At    int64  `json:"at"`   // ms, of its last entry
}

// The notes of programs' matches, by their UUIDs: of the parked ones, and the IDs of all, for other nodes.
var (
	ParkedMatches = notes.New[Parked]("parked", "UUID").In()
	SharedMatches = notes.New[string]("shared", "UUID").In()
)

// Park takes the table out of the memory and leaves its match in the store; its lock is held.
func (t *Room) Park() error {
	if t.Gone {
		return table.ErrStale
	}
	err := t.writable()
	if err == nil {
		err = ParkedMatches.Put(t.tables.Tasks.Work(), t.tables.Config.Store, t.Rec.Code, Parked{t.ID, t.Rec.From, t.M.LastAt()})
	}
	if err != nil {
		t.tables.Log.Error("a match could not be parked", "match", t.ID, "err", err)
		t.noteFailure()
		t.SetTimer()
		return fmt.Errorf("park match %s: %w", t.ID, err)
	}
	t.evict()
	return nil
}

// Over reports whether the match's time is over.
func (k Parked) Over(now int64) bool { return now >= k.At+table.SharedTime.Milliseconds() }

// deleteParkedNote deletes the note of a match that is no longer parked.
func (ts *Tables) deleteParkedNote(code string) error {
	if found, err := ParkedMatches.Has(ts.Tasks.Work(), ts.Config.Store, code); err != nil || !found {
		return err
	}
	return ParkedMatches.Delete(ts.Tasks.Work(), ts.Config.Store, code)
}

// NoteShared lets other nodes find a match that a program plays.
func (ts *Tables) NoteShared(rec store.Match) error {
	if ts.Config.Nodes == nil || !ledger.ByClient(rec) {
		return nil
	}
	return SharedMatches.Put(ts.Tasks.Work(), ts.Config.Store, rec.Code, rec.ID)
}

// deleteSharedNote deletes the note together with its match. The table is locked.
func (ts *Tables) deleteSharedNote(rec store.Match) {
	if ts.Config.Nodes == nil || !ledger.ByClient(rec) {
		return
	}
	ts.Tasks.Afterwards("match of a program", func() {
		if err := SharedMatches.Delete(ts.Tasks.Work(), ts.Config.Store, rec.Code); err != nil {
			ts.Log.Error("the note of a deleted match could not be deleted", "match", rec.ID, "err", err)
		}
	})
}

package room

import (
	"time"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/store"
)

// Each node publishes its tables and visits, and reads the other nodes' lists. They are about a
// second old, which is enough for lists; a table's owner decides about actions.

// ShowTime limits the time that another node may need to publish a new table.
const ShowTime = 1500 * time.Millisecond

// FindOwn reads the visitor's newest unfinished matches at other nodes from the store, because
// those nodes may not have shown them here yet, or may have died. Older matches come with the
// lists. A guest is new and has none.
func (v *Participant) FindOwn() {
	ts := v.tables
	if ts.Config.Nodes == nil || v.Me().Guest {
		return
	}
	list, err := ts.Config.Store.Matches(v.tables.Tasks.Work(), v.ID, "", 20)
	if err != nil {
		ts.Log.Warn("a visitor's own matches were not read", "err", err)
	}
	for _, rec := range list {
		if rec.Status == store.Done || rec.Owner == ts.Config.Node || rec.Owner == "" || ts.Directory.Summary(rec.ID) != nil {
			continue
		}
		t := ts.newLocal(rec)
		t.setFollower(rec.Owner)
		if rec.Status == store.Live {
			entries, err := ts.entries(rec.ID)
			if err == nil {
				err = t.Fold(entries)
			}
			if err != nil {
				ts.Log.Warn("a visitor's match was not read", "match", rec.ID, "err", err)
				continue
			}
		}
		t.summarise()
		ts.Directory.AddFar(rec.Owner, rec.Epoch, rec.Code, t.Shown.Load())
	}
}

// Departed marks a person as away at its open seats here: it has no visit on any node.
func (ts *Tables) Departed(person string) {
	for _, t := range ts.RoomsOf(person) {
		t.Locked(func() {
			if seat := ledger.SeatOf(t.Rec, person); !t.Gone && t.Rec.Status == store.Open && seat != games.Nobody && !t.watchedBy(person) && !ts.Directory.Here(person) {
				t.markAway(table.PersonIn(t.Rec.Seats[seat]), table.Away{Since: t.Now(), Grace: ts.Config.Grace})
				t.Changed()
			}
		})
	}
}

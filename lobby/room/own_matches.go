package room

import (
	"time"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/store"
)

// What other nodes have: each shows its tables and who is there, and reads what the
// others show. It is as of a second ago, which is good enough to be looked at; the table's owner
// decides about actions.

// ShowTime is how long other nodes may take to publish what has just begun there.
const ShowTime = 1500 * time.Millisecond

// FindOwn reads from the store what its visitor has at other nodes, and they have not shown
// here yet, or show no more as their node has died: who comes in is to find it. A guest is
// new, and what is older than so many matches is shown in its time.
func (v *Participant) FindOwn() {
	l := v.l
	if l.cfg.Nodes == nil || v.Me().Guest {
		return
	}
	list, err := l.cfg.Store.Matches(v.ID, "", 20)
	if err != nil {
		l.log.Warn("a visitor's own matches were not read", "err", err)
	}
	for _, rec := range list {
		if rec.Status == store.Done || rec.Owner == l.cfg.Node || rec.Owner == "" || l.dir.Summary(rec.ID) != nil {
			continue
		}
		t := l.newPlace(rec)
		t.followOwner(rec.Owner)
		if rec.Status == store.Live {
			entries, err := l.cfg.Store.Entries(rec.ID, 0, -1)
			if err == nil {
				err = t.Fold(entries)
			}
			if err != nil {
				l.log.Warn("a visitor's match was not read", "match", rec.ID, "err", err)
				continue
			}
		}
		t.summarise()
		l.dir.Note(rec.Owner, rec.Epoch, rec.Code, t.Shown.Load())
	}
}

// Departed records that a person has no visit on any node, at the person's open seats here.
func (l *Hall) Departed(person string) {
	for _, t := range l.TablesOf(person) {
		t.Locked(func() {
			if seat := ledger.SeatOf(t.Rec, person); !t.Gone && t.Rec.Status == store.Open && seat != games.Nobody && !t.watchedBy(person) && !l.dir.Here(person) {
				t.left(table.PersonIn(t.Rec.Seats[seat]), table.Away{Since: t.Now(), Grace: l.cfg.Grace})
				t.Changed()
			}
		})
	}
}

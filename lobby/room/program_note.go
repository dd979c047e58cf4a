package room

import (
	"arcade/lobby/ledger"
	"arcade/store"
)

// SharedSpace is where the store has, for several nodes, which match a UUID is of.
const SharedSpace = "shared"

// NoteShared lets other nodes find a match that a program plays.
func (l *Hall) NoteShared(rec store.Match) error {
	if l.cfg.Nodes == nil || !ledger.ByClient(rec) {
		return nil
	}
	return store.WriteNote(l.cfg.Store, SharedSpace, rec.Code, rec.ID)
}

// forgetShared takes the note away with its match, whose table is locked.
func (l *Hall) forgetShared(rec store.Match) {
	if l.cfg.Nodes == nil || !ledger.ByClient(rec) {
		return
	}
	l.tasks.Afterwards("match of a program", func() {
		if err := l.cfg.Store.PutNotes(SharedSpace, store.Note{Key: rec.Code}); err != nil {
			l.log.Error("the note of a match that is gone", "match", rec.ID, "err", err)
		}
	})
}

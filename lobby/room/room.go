package room

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"arcade/games"
	"arcade/lobby/table"
	"arcade/store"
)

// Room is a table whose match this node owns: the value plus a timer, bots and the state of failed
// writes. Each entry is in the store before any watcher is woken. A Room ends for good when another
// node takes its table: see [Room.Here].
type Room struct {
	*LocalTable
	apart
	Timer           *time.Timer
	choosing        sync.Mutex  // held while the bot thinks for a program; taken before Mu
	Thinking        bool        // a bot is choosing
	preparing       bool        // playPrepared is reading the reply
	Retry           Pause       // after failed writes
	botPause        *time.Timer // before the bot's action; retrySoon ends it
	Broken          bool        // the store failed and the log could not be read again
	unsettled       bool        // a write of the record had no answer: see Update
	adoptedFinished bool        // a finished match from another node: see adoptFinished

	length atomic.Int64 // the log's, which a thinking bot checks; -1 once the match is over
}

// NewTable makes the table of a record; nothing is scheduled yet.
func (ts *Tables) NewTable(rec store.Match) *Room { return ts.newLocal(rec).setRoom() }

// Here reports whether this node still owns the table. The lock is held.
func (t *Room) Here() bool { return t.Room() == t }

// leaveMemory drops a table from memory; its lock is held.
func (t *Room) leaveMemory() {
	t.Gone = true
	if t.adoptedFinished {
		ts, id := t.tables, t.ID
		ts.Tasks.Afterwards("table of what is over", func() {
			mine, _ := json.Marshal(ts.Config.Node)
			if err := ts.Config.Store.PutNotes(t.tables.Tasks.Work(), FinishedTables.Name, store.Note{Key: id, From: mine}); err != nil && !errors.Is(err, store.ErrConflict) {
				ts.Log.Error("the node with a finished match's table was not stored", "match", id, "err", err)
			}
		})
	}
	t.Timer.Stop()
	if t.Rec.Round > 0 && t.Next == "" {
		t.endBeside("")
	}
	t.tables.Directory.Remove(t.LocalTable, t.Rec.Code, t.Rec.Status == store.Done)
}

// Delete deletes an open seat, or a match whose guests have all gone; the table's lock is held. If
// the store fails, the table stays and its timer tries again. The store deletes only what the table shows: if it does
// not answer, the table may go on, and what was played then is not deleted late.
func (t *Room) Delete() error {
	if t.Gone {
		return table.ErrStale
	}
	if err := t.writable(); err != nil {
		return err
	}
	known := t.Rec
	known.Entries = len(t.Log)
	if err := t.tables.Config.Store.DeleteMatch(t.tables.Tasks.Work(), known); RefusedWrite(err) && !errors.Is(err, store.ErrNotFound) {
		return t.resolveRefusal(err)
	} else if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.tables.Log.Error("a match could not be deleted", "match", t.ID, "err", err)
		t.noteFailure()
		t.SetTimer()
		return fmt.Errorf("delete match %s: %w", t.ID, err)
	}
	t.tables.deleteSharedNote(t.Rec)
	t.Rec.Status, t.Rec.Reason, t.M, t.MeetingSince = store.Done, games.Aborted, nil, 0
	t.length.Store(-1)
	t.leaveMemory()
	t.announce()
	return nil
}

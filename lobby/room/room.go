package room

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"arcade/games"
	"arcade/lobby/config"
	"arcade/lobby/ledger"
	"arcade/lobby/retry"
	"arcade/lobby/table"
	"arcade/store"
)

// Room is a table whose match this node owns: the value plus a timer, bots and the state of failed
// writes. Each entry is in the store before any watcher is woken. A Room ends for good when another
// node takes its table: see [Room.Here].
type Room struct {
	*Place
	apart
	Timer     *time.Timer
	asked     sync.Mutex  // held while the bot thinks for a program; taken before Mu
	Thinking  bool        // a bot is choosing
	preparing bool        // prepared is reading the reply
	Retry     retry.Pause // after failed writes
	botPause  *time.Timer // before the bot's action; see retry
	Broken    bool        // the store failed and the log could not be read again
	outlived  bool        // a finished match from another node: see outlive

	length atomic.Int64 // the log's, which a thinking bot checks; -1 once the match is over
}

// NewTable makes the table of a record; nothing is scheduled yet.
func (l *Hall) NewTable(rec store.Match) *Room { return l.newPlace(rec).own() }

// Here reports whether this node still owns the table. The lock is held.
func (t *Room) Here() bool { return t.room.Load() == t }

// Add folds an entry and stores it. No view shows it before it is stored: the table's lock is held,
// and if the store fails, the fold goes back to the stored log. ErrStale if another node has
// written to the match. First the clocks get back the time that they lost to the store.
func (t *Room) Add(e games.Entry) error {
	if t.Gone { // it ended while this call waited for the lock
		return ErrStale
	}
	if err := t.writable(); err != nil {
		return err
	}
	if t.Broken {
		known := t.M.Len()
		if err := t.reload(); err != nil {
			t.fails()
			return fmt.Errorf("%w: %w", ErrBroken, err)
		}
		if t.M.Len() != known { // an unanswered write succeeded: e was meant for the position before it
			t.Retry.Failed = 0
			_ = t.giveBack() // on an error the timer tries again
			t.Changed()
			return fmt.Errorf("match %s: %w", t.ID, ErrStale)
		}
	}
	if e.Kind != games.Restart {
		if err := t.giveBack(); err != nil {
			return err
		}
		e.At = max(e.At, t.M.LastAt())
	}
	return t.put(e)
}

// put is Add for a table whose log is known and whose clocks lost no time.
func (t *Room) put(e games.Entry) error {
	asked, at := time.Now(), t.M.Len()
	if table.LastEntry(t.M) && e.Kind != games.Void && e.Kind != games.Abort {
		e = games.Entry{Kind: games.Resign, Seat: max(t.M.ToAct(), 0), At: e.At}
	}
	if _, err := t.M.Add(e); err != nil {
		return err
	}
	var err error
	if t.M.Over() && !ledger.ByClient(t.Rec) {
		err = t.finish(at, e)
	} else {
		err = t.l.cfg.Store.Append(t.l.tasks.Work(), t.ID, t.Rec.Epoch, at, ledger.ToStore(e))
	}
	if err == nil {
		t.Retry.Failed, t.Owes = 0, false
		t.took(e.Kind, time.Since(asked))
		if t.M.ToAct() != t.Lifted {
			t.Lifted = games.Nobody
		}
		t.Ended = t.M.Over() && (t.Rec.Arena != "" || slices.ContainsFunc(t.Away, t.LeavesSeries))
		t.Log = append(t.Log, ledger.ToStore(e))
		return nil
	}
	if RefusedWrite(err) {
		err = t.stepBack(err)
		if errors.Is(err, ErrStale) {
			return err
		}
	} else {
		t.fails()
		if !errors.Is(err, store.ErrUnwritten) { // finish failed at reading
			err = fmt.Errorf("match %s: %w: %w", t.ID, store.ErrUnwritten, err)
		}
	}
	written := t.reload() == nil && t.M.Len() > at
	if t.Broken {
		// Views never show more than the store has: go back to what is known to be stored.
		err = errors.Join(err, t.Fold(t.Log))
	}
	switch {
	case t.Shown.Load() == nil: // a new table: not shown yet
	case written:
		t.Changed()
	default:
		t.Schedule() // the timer looks whether it was written after all
	}
	return err
}

// reload folds the match from the store. The table stays Broken until that succeeds.
func (t *Room) reload() error {
	entries, err := t.l.cfg.Store.Entries(t.l.tasks.Work(), t.ID, 0, -1)
	if err == nil {
		err = t.Fold(entries)
	}
	if err == nil && t.M.Over() && !ledger.ByClient(t.Rec) { // the end was stored, but the answer got lost
		var rec store.Match
		if rec, err = t.l.cfg.Store.Match(t.l.tasks.Work(), t.ID); err == nil {
			t.over(rec, games.Seat(entries[len(entries)-1].Seat))
		}
	}
	t.Broken = err != nil
	return err
}

// Changed shows the table to its watchers and the lists, starts the bot on turn, and sets the
// timer. The table's lock is held.
func (t *Room) Changed() {
	if f := t.follower.Load(); f != nil { // another node owns it now
		f.refreshed()
		return
	}
	t.length.Store(-1)
	if t.Live() {
		t.length.Store(int64(t.M.Len()))
	}
	t.Schedule()
	t.think()
	t.prepared()
	t.show()
	if t.Rec.Status == store.Done && len(t.Watchers) == 0 {
		t.forget()
	}
}

// show refreshes the table in the lists, on other nodes and on its watchers' screens.
func (t *Room) show() {
	old := t.Shown.Load()
	t.summarise()
	t.publish()
	for v := range t.Watchers {
		v.Poke()
	}
	t.told(old, t.Shown.Load())
}

// Schedule sets the timer to the next moment at which something is due.
func (t *Room) Schedule() {
	t.Timer.Stop()
	if t.Gone {
		return
	}
	now := t.Now()
	at := t.NextAt(now)
	if t.Retry.Failed > 0 {
		at = now + t.Retry.Left().Milliseconds()
	}
	if at == 0 {
		return
	}
	t.wakeAt(at, now)
}

// wakeAt sets the timer to a moment of the table's time; now is the present one.
func (t *Room) wakeAt(at, now int64) {
	t.Timer.Reset(max(time.Duration(at-now)*time.Millisecond, time.Millisecond))
}

// slowStore is the time for an entry that the store may take before the clocks get it back. Shorter delays
// count like the network's.
const slowStore = time.Second

// took checks the store's time for an entry, because the clock of a player who could not see the entry ran
// meanwhile. A restart adds more time than it usually takes.
func (t *Room) took(kind games.Kind, long time.Duration) {
	most := slowStore
	if kind == games.Restart {
		most = games.RestartBonus * time.Millisecond
		if c := t.M.Terms.Control; c.PerMove > 0 { // a restart adds less here
			most = min(most, time.Duration(c.PerMove)*time.Millisecond/2)
		}
	}
	if long >= most {
		t.fails()
	}
}

// giveBack returns to the clocks and to absent players the time during which the store failed, as
// after a restart of the server. The restart entry has the moment at which the store works again.
// The lock is held.
func (t *Room) giveBack() error {
	if !t.Owes || !t.Live() {
		return nil
	}
	if _, running := t.M.Left(t.M.ToAct(), t.Now()); running && !table.LastEntry(t.M) {
		if err := t.put(games.Entry{Kind: games.Restart, Seat: games.Nobody, At: t.Now()}); err != nil {
			return err
		}
	} else {
		t.Owes = false
	}
	t.stillAway()
	return nil
}

// stillAway starts the absences anew, because players could not come back meanwhile. The lock is held.
func (t *Room) stillAway() {
	for i, a := range t.Away {
		if a.Since != 0 {
			t.Away[i].Since = t.Now()
		}
	}
}

// fails counts a write that failed or was slow.
func (t *Room) fails() {
	t.Owes = true
	t.Retry.Fail()
}

// retry makes a table that waits after a failed write try again soon, and its bot at once.
func (t *Room) retry(in time.Duration) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if t.Retry.Failed == 0 || t.Gone {
		return
	}
	t.Retry.Skip()
	t.Timer.Reset(max(in, time.Millisecond))
	if t.Thinking {
		t.botPause.Reset(0)
	}
}

// Tick does the work that is due when the timer fires: flags fall, forced actions are played, matches that
// never began end, and open seats of absent hosts close.
func (t *Room) Tick() {
	defer t.l.tasks.Guard("table timer")
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if err := t.writable(); t.Gone || err != nil {
		t.Owes = t.Owes || errors.Is(err, ErrMoving) && t.Live() // reclaim sets the timer again
		return
	}
	if t.l.Draining() {
		t.coast(t.Now())
		return
	}
	if t.Retry.Waits() { // a visitor's attempt failed meanwhile
		t.Schedule()
		return
	}
	if t.Retry.Failed > 0 && t.Rec.Status != store.Done && !t.stands(len(t.Log)) { // an unanswered write succeeded, or another node owns the match
		before := t.Retry.Failed
		_ = t.stepBack(store.ErrConflict)
		if t.Gone || !t.Here() {
			return
		}
		if t.Retry.Failed > before { // the store cannot be read yet
			t.Schedule()
			return
		}
	}
	failed := t.Retry.Failed
	done := t.giveBack() == nil && t.does(t.Now()) // else the store is still away
	if t.Retry.Failed == failed && !t.Thinking {   // nothing is left to retry
		t.Retry.Failed = 0
	}
	if done { // what is due later still needs the timer: the next round has a limit
		t.Schedule()
		return
	}
	t.Changed()
}

// does does the work that is due. It reports whether the caller is done: the table is gone or unchanged.
func (t *Room) does(now int64) (ended bool) {
	switch due := t.Due(now); due.What {
	case table.Drop:
		return t.Drop() == nil
	case table.Park:
		return t.Park() == nil
	case table.Part:
		return t.part(t.Unready()...) == nil && t.Gone || t.LeftAlone(now) && t.Drop() == nil
	case table.CallHost:
		return t.callHost(now)
	case table.EndSeries:
		t.Ended = true
	case table.Add:
		t.try(due.Entry)
	case table.CallOff:
		t.try(due.Entry)
		t.Late = t.M != nil && t.M.Over()
	case table.Nothing:
		return !t.Live() && t.Rec.Status != store.Open && !ledger.ByClient(t.Rec)
	}
	return false
}

// try adds an entry of the table's own, and only logs a failure.
func (t *Room) try(e games.Entry) { t.tryBy(e, config.ByTable) }

// tryBy is try for a participant.
func (t *Room) tryBy(e games.Entry, by config.Actor) {
	asked := time.Now()
	if err := t.Add(e); err != nil {
		t.l.log.Error("table entry", "match", t.ID, "kind", e.Kind, "err", err)
	} else if e.Action != "" {
		t.l.cfg.Acted(t.Rec.Game, by, asked)
	}
}

// forget drops a table from memory; its lock is held.
func (t *Room) forget() {
	t.Gone = true
	if t.outlived {
		l, id := t.l, t.ID
		l.tasks.Afterwards("table of what is over", func() {
			mine, _ := json.Marshal(l.cfg.Node)
			if err := l.cfg.Store.PutNotes(t.l.tasks.Work(), EndsSpace, store.Note{Key: id, From: mine}); err != nil && !errors.Is(err, store.ErrConflict) {
				l.log.Error("write who has a finished match's table", "match", id, "err", err)
			}
		})
	}
	t.Timer.Stop()
	if t.Rec.Round > 0 && t.Next == "" {
		t.endBeside("")
	}
	t.l.dir.Forget(t.Place, t.Rec.Code, t.Rec.Status == store.Done)
}

// Drop deletes an open seat, or a match whose guests have all gone; the table's lock is held. If
// the store fails, the table stays and its timer tries again.
func (t *Room) Drop() error {
	if t.Gone {
		return ErrStale
	}
	if err := t.writable(); err != nil {
		return err
	}
	if err := t.l.cfg.Store.DeleteMatch(t.l.tasks.Work(), t.ID, t.Rec.Epoch); RefusedWrite(err) && !errors.Is(err, store.ErrNotFound) {
		return t.stepBack(err)
	} else if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.l.log.Error("drop match", "match", t.ID, "err", err)
		t.fails()
		t.Schedule()
		return fmt.Errorf("drop match %s: %w", t.ID, err)
	}
	t.l.forgetShared(t.Rec)
	t.Rec.Status, t.Rec.Reason, t.M, t.Met = store.Done, games.Aborted, nil, 0
	t.length.Store(-1)
	t.forget()
	t.show()
	return nil
}

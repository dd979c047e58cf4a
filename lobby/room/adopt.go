package room

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/replica"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/lobby/tasks"
	"arcade/store"
	"arcade/store/notes"
)

// Several nodes may share a store. Each unfinished match has one owner: the only node with a table
// for it. The store alone decides which node that is, and refuses every write of a superseded
// owner. See docs/store.md.

// MayAdopt reports whether this node may take a match over, at its start or when another node is
// gone: on a single node any match, in a cluster its own and those without a living owner.
func (ts *Tables) MayAdopt(rec store.Match) bool {
	if _, unwanted := ts.forgetting.Load(rec.ID); unwanted {
		return false
	}
	if ts.Config.Node == "" || rec.Owner == "" || rec.Owner == ts.Config.Node {
		_, err := ts.Room(rec.ID)
		return err != nil
	}
	return ts.Config.Nodes != nil && ts.mayOwn() && ts.Config.Nodes.Gone(rec.Owner, math.MaxInt64)
}

// OwnerOf returns the owner of an unfinished match, "" for none.
func (ts *Tables) OwnerOf(id string) string {
	if rec, err := ts.record(id); err == nil && rec.Status != store.Done {
		return rec.Owner
	}
	return ""
}

// AdoptByID makes this node the owner of an unfinished match and continues it. ErrNoTable if it is
// missing or has ended; [store.ErrFenced] if another node was faster, ErrMoving if this node may
// own nothing.
func (ts *Tables) AdoptByID(id string) error {
	if _, err := ts.Room(id); err == nil {
		return nil
	}
	if !ts.mayOwn() {
		return ts.unreached()
	}
	rec, err := ts.record(id)
	if errors.Is(err, store.ErrNotFound) || err == nil && rec.Status == store.Done {
		return table.ErrNoTable
	} else if err != nil {
		return err
	}
	return ts.Adopt(rec)
}

// ErrNoRules: this version does not know a match's game, or not its rules. Another node must own it.
var ErrNoRules = errors.New("no rules for the match here")

// rulesKnown returns ErrMoving and ErrNoRules if this version does not know the rules of a match.
func (ts *Tables) rulesKnown(rec store.Match) error {
	if g, err := ts.Config.Games.Game(rec.Game); err != nil {
		return fmt.Errorf("match %s: %w: %w: %w", rec.ID, ErrMoving, ErrNoRules, err)
	} else if rec.Rules > g.Info().Rules {
		return fmt.Errorf("match %s: %w: %w: %s, version %d", rec.ID, ErrMoving, ErrNoRules, rec.Game, rec.Rules)
	}
	return nil
}

// claim makes this node the match's owner in the store and notifies the previous owner, which
// may be back and would not notice at a quiet table. ErrMoving if another node was faster or this node
// does not know the rules.
func (ts *Tables) claim(rec store.Match) (store.Match, error) {
	if err := ts.rulesKnown(rec); err != nil {
		return rec, err
	}
	before := rec.Owner
	rec, err := ts.Config.Store.TakeOver(ts.Tasks.Work(), rec.ID, rec.Epoch, ts.Config.Node)
	if RefusedWrite(err) { // another node was faster
		return rec, fmt.Errorf("match %s: %w: %w", rec.ID, ErrMoving, err)
	}
	if err == nil && ts.Config.Nodes != nil && before != "" && before != ts.Config.Node {
		ts.Config.Nodes.Send(before, "table", table.State{V: 1, ID: rec.ID, Epoch: rec.Epoch})
	}
	return rec, err
}

// Adopt makes this node the owner of an unfinished match, and goes on with it. It does nothing if this node
// owns it already. Its errors are those of adopt.
func (ts *Tables) Adopt(rec store.Match) error {
	defer ts.Tasks.Guard("adopt match " + rec.ID)
	defer ts.adopting.Lock(rec.ID)()
	own, follower := ts.Directory.Table(rec.ID)
	p := cmp.Or(LocalOf(own), LocalOf(follower))
	if p != nil {
		p.Mu.Lock()
		defer p.Mu.Unlock()
		if t := p.Room(); t != nil && !p.Gone && rec.Owner != "" && rec.Owner != ts.Config.Node {
			_ = t.resolveRefusal(store.ErrFenced) // it lost the match unnoticed, and follows it now
		}
		if !p.Gone && p.Room() != nil {
			return nil
		}
	}
	if p == nil || p.Gone {
		p = ts.newLocal(rec)
		p.Mu.Lock()
		defer p.Mu.Unlock()
	}
	return ts.adopt(p, rec)
}

// adopt makes this node the owner of a match and goes on with it: at the start, after its owner's death, or
// because its owner hands it over. p is this node's table of the match: a follower, which knows what is not in
// the store, or a new table that nobody sees yet. Here alone it is decided what becomes of a match that has
// been without an owner:
//
//   - Guests who were at a table that this node followed may come back. A match of guests alone that it did not
//     follow is deleted: nobody can come back to it.
//   - A meeting goes on if this node followed it; the store has only the open seat.
//   - A seated person who does not watch here is away from now on, unless it was away before. Others see that at
//     once if the person is in no house of the cluster.
//   - The notes about runs and programs' matches are written again.
//   - A round that its deal has ended, but whose end was not stored, is settled.
//   - A restart entry gives the clocks the lost time back. If it cannot be written now, the timer tries again.
//
// ErrMoving if this node may own nothing, another node was faster, or this version does not know the game's
// rules; [store.ErrDamaged] if the log does not fold; ErrClosing. p is locked, and the lock adopting of its match is held.
func (ts *Tables) adopt(p *LocalTable, rec store.Match) (err error) {
	followed := p.Follower()
	defer func() {
		if err != nil && followed != nil && followed.current() {
			followed.markMoving()
		}
	}()
	if !ts.Tasks.Starts() {
		return directory.ErrClosing
	}
	defer ts.Tasks.Done()
	if !ts.mayOwn() {
		return ts.unreached()
	}
	defer ts.HoldDeletions()()
	rec, err = ts.claim(rec)
	if err != nil {
		return err
	}
	half := rec.Status == store.Open && ledger.Full(rec) // of storeCalledOff's record
	if half || followed == nil && !ledger.Kept(rec) {
		return ts.Config.Store.DeleteMatch(ts.Tasks.Work(), rec)
	}
	var entries []store.Entry
	if rec.Status == store.Live {
		if entries, err = ts.entries(rec.ID); err != nil {
			return fmt.Errorf("match %s: %w", rec.ID, err)
		}
	}
	if err := ts.noteAdopted(rec); err != nil {
		return err
	}
	switch {
	case rec.Status == store.Live:
		p.EndMeeting()
		p.Quick = false
	case p.Meets():
		rec.Seats = p.Rec.Seats
	}
	p.Rec = rec
	if rec.Status == store.Live {
		if err := p.Fold(entries); err != nil {
			return fmt.Errorf("match %s: %w: %w", rec.ID, store.ErrDamaged, err)
		}
	}
	if ledger.ByClient(rec) {
		p.Woken = p.Now()
	}
	p.markAbsent()
	own := p.becomeOwner()
	if followed != nil {
		ts.Log.Info("match adopted", "match", p.ID, "epoch", rec.Epoch)
	}
	if rec.Status == store.Live && own.M.Over() && len(entries) == 0 { // its owner stopped in the moment after it dealt
		err = own.finishDealt()
	} else {
		err = own.restart()
	}
	own.Changed()
	return err
}

// noteAdopted writes the notes by which others find a match that this node adopts.
func (ts *Tables) noteAdopted(rec store.Match) error {
	err := store.Again(func() error { return ts.Solo.Note(rec) })
	if err != nil && !errors.Is(err, solo.ErrRunning) {
		return err
	}
	if err := ts.NoteShared(rec); err != nil || !ledger.ByClient(rec) {
		return err
	}
	return ts.deleteParkedNote(rec.Code)
}

// markAbsent marks the seated people of an adopted match who are not at the table. The lock is held.
func (p *LocalTable) markAbsent() {
	for i, s := range p.Rec.Seats {
		who := table.PersonIn(s).ID
		switch {
		case s.Bot != "", s.Empty(), ledger.ByClient(p.Rec), p.watchedBy(who), p.staysOpen(games.Seat(i)):
			p.Away[i] = table.Away{}
		case p.Away[i].Since == 0:
			p.Away[i] = table.Away{Since: p.Now(), Grace: p.tables.Config.Grace, Coming: p.tables.Directory.Here(who)}
		}
	}
}

// becomeOwner makes this node the owner of the table in memory. A goroutine that sees the room also finds it in
// the directory. The table keeps its summary until the next one, because readers of the lists do not take its
// lock. The lock is held.
func (p *LocalTable) becomeOwner() (own *Room) {
	f := p.Follower()
	p.tables.Directory.BecomeOwner(p, p.code(), p.Gone, func() { own = p.setRoom() })
	if f != nil {
		closeAnew(&f.changes)
	}
	return own
}

// restart writes a restart into the log of a match that was taken over: its time stood still. The
// lock is held.
func (t *Room) restart() error {
	if !t.Live() || ledger.ByClient(t.Rec) {
		return nil
	}
	t.storeAbsence(games.Rest, t.M.LastAt())
	if err := t.Store(games.Entry{Kind: games.Restart, Seat: games.Nobody, At: t.Now()}); err != nil {
		return err
	}
	t.botAnswers() // to an offer from before the take-over
	return nil
}

// AdoptOrphans takes over the matches of this node's followers whose owners are gone.
func (ts *Tables) AdoptOrphans() {
	left := slices.DeleteFunc(ts.followers(), func(t *Follower) bool {
		if !t.Mu.TryLock() { // perhaps in a take-over already; the next beat looks again
			return true
		}
		defer t.Mu.Unlock()
		if !t.current() || t.Gone || !ts.Config.Nodes.Gone(t.Owner, t.Incarnation) {
			return true
		}
		t.markMoving()
		return false
	})
	tasks.SideBySide(left, func(_ int, t *Follower) {
		defer ts.Tasks.Guard("adopt")
		t.Mu.Lock()
		owner := t.Owner
		t.Mu.Unlock()
		if !ts.mayOwn() {
			return
		}
		if done, err := ts.FindOwner(t, owner, nil); err != nil || !done { // another node was faster
			ts.RefreshAsync(t)
		}
	})
}

// handleHandOver takes over a match that its owner hands over.
func (ts *Tables) handleHandOver(_ context.Context, from string, body json.RawMessage) (any, error) {
	var s table.State
	if err := json.Unmarshal(body, &s); err != nil {
		return nil, err
	}
	if s.Rec == nil || s.Rec.ID != s.ID || ts.Draining() {
		return replica.Answer{V: 1, Err: WireErrors.Of(ErrMoving)}, nil
	}
	defer ts.adopting.Lock(s.ID)()
	p := ts.FollowerFor(*s.Rec, from, LoadedAtOnce)
	for p.Mu.Lock(); p.Gone; p.Mu.Lock() { // the follower has just ended
		p.Mu.Unlock()
		p = ts.FollowerFor(*s.Rec, from, LoadedAtOnce)
	}
	defer p.Mu.Unlock()
	t := p.Follower()
	if t == nil {
		return replica.Answer{V: 1}, nil
	}
	t.replace(s)
	return replica.Answer{V: 1, Err: WireErrors.Of(ts.adopt(p, *s.Rec))}, nil
}

// FindOwner asks the store for the owner of a follower's match, because the known owner does not answer.
// done reports whether no node is left to ask.
func (ts *Tables) FindOwner(t *Follower, owner string, why error) (done bool, err error) {
	defer ts.adopting.Lock(t.ID)()
	rec, err := ts.record(t.ID)
	t.Mu.Lock()
	defer t.Mu.Unlock()
	switch {
	case t.Gone || !t.current(): // the last watcher left, or this node owns the match now
		return true, nil
	case t.Owner != owner:
		return false, nil
	}
	gone, start := ts.Config.Nodes.Gone(owner, t.Incarnation), ts.IncarnationOf(rec.Owner)
	// A restarted node takes over from itself.
	again := gone && rec.Owner == owner && rec.Epoch > t.Rec.Epoch && !ts.Config.Nodes.Gone(owner, start)
	switch {
	case errors.Is(err, store.ErrNotFound):
		t.Rec.Status, t.Rec.Reason, t.M, t.Gone = store.Done, games.Aborted, nil, true
		t.unfollow()
		t.refreshed()
		return true, nil
	case err != nil:
		return false, err
	case rec.Status == store.Done && (gone || errors.Is(why, ErrElsewhere)):
		return t.adoptFinished(rec)
	case rec.Status == store.Done: // its owner still has the table
	case rec.Owner == ts.Config.Node && t.joinOwnTable():
		return true, nil
	case rec.Owner == ts.Config.Node || rec.Owner == owner && gone && !again:
		return true, ts.adopt(t.LocalTable, rec)
	case rec.Owner != owner || again:
		t.Owner, t.Incarnation = rec.Owner, start
		return false, nil
	}
	t.markMoving()
	if errors.Is(why, ErrMoving) {
		return false, why
	}
	return false, fmt.Errorf("%w: %w", ts.unreached(), why)
}

// joinOwnTable ends a follower if this node owns the match by now, and moves its watchers to that
// table. It returns false if this node does not own it. The lock is held.
func (f *Follower) joinOwnTable() bool {
	if _, err := f.tables.Room(f.ID); err != nil {
		return false
	}
	f.unfollow()
	f.Gone = true
	f.role.Store(nil)
	closeAnew(&f.changes)
	for v := range f.Watchers {
		f.tables.Tasks.Spawn("watch", func() {
			if err := ParticipantOf(v).watch(f.ID); err != nil {
				v.Poke()
			}
		})
	}
	return true
}

// FinishedTables names, by match id, the node that has the table of a finished match, if it is not the
// match's owner.
var FinishedTables = notes.New[string]("ends", "FINISHED").In()

// adoptFinished makes a follower of a finished match, whose table t.Owner no longer has, its table, for the rematch;
// the other followers follow it. If another node is said to have the table, the follower asks that one first:
// the node of the note, or the one that ended the match. Without watchers the table ends. The lock is held.
func (f *Follower) adoptFinished(rec store.Match) (done bool, err error) {
	ts := f.tables
	if len(f.Watchers) == 0 {
		f.Rec, f.Gone = rec, true
		f.unfollow()
		f.refreshed()
		return true, nil
	}
	if ts.Tasks.Closing() || !ts.mayOwn() {
		return false, ts.unreached()
	}
	owner := ts.Config.Node
	err = FinishedTables.Edit(f.tables.Tasks.Work(), ts.Config.Store, f.ID, func(noted *string) error {
		if holder := cmp.Or(*noted, rec.Owner, f.Owner); holder != f.Owner && holder != owner {
			owner = holder
			return ErrElsewhere
		}
		*noted = owner
		return nil
	})
	switch {
	case owner != ts.Config.Node:
		f.Owner, f.Incarnation, f.Pub.Rev = owner, ts.IncarnationOf(owner), 0
		return false, nil
	case err != nil:
		return false, err
	}
	if f.Next == "" { // the next match may have begun without a message to this node
		f.Next = ts.NextOf(f.tables.Tasks.Work(), rec)
	}
	if err := f.readEnd(rec); err != nil {
		return true, err
	}
	own := f.becomeOwner()
	own.adoptedFinished = true
	own.Changed()
	return true, nil
}

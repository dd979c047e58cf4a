package room

import (
	"fmt"
	"maps"
	"slices"

	"arcade/games"
	"arcade/lobby/background"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/store"
)

// ComeHere makes a mirror one of this node's own tables; the lock is held. The table keeps
// the summary that it has until it is shown anew: the lists are read without its lock.
func (t *Room) ComeHere() {
	l := t.l
	t.Keeper, t.moving, t.Failed, t.Broken = "", false, 0, false
	l.dir.ComeHere(t, t.code(), t.Gone, func() { closeAnew(&t.news) })
}

// code is the one under which this node's own table is found, "" for none.
func (t *Room) code() string {
	if t.Rec.Status == store.Open || ledger.ByClient(t.Rec) {
		return t.Rec.Code
	}
	return ""
}

// inherit takes over a mirror's match whose keeper is gone, or hands it over, as the store
// has it, and goes on with what the mirror knows besides. The lock is held; ErrMoving
// where another node was faster, ErrClosing.
func (t *Room) inherit(rec store.Match) error {
	l := t.l
	if !l.tasks.Starts() {
		return ErrClosing
	}
	defer l.tasks.Done()
	if !l.keeping() {
		t.move()
		return ErrMoving
	}
	defer l.Naming()()
	rec, err := l.takeOver(rec)
	if RefusedWrite(err) {
		t.move()
		return fmt.Errorf("%w: %w", ErrMoving, err)
	} else if err != nil {
		t.move()
		return err
	}
	if t.Meets() && rec.Status == store.Open { // the store knows the host alone
		rec.Seats = t.Rec.Seats
	} else if rec.Status == store.Live {
		t.Met, t.Quick = 0, false
	}
	t.Rec = rec
	for i, a := range t.Away {
		if s := rec.Seats[i]; s.Bot != "" || s.Empty() || ledger.ByClient(rec) || t.watchedBy(table.PersonIn(s).ID) {
			t.Away[i] = table.Away{}
		} else if a.Since == 0 {
			t.Away[i] = table.Away{Since: t.Now(), Grace: l.cfg.Grace, Coming: true}
		}
	}
	if rec.Status == store.Live {
		entries, err := l.cfg.Store.Entries(rec.ID, 0, -1)
		if err == nil {
			err = t.Fold(entries)
		}
		if err != nil {
			return fmt.Errorf("match %s: %w", t.ID, err)
		}
	}
	t.ComeHere()
	l.log.Info("match taken over", "match", t.ID, "epoch", rec.Epoch)
	err = t.goOn()
	t.Changed()
	return err
}

// takeUp takes over a match of which this node has a table, or a mirror; false where it has none.
func (l *Hall) takeUp(rec store.Match) (known bool, err error) {
	t := l.either(rec.ID)
	if t == nil {
		return false, nil
	}
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if t.Keeper == "" && !t.Gone && rec.Keeper != "" && rec.Keeper != l.cfg.Node { // which it has not heard of yet
		_ = t.stepBack(store.ErrFenced)
	}
	if t.Keeper != "" && !t.Gone {
		err = t.inherit(rec)
	}
	return !t.Gone, err
}

// goOn notes in the log of a match that was taken over that its time stood still; the lock
// is held.
func (t *Room) goOn() error {
	if !t.Live() || ledger.ByClient(t.Rec) {
		return nil
	}
	t.rest(games.Rest, t.M.LastAt())
	if err := t.Add(games.Entry{Kind: games.Restart, Seat: games.Nobody, At: t.Now()}); err != nil {
		return err
	}
	t.botAnswers() // what it was asked just before
	return nil
}

// goElsewhere turns one of this node's tables into the mirror of another node's table; the lock is
// held. Its watchers stay. Watchers at other nodes find the keeper themselves.
func (t *Room) goElsewhere(keeper string) {
	l := t.l
	t.length.Store(-1)
	t.Timer.Stop()
	if t.M != nil {
		if err := t.Fold(t.Log); err != nil {
			l.log.Error("fold what was stored", "match", t.ID, "err", err)
		}
	}
	maps.DeleteFunc(t.Watchers, func(v *directory.Presence, _ struct{}) bool { return v.Node != "" })
	for _, node := range t.Pub.Nodes() {
		l.cfg.Nodes.Send(node, "table", table.State{V: 1, ID: t.ID, Epoch: t.Rec.Epoch + 1}) // which sends it to look
	}
	t.Keeper, t.Incarnation, t.moving, t.unused = keeper, l.StartOf(keeper), true, 0
	t.Pub.Moved()
	if t.Ready == nil { // before it is found: who finds a mirror waits for that
		t.Ready = make(chan struct{})
		close(t.Ready)
	}
	l.dir.GoElsewhere(t, t.Rec.Code)
	t.tell()
	l.Look(t)
}

// InheritAll takes over from keepers that are gone what has mirrors here.
func (l *Hall) InheritAll() {
	left := slices.DeleteFunc(l.mirrorsNow(), func(t *Room) bool {
		if !t.Mu.TryLock() { // it is being taken over already; who is there is looked at again in a second
			return true
		}
		defer t.Mu.Unlock()
		if t.Keeper == "" || t.Gone || !l.cfg.Nodes.Gone(t.Keeper, t.Incarnation) {
			return true
		}
		t.move()
		return false
	})
	background.SideBySide(left, func(_ int, t *Room) {
		defer l.tasks.Guard("take-over")
		t.Mu.Lock()
		keeper := t.Keeper
		t.Mu.Unlock()
		if !l.keeping() {
			return
		}
		if done, err := l.Seek(t, keeper, nil); err != nil || !done { // another was faster
			l.Look(t)
		}
	})
}

// standInsGone takes those away whose node is gone, or shows their visit no more.
func (l *Hall) standInsGone() {
	for _, v := range l.dir.StandInsGone(l.keeping(), l.cfg.Nodes.Gone) {
		l.tasks.Spawn("stand-in", func() { ParticipantOf(v).standDown(true) })
	}
}

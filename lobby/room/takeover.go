package room

import (
	"cmp"
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

// comeHere makes a follower one of this node's own tables; the lock is held. Who sees the room also finds it
// in the directory. The table keeps its summary until the next one, because readers of the lists do not take
// its lock.
func (t *Follower) comeHere() (own *Room) {
	t.l.dir.ComeHere(t.Place, t.code(), t.Gone, func() { own = t.own(); closeAnew(&t.changes) })
	return own
}

// inherit takes over a follower's match from the store, and continues with what the follower knows
// beyond the store: the meeting and who is away. The lock is held. ErrMoving if another node was
// faster, ErrClosing.
func (t *Follower) inherit(rec store.Match) error {
	l := t.l
	if !l.tasks.Starts() {
		return ErrClosing
	}
	defer l.tasks.Done()
	if !l.keeping() {
		t.move()
		return l.unreached()
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
	if t.Meets() && rec.Status == store.Open { // the store has only the host
		rec.Seats = t.Rec.Seats
	} else if rec.Status == store.Live {
		t.EndMeeting()
		t.Quick = false
	}
	t.Rec = rec
	for i, a := range t.Away {
		if s := rec.Seats[i]; s.Bot != "" || s.Empty() || ledger.ByClient(rec) || t.watchedBy(table.PersonIn(s).ID) || t.staysOpen(games.Seat(i)) {
			t.Away[i] = table.Away{}
		} else if a.Since == 0 {
			t.Away[i] = table.Away{Since: t.Now(), Grace: l.cfg.Grace, Coming: true}
		}
	}
	if rec.Status == store.Live {
		entries, err := l.cfg.Store.Entries(t.l.tasks.Work(), rec.ID, 0, -1)
		if err == nil {
			err = t.Fold(entries)
		}
		if err != nil {
			return fmt.Errorf("match %s: %w", t.ID, err)
		}
	}
	own := t.comeHere()
	l.log.Info("match taken over", "match", t.ID, "epoch", rec.Epoch)
	err = own.goOn()
	own.Changed()
	return err
}

// takeUp takes over a match that this node already owns or follows, and reports whether it does.
func (l *Hall) takeUp(rec store.Match) (known bool, err error) {
	own, follower := l.dir.Table(rec.ID)
	p := cmp.Or(PlaceOf(own), PlaceOf(follower))
	if p == nil {
		return false, nil
	}
	p.Mu.Lock()
	defer p.Mu.Unlock()
	if t := p.room.Load(); t != nil && !p.Gone && rec.Owner != "" && rec.Owner != l.cfg.Node { // it lost the match unnoticed
		_ = t.stepBack(store.ErrFenced)
	}
	if t := p.follower.Load(); t != nil && !p.Gone {
		err = t.inherit(rec)
	}
	return !p.Gone, err
}

// goOn writes a restart into the log of a match that was taken over: its time stood still. The
// lock is held.
func (t *Room) goOn() error {
	if !t.Live() || ledger.ByClient(t.Rec) {
		return nil
	}
	t.rest(games.Rest, t.M.LastAt())
	if err := t.Add(games.Entry{Kind: games.Restart, Seat: games.Nobody, At: t.Now()}); err != nil {
		return err
	}
	t.botAnswers() // to an offer from before the take-over
	return nil
}

// goElsewhere turns one of this node's tables into a follower of another node's; the lock is held.
// Its watchers on this node stay. Other nodes find the new owner themselves.
func (t *Room) goElsewhere(owner string) {
	l := t.l
	t.length.Store(-1)
	t.Timer.Stop()
	if t.M != nil {
		if err := t.Fold(t.Log); err != nil {
			l.log.Error("fold the stored log", "match", t.ID, "err", err)
		}
	}
	maps.DeleteFunc(t.Watchers, func(v *directory.Presence, _ struct{}) bool { return v.Node != "" })
	for _, node := range t.Pub.Nodes() {
		l.cfg.Nodes.Send(node, "table", table.State{V: 1, ID: t.ID, Epoch: t.Rec.Epoch + 1}) // makes its follower ask the new owner
	}
	t.Pub.Moved()
	f := t.followOwner(owner)
	f.moving = true
	close(f.Ready) // it has a state to show
	l.dir.GoElsewhere(t.Place, t.Rec.Code)
	f.refreshed()
	l.Look(f)
}

// InheritAll takes over the matches of this node's followers whose owners are gone.
func (l *Hall) InheritAll() {
	left := slices.DeleteFunc(l.followers(), func(t *Follower) bool {
		if !t.Mu.TryLock() { // perhaps in a take-over already; the next beat looks again
			return true
		}
		defer t.Mu.Unlock()
		if !t.follows() || t.Gone || !l.cfg.Nodes.Gone(t.Owner, t.Incarnation) {
			return true
		}
		t.move()
		return false
	})
	background.SideBySide(left, func(_ int, t *Follower) {
		defer l.tasks.Guard("take-over")
		t.Mu.Lock()
		owner := t.Owner
		t.Mu.Unlock()
		if !l.keeping() {
			return
		}
		if done, err := l.Seek(t, owner, nil); err != nil || !done { // another node was faster
			l.Look(t)
		}
	})
}

// standInsGone removes the stand-ins whose node is gone or no longer shows their visit.
func (l *Hall) standInsGone() {
	for _, v := range l.dir.StandInsGone(l.keeping(), l.cfg.Nodes.Gone) {
		l.tasks.Spawn("stand-in", func() { ParticipantOf(v).standDown(true) })
	}
}

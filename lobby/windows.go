package lobby

import (
	"context"
	"time"

	"arcade/lobby/directory"
	"arcade/lobby/names"
	"arcade/lobby/replica"
	"arcade/lobby/room"
	"arcade/lobby/upkeep"
)

// A person may have several visits at once, one in each window. One of them is the active one in the whole
// cluster: it is listed, called and sits at tables. A window that enters while another is active is aside: it
// reads, and leaves the active one alone. It becomes the active one when it sits down, or when its person says
// so in a window that was taken over. When the active one ends, another window goes on: the one that it took
// over from in the last minute, where that was, or else the newest that only read. A program is active when it
// enters, and the program before it ends.
//
// Active are the visit in the directory's list of its node, and the one in the nodes' claim: a window first
// becomes active at its node, then claims, and steps back if it loses.

// joinNodes subscribes the lobby to the other nodes' messages and rows.
func (l *Lobby) joinNodes() {
	n := l.cfg.Nodes
	n.Receive(directory.Messages, l.dir.HandleMessage)
	n.Receive(replica.Searches, l.HandleEndSearches)
	n.Answer(upkeep.GiveUps, l.HandleGiveUp)
	n.Subscribe(l.handleEvent)
	l.tasks.Go(l.dir.WatchRows)
	l.tasks.Go(l.claimAgain)
	l.tasks.Go(l.goOnHere)
	if !l.deals.Searches() {
		return
	}
	l.tasks.Go(func() {
		n.Hold(l.tasks.Context(), "stock", func(ctx context.Context) {
			l.stocks.Store(true)
			<-ctx.Done()
			l.stocks.Store(false)
		})
	})
}

// activateOnEntry makes a visit that has appeared the active one, if none is, or if it is a program. ErrSuperseded if a
// newer program is there.
func (v *Visit) activateOnEntry() error {
	l := v.l
	defer l.claims.Lock(v.ID)()
	if !v.Program {
		if _, active := l.dir.Activate(v.Presence, true); active && v.claim() {
			l.Arrive(v.ID)
		}
		return nil
	}
	v.Choose(true)
	was := visitOf(l.dir.Visit(v.ID))
	if was != nil && was.Program && was.Since.After(v.Since) { // the program has given up waiting for this one
		return directory.ErrSuperseded
	}
	l.dir.Activate(v.Presence, false)
	won := v.claim()
	if was != nil && was.Program { // a screen of a program's account goes on reading
		l.supersede(was.Presence)
	}
	if !won {
		return directory.ErrSuperseded
	}
	l.Arrive(v.ID)
	return nil
}

// supersede ends the part of a visit that another window of its person has taken over from.
func (l *Lobby) supersede(old *directory.Presence) {
	if old == nil {
		return
	}
	l.dir.Supersede(old)
	l.Supersede(room.ParticipantOf(old))
	visitOf(old).storeSettings()
}

// makeActive makes a window the active one, calls f, which brings it to a seat, and undoes it if f fails.
func (l *Lobby) makeActive(p *room.Participant, f func() error) error {
	v := p.Value.(*Visit)
	defer l.claims.Lock(v.ID)()
	if err := v.Over(); err != nil {
		return err
	}
	if v.Active() { // it has gone on while it waited for the lock
		return f()
	}
	old, active := l.dir.Activate(v.Presence, false)
	if !active {
		return directory.ErrLeft
	}
	if err := f(); err != nil {
		l.dir.UndoActivate(v.Presence, old)
		return err
	}
	v.finishActivation(old)
	return nil
}

// finishActivation ends the taking over of a visit that is active at this node: other nodes and windows hear of it.
// The lock of claims is held.
func (v *Visit) finishActivation(old *directory.Presence) {
	v.Choose(true)
	won := v.claim()
	v.l.supersede(old)
	if won {
		v.l.Arrive(v.ID)
	}
}

// GoOn makes a window the active one because its person says so. If it was taken over, it is again where it was.
func (v *Visit) GoOn() error {
	l := v.l
	defer l.claims.Lock(v.ID)()
	if v.Active() {
		return nil
	}
	old, active := l.dir.Activate(v.Presence, false)
	if !active {
		return directory.ErrLeft
	}
	v.resume()
	v.finishActivation(old)
	return v.Over()
}

// resume brings a visit that was taken over, and is active again, back to the table where it was.
func (v *Visit) resume() {
	if !v.Superseded() {
		return
	}
	v.l.dir.Resume(v.Presence)
	if id := v.At(); id != "" {
		_ = v.Watch(id) // the screen learns of an error when it looks at the table
	}
}

// goOn lets another window of a person here go on after the end of the active one. It returns false if there is
// none, or another node has one.
func (l *Lobby) goOn(person string) bool {
	defer l.claims.Lock(person)()
	v := visitOf(l.dir.Next(person))
	if v == nil {
		return false
	}
	v.Choose(false)
	if _, active := l.dir.Activate(v.Presence, true); !active || !v.claim() {
		return false
	}
	v.resume()
	l.Arrive(person)
	return true
}

// claim makes the visit, which is active at this node, its person's active one in the cluster. One that was not
// chosen yields to any other, and is aside then; one that was chosen yields to a newer one, and is superseded. If
// the nodes cannot be reached, it stays and claims later. Only one that has not lost is shown to other nodes. The lock
// of claims is held.
func (v *Visit) claim() (active bool) {
	l := v.l
	if l.cfg.Nodes == nil || !v.Due() {
		return v.Active()
	}
	ctx, cancel := context.WithTimeout(l.tasks.Context(), directory.ClaimTime)
	defer cancel()
	claim := names.ID(12)
	v.Claimed(claim)
	active, err := l.cfg.Nodes.Claim(ctx, v.ID, claim, v.Took().UnixMilli(), !v.Chosen(), func() { v.stepBack(claim) })
	switch {
	case err != nil:
		v.Claimed("")
		l.log.Warn("a visit is not known to other nodes yet", "err", err)
	case !active && v.Chosen():
		v.stepBack(claim)
	case !active:
		v.Claimed("")
		l.dir.UndoActivate(v.Presence, nil)
	}
	l.dir.Show(v.ID)
	return v.Active()
}

// releasePlace announces the end of the visit to the other nodes.
func (v *Visit) releasePlace() {
	l := v.l
	if l.cfg.Nodes == nil {
		return
	}
	unlock := l.claims.Lock(v.ID) // waits for a claim under way; none begins later, since the visit is over
	claim := v.Unclaim()
	unlock()
	if claim == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(l.tasks.Context()), directory.ClaimTime)
	defer cancel()
	if err := l.cfg.Nodes.Release(ctx, v.ID, claim); err != nil {
		l.log.Warn("other nodes do not know yet that a visit is over", "err", err)
	}
}

// stepBack sets the visit with a claim aside because its person has taken over at another node. That node gets
// the visit's pending calls.
func (v *Visit) stepBack(claim string) {
	l := v.l
	calls, here := l.dir.StepBack(v.Presence, claim)
	if !here {
		return
	}
	for _, id := range calls {
		l.dir.Track(directory.Message{V: directory.RowVersion, Person: v.ID, Call: id})
	}
	l.Supersede(v.Participant)
	v.storeSettings()
}

// goOnTime is how often a node looks for windows that may go on because the active one at another node has ended.
const goOnTime = time.Second

// goOnHere lets windows here go on whose active one at another node has ended.
func (l *Lobby) goOnHere() {
	ticker := time.NewTicker(goOnTime)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-l.tasks.Context().Done():
			return
		}
		if !l.cfg.Nodes.MayOwn() { // it does not know where the active ones are
			continue
		}
		for _, person := range l.dir.Waiting() {
			l.tasks.Safely("go on", func() { l.goOn(person) })
		}
	}
}

// claimAgain claims the visits that could not be claimed while this node was cut off.
func (l *Lobby) claimAgain() {
	for {
		changed := l.cfg.Nodes.Changed()
		var late []*directory.Presence
		if l.cfg.Nodes.MayOwn() {
			late = l.dir.Unclaimed()
		}
		for _, v := range late {
			l.tasks.Safely("claim", func() {
				defer l.claims.Lock(v.ID)()
				visitOf(v).claim()
			})
		}
		var again <-chan time.Time // NATS may have failed for visits only, without a change of nodes
		if len(late) > 0 {
			again, changed = time.After(directory.ClaimTime), nil
		}
		select {
		case <-changed:
		case <-again:
		case <-l.tasks.Context().Done():
			return
		}
	}
}

package lobby

import (
	"context"
	"time"

	"arcade/lobby/directory"
	"arcade/lobby/names"
	"arcade/lobby/replica"
	"arcade/lobby/upkeep"
)

// A person has one visit in the whole cluster, the newest. It is claimed on entry; an older one
// steps back, on whichever node it is.

// joinNodes subscribes the lobby to the other nodes' messages and rows.
func (l *Lobby) joinNodes() {
	n := l.cfg.Nodes
	n.Receive(directory.Messages, l.dir.Reached)
	n.Receive(replica.Searches, l.EndedSearches)
	n.Answer(upkeep.GiveUps, l.GaveUp)
	n.Subscribe(l.receive)
	l.tasks.Go(l.dir.LookAround)
	l.tasks.Go(l.claimAgain)
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

// claimPlace makes the visit its person's only one in the cluster. If a newer one is on another node,
// it steps back and returns false. If the claim fails, the visitor is let in and claimed later.
func (v *Visit) claimPlace() (newest bool) {
	l := v.l
	if l.cfg.Nodes == nil {
		return true
	}
	defer l.claims.Lock(v.ID)()
	if !v.Due() {
		return true
	}
	ctx, cancel := context.WithTimeout(l.tasks.Context(), directory.ClaimTime)
	defer cancel()
	claim := names.ID(12)
	newest, err := l.cfg.Nodes.Claim(ctx, v.ID, claim, v.Since.UnixMilli(), v.stepBack)
	if err != nil {
		l.log.Warn("a visit is not known to other nodes yet", "err", err)
		return true
	}
	if !newest {
		v.stepBack()
		return false
	}
	v.Claimed(claim)
	return true
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

// stepBack ends the visit because its person has come in at another node. That node gets the
// visit's pending calls.
func (v *Visit) stepBack() {
	l := v.l
	calls, here := l.dir.StepBack(v.Presence)
	if !here {
		return
	}
	v.stopAnalysis()
	for _, id := range calls {
		l.dir.Track(directory.Message{V: directory.RowVersion, Person: v.ID, Call: id})
	}
	l.Supersede(v.Participant)
}

// claimAgain claims the visits that could not be claimed while this node was cut off. A visit that
// has moved to another node stays there.
func (l *Lobby) claimAgain() {
	for {
		changed := l.cfg.Nodes.Changed()
		var late []*directory.Presence
		if l.cfg.Nodes.Keeping() {
			late = l.dir.Unclaimed()
		}
		for _, v := range late {
			l.tasks.Safely("claim", func() { visitOf(v).claimPlace() })
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

package room

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"arcade/lobby/directory"
	"arcade/lobby/nodes"
	"arcade/lobby/replica"
	"arcade/lobby/table"
)

// The owner of a match performs a visitor's command. Another node sends it to the owner, where a
// stand-in for the visit performs it. A request is sent once, even if no answer comes.

// commandTime limits a visitor's wait for another node's answer.
const commandTime = 2 * time.Second

// askOwner sends a command to the owner of a follower's match.
func (v *Participant) askOwner(t *Follower, c table.Command) error {
	_, watch := c.(*table.Watch)
	_, unwatch := c.(*table.Unwatch)
	_, leave := c.(*table.Leave)
	if err := v.Over(); err != nil && !leave {
		return err
	}
	t.Mu.Lock()
	owner, moving, here := t.Owner, t.moving, !t.current()
	_, watched := t.Watchers[v.Presence]
	switch {
	case !here && watch && !moving:
		t.Watchers[v.Presence] = struct{}{} // before the request, so that the next beat has it too
	case unwatch:
		delete(t.Watchers, v.Presence)
	}
	t.Mu.Unlock()
	v.Touch(t.LocalTable)
	switch {
	case here: // this node owns the match now, or it is over
		return ErrElsewhere
	case moving:
		return v.tables.unreached()
	}
	err := v.sendToOwner(t, owner, c)
	switch {
	case !watch:
	case err == nil:
		v.SetAt(t.ID, "")
	case !watched:
		t.Mu.Lock()
		delete(t.Watchers, v.Presence)
		t.Mu.Unlock()
	}
	return err
}

// sendToOwner is askOwner with the owner already known.
func (v *Participant) sendToOwner(t *Follower, owner string, c table.Command) error {
	ctx, cancel := context.WithTimeout(v.tables.Tasks.Context(), commandTime)
	defer cancel()
	name, args := encode(c)
	var a replica.Answer
	if err := v.tables.Config.Nodes.Ask(ctx, owner, "deed", replica.Question{V: 1, Table: t.ID, Command: name, Args: args, By: whoIs(v.Presence)}, &a); err != nil {
		t.Mu.Lock()
		if t.current() && t.Owner == owner {
			t.markMoving()
		}
		t.Mu.Unlock()
		v.tables.Log.Warn("the owner does not answer", "match", t.ID, "owner", owner, "command", name, "err", err)
		return fmt.Errorf("%w: %w", v.tables.unreached(), err)
	}
	err := WireErrors.Error(a.Err)
	if errors.Is(err, ErrElsewhere) {
		if failed := v.tables.refresh(t); failed != nil {
			return failed
		}
		return err
	}
	t.await(a.Epoch, a.Rev)
	return err
}

// whoIs describes a visit to other nodes.
func whoIs(p *directory.Presence) replica.Who {
	name, me := p.Name()
	return replica.Who{Visit: name, Person: me, From: p.Identity.From, Key: p.Identity.Fingerprint, Program: p.Program}
}

// handleCommand performs a command for another node.
func (ts *Tables) handleCommand(_ context.Context, from string, body json.RawMessage) (any, error) {
	var q struct {
		replica.Question
		Args []json.RawMessage `json:"args"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, err
	}
	a := replica.Answer{V: 1}
	t, err := ts.OwnedHere(q.Table)
	var c table.Command
	if err == nil {
		c, err = decode(q.Command, q.Args)
	}
	if err != nil {
		a.Err = WireErrors.Of(err)
		return a, nil
	}
	a.Err = WireErrors.Of(ts.standIn(from, q.By).perform(q.Table, c))
	t.Mu.Lock()
	defer t.Mu.Unlock()
	a.Epoch, a.Rev = t.Rec.Epoch, t.Pub.Rev
	return a, nil
}

// OwnedHere returns a table of this node for another node. If the store names this node as the
// owner and the table is missing, it takes over from itself; ErrElsewhere, ErrMoving.
func (ts *Tables) OwnedHere(id string) (*Room, error) {
	if !ts.mayOwn() {
		return nil, ts.unreached()
	}
	for tried := false; ; tried = true {
		p, err := ts.Find(id)
		if errors.Is(err, table.ErrNoTable) {
			return nil, ErrElsewhere
		} else if err != nil {
			return nil, err
		}
		if t := p.Room(); t != nil {
			return t, nil
		}
		t := p.Follower()
		if t == nil || tried || ts.OwnerOf(id) != ts.Config.Node {
			return nil, ErrElsewhere
		}
		t.Mu.Lock()
		owner := t.Owner
		t.Mu.Unlock()
		if _, err := ts.FindOwner(t, owner, ErrElsewhere); err != nil {
			return nil, err
		}
	}
}

// standIn returns the stand-in for a visit on another node.
func (ts *Tables) standIn(node string, w replica.Who) *Participant {
	p := ts.Directory.StandIn(node, ts.IncarnationOf, w.Visit, w.Person, directory.Identity{Fingerprint: w.Key, From: w.From}, w.Program,
		func(p *directory.Presence) any { return &Participant{Presence: p, tables: ts, made: &made{}} })
	return ParticipantOf(p)
}

// endStandIn ends a stand-in after its visit.
func (v *Participant) endStandIn(last bool) error {
	if v.Node == "" { // the table is gone: no owner needs to know
		return nil
	}
	v.standDown(last)
	return nil
}

// standDown takes a stand-in away from all tables.
func (v *Participant) standDown(last bool) {
	last = v.tables.Directory.StandDown(v.Presence, last)
	for _, t := range v.Tables() {
		LocalOf(t).VisitLeft(v, last)
	}
}

// leaveElsewhere notifies the owner of a followed match of a visit's end, until the owner has
// received it or is gone.
func (v *Participant) leaveElsewhere(id string, last bool) {
	v.tables.Tasks.Spawn("leave", func() {
		for v.tables.Tasks.Context().Err() == nil && v.Over() != nil { // else it has gone on meanwhile
			p, err := v.tables.Find(id)
			if err == nil {
				if t := p.Follower(); t != nil {
					err = v.askOwner(t, &table.Leave{Last: last})
				} else {
					p.VisitLeft(v, last)
				}
			}
			if !errors.Is(err, ErrMoving) && !errors.Is(err, ErrElsewhere) {
				return
			}
			select {
			case <-v.tables.Tasks.Context().Done():
			case <-time.After(beatTime):
			}
		}
	})
}

// endStandIns removes the stand-ins whose node is gone or no longer shows their visit.
func (ts *Tables) endStandIns() {
	for _, v := range ts.Directory.StandInsGone(ts.mayOwn(), ts.Config.Nodes.Gone) {
		ts.Tasks.Spawn("stand-in", func() { ParticipantOf(v).standDown(true) })
	}
}

// Answers registers the answers to other nodes' requests about tables. Their names never change, as nodes of
// several versions use them.
func (ts *Tables) Answers(n nodes.Nodes) {
	n.Answer("deed", ts.handleCommand)
	n.Answer("mirror", ts.handleSnapshot)
	n.Answer("beat", ts.HandleBeat)
	n.Answer("take", ts.handleHandOver)
	n.Receive("table", ts.HandlePublication)
}

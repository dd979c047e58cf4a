package room

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/nodes"
	"arcade/lobby/replica"
	"arcade/lobby/table"
)

// A visitor's command is performed here where this node keeps the match, else at the node
// that does, by a stand-in for the visit. One question, one answer; what has not been
// answered is not asked again.

// ErrMoving: the match's keeper cannot be reached now, or another node is taking the match
// over. Nothing can be done there for a moment.
var ErrMoving = errors.New("the match is being moved to another node")

// errElsewhere: the node that was asked does not keep the match, and has done nothing.
var ErrElsewhere = errors.New("the match is kept elsewhere")

// perform has the visit do something at a table that this node keeps.
func (v *Participant) perform(id string, c table.Command) error {
	switch c := c.(type) {
	case *table.Watch:
		return v.watch(id)
	case *table.Unwatch:
		return v.unwatch(id)
	case *table.Leave:
		return v.leftTable(c.Last)
	case *table.Act, *table.Do, *table.Look, *table.Hint, *table.Lift:
		return v.inPlay(id, c)
	case *table.Say:
		return v.say(id, c.Phrase, c.Text)
	case *table.Take:
		return v.take(id, c.ByCode)
	case *table.Ready:
		return v.readyAt(id)
	case *table.NotReady:
		return v.unready(id)
	case *table.Cancel:
		return v.cancel(id)
	case *table.ToDays:
		return v.toDays(id)
	case *table.Refuse:
		return v.refuse(id)
	case *table.Rematch:
		return v.again(id)
	case *table.LeaveSeries:
		return v.endSeries(id)
	}
	return games.ErrNotAllowed
}

// Command does something at a table, wherever that is kept. A table may move meanwhile.
func (v *Participant) Command(id string, c table.Command) error {
	for range 3 {
		p, err := v.l.Find(id)
		if err == nil {
			if t := p.follower.Load(); t != nil {
				err = v.ask(t, c)
			} else {
				err = v.perform(id, c)
			}
		} else if errors.Is(err, ErrNoTable) {
			err = v.perform(id, c)
		}
		if !errors.Is(err, ErrElsewhere) {
			return err
		}
	}
	return ErrMoving
}

// deedTime is how long a visitor waits for what another node has to say.
const deedTime = 2 * time.Second

// ask has a command performed by the node that owns a follower's match.
func (v *Participant) ask(t *Follower, c table.Command) error {
	_, watch := c.(*table.Watch)
	_, unwatch := c.(*table.Unwatch)
	_, leave := c.(*table.Leave)
	if err := v.Over(); err != nil && !unwatch && !leave {
		return err
	}
	t.Mu.Lock()
	owner, moving, here := t.Owner, t.moving, !t.follows()
	_, watched := t.Watchers[v.Presence]
	switch {
	case !here && watch && !moving:
		t.Watchers[v.Presence] = struct{}{} // before it is asked: the next beat says so, too
	case unwatch:
		delete(t.Watchers, v.Presence)
	}
	t.Mu.Unlock()
	v.Touch(t.Place)
	switch {
	case here: // it has come here, or is over
		return ErrElsewhere
	case moving:
		return ErrMoving
	}
	err := v.askOwner(t, owner, c)
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

// askOwner is ask with the owner already known.
func (v *Participant) askOwner(t *Follower, owner string, c table.Command) error {
	ctx, cancel := context.WithTimeout(v.l.tasks.Context(), deedTime)
	defer cancel()
	var a replica.Answer
	if err := v.l.cfg.Nodes.Ask(ctx, owner, "deed", replica.Question{V: 1, Table: t.ID, Command: c.Name(), Args: c.Args(), By: whoIs(v.Presence)}, &a); err != nil {
		t.Mu.Lock()
		if t.follows() && t.Owner == owner {
			t.move()
		}
		t.Mu.Unlock()
		v.l.log.Warn("keeper", "match", t.ID, "keeper", owner, "deed", c.Name(), "err", err)
		return fmt.Errorf("%w: %w", ErrMoving, err)
	}
	err := Named.Error(a.Err)
	if errors.Is(err, ErrElsewhere) {
		if failed := v.l.refresh(t); failed != nil {
			return failed
		}
		return err
	}
	t.await(a.Epoch, a.Rev)
	return err
}

// whoIs is a visit for other nodes.
func whoIs(p *directory.Presence) replica.Who {
	name, me := p.Name()
	return replica.Who{Visit: name, Person: me, From: p.Identity.From, Key: p.Identity.Fingerprint, Program: p.Program}
}

// done performs a command for another node.
func (l *Hall) done(_ context.Context, from string, body json.RawMessage) (any, error) {
	var q struct {
		replica.Question
		Args []json.RawMessage `json:"args"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, err
	}
	a := replica.Answer{V: 1}
	t, err := l.KeptHere(q.Table)
	var c table.Command
	if err == nil {
		c, err = table.Decode(q.Command, q.Args)
	}
	if err != nil {
		a.Err = Named.Of(err)
		return a, nil
	}
	a.Err = Named.Of(l.standIn(from, q.By).perform(q.Table, c))
	t.Mu.Lock()
	defer t.Mu.Unlock()
	a.Epoch, a.Rev = t.Rec.Epoch, t.Pub.Rev
	return a, nil
}

// KeptHere is a table of this node's own, for another node. Where the store names this node
// as the keeper, and it is not, it takes over from itself; errElsewhere, ErrMoving.
func (l *Hall) KeptHere(id string) (*Room, error) {
	if !l.keeping() {
		return nil, ErrMoving
	}
	for tried := false; ; tried = true {
		p, err := l.Find(id)
		if errors.Is(err, ErrNoTable) {
			return nil, ErrElsewhere
		} else if err != nil {
			return nil, err
		}
		if t := p.room.Load(); t != nil {
			return t, nil
		}
		t := p.follower.Load()
		if t == nil || tried || l.Keeper(id) != l.cfg.Node {
			return nil, ErrElsewhere
		}
		t.Mu.Lock()
		owner := t.Owner
		t.Mu.Unlock()
		if _, err := l.Seek(t, owner, ErrElsewhere); err != nil {
			return nil, err
		}
	}
}

// standIn is the visit that does here what one at another node does.
func (l *Hall) standIn(node string, w replica.Who) *Participant {
	p := l.dir.StandIn(node, l.StartOf, w.Visit, w.Person, directory.Identity{Fingerprint: w.Key, From: w.From}, w.Program,
		func(p *directory.Presence) any { return &Participant{Presence: p, l: l, made: &made{}} })
	return ParticipantOf(p)
}

// leftTable ends a stand-in whose visit is over.
func (v *Participant) leftTable(last bool) error {
	if v.Node == "" { // the table is gone, and there is no keeper to tell
		return nil
	}
	v.standDown(last)
	return nil
}

// standDown takes a stand-in away from all tables.
func (v *Participant) standDown(last bool) {
	last = v.l.dir.StandDown(v.Presence, last)
	for _, t := range v.Concern() {
		PlaceOf(t).VisitLeft(v, last)
	}
}

// leaveElsewhere tells the owner of a followed match that a visit is over, until it has received
// it or is gone.
func (v *Participant) leaveElsewhere(id string, last bool) {
	v.l.tasks.Spawn("leave", func() {
		for v.l.tasks.Context().Err() == nil {
			p, err := v.l.Find(id)
			if err == nil {
				if t := p.follower.Load(); t != nil {
					err = v.ask(t, &table.Leave{Last: last})
				} else {
					p.VisitLeft(v, last)
				}
			}
			if !errors.Is(err, ErrMoving) && !errors.Is(err, ErrElsewhere) {
				return
			}
			select {
			case <-v.l.tasks.Context().Done():
			case <-time.After(beatTime):
			}
		}
	})
}

// Answers has the other nodes' questions about tables answered.
func (l *Hall) Answers(n nodes.Nodes) {
	n.Answer("deed", l.done)
	n.Answer("mirror", l.whole)
	n.Answer("beat", l.Beaten)
	n.Answer("take", l.taken)
	n.Receive("table", l.HeardOf)
}

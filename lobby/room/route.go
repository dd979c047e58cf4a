package room

import (
	"errors"
	"fmt"

	"arcade/lobby/directory"
	"arcade/lobby/table"
	"arcade/store"
)

// ErrMoving: the match's owner cannot be reached, or another node is taking the match over. The
// visitor can do nothing there for a moment.
var ErrMoving = errors.New("the match is being moved to another node")

// errHangs is ErrMoving when no node can do anything there, because the store does not answer.
var errHangs = fmt.Errorf("%w, and no node may own a match: %w", store.ErrAway, ErrMoving)

// ErrElsewhere: the asked node does not own the match, and has done nothing.
var ErrElsewhere = errors.New("another node owns the match")

// answers reports whether the store answers this node.
func (ts *Tables) answers() bool { return ts.Config.Nodes == nil || ts.Config.Nodes.StoreAnswers() }

// unreached returns the reason why a match cannot be changed for a moment: ErrMoving, and also
// [store.ErrAway] if that is why its owner cannot be reached, or may not own it.
func (ts *Tables) unreached() error {
	if !ts.answers() {
		return errHangs
	}
	return ErrMoving
}

// Route finds the table of a command and carries it out: here if this node owns the match, otherwise at the
// node that does. The table may move meanwhile.
func (v *Participant) Route(id string, c table.Command) (err error) {
	defer func() {
		if err != nil {
			v.tables.refusedBy(v, id, c, err)
		}
	}()
	for range 3 {
		p, err := v.tables.Find(id)
		var elsewhere *Follower
		if err == nil {
			elsewhere = p.Follower()
		}
		switch {
		case elsewhere != nil:
			err = v.askOwner(elsewhere, c)
		case err == nil, errors.Is(err, table.ErrNoTable): // each command has its own answer to a missing table
			err = v.perform(id, c)
		}
		if !errors.Is(err, ErrElsewhere) {
			return err
		}
	}
	return v.tables.unreached()
}

// Find returns the table of a match. If none is in memory, the store decides: a match that has no owner, or whose
// owner is said to be this node, is adopted, and any other one is followed. ErrNoTable, ErrMoving, ErrNoRules.
func (ts *Tables) Find(id string) (*LocalTable, error) {
	own, follower := ts.Directory.Table(id)
	switch {
	case own != nil:
		return LocalOf(own), nil
	case ts.Config.Nodes == nil:
		return nil, table.ErrNoTable
	case follower != nil:
		return ts.loaded(LocalOf(follower))
	}
	rec, err := ts.record(id)
	node, _, shown := ts.Directory.Far(id)
	switch {
	case err == nil && rec.Status == store.Done && shown: // its players may still be at the table
		rec.Owner = node
	case errors.Is(err, store.ErrNotFound) || err == nil && rec.Status == store.Done:
		ts.Directory.EndFar(id)
		return nil, table.ErrNoTable
	case err != nil:
		return nil, err
	case rec.Owner == ts.Config.Node || rec.Owner == "":
		if err := ts.AdoptByID(id); errors.Is(err, store.ErrFenced) {
			return nil, ErrMoving
		} else if err != nil {
			return nil, err
		}
		if own, _ := ts.Directory.Table(id); own != nil {
			return LocalOf(own), nil
		}
		return nil, table.ErrNoTable
	}
	if err := ts.rulesKnown(rec); err != nil {
		return nil, err
	}
	return ts.loaded(ts.Follow(rec))
}

// loaded returns a followed table once it has its owner's state, or this node's own table of the match if there is
// one by then. ErrNoTable if the match has ended and its players have left.
func (ts *Tables) loaded(p *LocalTable) (*LocalTable, error) {
	if f := p.Follower(); f != nil {
		select {
		case <-f.Loaded:
		case <-ts.Tasks.Context().Done():
		}
	}
	if ts.Tasks.Closing() {
		return nil, directory.ErrClosing
	}
	p.Mu.Lock()
	over := p.Gone && p.Rec.Status == store.Done
	p.Mu.Unlock()
	if over {
		ts.Directory.EndFar(p.ID)
		return nil, table.ErrNoTable
	}
	switch own, follower := ts.Directory.Table(p.ID); {
	case own != nil:
		return LocalOf(own), nil
	case LocalOf(follower) != p:
		return nil, ts.unreached()
	}
	return p, nil
}

package room

import (
	"context"
	"encoding/json"

	"arcade/lobby/clock"
	"arcade/lobby/replica"
	"arcade/lobby/table"
)

// publish tells the nodes with mirrors what is new.
func (t *Room) publish() {
	if t.l.cfg.Nodes == nil || t.Keeper != "" {
		return
	}
	t.Pub.Publish(&t.Table, clock.MS()-MirrorTime.Milliseconds(), func(node string, s table.State) {
		t.l.cfg.Nodes.Send(node, "table", s)
	})
}

// hear takes what a mirror's keeper has published; false where something before it is
// missing. The lock is held.
func (t *Room) hear(s table.State) bool {
	ok, changed, err := t.Hear(s, t.Pub.Rev)
	if err != nil {
		t.l.log.Error("fold a mirror", "match", t.ID, "err", err)
	}
	if !changed {
		return ok
	}
	t.Pub.Rev, t.moving = s.Rev, false
	if t.Gone {
		t.unmirror()
	}
	t.tell()
	return true
}

// Look is refresh by the side.
func (l *Hall) Look(t *Room) {
	l.tasks.Spawn("mirror", func() {
		if err := l.refresh(t); err != nil {
			l.log.Warn("mirror", "match", t.ID, "err", err)
		}
	})
}

// mirrored answers a node that makes, or renews, a mirror.
func (l *Hall) mirrored(_ context.Context, from string, body json.RawMessage) (any, error) {
	var q replica.Look
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, err
	}
	t, err := l.KeptHere(q.Table)
	if err != nil {
		return replica.Looked{V: 1, Err: Named.Of(err)}, nil
	}
	t.Overtaken(q.Epoch)
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if t.Keeper != "" || t.Gone && (t.M == nil || !t.M.Over()) {
		return replica.Looked{V: 1, Err: Named.Of(ErrElsewhere)}, nil
	}
	come := false
	for _, w := range q.By {
		v := l.standIn(from, w)
		if _, watches := t.Watchers[v.Presence]; !watches && t.come(v) == nil { // it was let in before
			v.Touch(t)
			come = true
		}
	}
	if come { // once for a crowd that comes from a node that is gone
		t.Changed()
	}
	if t.Keeper != "" { // as the store has said meanwhile
		return replica.Looked{V: 1, Err: Named.Of(ErrElsewhere)}, nil
	}
	t.Pub.Follow(from, clock.MS())
	return replica.Looked{V: 1, State: t.Whole(t.Pub.Rev)}, nil
}

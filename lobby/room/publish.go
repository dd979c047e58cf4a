package room

import (
	"context"
	"encoding/json"

	"arcade/lobby/clock"
	"arcade/lobby/replica"
	"arcade/lobby/table"
)

// publish sends changes to the nodes with followers.
func (t *Room) publish() {
	if t.l.cfg.Nodes == nil || !t.Here() {
		return
	}
	t.Pub.Publish(&t.Table, clock.MS()-FollowTime.Milliseconds(), func(node string, s table.State) {
		t.l.cfg.Nodes.Send(node, "table", s)
	})
}

// whole returns the whole state to a node that makes or renews a follower.
func (l *Hall) whole(_ context.Context, from string, body json.RawMessage) (any, error) {
	var q replica.Look
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, err
	}
	t, err := l.OwnedHere(q.Table)
	if err != nil {
		return replica.Looked{V: 1, Err: Named.Of(err)}, nil
	}
	t.Superseded(q.Epoch)
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if !t.Here() || t.Gone && (t.M == nil || !t.M.Over()) {
		return replica.Looked{V: 1, Err: Named.Of(ErrElsewhere)}, nil
	}
	come := false
	for _, w := range q.By {
		v := l.standIn(from, w)
		if _, watches := t.Watchers[v.Presence]; !watches && t.come(v) == nil { // it watched at the previous owner
			v.Touch(t.Place)
			come = true
		}
	}
	if come { // once for all watchers from a node that is gone
		t.Changed()
	}
	if !t.Here() { // Changed may have found it superseded
		return replica.Looked{V: 1, Err: Named.Of(ErrElsewhere)}, nil
	}
	t.Pub.Follow(from, clock.MS())
	return replica.Looked{V: 1, State: t.Whole(t.Pub.Rev)}, nil
}

package lobby

import (
	"context"
	"encoding/json"
	"reflect"

	"arcade/lobby/clock"
	"arcade/lobby/refusal"
	"arcade/lobby/table"
	"arcade/store"
)

// published is what the nodes with mirrors of a table know of it.
type published struct {
	rev  uint64 // how often it was published; of a mirror: what it has heard
	to   map[string]int64
	at   int // the length of the log
	rec  store.Match
	said int
}

// publish tells the nodes with mirrors what is new.
func (t *room) publish() {
	if t.l.cfg.Nodes == nil || t.keeper != "" {
		return
	}
	t.pub.rev++
	if len(t.pub.to) > 0 {
		s := t.State(t.pub.rev, t.pub.at, t.pub.said)
		if rec := t.Rec; !reflect.DeepEqual(rec, t.pub.rec) {
			s.Rec = &rec
		}
		for node, seen := range t.pub.to {
			if clock.MS()-seen > mirrorTime.Milliseconds() {
				delete(t.pub.to, node)
				continue
			}
			t.l.cfg.Nodes.Send(node, "table", s)
		}
	}
	t.pub.at, t.pub.rec, t.pub.said = len(t.Log), t.Rec, t.Spoken
}

// hear takes what a mirror's keeper has published; false where something before it is
// missing. The lock is held.
func (t *room) hear(s table.State) bool {
	ok, changed, err := t.Hear(s, t.pub.rev)
	if err != nil {
		t.l.log.Error("fold a mirror", "match", t.ID, "err", err)
	}
	if !changed {
		return ok
	}
	t.pub.rev, t.moving = s.Rev, false
	if t.Gone {
		t.unmirror()
	}
	t.tell()
	return true
}

// look is a node's question for all of a table, with those who watch its mirror.
type look struct {
	V     int    `json:"v"`
	Table string `json:"table"`
	Epoch uint64 `json:"epoch,omitempty"` // of which the node knows
	By    []who  `json:"by,omitempty"`
}

type looked struct {
	V     int              `json:"v"`
	Err   *refusal.Refusal `json:"err,omitempty"`
	State table.State      `json:"state"`
}

// look is refresh by the side.
func (l *Lobby) look(t *room) {
	l.tasks.Spawn("mirror", func() {
		if err := l.refresh(t); err != nil {
			l.log.Warn("mirror", "match", t.ID, "err", err)
		}
	})
}

// mirrored answers a node that makes, or renews, a mirror.
func (l *Lobby) mirrored(_ context.Context, from string, body json.RawMessage) (any, error) {
	var q look
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, err
	}
	t, err := l.keptHere(q.Table)
	if err != nil {
		return looked{V: 1, Err: named.Of(err)}, nil
	}
	t.overtaken(q.Epoch)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.keeper != "" || t.Gone && (t.M == nil || !t.M.Over()) {
		return looked{V: 1, Err: named.Of(errElsewhere)}, nil
	}
	come := false
	for _, w := range q.By {
		v := l.standIn(from, w)
		if _, watches := t.watchers[v.Presence]; !watches && t.come(v) == nil { // it was let in before
			v.Touch(t)
			come = true
		}
	}
	if come { // once for a crowd that comes from a node that is gone
		t.changed()
	}
	if t.keeper != "" { // as the store has said meanwhile
		return looked{V: 1, Err: named.Of(errElsewhere)}, nil
	}
	if t.pub.to == nil {
		t.pub.to = map[string]int64{}
	}
	t.pub.to[from] = clock.MS()
	return looked{V: 1, State: t.Whole(t.pub.rev)}, nil
}

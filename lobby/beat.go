package lobby

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"arcade/lobby/clock"
	"arcade/lobby/directory"
	"arcade/lobby/table"
)

// beat is what a node asks a keeper each second: whether it has heard all of its tables.
type beat struct {
	V      int       `json:"v"`
	Tables []beating `json:"tables"`
}

type beating struct {
	ID       string   `json:"id"`
	Epoch    uint64   `json:"epoch"`
	Rev      uint64   `json:"rev"`
	Watchers []string `json:"watchers,omitempty"` // by visit
}

// behind are the tables that a node has to ask for.
type behind struct {
	V      int      `json:"v"`
	Tables []string `json:"tables,omitempty"`
}

// beaten answers a beat.
func (l *Lobby) beaten(_ context.Context, from string, body json.RawMessage) (any, error) {
	var q beat
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, err
	}
	a := behind{V: 1}
	for _, b := range q.Tables {
		t, err := l.keptHere(b.ID)
		if err != nil || !t.beats(from, b) {
			a.Tables = append(a.Tables, b.ID)
		}
	}
	return a, nil
}

// beats tells that a mirror has heard all, and takes from the table the visits that are not
// there any more.
func (t *room) beats(from string, b beating) bool {
	if !t.mu.TryLock() { // what it waits for the others need not: it is said again in a second
		return true
	}
	defer t.mu.Unlock()
	var gone []*directory.Presence
	n := 0
	for v := range t.watchers {
		switch {
		case v.Node != from:
		case slices.Contains(b.Watchers, v.Called()):
			n++
		default:
			gone = append(gone, v)
		}
	}
	for _, v := range gone {
		delete(t.watchers, v)
		if me := v.Me(); !t.watchedBy(me.ID) {
			t.left(me, table.Away{Since: t.Now(), Grace: t.l.cfg.Grace, Coming: true})
		}
	}
	if len(gone) > 0 {
		t.changed()
	}
	if t.keeper != "" || t.pub.to == nil || t.pub.to[from] == 0 {
		return false
	}
	t.pub.to[from] = clock.MS()
	return n == len(b.Watchers) && t.Rec.Epoch == b.Epoch && t.pub.rev == b.Rev
}

// mind follows who is there, and asks the keepers of this node's mirrors, until the lobby closes.
func (l *Lobby) mind() {
	n := l.cfg.Nodes
	ticker := time.NewTicker(beatTime)
	defer ticker.Stop()
	kept, stopped := true, false
	for {
		changed := n.Changed()
		l.tasks.Safely("who is there", func() {
			if stopped || n.Keeping() != kept {
				was := kept
				kept = n.Keeping()
				l.keepAgain(was, kept)
			}
			l.inheritAll()
			l.standInsGone()
		})
		began := time.Now()
		select {
		case <-l.tasks.Context().Done():
			return
		case <-changed:
		case <-ticker.C:
			l.tasks.Safely("beat", l.beats)
		}
		stopped = time.Since(began) > 3*beatTime/2 // maybe the process
	}
}

// beats asks the keepers of the mirrors, and ends mirrors that nobody needs.
func (l *Lobby) beats() {
	by := map[string][]*room{}
	said := map[string]*beat{}
	for _, t := range l.mirrorsNow() {
		if !t.mu.TryLock() { // it is being taken over, say: it asks in a second
			continue
		}
		if t.unused++; len(t.watchers) > 0 {
			t.unused = 0
		}
		switch {
		case t.keeper == "" || t.Gone:
		case t.unused > int(mirrorTime/beatTime)/2:
			t.Gone = true
			t.unmirror()
		default:
			q := said[t.keeper]
			if q == nil {
				q = &beat{V: 1}
				said[t.keeper] = q
			}
			b := beating{ID: t.ID, Epoch: t.Rec.Epoch, Rev: t.pub.rev}
			for v := range t.watchers {
				b.Watchers = append(b.Watchers, whoIs(v).Visit)
			}
			q.Tables = append(q.Tables, b)
			by[t.keeper] = append(by[t.keeper], t)
		}
		t.mu.Unlock()
	}
	for keeper, q := range said {
		if _, asking := l.asking.LoadOrStore(keeper, true); asking {
			continue
		}
		l.tasks.Spawn("beat", func() {
			defer l.asking.Delete(keeper)
			l.askBeat(keeper, q, by[keeper])
		})
	}
}

// askBeat asks a keeper whether its mirrors here have heard all.
func (l *Lobby) askBeat(keeper string, q *beat, tables []*room) {
	ctx, cancel := context.WithTimeout(l.tasks.Context(), beatTime)
	defer cancel()
	var a behind
	err := l.cfg.Nodes.Ask(ctx, keeper, "beat", q, &a)
	for _, t := range tables {
		if !t.mu.TryLock() {
			continue
		}
		late := err == nil && (t.moving || slices.Contains(a.Tables, t.ID))
		if t.unheard++; err == nil {
			t.unheard = 0
		} else if t.unheard > 1 && t.keeper == keeper { // not for one that was lost
			t.move()
		}
		t.mu.Unlock()
		if late && len(t.looking) == 0 {
			l.look(t)
		}
	}
}

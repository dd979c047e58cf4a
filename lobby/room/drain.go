package room

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/background"
	"arcade/lobby/ledger"
	"arcade/lobby/replica"
	"arcade/lobby/table"
	"arcade/store"
)

// Drain refuses new visits and matches (ErrClosing), while matches under way continue until Close.
// Nobody loses by the clock or by absence meanwhile: the restart gives the time back.
func (l *Hall) Drain() {
	l.dir.Drain()
}

// Draining reports whether Drain or Close has been called.
func (l *Hall) Draining() bool { return l.dir.Draining() }

// coast is tick while the lobby drains: the table plays forced actions only. The lock is held.
func (t *Room) coast(now int64) {
	if !t.Live() || ledger.ByClient(t.Rec) {
		return
	}
	a, ok := t.M.Forced()
	switch {
	case !ok:
	case now < t.ForcedAt():
		t.wakeAt(t.ForcedAt(), now)
	default:
		t.try(games.Entry{Kind: games.Act, Seat: t.M.ToAct(), Action: a, At: now})
		t.Changed()
	}
}

// handTime bounds the wait for a node that takes a table over.
const handTime = time.Second

// HandOver transfers this node's matches to other nodes, each between two actions; their visitors
// stay. It returns an error if a match stays.
func (l *Hall) HandOver(ctx context.Context) error {
	tables := l.Rooms()
	errs := make([]error, len(tables))
	background.SideBySide(tables, func(i int, t *Room) { errs[i] = t.transfer(ctx, i) })
	return errors.Join(errs...)
}

// transfer transfers the table's match to the node with most of its people, or to the nth, or else
// to any that takes it. Nothing happens at the table meanwhile.
func (t *Room) transfer(ctx context.Context, nth int) error {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if t.Gone || !t.Here() || t.Rec.Status == store.Done {
		return nil
	}
	n := t.l.cfg.Nodes
	from := map[string]int{}
	for v := range t.Watchers {
		if from[v.Node]++; ledger.SeatOf(t.Rec, v.ID) != games.Nobody {
			from[v.Node] += len(t.Watchers)
		}
	}
	var others []string
	for _, m := range n.Members() {
		if m.Keeps && m.Name != n.Name() {
			others = append(others, m.Name)
		}
	}
	if len(others) == 0 {
		return fmt.Errorf("hand over match %s: %w", t.ID, ErrMoving)
	}
	nth %= len(others)
	others = slices.Concat(others[nth:], others[:nth])
	slices.SortStableFunc(others, func(a, b string) int { return from[b] - from[a] })
	var err error
	for _, to := range others { // a node may be of an older version, or just starting
		if err = t.handTo(ctx, to); err == nil {
			break
		}
	}
	return err
}

// handTo transfers the table's match to a node; the lock is held.
func (t *Room) handTo(ctx context.Context, to string) error {
	ctx, cancel := context.WithTimeout(ctx, handTime)
	defer cancel()
	var a replica.Answer
	err := t.l.cfg.Nodes.Ask(ctx, to, "take", t.Whole(t.Pub.Rev), &a)
	if err == nil {
		err = Named.Error(a.Err)
	}
	if rec, failed := t.l.cfg.Store.Match(t.l.tasks.Work(), t.ID); failed == nil && !t.keeps(rec) { // taken, even if the answer was lost
		_ = t.stepBack(store.ErrFenced)
		if f := t.follower.Load(); err == nil && f != nil && f.Owner == to { // ask it at once; refuse no command meanwhile
			f.moving = false
			f.refreshed()
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("hand over match %s: %w", t.ID, err)
	}
	return nil
}

// taken takes over a match that its owner hands over.
func (l *Hall) taken(_ context.Context, from string, body json.RawMessage) (any, error) {
	var s table.State
	if err := json.Unmarshal(body, &s); err != nil {
		return nil, err
	}
	if s.Rec == nil || s.Rec.ID != s.ID || l.Draining() {
		return replica.Answer{V: 1, Err: Named.Of(ErrMoving)}, nil
	}
	defer l.taking.Lock(s.ID)()
	p := l.Followed(*s.Rec, from, ReadyAtOnce)
	for p.Mu.Lock(); p.Gone; p.Mu.Lock() { // the follower has just ended
		p.Mu.Unlock()
		p = l.Followed(*s.Rec, from, ReadyAtOnce)
	}
	defer p.Mu.Unlock()
	t := p.follower.Load()
	if t == nil {
		return replica.Answer{V: 1}, nil
	}
	t.hear(s)
	return replica.Answer{V: 1, Err: Named.Of(t.inherit(*s.Rec))}, nil
}

package lobby

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
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

// state is a table as its keeper publishes it, in version 1: all of it, or what is new.
type state struct {
	V     int    `json:"v"`
	ID    string `json:"id"`
	Epoch uint64 `json:"epoch"`
	Rev   uint64 `json:"rev"`
	Whole bool   `json:"whole,omitempty"`
	// Over tells that there is no such table any more: it was taken down.
	Over bool `json:"over,omitempty"`
	// Now is the table's time at its keeper, in ms; older nodes do not say it.
	Now int64 `json:"now,omitempty"`
	// Rec is the record where it is new, Entries are those of the log from At on, Chat
	// what was said from the Said-th line on.
	Rec     *store.Match  `json:"rec,omitempty"`
	At      int           `json:"at"`
	Entries []store.Entry `json:"entries,omitempty"`
	Said    int           `json:"said"`
	Chat    []Line        `json:"chat,omitempty"`
	Besides besides       `json:"besides"`
}

// besides is what is not in the log, and shown.
type besides struct {
	Away    []absence  `json:"away"`
	Rematch []bool     `json:"rematch"`
	Here    []bool     `json:"here"`
	Gallery int        `json:"gallery"`
	Met     int64      `json:"met,omitempty"`
	Came    games.Seat `json:"came"`
	Refused []string   `json:"refused,omitempty"`
	Beside  string     `json:"beside,omitempty"`
	Next    string     `json:"next,omitempty"`
	Lifted  games.Seat `json:"lifted"`
	Ended   bool       `json:"ended,omitempty"`
	Quick   bool       `json:"quick,omitempty"`
	Late    bool       `json:"late,omitempty"`
}

type absence struct {
	Since  int64 `json:"since,omitempty"`
	Grace  int64 `json:"grace,omitempty"` // ms
	Coming bool  `json:"coming,omitempty"`
}

// state is the table with its log from at on, and with what was said from said on. The
// lock is held, as in all that publishes.
func (t *table) state(at, said int) state {
	s := state{
		V: 1, ID: t.id, Epoch: t.rec.Epoch, Rev: t.pub.rev, Over: t.gone && t.m == nil, Now: t.now(),
		At: at, Entries: slices.Clone(t.log[min(at, len(t.log)):]), Said: max(said, t.spoken-len(t.chat)),
		Besides: besides{
			Rematch: slices.Clone(t.rematch), Here: slices.Clone(t.here), Gallery: t.gallery, Met: t.met, Came: t.came,
			Refused: t.refused, Beside: t.beside, Next: t.next, Lifted: t.lifted, Ended: t.ended, Quick: t.quick, Late: t.late,
		},
	}
	s.Chat = slices.Clone(t.chat[len(t.chat)-(t.spoken-s.Said):])
	for _, a := range t.away {
		s.Besides.Away = append(s.Besides.Away, absence{a.since, a.grace.Milliseconds(), a.coming})
	}
	return s
}

// all is the whole state.
func (t *table) all() state {
	s, rec := t.state(0, 0), t.rec
	s.Whole, s.Rec = true, &rec
	return s
}

// publish tells the nodes with mirrors what is new.
func (t *table) publish() {
	if t.l.cfg.Nodes == nil || t.keeper != "" {
		return
	}
	t.pub.rev++
	if len(t.pub.to) > 0 {
		s := t.state(t.pub.at, t.pub.said)
		if rec := t.rec; !reflect.DeepEqual(rec, t.pub.rec) {
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
	t.pub.at, t.pub.rec, t.pub.said = len(t.log), t.rec, t.spoken
}

// hear takes what a mirror's keeper has published; false where something before it is
// missing. The lock is held.
func (t *table) hear(s state) bool {
	same := s.Epoch == t.rec.Epoch && t.pub.rev > 0
	switch {
	case s.Epoch < t.rec.Epoch && t.pub.rev == 0: // who says so has been taken over from, and nothing is known
		return false
	case s.Epoch < t.rec.Epoch, same && s.Rev <= t.pub.rev:
		return true // it is known
	case !s.Whole && (!same || s.Rev != t.pub.rev+1 || s.At > len(t.log)), s.Said > t.spoken && !s.Whole:
		return false
	case len(s.Besides.Away) != len(t.away) || len(s.Besides.Rematch) != len(t.away) || len(s.Besides.Here) != len(t.away):
		return false
	}
	if s.Rec != nil {
		t.rec = *s.Rec
		t.control, _ = games.ParseControl(t.rec.Control)
	}
	log := append(slices.Clip(t.log[:min(s.At, len(t.log))]), s.Entries...)
	switch {
	case s.Over || t.rec.Status == store.Open:
		t.m, t.log = nil, nil
	case t.m == nil || s.Whole || len(log) < len(t.log):
		if err := t.fold(log); err != nil {
			t.l.log.Error("fold a mirror", "match", t.id, "err", err)
			return false
		}
	default:
		for _, e := range log[len(t.log):] {
			if _, err := t.m.Add(ledger.FromStore(e)); err != nil {
				t.l.log.Error("fold a mirror", "match", t.id, "err", err)
				t.m = nil
				return false
			}
		}
		t.log = log
	}
	if new := s.Said + len(s.Chat) - t.spoken; new > 0 || s.Whole {
		if s.Whole {
			t.chat, new = nil, len(s.Chat)
		}
		t.chat = append(t.chat, s.Chat[len(s.Chat)-min(new, len(s.Chat)):]...)
		t.chat, t.spoken = slices.Clone(t.chat[max(len(t.chat)-chatKept, 0):]), s.Said+len(s.Chat)
	}
	b := s.Besides
	for i, a := range b.Away {
		t.away[i] = away{a.Since, time.Duration(a.Grace) * time.Millisecond, a.Coming}
	}
	copy(t.rematch, b.Rematch)
	copy(t.here, b.Here)
	t.gallery, t.met, t.came, t.refused, t.beside, t.next = b.Gallery, b.Met, b.Came, b.Refused, b.Beside, b.Next
	t.lifted, t.ended, t.quick, t.late = b.Lifted, b.Ended, b.Quick, b.Late
	t.pub.rev, t.moving = s.Rev, false
	if s.Now > 0 {
		t.made, t.madeAt = time.Now(), time.Duration(s.Now)*time.Millisecond
	}
	t.gone = s.Over
	if t.gone {
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
	V     int     `json:"v"`
	Err   *refuse `json:"err,omitempty"`
	State state   `json:"state"`
}

// look is refresh by the side.
func (l *Lobby) look(t *table) {
	l.spawn("mirror", func() {
		if err := l.refresh(t); err != nil {
			l.log.Warn("mirror", "match", t.id, "err", err)
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
		return looked{V: 1, Err: refusalOf(err)}, nil
	}
	t.overtaken(q.Epoch)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.keeper != "" || t.gone && (t.m == nil || !t.m.Over()) {
		return looked{V: 1, Err: refusalOf(errElsewhere)}, nil
	}
	come := false
	for _, w := range q.By {
		v := l.standIn(from, w)
		if _, watches := t.watchers[v]; !watches && t.come(v) == nil { // it was let in before
			l.mu.Lock()
			v.touch(t)
			l.mu.Unlock()
			come = true
		}
	}
	if come { // once for a crowd that comes from a node that is gone
		t.changed()
	}
	if t.keeper != "" { // as the store has said meanwhile
		return looked{V: 1, Err: refusalOf(errElsewhere)}, nil
	}
	if t.pub.to == nil {
		t.pub.to = map[string]int64{}
	}
	t.pub.to[from] = clock.MS()
	return looked{V: 1, State: t.all()}, nil
}

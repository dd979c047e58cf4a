package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"sync"
	"time"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
)

// A mirror is a table whose match another node keeps: it folds what that publishes, which
// is in the store by then, and makes its own views of it for the visitors of this node. It
// runs no clock, has no bots and writes nothing. See docs/cluster.md.

const (
	// beatTime is how often a node asks the keepers of its mirrors whether it has heard all.
	beatTime = time.Second
	// mirrorTime is for how long a keeper tells a node of a table that asks no more.
	mirrorTime = 10 * time.Second
	// hearTime is how long a mirror waits for what its keeper has published before it asks.
	hearTime = 100 * time.Millisecond
)

// mirror is what a table has besides where its match is kept elsewhere.
type mirror struct {
	keeper      string // the node that keeps the match; "": this one
	incarnation int64  // of it, as heard of last
	moving      bool   // it cannot be reached, or is gone
	unused      int    // beats without a watcher
	unheard     int    // beats without an answer
	news        chan struct{}
	ready       chan struct{} // closed when all was heard for the first time, or could not be
	missed      bool          // something of what was published
	looking     chan struct{} // holds one while all is asked for; taken before the table's lock
}

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

// isFar tells that another node keeps a table's match.
func (l *Lobby) isFar(t *table) bool {
	if l.cfg.Nodes == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.keeper != ""
}

// writable tells whether the table may do anything by itself, or for its visitors.
func (t *table) writable() error {
	switch {
	case t.keeper != "":
		return errElsewhere
	case !t.l.keeping():
		return ErrMoving
	}
	return nil
}

// keeping tells that this node may keep matches.
func (l *Lobby) keeping() bool { return l.cfg.Nodes == nil || l.cfg.Nodes.Keeping() }

// state is the table with its log from at on, and with what was said from said on. The
// lock is held, as in all that publishes.
func (t *table) state(at, said int) state {
	s := state{
		V: 1, ID: t.id, Epoch: t.rec.Epoch, Rev: t.pub.rev, Over: t.gone && t.m == nil,
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
			if nowMS()-seen > mirrorTime.Milliseconds() {
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
	t.gone = s.Over
	if t.gone {
		t.unmirror()
	}
	t.tell()
	return true
}

// tell wakes a mirror's watchers, and whoever waits for what they were to see.
func (t *table) tell() {
	t.summarise()
	t.freshen()
	closeAnew(&t.news)
	for v := range t.watchers {
		v.poke()
	}
}

func closeAnew(c *chan struct{}) {
	if *c != nil {
		close(*c)
	}
	*c = make(chan struct{})
}

// unmirror takes a mirror from memory; its lock is held.
func (t *table) unmirror() {
	t.l.mu.Lock()
	defer t.l.mu.Unlock()
	if t.l.mirrors[t.id] == t {
		delete(t.l.mirrors, t.id)
	}
}

// await waits until a mirror shows what a deed there has done.
func (t *table) await(epoch, rev uint64) {
	for {
		t.mu.Lock()
		shown := t.keeper == "" || t.gone || t.rec.Epoch > epoch || t.rec.Epoch == epoch && t.pub.rev >= rev
		heard := t.news
		t.mu.Unlock()
		if shown {
			return
		}
		select {
		case <-heard:
		case <-time.After(hearTime):
			if err := t.l.refresh(t); err != nil {
				t.l.log.Warn("mirror", "match", t.id, "err", err)
			}
			return
		}
	}
}

// find is a table of this node, or a mirror of another's; ErrNoTable, ErrMoving.
func (l *Lobby) find(id string) (*table, error) {
	l.mu.Lock()
	own, t := l.tables[id], l.mirrors[id]
	l.mu.Unlock()
	switch {
	case own != nil:
		return own, nil
	case l.cfg.Nodes == nil:
		return nil, ErrNoTable
	case t == nil:
		rec, err := l.cfg.Store.Match(id)
		switch {
		case errors.Is(err, store.ErrNotFound) || err == nil && rec.Status == store.Done:
			return nil, ErrNoTable
		case err != nil:
			return nil, err
		case rec.Keeper == l.cfg.Node || rec.Keeper == "":
			if err := l.TakeOver(id); errors.Is(err, store.ErrFenced) {
				return nil, ErrMoving
			} else if err != nil {
				return nil, err
			}
			return l.table(id)
		}
		t = l.mirror(rec)
	}
	select {
	case <-t.ready:
	case <-l.ctx.Done():
		return nil, ErrClosing
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := l.tables[id]; now != nil {
		return now, nil
	}
	if l.mirrors[id] != t {
		return nil, ErrMoving
	}
	return t, nil
}

// mirror makes the mirror of a match that another node keeps, if there is none.
func (l *Lobby) mirror(rec store.Match) *table {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.mirrors[rec.ID]; t != nil {
		return t
	}
	t := l.newTable(rec)
	t.keeper, t.ready, t.news = rec.Keeper, make(chan struct{}), make(chan struct{})
	t.incarnation = l.startOf(rec.Keeper)
	l.mirrors[rec.ID] = t
	l.wg.Go(func() {
		defer close(t.ready)
		err := l.refresh(t)
		t.mu.Lock()
		defer t.mu.Unlock()
		if err != nil && t.keeper != "" {
			t.unmirror()
		}
	})
	return t
}

// startOf is the incarnation of a node, where it is not there none that was.
func (l *Lobby) startOf(node string) int64 {
	for _, m := range l.cfg.Nodes.Members() {
		if m.Name == node {
			return m.Incarnation
		}
	}
	return math.MaxInt64
}

// look is a node's question for all of a table, with those who watch its mirror.
type look struct {
	V     int    `json:"v"`
	Table string `json:"table"`
	By    []who  `json:"by,omitempty"`
}

type looked struct {
	V     int     `json:"v"`
	Err   *refuse `json:"err,omitempty"`
	State state   `json:"state"`
}

// refresh has a mirror hear all that there is, from who keeps the match now: maybe this node.
func (l *Lobby) refresh(t *table) error {
	t.looking <- struct{}{}
	defer func() { <-t.looking }()
	for range 4 {
		t.mu.Lock()
		keeper, done := t.keeper, t.keeper == "" || t.gone
		t.missed = false
		q := look{V: 1, Table: t.id}
		for v := range t.watchers {
			q.By = append(q.By, v.who())
		}
		t.mu.Unlock()
		if done {
			return nil
		}
		ctx, cancel := context.WithTimeout(l.ctx, deedTime)
		start := l.startOf(keeper)
		var a looked
		err := l.cfg.Nodes.Ask(ctx, keeper, "mirror", q, &a)
		cancel()
		if err == nil {
			err = a.Err.error()
		}
		if err == nil {
			t.mu.Lock()
			ok := t.keeper == keeper && t.hear(a.State) && !t.missed
			t.incarnation, t.moving = start, false
			t.mu.Unlock()
			if ok {
				return nil
			}
			continue
		}
		if done, err := l.seek(t, keeper, err); done || err != nil {
			return err
		}
	}
	return ErrMoving
}

// seek asks the store who keeps a mirror's match, as its keeper does not say; done where
// there is nobody to ask any more.
func (l *Lobby) seek(t *table, keeper string, why error) (done bool, err error) {
	rec, err := l.cfg.Store.Match(t.id)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.keeper != keeper {
		return t.keeper == "", nil
	}
	gone := l.cfg.Nodes.Gone(keeper, t.incarnation)
	switch {
	case errors.Is(err, store.ErrNotFound):
		t.rec.Status, t.rec.Reason, t.m, t.gone = store.Done, games.Aborted, nil, true
		t.unmirror()
		t.tell()
		return true, nil
	case err != nil:
		return false, err
	case rec.Status == store.Done && (gone || errors.Is(why, errElsewhere)):
		return true, t.ends(rec)
	case rec.Status == store.Done: // its keeper has it still
	case rec.Keeper == l.cfg.Node && t.dissolve():
		return true, nil
	case rec.Keeper == l.cfg.Node || rec.Keeper == keeper && gone:
		return true, t.inherit(rec)
	case rec.Keeper != keeper:
		t.keeper, t.incarnation = rec.Keeper, l.startOf(rec.Keeper)
		return false, nil
	}
	t.move()
	return false, fmt.Errorf("%w: %w", ErrMoving, why)
}

// dissolve ends a mirror where this node has a table of its own by now, to which the
// mirror's watchers go; false where it has none. The lock is held.
func (t *table) dissolve() bool {
	if _, err := t.l.table(t.id); err != nil {
		return false
	}
	t.unmirror()
	t.keeper, t.gone = "", true
	closeAnew(&t.news)
	for v := range t.watchers {
		t.l.wg.Go(func() {
			if err := v.watch(t.id); err != nil {
				v.poke()
			}
		})
	}
	return true
}

// move shows that a mirror's keeper is not there; the lock is held.
func (t *table) move() {
	if !t.moving {
		t.moving = true
		t.tell()
	}
}

// ends makes a mirror the table of a match that is over, at a keeper who does not know of
// it any more; the lock is held.
func (t *table) ends(rec store.Match) error {
	entries, err := t.l.cfg.Store.Entries(t.id, 0, -1)
	if err != nil {
		return err
	}
	t.rec = rec
	if err := t.fold(entries); err != nil {
		return err
	}
	t.ended = true // the others who were there are not to be found
	t.comeHere()
	t.changed()
	return nil
}

// comeHere makes a mirror one of this node's own tables; the lock is held.
func (t *table) comeHere() {
	l := t.l
	t.keeper, t.moving, t.failed, t.broken = "", false, 0, false
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.mirrors, t.id)
	l.tables[t.id], l.byAge, l.lists = t, nil, nil
	if t.rec.Code != "" && (t.rec.Status == store.Open || ledger.ByClient(t.rec)) {
		l.codes[t.rec.Code] = t.id
	}
	t.summary.Store(nil) // as for any table that is new here
	closeAnew(&t.news)
}

// inherit takes over a mirror's match whose keeper is gone, or hands it over, as the store
// has it, and goes on with what the mirror knows besides. The lock is held; ErrMoving
// where another node was faster.
func (t *table) inherit(rec store.Match) error {
	l := t.l
	if !l.keeping() {
		t.move()
		return ErrMoving
	}
	l.naming.RLock()
	defer l.naming.RUnlock()
	rec, err := l.cfg.Store.TakeOver(rec.ID, rec.Epoch, l.cfg.Node)
	if refusal(err) {
		t.move()
		return fmt.Errorf("%w: %w", ErrMoving, err)
	} else if err != nil {
		t.move()
		return err
	}
	if t.meets() && rec.Status == store.Open { // the store knows the host alone
		rec.Seats = t.rec.Seats
	} else if rec.Status == store.Live {
		t.met, t.quick = 0, false
	}
	t.rec = rec
	for i, a := range t.away {
		if s := rec.Seats[i]; s.Bot != "" || s.Empty() || ledger.ByClient(rec) || t.watchedBy(personIn(s).ID) {
			t.away[i] = away{}
		} else if a.since == 0 {
			t.away[i] = away{since: nowMS(), grace: l.cfg.Grace, coming: true}
		}
	}
	if rec.Status == store.Live {
		entries, err := l.cfg.Store.Entries(rec.ID, 0, -1)
		if err == nil {
			err = t.fold(entries)
		}
		if err != nil {
			return fmt.Errorf("match %s: %w", t.id, err)
		}
	}
	t.comeHere()
	l.log.Info("match taken over", "match", t.id, "epoch", rec.Epoch)
	err = t.goOn()
	t.changed()
	return err
}

// goOn notes in the log of a match that was taken over that its time stood still; the lock
// is held.
func (t *table) goOn() error {
	if !t.live() || ledger.ByClient(t.rec) {
		return nil
	}
	t.rest(games.Rest, t.m.LastAt())
	if err := t.add(games.Entry{Kind: games.Restart, Seat: games.Nobody, At: t.now()}); err != nil {
		return err
	}
	t.botAnswers() // what it was asked just before
	return nil
}

// goElsewhere makes one of this node's tables the mirror of one that another node keeps;
// the lock is held. Its watchers stay, those of other nodes find it themselves.
func (t *table) goElsewhere(keeper string) {
	l := t.l
	t.length.Store(-1)
	t.timer.Stop()
	if t.m != nil {
		if err := t.fold(t.log); err != nil {
			l.log.Error("fold what was stored", "match", t.id, "err", err)
		}
	}
	maps.DeleteFunc(t.watchers, func(v *Visit, _ struct{}) bool { return v.home != "" })
	for node := range t.pub.to {
		l.cfg.Nodes.Send(node, "table", state{V: 1, ID: t.id, Epoch: t.rec.Epoch + 1}) // which sends it to look
	}
	l.mu.Lock()
	t.unlist()
	l.mirrors[t.id] = t
	l.mu.Unlock()
	t.keeper, t.incarnation, t.moving, t.unused = keeper, l.startOf(keeper), true, 0
	t.pub = published{rev: t.pub.rev}
	if t.ready == nil {
		t.ready = make(chan struct{})
		close(t.ready)
	}
	t.tell()
	l.look(t)
}

// look is refresh by the side.
func (l *Lobby) look(t *table) {
	l.wg.Go(func() {
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
	t.mu.Lock()
	if t.pub.to == nil {
		t.pub.to = map[string]int64{}
	}
	t.pub.to[from] = nowMS()
	t.mu.Unlock()
	for _, w := range q.By {
		v := l.standIn(from, w)
		t.mu.Lock()
		_, watches := t.watchers[v]
		t.mu.Unlock()
		if !watches {
			_ = v.watch(q.Table) // it was let in before
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.keeper != "" || t.gone && (t.m == nil || !t.m.Over()) {
		return looked{V: 1, Err: refusalOf(errElsewhere)}, nil
	}
	return looked{V: 1, State: t.all()}, nil
}

// heardOf takes what a keeper publishes.
func (l *Lobby) heardOf(from string, body json.RawMessage) {
	var s state
	if err := json.Unmarshal(body, &s); err != nil {
		l.log.Error("what a keeper says", "node", from, "err", err)
		return
	}
	l.mu.Lock()
	t := l.mirrors[s.ID]
	l.mu.Unlock()
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.keeper == from && !t.gone && t.hear(s) || t.keeper == "" {
		return
	}
	if t.keeper != from && s.Epoch <= t.rec.Epoch {
		return
	}
	l.gaps.Add(1)
	if t.missed = true; len(t.looking) == 0 {
		l.look(t)
	}
}

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
func (t *table) beats(from string, b beating) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	var gone []*Visit
	n := 0
	for v := range t.watchers {
		switch {
		case v.home != from:
		case slices.Contains(b.Watchers, v.name):
			n++
		default:
			gone = append(gone, v)
		}
	}
	for _, v := range gone {
		delete(t.watchers, v)
		if me := v.Me(); !t.watchedBy(me.ID) {
			t.left(me, away{since: nowMS(), grace: t.l.cfg.Grace, coming: true})
		}
	}
	if len(gone) > 0 {
		t.changed()
	}
	if t.keeper != "" || t.pub.to == nil || t.pub.to[from] == 0 {
		return false
	}
	t.pub.to[from] = nowMS()
	return n == len(b.Watchers) && t.rec.Epoch == b.Epoch && t.pub.rev == b.Rev
}

// mind follows who is there, and asks the keepers of this node's mirrors, until the lobby closes.
func (l *Lobby) mind() {
	n := l.cfg.Nodes
	ticker := time.NewTicker(beatTime)
	defer ticker.Stop()
	kept := true
	for {
		changed := n.Changed()
		if keeps := n.Keeping(); keeps != kept {
			kept = keeps
			l.keepAgain(keeps)
		}
		l.inheritAll()
		l.standInsGone()
		select {
		case <-l.ctx.Done():
			return
		case <-changed:
		case <-ticker.C:
			l.beats()
		}
	}
}

// mirrorsNow are the mirrors in memory.
func (l *Lobby) mirrorsNow() []*table {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Collect(maps.Values(l.mirrors))
}

// inheritAll takes over from keepers that are gone what has mirrors here.
func (l *Lobby) inheritAll() {
	var all sync.WaitGroup
	places := make(chan struct{}, restorers)
	for _, t := range l.mirrorsNow() {
		t.mu.Lock()
		gone := t.keeper != "" && !t.gone && l.cfg.Nodes.Gone(t.keeper, t.incarnation)
		if gone {
			t.move()
		}
		t.mu.Unlock()
		if !gone || !l.keeping() {
			continue
		}
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			defer l.guard("take-over")
			t.mu.Lock()
			keeper := t.keeper
			t.mu.Unlock()
			if done, err := l.seek(t, keeper, nil); err != nil || !done { // another was faster
				l.look(t)
			}
		})
	}
	all.Wait()
}

// standInsGone takes those away whose node is gone, as connections that dropped.
func (l *Lobby) standInsGone() {
	var gone []*Visit
	l.mu.Lock()
	for _, list := range l.standIns {
		for _, v := range list {
			if l.cfg.Nodes.Gone(v.home, v.start) {
				gone = append(gone, v)
			}
		}
	}
	l.mu.Unlock()
	for _, v := range gone {
		v.standDown(true)
	}
}

// beats asks the keepers of the mirrors, and ends mirrors that nobody needs.
func (l *Lobby) beats() {
	by := map[string][]*table{}
	said := map[string]*beat{}
	for _, t := range l.mirrorsNow() {
		t.mu.Lock()
		if t.unused++; len(t.watchers) > 0 {
			t.unused = 0
		}
		switch {
		case t.keeper == "" || t.gone:
		case t.unused > int(mirrorTime/beatTime)/2:
			t.gone = true
			t.unmirror()
		default:
			q := said[t.keeper]
			if q == nil {
				q = &beat{V: 1}
				said[t.keeper] = q
			}
			b := beating{ID: t.id, Epoch: t.rec.Epoch, Rev: t.pub.rev}
			for v := range t.watchers {
				b.Watchers = append(b.Watchers, v.who().Visit)
			}
			q.Tables = append(q.Tables, b)
			by[t.keeper] = append(by[t.keeper], t)
		}
		t.mu.Unlock()
	}
	for keeper, q := range said {
		l.mu.Lock()
		asking := l.asking[keeper]
		l.asking[keeper] = true
		l.mu.Unlock()
		if asking {
			continue
		}
		l.wg.Go(func() {
			l.askBeat(keeper, q, by[keeper])
			l.mu.Lock()
			defer l.mu.Unlock()
			delete(l.asking, keeper)
		})
	}
}

// askBeat asks a keeper whether its mirrors here have heard all.
func (l *Lobby) askBeat(keeper string, q *beat, tables []*table) {
	ctx, cancel := context.WithTimeout(l.ctx, beatTime)
	defer cancel()
	var a behind
	err := l.cfg.Nodes.Ask(ctx, keeper, "beat", q, &a)
	for _, t := range tables {
		t.mu.Lock()
		late := err == nil && (t.moving || slices.Contains(a.Tables, t.id))
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

// Kept counts the tables of matches that this node keeps, and the mirrors of those that
// others keep.
func (l *Lobby) Kept() (keeper, mirror int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.tables), len(l.mirrors)
}

// Gaps is how often a mirror had missed something of its table, and asked for it.
func (l *Lobby) Gaps() uint64 { return l.gaps.Load() }

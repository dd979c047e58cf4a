package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/lobby/limit"
	"arcade/store"
)

// table is one match with its seats: an open seat, a challenge, a game with a
// bot or alone, a live match, and for a while a finished one. Its mutex puts
// what happens on it in order; each entry is in the store before any watcher is
// woken.
type table struct {
	l       *Lobby
	id      string
	created int64
	// seedHash is of the seed, which a table has from the beginning.
	seedHash string

	mu       sync.Mutex
	made     time.Time     // or, a mirror, heard its keeper last, by the clock that never jumps
	madeAt   time.Duration // the table's time then, since 1970: see now
	rec      store.Match
	control  games.Control // rec's, parsed
	m        *games.Match  // nil while open
	log      []store.Entry // what m is folded from: in the store, all of it
	away     []away
	watchers map[*Visit]struct{}
	here     []bool // whose players are among the watchers, and how many others: as of summarise
	gallery  int
	chat     []Line
	spoken   int                      // how many lines there were in all
	said     map[string]limit.Moments // when each person last spoke
	timer    *time.Timer
	asked    sync.Mutex // held while the bot thinks for a program; taken before mu
	lifted   games.Seat // at one screen, for whom its curtain is lifted
	thinking bool       // a bot is choosing
	rematch  []bool     // who is ready: for the match of a meeting, for another match, for the next round
	met      int64      // ms, since when an open table has a meeting; 0 for none
	came     games.Seat // who came to the host of the meeting
	refused  []string   // who has declined the open seat
	beside   string     // the match with whose end the open seat is taken down
	next     string     // the rematch's id
	ended    bool       // somebody has left the series
	quick    bool       // whoever looks for an opponent may be seated here
	late     bool       // it was called off by the table, since nobody began
	failed   int        // how often in a row the store did not take an entry: see fails
	again    time.Time  // until when the table waits then
	owes     bool       // the clocks ran while the store took nothing: see giveBack
	broken   bool       // the store failed and the log could not be read again
	warned   int        // the room of the log at which its player was told last
	gone     bool       // no longer among the lobby's tables
	outlived bool       // its match is over, and another node had it before: see outlive
	mirror
	pub published

	length  atomic.Int64 // of the log, for a bot that thinks; -1 once the match is over
	summary atomic.Pointer[Summary]
}

// away tells since when a seat's player is not at the table.
type away struct {
	since int64 // ms, 0 when present
	grace time.Duration
	// coming players are in the house and have been called: they are not shown as
	// gone before the grace is over.
	coming bool
}

// over tells that the grace has passed.
func (a away) over(now int64) bool { return a.since != 0 && now >= a.until() }

func (a away) until() int64 { return a.since + a.grace.Milliseconds() }

// shown is since when others see the player as gone, 0 when they do not.
func (a away) shown(now int64) int64 {
	if a.coming && !a.over(now) {
		return 0
	}
	return a.since
}

// newTable makes the table of a record; nothing is scheduled yet.
func (l *Lobby) newTable(rec store.Match) *table {
	t := &table{
		l: l, id: rec.ID, created: rec.Created, rec: rec, seedHash: kibo.SeedHash(rec.Seed),
		away:     make([]away, len(rec.Seats)),
		watchers: map[*Visit]struct{}{},
		here:     make([]bool, len(rec.Seats)),
		said:     map[string]limit.Moments{},
		lifted:   games.Nobody,
		rematch:  make([]bool, len(rec.Seats)),
		made:     time.Now(),
		madeAt:   time.Duration(clock.Now().UnixNano()),
	}
	t.looking = make(chan struct{}, 1)
	t.control, _ = games.ParseControl(rec.Control) // one that cannot be read is an error of the fold
	t.timer = time.AfterFunc(time.Hour, t.tick)
	t.timer.Stop()
	return t
}

// fold sets the match from the log.
func (t *table) fold(entries []store.Entry) error {
	m, err := ledger.Fold(t.l.cfg.Games, t.rec, entries)
	if err != nil {
		return err
	}
	t.m, t.log = m, entries
	return nil
}

// add folds an entry and makes it durable. Nobody sees it before that: the
// table's lock is held, and where the store fails the fold goes back to the log.
// ErrStale where somebody else has written to the match. Time that the clocks lost
// to the store is given back first.
func (t *table) add(e games.Entry) error {
	if t.gone { // another keeps it, or it was taken down, while one waited for the lock
		return ErrStale
	}
	if err := t.writable(); err != nil {
		return err
	}
	if t.broken {
		known := t.m.Len()
		if err := t.reload(); err != nil {
			t.fails()
			return fmt.Errorf("match %s: %w: %w", t.id, ErrBroken, err)
		}
		if t.m.Len() != known { // what got no answer was written: this was meant for what stood before
			t.failed = 0
			_ = t.giveBack() // the timer tries it again
			t.changed()
			return fmt.Errorf("match %s: %w", t.id, ErrStale)
		}
	}
	if e.Kind != games.Restart {
		if err := t.giveBack(); err != nil {
			return err
		}
		e.At = max(e.At, t.m.LastAt())
	}
	return t.put(e)
}

// put is add for a table whose log is known and whose clocks are owed nothing.
func (t *table) put(e games.Entry) error {
	asked, at := time.Now(), t.m.Len()
	if lastEntry(t.m) && e.Kind != games.Void && e.Kind != games.Abort {
		e = games.Entry{Kind: games.Resign, Seat: max(t.m.ToAct(), 0), At: e.At}
	}
	if _, err := t.m.Add(e); err != nil {
		return err
	}
	var err error
	if t.m.Over() && !ledger.ByClient(t.rec) {
		err = t.finish(at, e)
	} else {
		err = t.l.cfg.Store.Append(t.id, t.rec.Epoch, at, ledger.ToStore(e))
	}
	if err == nil {
		t.failed, t.owes = 0, false
		t.took(e.Kind, time.Since(asked))
		if t.m.ToAct() != t.lifted {
			t.lifted = games.Nobody
		}
		t.ended = t.m.Over() && slices.ContainsFunc(t.away, t.leavesSeries)
		t.log = append(t.log, ledger.ToStore(e))
		return nil
	}
	if refusal(err) {
		err = t.stepBack(err)
		if errors.Is(err, ErrStale) {
			return err
		}
	} else {
		t.fails()
		if !errors.Is(err, store.ErrUnwritten) { // what its end is made of could not be read
			err = fmt.Errorf("%w: %w", store.ErrUnwritten, err)
		}
		err = fmt.Errorf("match %s: %w", t.id, err)
	}
	written := t.reload() == nil && t.m.Len() > at
	if t.broken {
		// Even now nobody may see what is not in the store: back to what is known to be there.
		err = errors.Join(err, t.fold(t.log))
	}
	switch {
	case t.summary.Load() == nil: // it is no table yet
	case written:
		t.changed()
	default:
		t.schedule() // to look whether it was written later
	}
	return err
}

// reload folds the match from the store; the table is broken until that has worked.
func (t *table) reload() error {
	entries, err := t.l.cfg.Store.Entries(t.id, 0, -1)
	if err == nil {
		err = t.fold(entries)
	}
	if err == nil && t.m.Over() && !ledger.ByClient(t.rec) { // its end was written, and the answer was lost
		var rec store.Match
		if rec, err = t.l.cfg.Store.Match(t.id); err == nil {
			t.over(rec)
		}
	}
	t.broken = err != nil
	return err
}

// now is the table's time, which its entries have. It goes on steadily, whatever the system's
// clock does, and from the last entry where that is ahead, as its keeper's clock was. Over
// days the system's clock counts, as the machine may have slept. The lock is held.
func (t *table) now() int64 {
	now := (t.madeAt + time.Since(t.made)).Milliseconds()
	if t.days() {
		now = max(now, clock.MS())
	}
	if t.m != nil && t.m.LastAt() > now {
		t.madeAt += time.Duration(t.m.LastAt()-now) * time.Millisecond
		now = t.m.LastAt()
	}
	return now
}

// changed tells the watchers and the lobby, and sets the timer for what comes
// next. The table's lock is held.
func (t *table) changed() {
	if t.keeper != "" { // it has gone elsewhere meanwhile
		t.tell()
		return
	}
	t.length.Store(-1)
	if t.live() {
		t.length.Store(int64(t.m.Len()))
	}
	t.schedule()
	t.think()
	t.show()
	if t.rec.Status == store.Done && len(t.watchers) == 0 {
		t.forget()
	}
}

// show shows everybody what has come of the table: its watchers, the lists and other nodes.
func (t *table) show() {
	old := t.summary.Load()
	t.summarise()
	t.publish()
	for v := range t.watchers {
		v.poke()
	}
	t.told(old, t.summary.Load())
}

// live tells that the match is being played.
func (t *table) live() bool { return !t.gone && t.m != nil && !t.m.Over() }

// schedule sets the timer to the next moment at which the table itself must look.
func (t *table) schedule() {
	t.timer.Stop()
	if t.gone {
		return
	}
	at := int64(0)
	next := func(ms int64) {
		if at == 0 || ms < at {
			at = ms
		}
	}
	now := t.now()
	if ledger.ByClient(t.rec) && t.m != nil {
		next(t.clearAt())
		if t.idleAt() > now {
			next(t.idleAt())
		}
	} else if t.live() {
		s := t.m.ToAct()
		if left, running := t.m.Left(s, now); running {
			next(now + max(left, 0))
		}
		if t.m.ForcedNow() {
			next(t.forcedAt())
		}
	}
	for _, a := range t.away {
		if a.since != 0 && t.awayMatters() && !a.over(now) {
			next(a.until())
		}
	}
	if by := t.readyBy(); by != 0 {
		next(max(by, now))
	}
	if t.failed > 0 {
		at = now + t.backoff().Milliseconds()
	}
	if at == 0 {
		return
	}
	t.wakeAt(at, now)
}

// wakeAt sets the timer to a moment of the table's time; now is the present one.
func (t *table) wakeAt(at, now int64) {
	t.timer.Reset(max(time.Duration(at-now)*time.Millisecond, time.Millisecond))
}

// slowStore is how long the store may take for an entry before its time is given back: less
// is part of the clocks, as the network is.
const slowStore = time.Second

// took notes how long the store took for an entry: meanwhile the clock of the next seat ran,
// which had not seen it. A restart adds time that covers what it takes itself.
func (t *table) took(kind games.Kind, long time.Duration) {
	most := slowStore
	if kind == games.Restart {
		most = games.RestartBonus * time.Millisecond
		if c := t.m.Terms.Control; c.PerMove > 0 { // what it adds here depends
			most = min(most, time.Duration(c.PerMove)*time.Millisecond/2)
		}
	}
	if long >= most {
		t.fails()
	}
}

// giveBack gives the clocks, and those who are away, the time back for which the store took
// nothing, as after a restart of the server. The restart in the log is at the moment when
// the store took entries again. The lock is held.
func (t *table) giveBack() error {
	if !t.owes || !t.live() {
		return nil
	}
	if _, running := t.m.Left(t.m.ToAct(), t.now()); running && !lastEntry(t.m) {
		if err := t.put(games.Entry{Kind: games.Restart, Seat: games.Nobody, At: t.now()}); err != nil {
			return err
		}
	} else {
		t.owes = false
	}
	for i, a := range t.away {
		if a.since != 0 {
			t.away[i].since = t.now()
		}
	}
	return nil
}

// fails notes that the store did not take an entry, or took it late. What visitors try while
// the table waits is no reason to wait longer.
func (t *table) fails() {
	t.owes = true
	if t.failed == 0 || !time.Now().Before(t.again) {
		t.failed++
		t.again = time.Now().Add(t.pause())
	}
}

// pause is how long the table waits before it tries again what the store did not take: from
// 1 s to half a minute, so as not to press a store in trouble.
func (t *table) pause() time.Duration {
	if t.failed == 0 {
		return 0
	}
	return time.Second << min(t.failed-1, 5)
}

// backoff is what is left of the pause, all of it where it is over.
func (t *table) backoff() time.Duration {
	if left := time.Until(t.again); t.failed > 0 && left > 0 {
		return left
	}
	return t.pause()
}

// awayMatters tells that somebody waits for the absent: a live match between two people, or
// an open seat, unless it is played over days.
func (t *table) awayMatters() bool {
	if t.days() || ledger.ByClient(t.rec) {
		return false
	}
	return t.rec.Status == store.Open || t.live() && t.people() > 1
}

// days tells that the match is played over days.
func (t *table) days() bool { return t.control.Correspondence() }

// people counts the seats held by people, the two at one screen as one.
func (t *table) people() (n int) {
	if ledger.AtScreen(t.rec) {
		return 1
	}
	for _, s := range t.rec.Seats {
		if s.Player != "" || s.Guest != "" {
			n++
		}
	}
	return n
}

// forcedAt is when the table plays the forced action.
func (t *table) forcedAt() int64 {
	return max(t.m.LastAt(), t.m.Started()) + t.l.cfg.PassNotice.Milliseconds()
}

// tick is the timer: flags fall, forced actions are played, matches that never
// began end and seats whose host has gone are taken down.
func (t *table) tick() {
	defer t.l.guard("table timer")
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.gone || t.writable() != nil {
		return
	}
	if t.l.Draining() {
		t.coast(t.now())
		return
	}
	if t.failed > 0 && time.Now().Before(t.again) { // a visitor was faster
		t.schedule()
		return
	}
	if t.failed > 0 && t.rec.Status != store.Done && !t.stands(len(t.log)) { // what got no answer was written, or another keeps the match
		before := t.failed
		_ = t.stepBack(store.ErrConflict)
		if t.gone || t.keeper != "" {
			return
		}
		if t.failed > before { // it cannot be read yet
			t.schedule()
			return
		}
	}
	failed := t.failed
	refused, now := t.giveBack() != nil, t.now()
	switch {
	case refused: // the store is away still
	case ledger.ByClient(t.rec):
		if now >= t.clearAt() && t.drop() == nil {
			return
		}
	case t.rec.Status == store.Open:
		if t.meets() && now >= t.readyBy() && t.part(t.unready()...) == nil && t.gone {
			return
		}
		if t.awayMatters() && t.goneLong(now) && t.drop() == nil {
			return
		}
	case t.readyBy() != 0 && now >= t.readyBy():
		t.ended = true
	case !t.live():
		return
	case !ledger.Kept(t.rec) && t.allGone(now):
		if t.drop() == nil {
			return
		}
	default:
		if a, ok := t.m.Forced(); ok && now >= t.forcedAt() {
			t.try(games.Entry{Kind: games.Act, Seat: t.m.ToAct(), Action: a, At: now})
		} else if s := t.m.Flagged(now); s != games.Nobody {
			if t.m.CanAbort() {
				t.callOff(now, s)
			} else if mild, ok := t.m.Lapse(now); ok {
				t.try(games.Entry{Kind: games.Lapse, Seat: s, Action: mild, At: now})
			} else {
				t.try(games.Entry{Kind: games.Timeout, Seat: s, At: now})
			}
		} else if t.awayMatters() && t.m.CanAbort() && t.goneLong(now) {
			t.callOff(now, games.Seat(slices.IndexFunc(t.away, func(a away) bool { return a.over(now) })))
		}
	}
	if t.failed == failed && !t.thinking { // nothing is left to try again
		t.failed = 0
	}
	t.changed()
}

// try adds an entry of the table's own; there is nobody to tell of a failure but the log.
func (t *table) try(e games.Entry) { t.tryBy(e, ByTable) }

// tryBy is try for whoever plays.
func (t *table) tryBy(e games.Entry, by Actor) {
	asked := time.Now()
	if err := t.add(e); err != nil {
		t.l.log.Error("table entry", "match", t.id, "kind", e.Kind, "err", err)
	} else if e.Action != "" {
		t.l.acted(t.rec.Game, by, asked)
	}
}

// goneLong tells that a seated person has been away for longer than the grace.
func (t *table) goneLong(now int64) bool {
	for i, a := range t.away {
		if a.over(now) && t.rec.Seats[i].Bot == "" && !t.rec.Seats[i].Empty() {
			return true
		}
	}
	return false
}

// seatOf is the seat of a person, Nobody where it has none.
func (t *table) seatOf(p Person) games.Seat { return ledger.SeatOf(t.rec, p.ID) }

// personIn is who sits on a seat of a record.
func personIn(s store.Seat) Person {
	switch {
	case s.Player != "":
		return Person{ID: s.Player, Name: s.Name, Remote: s.Remote}
	case s.Guest != "":
		return Person{ID: s.Guest, Name: s.Name, Guest: true}
	case s.Bot != "":
		return Person{ID: "bot:" + s.Bot, Name: s.Bot, Bot: s.Bot}
	case s.Gone:
		return Person{Name: s.Name, Gone: true}
	}
	return Person{}
}

// guard keeps a panic in a goroutine of ours from ending the process.
func (l *Lobby) guard(where string) {
	if r := recover(); r != nil {
		l.log.Error("panic", "where", where, "panic", r, "stack", stack())
	}
}

// allGone tells that every seated person has been away for longer than the grace.
func (t *table) allGone(now int64) bool {
	for i, a := range t.away {
		if t.rec.Seats[i].Bot == "" && !a.over(now) {
			return false
		}
	}
	return true
}

// forget drops a table from memory; its lock is held.
func (t *table) forget() {
	t.gone = true
	if t.outlived {
		l, id := t.l, t.id
		l.afterwards("table of what is over", func() {
			mine, _ := json.Marshal(l.cfg.Node)
			if err := l.cfg.Store.PutNotes(endsSpace, store.Note{Key: id, From: mine}); err != nil && !errors.Is(err, store.ErrConflict) {
				l.log.Error("the table of what is over", "match", id, "err", err)
			}
		})
	}
	t.timer.Stop()
	if t.rec.Round > 0 && t.next == "" {
		t.endBeside("")
	}
	t.l.mu.Lock()
	defer t.l.mu.Unlock()
	if f := t.l.far.tables[t.id]; f != nil && t.rec.Status == store.Done { // as it was before it came here
		t.l.far.end(f)
	}
	t.unlist()
}

// unlist takes the table from the lobby's lists; the lobby's lock is held.
func (t *table) unlist() {
	switch t.l.tables[t.id] {
	case t:
		delete(t.l.tables, t.id)
		t.hideTable()
	case nil:
		t.hideTable()
	}
	if s := t.summary.Load(); s != nil {
		for id := range s.ids() {
			t.disown(id)
		}
	}
	t.l.byAge, t.l.lists = nil, nil
	if t.l.codes[t.rec.Code] == t.id {
		delete(t.l.codes, t.rec.Code)
	}
}

// callOff ends a match that a seat has not begun in time; the table's lock is held.
func (t *table) callOff(now int64, seat games.Seat) {
	t.try(games.Entry{Kind: games.Abort, Seat: seat, At: now})
	t.late = t.m != nil && t.m.Over()
}

// drop takes an open seat down, or a match of guests who have all gone, and
// keeps nothing of it; the table's lock is held. Where the store fails the table
// stays and tries again by itself if it still has to.
func (t *table) drop() error {
	if t.gone {
		return ErrStale
	}
	if err := t.writable(); err != nil {
		return err
	}
	if err := t.l.cfg.Store.DeleteMatch(t.id, t.rec.Epoch); refusal(err) && !errors.Is(err, store.ErrNotFound) {
		return t.stepBack(err)
	} else if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.l.log.Error("drop match", "match", t.id, "err", err)
		t.fails()
		t.schedule()
		return fmt.Errorf("drop match %s: %w", t.id, err)
	}
	t.l.forgetShared(t.rec)
	t.rec.Status, t.rec.Reason, t.m, t.met = store.Done, games.Aborted, nil, 0
	t.length.Store(-1)
	t.forget()
	t.show()
	return nil
}

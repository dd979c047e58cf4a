// Package arenas has arenas: tournaments of an hour in which people come and go, and free players are paired
// at once.
//
// An arena is a value, [State], that is folded from its log, a list of entries (arena.go, apply.go, pair.go). It
// reads no clock, knows no tables and writes nothing. The [Service] runs the arenas of a node: it announces the
// scheduled ones, lets people join and leave, begins their matches and takes the results. An entry is stored
// before anybody sees what it changes. Any node may append to a log, which refuses a node that has not read all of
// it; the leading node does the work of each second.
package arenas

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/store"
)

// House has the lobby's methods for arenas.
type House interface {
	// Here reports whether a person is in the house. Network returns a code of its network, "" for none.
	Here(id string) bool
	Network(id string) string
	// Uncounted returns OneNetwork or TooOften if a rated match of the two would not count, "" otherwise.
	Uncounted(game, a, b string) string
	// Rating returns a person's present rating for an arena.
	Rating(t Terms, id string) float64
	// NewMatch returns an ID for a new match.
	NewMatch() string
	// Begin begins a match. casual is the reason why it scores nothing, "" if it counts. A match that has
	// already begun is not an error.
	Begin(t Terms, match, casual string, seats [2]Who) error
	// Changed wakes the pages that show arenas. Nudge wakes a person's screen.
	Changed()
	Nudge(person string)
	// Draining reports whether nothing new may begin.
	Draining() bool
	// Name returns a player's present name, store.GoneName if the player was deleted.
	Name(player string) string
}

// Service runs the arenas of a node. It is safe for use by many goroutines.
type Service struct {
	// Calls of the store use Context.
	Context context.Context
	Store   store.Store
	Games   *games.Registry
	House   House
	Log     *slog.Logger
	// Plans are the schedule. Rules has the common rules of a game's arenas, by game.
	Plans []Plan
	Rules map[string]Rules
	// Shared says that other nodes write to the logs too.
	Shared bool

	leads atomic.Bool // this node does the work that one node does for all
	poke  chan struct{}

	mu     sync.Mutex
	known  map[string]*liveArena // by id
	listed time.Time             // when the list of arenas was last read
}

// liveArena is an arena in memory.
type liveArena struct {
	mu    sync.Mutex // held while the store is asked
	state *State
	stale bool // a write may have reached the store though it failed
	// page is the last shown page, made after shown entries of the log.
	page  *Page
	shown int
	names map[string]name
	gone  map[string]time.Time // when a beat first missed a match; only beats use it
}

// name is a player's name, read at time at.
type name struct {
	text string
	at   int64
}

// Init makes the service ready.
func (s *Service) Init() {
	s.poke, s.known = make(chan struct{}, 1), map[string]*liveArena{}
	s.leads.Store(!s.Shared)
}

// Lead makes this node the leading one until ctx ends.
func (s *Service) Lead(ctx context.Context) {
	s.leads.Store(true)
	s.wake()
	<-ctx.Done()
	s.leads.Store(false)
}

func (s *Service) wake() {
	select {
	case s.poke <- struct{}{}:
	default:
	}
}

const (
	// beatTime is the time between two beats of a running arena.
	beatTime = time.Second
	// listTime is the time between two searches for other nodes' announcements.
	listTime = 20 * time.Second
	// Ahead is the time before its start at which an arena is announced and shown.
	Ahead = 8 * 24 * time.Hour
	// behind is the time for which finished arenas are listed.
	behind   = 60 * 24 * time.Hour
	listMost = 400
)

// Run runs arenas until ctx ends.
func (s *Service) Run(ctx context.Context) {
	for ctx.Err() == nil {
		wait := s.beat()
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-s.poke:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// beat does the work that is due, and returns the time until more is due.
func (s *Service) beat() time.Duration {
	now := clock.MS()
	s.announce(now)
	list, err := s.open(now)
	if err != nil {
		s.Log.Error("arenas", "err", err)
		return beatTime
	}
	wait := 24 * time.Hour
	if s.Shared {
		wait = listTime
	}
	for _, t := range list {
		if now < t.Start {
			wait = min(wait, time.Duration(t.Start-now)*time.Millisecond)
			continue
		}
		o, err := s.of(t.ID)
		if err == nil {
			err = s.step(o, now)
		}
		if err != nil {
			s.Log.Error("arena", "arena", t.ID, "err", err)
			wait = min(wait, beatTime)
			continue
		}
		if closed := o.read(func(st *State) bool { return st.Closed }); !closed {
			wait = min(wait, beatTime)
		}
	}
	for _, p := range s.Plans {
		if at := time.Duration(p.Next(now)+p.For.Milliseconds()-now) * time.Millisecond; at > 0 {
			wait = min(wait, at)
		}
	}
	return wait
}

// announce stores the next arena of each plan.
func (s *Service) announce(now int64) {
	for _, p := range s.Plans {
		t, err := s.terms(p, p.Next(now))
		if err == nil {
			if s.has(t.ID) {
				continue
			}
			err = Announce(s.Context, s.Store, t)
		}
		switch {
		case err == nil:
			s.forgetList()
			s.House.Changed()
		case !errors.Is(err, store.ErrExists):
			s.Log.Error("arena of the schedule", "plan", p.Line, "err", err)
			continue
		}
		if _, err := s.of(t.ID); err != nil {
			s.Log.Error("arena of the schedule", "plan", p.Line, "err", err)
		}
	}
}

func (s *Service) has(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known[id] != nil
}

func (s *Service) forgetList() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listed = time.Time{}
}

// open returns the arenas that are not over, oldest first. Now and then it looks for other nodes' arenas. It
// leaves out an arena whose terms or log are damaged.
func (s *Service) open(now int64) (list []Terms, err error) {
	s.mu.Lock()
	fresh := !s.listed.IsZero() && (!s.Shared || time.Since(s.listed) < listTime)
	s.mu.Unlock()
	if !fresh {
		all, err := List(s.Context, s.Store, now-2*MostFor.Milliseconds(), listMost)
		if errors.Is(err, ErrBadTerms) {
			s.Log.Error("arenas", "err", err)
		} else if err != nil {
			return nil, err
		}
		for _, t := range all {
			if _, err := s.of(t.ID); errors.Is(err, ErrBadLog) {
				s.Log.Error("arena", "arena", t.ID, "err", err)
			} else if err != nil {
				return nil, err
			}
		}
		s.mu.Lock()
		s.listed = time.Now()
		s.mu.Unlock()
	}
	s.mu.Lock()
	ones := slices.Collect(maps.Values(s.known))
	s.mu.Unlock()
	for _, o := range ones {
		o.read(func(st *State) bool {
			if !st.Closed {
				list = append(list, st.Terms)
			}
			return true
		})
	}
	slices.SortFunc(list, func(a, b Terms) int { return int(a.Start - b.Start) })
	return list, nil
}

// of returns the arena with an ID. It fails with [store.ErrNotFound].
func (s *Service) of(id string) (*liveArena, error) {
	s.mu.Lock()
	o := s.known[id]
	s.mu.Unlock()
	if o != nil {
		return o, nil
	}
	st, err := Load(s.Context, s.Store, id)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if o = s.known[id]; o == nil {
		s.evict()
		o = &liveArena{state: st}
		s.known[id] = o
	}
	return o, nil
}

// keepMost limits the arenas in memory.
const keepMost = 100

// evict drops finished arenas when too many are in memory. The caller holds the lock.
func (s *Service) evict() {
	if len(s.known) < keepMost {
		return
	}
	for id, o := range s.known {
		if o.mu.TryLock() {
			if o.state.Closed {
				delete(s.known, id)
			}
			o.mu.Unlock()
		}
	}
}

func (o *liveArena) read(f func(*State) bool) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return f(o.state)
}

// catchUp folds the entries of other nodes, and returns them. The caller holds the lock, and tells them
// after it: no entry is folded twice, so nobody else can.
func (s *Service) catchUp(o *liveArena) ([]Entry, error) {
	list, err := Tail(s.Context, s.Store, o.state.Terms.ID, o.state.Len)
	if err != nil {
		return nil, err
	}
	for i, e := range list {
		if err := o.state.Add(e); err != nil {
			return list[:i], err
		}
	}
	o.stale = false
	return list, nil
}

// read folds the entries of other nodes, and wakes the people whom they concern.
func (s *Service) read(o *liveArena) error {
	o.mu.Lock()
	news, err := s.catchUp(o)
	o.mu.Unlock()
	s.tell(news)
	return err
}

// do applies a command, stores its entries, and wakes the people whom they concern. If another node was
// faster, it folds that node's entries, wakes their people too, and tries again.
func (s *Service) do(o *liveArena, c Command) error {
	news, err := s.apply(o, c)
	s.tell(news)
	return err
}

// apply is do without waking anybody; it returns all entries that it has folded.
func (s *Service) apply(o *liveArena, c Command) (news []Entry, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	catchUp := func() error {
		list, err := s.catchUp(o)
		news = append(news, list...)
		return err
	}
	if o.stale {
		if err := catchUp(); err != nil {
			return news, err
		}
	}
	err = store.Again(func() error {
		list, err := o.state.Apply(c, clock.MS())
		if err != nil || len(list) == 0 {
			return err
		}
		err = Append(s.Context, s.Store, o.state.Terms.ID, o.state.Len, list)
		if errors.Is(err, store.ErrConflict) {
			return cmp.Or(catchUp(), err)
		}
		if err != nil {
			o.stale = true // it may be written all the same
			return err
		}
		for _, e := range list {
			if err := o.state.Add(e); err != nil {
				return err
			}
			news = append(news, e)
		}
		return nil
	})
	return news, err
}

func (s *Service) step(o *liveArena, now int64) error {
	if s.Shared || o.isStale() {
		if err := s.read(o); err != nil {
			return err
		}
	}
	if !s.leads.Load() || s.House.Draining() {
		return nil
	}
	if err := s.results(o); err != nil {
		return err
	}
	if err := s.begin(o); err != nil {
		return err
	}
	err := s.do(o, Beat{People: inArena{s.House, o.state.Terms}})
	if err != nil && !errors.Is(err, ErrNotNow) {
		return err
	}
	return s.begin(o) // a bot's opponent may have sat down
}

func (o *liveArena) isStale() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.stale
}

// tell wakes the people whom the entries concern.
func (s *Service) tell(list []Entry) {
	if len(list) == 0 {
		return
	}
	for _, e := range list {
		if e.Kind == Pair {
			for _, id := range e.Seats {
				s.House.Nudge(id)
			}
		}
	}
	s.House.Changed()
}

// begin begins the matches whose players are both seated.
func (s *Service) begin(o *liveArena) error {
	type ready struct {
		match, casual string
		seats         [2]Who
	}
	var list []ready
	o.read(func(st *State) bool {
		for _, g := range st.Ready() {
			list = append(list, ready{g.Match, g.Casual, [2]Who{st.Players[g.Seats[0]].Who, st.Players[g.Seats[1]].Who}})
		}
		return true
	})
	for _, r := range list {
		var c Command = Begun{Match: r.match}
		if err := s.House.Begin(o.state.Terms, r.match, r.casual, r.seats); errors.Is(err, ErrGone) {
			c = CallOff{Match: r.match}
		} else if err != nil {
			return err
		}
		if err := s.do(o, c); err != nil && !errors.Is(err, ErrNotNow) {
			return err
		}
	}
	return nil
}

// ErrGone is the error of Begin for a match with a deleted player.
var ErrGone = errors.New("a player of the match is gone")

// results takes the results of finished matches whose end this node did not see. A match of guests is not
// stored. It is called off once it has been missing for a beat, because its table may still report the result.
func (s *Service) results(o *liveArena) error {
	var live []string
	o.read(func(st *State) bool {
		for _, g := range st.Live() {
			live = append(live, g.Match)
		}
		return true
	})
	gone := map[string]time.Time{}
	for _, id := range live {
		rec, err := s.Store.Match(s.Context, id)
		switch {
		case errors.Is(err, store.ErrNotFound):
			since, known := o.gone[id]
			if err = nil; !known {
				since = time.Now()
			}
			gone[id] = since
			if time.Since(since) >= beatTime {
				err = s.off(o, id, nil)
			}
		case err == nil && rec.Status == store.Done:
			err = s.over(o, rec, s.last(rec))
		}
		if err != nil {
			return err
		}
	}
	o.gone = gone
	return nil
}

func (s *Service) off(o *liveArena, match string, out []string) error {
	err := s.do(o, CallOff{Match: match, Out: out})
	if errors.Is(err, ErrNotNow) {
		return nil
	}
	return err
}

// over takes the result from a match's record; last is the seat of its last entry.
func (s *Service) over(o *liveArena, rec store.Match, last games.Seat) error {
	if rec.Reason == games.Aborted {
		return s.off(o, rec.ID, aborter(o, rec.ID, last))
	}
	casual := rec.Casual
	if casual == "" && ledger.Early(rec.Reason, rec.Plies) {
		casual = Early
	}
	err := s.do(o, Finished{Match: rec.ID, Winner: rec.Winner, Reason: rec.Reason, Plies: rec.Plies, Casual: casual})
	if errors.Is(err, ErrNotNow) {
		return nil // it ended after the arena
	}
	return err
}

// last returns the seat of a stored match's last entry.
func (s *Service) last(rec store.Match) games.Seat {
	list, err := s.Store.Entries(s.Context, rec.ID, max(rec.Entries-1, 0), 1)
	if err != nil || len(list) == 0 {
		return games.Nobody
	}
	return games.Seat(list[0].Seat)
}

// aborter returns the player whose seat called a match off or did not play; both for games.Nobody. It
// leaves out bots.
func aborter(o *liveArena, match string, seat games.Seat) (out []string) {
	o.read(func(st *State) bool {
		if g := st.Games[match]; g != nil {
			for i, id := range g.Seats {
				if (seat < 0 || seat == games.Seat(i)) && st.Players[id].Bot == "" {
					out = append(out, id)
				}
			}
		}
		return true
	})
	return out
}

// Ended takes the result of a match that was played at this node; last is the seat of its last entry.
func (s *Service) Ended(rec store.Match, last games.Seat) {
	o, err := s.of(rec.Arena)
	if err == nil {
		err = s.over(o, rec, last)
	}
	if err != nil {
		s.Log.Error("result of an arena's match", "arena", rec.Arena, "match", rec.ID, "err", err)
	}
	s.wake()
}

// inArena is a house that answers about one arena.
type inArena struct {
	House
	terms Terms
}

func (h inArena) Uncounted(a, b string) string { return h.House.Uncounted(h.terms.Game, a, b) }
func (h inArena) Rating(id string) float64     { return h.House.Rating(h.terms, id) }

// Join lets a person take part. It fails with [ErrNotNow] or [store.ErrNotFound].
func (s *Service) Join(id string, who Who) error {
	return s.perform(id, Enter{Who: who})
}

// Leave makes a person pause. The points stay.
func (s *Service) Leave(id, who string) error { return s.perform(id, Quit{ID: who}) }

// Sit seats a paired player.
func (s *Service) Sit(id, who string) error { return s.perform(id, SitDown{ID: who}) }

// perform runs a person's command.
func (s *Service) perform(id string, c Command) error {
	o, err := s.of(id)
	if err != nil {
		return err
	}
	if s.Shared { // another node may have paired the player
		if err := s.read(o); err != nil {
			return err
		}
	}
	if err := s.do(o, c); err != nil {
		return err
	}
	s.wake()
	return nil
}

// Open announces an arena by hand. It fails with [store.ErrExists].
func (s *Service) Open(p Plan, in time.Duration) (Terms, error) {
	start := clock.Now().Add(in).Truncate(time.Minute)
	if in == 0 {
		start = clock.Now().Truncate(time.Minute)
	}
	p.Line = ""
	t, err := s.terms(p, start.UnixMilli())
	if err != nil {
		return t, err
	}
	if in == 0 { // the full length, from now
		t.End = clock.MS() + p.For.Milliseconds()
	}
	if err := Announce(s.Context, s.Store, t); err != nil {
		return t, err
	}
	if _, err := s.of(t.ID); err != nil {
		return t, err
	}
	s.House.Changed()
	s.wake()
	return t, nil
}

// Close ends an arena now. It does not change an arena that is over.
func (s *Service) Close(id string) error {
	o, err := s.of(id)
	if err != nil {
		return err
	}
	if err := s.do(o, Shut{}); err != nil {
		return fmt.Errorf("arena %s: %w", id, err)
	}
	return nil
}

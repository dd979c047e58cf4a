package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"arcade/games"
	"arcade/store"
)

// Solving in the background: one goroutine that searches one deal at a time, and
// gives way to the players by resting between short pieces of work. It takes what
// players wait for first, then what nobody has searched yet, and when there is
// nothing else it adds to the stock of deals that can be won.

const (
	// slice is how long a search works before it rests.
	slice = 5 * time.Millisecond
	// maxLate is by how much a rest may become longer than it was meant before the
	// processors count as busy; then it rests for a busyRest more, and looks again.
	maxLate, busyRest = 25 * time.Millisecond, time.Second
	// maxJobs is how many searches can wait; what finds no place is found again by a sweep.
	maxJobs = 1000
	// sweepEvery is how often the notes are looked through for deals to search.
	sweepEvery = 24 * time.Hour
	sweepPage  = 100
	// A deal that was too hard is tried again after retryAfter, with twice the limits,
	// until it has had maxTries.
	retryAfter = 30 * 24 * time.Hour
	maxTries   = 3
	// afterFailure is how long the worker waits when the store or a game fails.
	afterFailure = time.Minute
	// maxMisses is how many deals in a row may add nothing to the stock before the
	// worker leaves it for a sweepEvery.
	maxMisses = 2000
)

// job is a search that somebody waits for: of a deal under rules, or of a match that
// was lost.
type job struct {
	game, deal, rules string
	options           string
	match             string
}

// worker searches in the background; nil does nothing.
type worker struct {
	l *Lobby

	mu   sync.Mutex
	jobs []job
	more chan struct{} // a token where there are jobs

	// of its goroutine alone
	sweepAt    int64
	sweepGames []string
	sweepAfter string
	stock      map[string]int // how many deals it has, by space and grade
	stockAt    int64          // when it is added to again
	misses     int
	turn       int
}

// newWorker makes the lobby's worker, nil where it is to have none.
func newWorker(l *Lobby) *worker {
	if l.cfg.SolverShare <= 0 {
		return nil
	}
	for _, g := range l.cfg.Games.Games() {
		if _, ok := g.(games.Solver); ok {
			return &worker{l: l, more: make(chan struct{}, 1)}
		}
	}
	return nil
}

// add puts a search at the end of the line, first at its head.
func (w *worker) add(j job) { w.put(j, false) }

func (w *worker) first(j job) { w.put(j, true) }

func (w *worker) put(j job, first bool) {
	if w == nil || w.l.solver(j.game) == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	at := slices.IndexFunc(w.jobs, func(k job) bool {
		return k.game == j.game && k.deal == j.deal && k.rules == j.rules && k.match == j.match
	})
	switch {
	case first:
		if at >= 0 {
			w.jobs = slices.Delete(w.jobs, at, at+1)
		}
		w.jobs = slices.Insert(w.jobs, 0, j)
		w.jobs = w.jobs[:min(len(w.jobs), maxJobs)]
	case at < 0 && len(w.jobs) < maxJobs:
		w.jobs = append(w.jobs, j)
	}
	select {
	case w.more <- struct{}{}:
	default:
	}
}

func (w *worker) next() (j job, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.jobs) == 0 {
		return j, false
	}
	j, w.jobs = w.jobs[0], w.jobs[1:]
	return j, true
}

// loop works until the lobby closes.
func (w *worker) loop() {
	defer w.l.wg.Done()
	for !w.l.Closing() {
		pause := time.Duration(0)
		if j, ok := w.next(); ok {
			if err := w.do(j); err != nil && !w.l.Closing() {
				w.l.log.Error("search", "game", j.game, "deal", j.deal, "match", j.match, "err", err)
				pause = afterFailure
			}
		} else if pause = w.idle(); pause > 0 {
			w.await(pause)
			continue
		}
		w.rest(pause)
	}
}

// rest waits, and tells false when the lobby closes.
func (w *worker) rest(d time.Duration) bool {
	if d <= 0 {
		return !w.l.Closing()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-w.l.stop:
		return false
	}
}

// await waits for as long, or until there is a job.
func (w *worker) await(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-w.more:
	case <-w.l.stop:
	}
}

// pace slows a search down and ends it: at its limit, and when the lobby closes.
type pace struct {
	w      *worker
	since  time.Time // when this piece of work began
	worked time.Duration
	limit  time.Duration
	ended  bool
}

func (w *worker) pace(limit time.Duration) *pace {
	return &pace{w: w, since: time.Now(), limit: limit}
}

// stop is asked by a search every few milliseconds.
func (p *pace) stop() bool {
	if p.ended {
		return true
	}
	did := time.Since(p.since)
	if p.worked+did >= p.limit || p.w.l.Closing() {
		p.end()
		return true
	}
	if did < slice {
		return false
	}
	p.worked += did
	share := min(p.w.l.cfg.SolverShare, 1)
	for d := time.Duration(float64(did) * (1 - share) / share); ; d = busyRest {
		from := time.Now()
		if !p.w.rest(d) {
			p.ended = true
			return true
		}
		if time.Since(from)-d <= maxLate {
			break
		}
	}
	p.since = time.Now()
	return false
}

// end stops the clock of a search; time is what it has worked.
func (p *pace) end() {
	if !p.ended {
		p.worked += time.Since(p.since)
		p.ended = true
	}
}

// do does one job. A panic of a game is an error.
func (w *worker) do(j job) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, stack())
		}
	}()
	if j.match != "" {
		return w.findLast(j)
	}
	return w.searchDeal(j)
}

// searchDeal finds out whether a deal can be won, unless that is known.
func (w *worker) searchDeal(j job) error {
	l, s := w.l, w.l.solver(j.game)
	n, err := l.dealOf(j.game, j.deal)
	if err != nil {
		return err
	}
	options, tries := json.RawMessage(j.options), 0
	if set := n.set(j.rules); set != nil {
		if !due(set.Verdict, nowMS()) {
			return nil
		}
		options, tries = set.Options, set.Tries
	}
	setup := games.Setup{Game: j.game, Seed: n.Seed, Options: options}
	d, err := s.Deal(setup)
	if err != nil {
		return err
	}
	v, err := w.search(s, setup, d, tries)
	if err != nil || v.Status == games.SolveUnknown {
		return err
	}
	err = l.editDeal(j.game, n.Seed, n.Daily, d, func(set *dealSet) bool {
		set.Verdict = v
		return true
	})
	if err == nil {
		l.touch()
	}
	return err
}

// due tells that a deal is to be searched: for the first time, or again because the
// last search gave up long ago.
func due(v Verdict, now int64) bool {
	return v.Status == games.SolveUnknown ||
		v.Again() && now-v.At >= retryAfter.Milliseconds()
}

// search searches a setup for the time after so many tries. It gives
// games.SolveUnknown where the lobby has closed before it came to an end.
func (w *worker) search(s games.Solver, setup games.Setup, d games.Deal, tries int) (Verdict, error) {
	limits := SolverLimits{Time: w.l.cfg.SolveTime.Milliseconds() << tries, Nodes: w.l.cfg.SolveNodes << tries}
	p := w.pace(time.Duration(limits.Time) * time.Millisecond)
	sol, err := s.Solve(setup, games.Limit{Nodes: limits.Nodes, Stop: p.stop})
	p.end()
	if err != nil || w.l.Closing() && sol.Status == games.Unsolved {
		return Verdict{Status: games.SolveUnknown}, err
	}
	algorithm, heuristics := s.Algorithm()
	v := Verdict{
		Status: sol.Status, Time: p.worked.Milliseconds(), Moves: sol.Moves, Nodes: sol.Nodes,
		Solver: &SolverInfo{Algorithm: algorithm, Heuristics: heuristics, Limits: limits},
		At:     nowMS(), Tries: tries + 1,
	}
	if v.Status == games.Solvable {
		v.Grade = s.Grade(d.Rules, sol)
	}
	return v, nil
}

// idle does something that nobody waits for, and gives how long to wait before the next.
func (w *worker) idle() (pause time.Duration) {
	defer func() {
		if r := recover(); r != nil {
			w.l.log.Error("panic", "where", "stock of deals", "panic", r, "stack", stack())
			pause = afterFailure
		}
	}()
	now := nowMS()
	more, err := false, error(nil)
	if now >= w.sweepAt {
		more, err = w.sweep()
	} else if now >= w.stockAt {
		more, err = w.grow()
	}
	switch {
	case err != nil && !w.l.Closing():
		w.l.log.Error("stock of deals", "err", err)
		return afterFailure
	case more:
		return w.l.cfg.StockPause
	}
	return time.Duration(max(min(w.sweepAt, w.stockAt)-nowMS(), 1)) * time.Millisecond
}

// sweep reads a page of the notes of deals and puts those into line that are to be
// searched; false once all are read.
func (w *worker) sweep() (bool, error) {
	if w.sweepGames == nil {
		for _, g := range w.l.cfg.Games.Games() {
			if _, ok := g.(games.Solver); ok {
				w.sweepGames = append(w.sweepGames, g.Info().Name)
			}
		}
	}
	game := w.sweepGames[0]
	list, err := w.l.cfg.Store.Notes(dealSpace(game), w.sweepAfter, sweepPage)
	if err != nil {
		return false, err
	}
	for _, note := range list {
		var n dealNote
		if err := json.Unmarshal(note.Value, &n); err != nil {
			w.l.log.Error("note of a deal", "game", game, "deal", note.Key, "err", err)
			continue
		}
		for _, set := range n.Sets {
			if due(set.Verdict, nowMS()) {
				w.add(job{game: game, deal: note.Key, rules: set.Rules, options: string(set.Options)})
			}
		}
		w.sweepAfter = note.Key
	}
	if len(list) == sweepPage {
		return true, nil
	}
	w.sweepGames, w.sweepAfter = w.sweepGames[1:], ""
	if len(w.sweepGames) > 0 {
		return true, nil
	}
	w.sweepGames, w.sweepAt = nil, nowMS()+sweepEvery.Milliseconds()
	return true, nil
}

// findLast finds when a match could be won for the last time.
func (w *worker) findLast(j job) error {
	l, s := w.l, w.l.solver(j.game)
	var known lastNote
	if ok, err := l.note(lastSpace(j.game), j.match, &known); ok || err != nil {
		return err
	}
	rec, err := l.cfg.Store.Match(j.match)
	if errors.Is(err, store.ErrNotFound) {
		return nil // its player was deleted meanwhile
	} else if err != nil {
		return err
	}
	entries, err := l.cfg.Store.Entries(j.match, 0, -1)
	if err != nil {
		return err
	}
	m, err := foldRecord(l.cfg.Games, rec, entries)
	if err != nil {
		return err
	}
	var actions []games.Action
	for _, p := range m.Plies() {
		actions = append(actions, p.Action)
	}
	p := w.pace(l.cfg.SolveTime)
	ply, status, err := s.LastWinnable(m.Setup, actions, games.Limit{Nodes: l.cfg.SolveNodes, Stop: p.stop})
	if err != nil || l.Closing() && status == games.Unsolved {
		return err
	}
	if err := l.putNote(lastSpace(j.game), j.match, lastNote{Ply: ply, Status: status, At: nowMS()}); err != nil {
		return err
	}
	for _, seat := range rec.Seats {
		l.nudge(seat.Player)
	}
	return nil
}

// curatedSpace holds the stock of a game under rules: keys are a grade, a blank and
// a deal's ID.
func curatedSpace(game, rules string) string { return game + "/stock/" + rules }

// grow adds a deal to the stock where it lacks one; false where it is full.
func (w *worker) grow() (bool, error) {
	type shelf struct {
		game    string
		solver  games.Solver
		options json.RawMessage
		rules   string
	}
	var open []shelf
	for _, g := range w.l.cfg.Games.Games() {
		s, ok := g.(games.Solver)
		if !ok {
			continue
		}
		for _, options := range s.Curated() {
			rules, err := rulesName(s, g.Info().Name, options)
			if err != nil {
				return false, err
			}
			full, err := w.full(g.Info().Name, rules, s.Grades())
			if err != nil {
				return false, err
			}
			if !full {
				open = append(open, shelf{g.Info().Name, s, options, rules})
			}
		}
	}
	if len(open) == 0 || w.misses >= maxMisses {
		w.stockAt, w.misses = nowMS()+sweepEvery.Milliseconds(), 0
		return false, nil
	}
	w.turn++
	at := open[w.turn%len(open)]
	setup := games.Setup{Game: at.game, Seed: randomSeed(at.solver), Options: at.options}
	d, err := at.solver.Deal(setup)
	if err != nil {
		return false, err
	}
	v, err := w.search(at.solver, setup, d, 0)
	if err != nil {
		return false, err
	}
	w.misses++
	shelved := curatedSpace(at.game, at.rules) + " " + v.Grade
	if v.Status != games.Solvable || w.stock[shelved] >= w.perGrade(at.solver) {
		return true, nil // of no use: not even noted
	}
	err = w.l.editDeal(at.game, setup.Seed, "", d, func(set *dealSet) bool {
		set.Verdict = v
		return true
	})
	if err == nil {
		err = w.l.putNote(curatedSpace(at.game, at.rules), v.Grade+" "+d.ID, struct{}{})
	}
	if err == nil {
		w.stock[shelved]++
		w.misses = 0
	}
	return true, err
}

// perGrade is how many deals of a grade the stock is to have.
func (w *worker) perGrade(s games.Solver) int {
	return (w.l.cfg.Stock + len(s.Grades()) - 1) / len(s.Grades())
}

// full tells that no grade lacks a deal, and counts them at the first time.
func (w *worker) full(game, rules string, grades []string) (bool, error) {
	space := curatedSpace(game, rules)
	if _, ok := w.stock[space]; !ok {
		count, err := w.l.countStock(space)
		if err != nil {
			return false, err
		}
		if w.stock == nil {
			w.stock = map[string]int{}
		}
		w.stock[space] = 0
		for grade, n := range count {
			w.stock[space+" "+grade] = n
		}
	}
	per := w.perGrade(w.l.solver(game))
	return !slices.ContainsFunc(grades, func(g string) bool { return w.stock[space+" "+g] < per }), nil
}

// countStock counts a stock by grade.
func (l *Lobby) countStock(space string) (map[string]int, error) {
	count := map[string]int{}
	for after := ""; ; {
		list, err := l.cfg.Store.Notes(space, after, sweepPage)
		if err != nil {
			return nil, err
		}
		for _, n := range list {
			grade, _, _ := strings.Cut(n.Key, " ")
			count[grade]++
			after = n.Key
		}
		if len(list) < sweepPage {
			return count, nil
		}
	}
}

// rulesName is the short name of the rules that options are.
func rulesName(d games.Dealer, game string, options json.RawMessage) (string, error) {
	deal, err := d.Deal(games.Setup{Game: game, Seed: d.RandomSeed([16]byte{}), Options: options})
	return deal.Rules, err
}

// Grades are the grades of a game's deals, easiest first; nil where it has none.
func (l *Lobby) Grades(game string) []string {
	if s := l.solver(game); s != nil {
		return s.Grades()
	}
	return nil
}

// Curated lists up to n deals of a grade that are known to be winnable under the
// rules of options (nil: the standard ones), in an order that says nothing; after is
// the ID of the last one of the page before, or "". Empty where no stock is kept.
func (l *Lobby) Curated(game string, options json.RawMessage, grade, after string, n int) ([]DealInfo, error) {
	s := l.solver(game)
	if s == nil {
		return nil, nil
	}
	rules, err := rulesName(s, game, options)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBadOffer, err)
	}
	notes, err := l.cfg.Store.Notes(curatedSpace(game, rules), grade+" "+after, n)
	if err != nil {
		return nil, err
	}
	var list []DealInfo
	for _, note := range notes {
		id, ok := strings.CutPrefix(note.Key, grade+" ")
		if !ok {
			break // the next grade
		}
		deal, err := l.dealOf(game, id)
		if err != nil {
			return nil, err
		}
		list = append(list, l.dealInfo(game, id, deal, pickSet(s, game, id, deal, options)))
	}
	return list, nil
}

// CuratedCount is how many deals Curated has by grade.
func (l *Lobby) CuratedCount(game string, options json.RawMessage) (map[string]int, error) {
	s := l.solver(game)
	if s == nil {
		return map[string]int{}, nil
	}
	rules, err := rulesName(s, game, options)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBadOffer, err)
	}
	return l.countStock(curatedSpace(game, rules))
}

// lastNote is when a match could be won for the last time.
type lastNote struct {
	Ply    int               `json:"ply"`
	Status games.SolveStatus `json:"status"`
	At     int64             `json:"at"`
}

func lastSpace(game string) string { return game + "/last" }

// LastWinnable is how many actions of a finished match had been played when it could
// be won for the last time: ply 0 is the start, -1 never. It is looked for in the
// background: with SolveUnknown there is no answer yet, and the visit of the player
// is woken when there is. With Solvable ply is certain; with Unsolvable the deal could
// never be won; with Unsolved a search gave up, and it could perhaps be won later than
// ply. Of a match that was won ply is its length. ErrNoTable, ErrPrivate, ErrHidden
// (also while it is in play), games.ErrNotAllowed for a game that nothing solves.
func (l *Lobby) LastWinnable(viewer, matchID string) (ply int, status games.SolveStatus, err error) {
	rec, err := l.visible(viewer, matchID)
	switch {
	case err != nil:
		return -1, "", err
	case l.solver(rec.Game) == nil:
		return -1, "", games.ErrNotAllowed
	case rec.Status != store.Done:
		return -1, "", ErrHidden
	case !lost(rec):
		return rec.Plies, games.Solvable, nil
	}
	var n lastNote
	ok, err := l.note(lastSpace(rec.Game), rec.ID, &n)
	if err != nil {
		return -1, "", err
	}
	if !ok {
		l.worker.first(job{game: rec.Game, match: rec.ID})
		return -1, games.SolveUnknown, nil
	}
	return n.Ply, n.Status, nil
}

// lost tells that a run ended without a win.
func lost(rec store.Match) bool { return rec.Status == store.Done && rec.Winner < 0 }

package deals

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"arcade/games"
	"arcade/lobby/turns"
)

// Solving in the background: one goroutine searches one deal at a time, and yields to the players by
// resting between short pieces of work. First it takes searches for which players wait, then deals that
// have not been searched. When there is nothing else, it adds winnable deals to the stock.

const (
	// maxJobs bounds the waiting searches; a sweep finds the others again.
	maxJobs = 1000
	// sweepEvery is the time between two readings of all notes to find deals to search.
	sweepEvery = 24 * time.Hour
	sweepPage  = 100
	// A deal that was too hard is searched again after retryAfter, with twice the limits, up to maxTries
	// times.
	retryAfter = 30 * 24 * time.Hour
	maxTries   = 3
	// afterFailure is the worker's wait after a failure of the store or of a game.
	afterFailure = time.Minute
	// elsewhereRest is the time between two checks whether another node still does the work.
	elsewhereRest = 10 * time.Second
)

// job is a search for which a player waits: for a deal under rules, or for a lost match.
type job struct {
	game, deal, rules string
	options           string
	match             string
}

// worker searches in the background; nil does nothing.
type worker struct {
	d *Service

	mu   sync.Mutex
	jobs []job
	more chan struct{} // has a token while there are jobs

	// used by its goroutine alone
	games      []string // with a solver
	sweepAt    int64
	sweepGame  int // index into games
	sweepAfter string
	shelves    []*shelf
	stockAt    int64 // when to add to the stock again
	misses     int
	turn       int
}

// newWorker makes the worker, or returns nil if it has nothing to do.
func newWorker(d *Service) *worker {
	w := &worker{d: d, more: make(chan struct{}, 1)}
	for _, g := range d.games.Games() {
		if name := g.Info().Name; d.solver(name) != nil {
			w.games = append(w.games, name)
		}
	}
	if d.limits.Share <= 0 || len(w.games) == 0 {
		return nil
	}
	return w
}

// add puts a search at the end of the queue, first at its head.
func (w *worker) add(j job) { w.put(j, false) }

func (w *worker) first(j job) { w.put(j, true) }

func (w *worker) put(j job, first bool) {
	if w == nil || w.d.solver(j.game) == nil {
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

// loop works until the house closes.
func (w *worker) loop() {
	for !w.d.closing() {
		j, ok := w.next()
		if !ok {
			w.rest(w.idle(), w.more)
		} else if err := w.do(j); err != nil && !w.d.closing() {
			w.d.log.Error("search", "game", j.game, "deal", j.deal, "match", j.match, "err", err)
			w.rest(afterFailure, nil)
		}
	}
}

// rest waits, at most until there is a token in more, and reports whether the house is open.
func (w *worker) rest(d time.Duration, more <-chan struct{}) bool {
	return turns.Rest(d, more, w.d.house.Closed())
}

func (w *worker) pace(limit time.Duration) *turns.Idle {
	return turns.NewIdle(w.d.limits.Share, limit, w.d.house.Closed())
}

// do does one job. It turns a panic of a game into an error.
func (w *worker) do(j job) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	if j.match != "" {
		return w.findLast(j)
	}
	return w.searchDeal(j)
}

// searchDeal finds out whether a deal can be won, unless that is known.
func (w *worker) searchDeal(j job) error {
	s := w.d.solver(j.game)
	n, err := w.d.note(j.game, j.deal)
	if err != nil {
		return err
	}
	options, tries := json.RawMessage(j.options), 0
	if set := n.Under(j.rules); set != nil {
		if !due(set.Verdict, now()) {
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
	if _, err := w.d.save(j.game, n.Seed, n.Daily, d, &v, false); err != nil {
		return err
	}
	w.d.house.Changed()
	return nil
}

// due reports whether a deal must be searched: for the first time, or again because the last search gave
// up long ago.
func due(v Verdict, now int64) bool {
	return v.Status == games.SolveUnknown ||
		v.Again() && now-v.At >= retryAfter.Milliseconds()
}

// Proven is the Proof of a solution without a shorter one.
const Proven = "proven"

// search searches a setup, with the limits for that many earlier tries. It returns games.SolveUnknown if
// the house closed first.
func (w *worker) search(s games.Solver, setup games.Setup, d games.Deal, tries int) (Verdict, error) {
	limits := SolverLimits{Time: w.d.limits.Time.Milliseconds() << tries, Nodes: w.d.limits.Nodes << tries, Depth: w.d.limits.Depth}
	p := w.pace(time.Duration(limits.Time) * time.Millisecond)
	sol, err := s.Solve(setup, games.Limit{Nodes: limits.Nodes, Depth: limits.Depth, Stop: p.Stop})
	p.End()
	if err != nil || w.d.closing() && sol.Status == games.Unsolved {
		return Verdict{Status: games.SolveUnknown}, err
	}
	algorithm, heuristics := s.Algorithm()
	v := Verdict{
		Status: sol.Status, Time: p.Worked().Milliseconds(), Moves: sol.Moves, Nodes: sol.Nodes,
		Solver: &SolverInfo{Algorithm: algorithm, Heuristics: heuristics, Limits: limits},
		At:     now(), Tries: tries + 1,
	}
	if v.Status == games.Solvable {
		v.Grade = s.Grade(d.Rules, sol)
	}
	if sol.Least > 0 {
		v.Moves, v.Proof, v.Bound = sol.Least, "at most", sol.Bound
		if sol.Proven {
			v.Proof = Proven
		}
	}
	return v, nil
}

// idle does a piece of work for which no player waits, and returns the wait before the next.
func (w *worker) idle() (pause time.Duration) {
	defer func() {
		if r := recover(); r != nil {
			w.d.log.Error("panic", "where", "stock of deals", "panic", r, "stack", string(debug.Stack()))
			pause = afterFailure
		}
	}()
	if !w.d.house.Stocks() {
		w.shelves = nil // must be counted again: another node adds to them
		return elsewhereRest
	}
	at := now()
	more, err := false, error(nil)
	if at >= w.sweepAt {
		more, err = true, w.sweep()
	} else if at >= w.stockAt {
		more, err = w.grow()
	}
	switch {
	case err != nil && !w.d.closing():
		w.d.log.Error("stock of deals", "err", err)
		return afterFailure
	case more:
		return w.d.limits.Pause
	}
	return time.Duration(max(min(w.sweepAt, w.stockAt)-now(), 1)) * time.Millisecond
}

// sweep reads a page of the notes of deals and queues the deals that must be searched. After the last
// page it rests.
func (w *worker) sweep() error {
	game := w.games[w.sweepGame]
	page := 0
	for note, err := range Known.In(game).After(w.d.ctx, w.d.store, w.sweepAfter) {
		switch {
		case err != nil && note.Key == "":
			return err
		case err != nil:
			w.d.log.Error("note of a deal", "game", game, "deal", note.Key, "err", err)
		}
		for _, set := range note.Value.Sets {
			if due(set.Verdict, now()) {
				w.add(job{game: game, deal: note.Key, rules: set.Rules, options: string(set.Options)})
			}
		}
		w.sweepAfter = note.Key
		if page++; page == sweepPage {
			return nil
		}
	}
	w.sweepGame, w.sweepAfter = w.sweepGame+1, ""
	if w.sweepGame == len(w.games) {
		w.sweepGame, w.sweepAt = 0, now()+sweepEvery.Milliseconds()
	}
	return nil
}

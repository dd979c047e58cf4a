package lab

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"arcade/cmd/arcade/cli"
)

// maxParts limits the games of a run that keeps the result of each game.
const maxParts = 10_000_000

// maxGames keeps counts and their products in a bar far from overflow.
const maxGames = 1_000_000_000_000

// maxWorkers is more than any machine can use.
const maxWorkers = 1024

// parts are the games of a long run in pieces for several cores.
type parts struct {
	from, to int // numbers of the games, from <= n < to
	size     int // number of games that a worker plays at a time
	workers  int // number of simultaneous workers; 0 means one for each core
	// inTurn makes a worker wait with its result until all earlier results are added, which limits the
	// memory. Otherwise the worker continues, and its result waits.
	inTurn   bool
	progress *progress // nil for none
}

// check returns an error for an invalid --workers or --games.
func (p parts) check() error {
	if p.workers < 0 || p.workers > maxWorkers {
		return fmt.Errorf("bad --workers %d: want 0 to %d", p.workers, maxWorkers)
	}
	if p.to < 1 || p.to > maxGames {
		return fmt.Errorf("bad --games %d: want 1 to %d", p.to, maxGames)
	}
	return nil
}

// inOrder plays all parts and passes their results to add, one at a time and in order, with any number of
// workers. Each worker is made once and plays one part after another, the games from <= n < to. When ctx
// ends, running parts are finished and added, and no others begin. An error of add ends everything.
func inOrder[T any](ctx context.Context, p parts, worker func() func(from, to int) T, add func(T) error) error {
	if err := p.check(); err != nil {
		return err
	}
	if p.workers == 0 {
		p.workers = runtime.GOMAXPROCS(0)
	}
	p.progress.add(p.from)
	defer p.progress.start()()
	o := order[T]{parts: p, add: add, next: p.from, turn: p.from, waiting: map[int]T{}}
	o.turned.L = &o.mu
	var wait sync.WaitGroup
	for range min(p.workers, (p.to-p.from+p.size-1)/p.size) {
		wait.Go(func() {
			work := worker()
			for {
				from, to, ok := o.begin(ctx)
				if !ok {
					return
				}
				o.end(from, work(from, to))
			}
		})
	}
	wait.Wait()
	if o.err == nil && o.turn < p.to {
		return cli.Interrupted(ctx)
	}
	return o.err
}

// eachPart returns a worker for inOrder that keeps nothing from one part to the next.
func eachPart[T any](play func(from, to int) T) func() func(from, to int) T {
	return func() func(from, to int) T { return play }
}

// order hands out parts, and adds their results in order.
type order[T any] struct {
	parts
	add func(T) error

	mu      sync.Mutex
	turned  sync.Cond
	next    int       // the first game without a worker
	turn    int       // the first game that is not added yet
	waiting map[int]T // results of played parts, by their first game
	err     error     // the error of add
}

// begin returns the next part. It returns false if there is none.
func (o *order[T]) begin(ctx context.Context) (from, to int, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil || ctx.Err() != nil || o.next >= o.to {
		return 0, 0, false
	}
	from, o.next = o.next, min(o.next+o.size, o.to)
	return from, o.next, true
}

// end takes the result of a part, and adds all results that are next in order.
func (o *order[T]) end(from int, t T) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.inTurn && o.err == nil && o.turn != from {
		o.turned.Wait()
	}
	o.progress.add(min(from+o.size, o.to) - from)
	o.waiting[from] = t
	for o.err == nil {
		t, ok := o.waiting[o.turn]
		if !ok {
			break
		}
		delete(o.waiting, o.turn)
		if o.err = o.add(t); o.err == nil {
			o.turn = min(o.turn+o.size, o.to)
		}
	}
	o.turned.Broadcast()
}

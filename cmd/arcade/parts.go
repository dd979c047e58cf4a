package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
)

// maxParts is the most games of a run that keeps what comes of each.
const maxParts = 10_000_000

// maxGames keeps counts, and their products in a bar, far from overflow.
const maxGames = 1_000_000_000_000

// maxWorkers is more than any machine has use for.
const maxWorkers = 1024

// batches are the games of a long run in pieces for several cores.
type batches struct {
	from, games int // the games from number from up to, not with, number games
	size        int // games that a worker plays before it looks for more
	workers     int // at once, 0 for one a core
}

// check is what is wrong with the flags --workers and --games.
func (b batches) check() error {
	if b.workers < 0 || b.workers > maxWorkers {
		return fmt.Errorf("bad --workers %d: want 0 to %d", b.workers, maxWorkers)
	}
	if b.games < 1 || b.games > maxGames {
		return fmt.Errorf("bad --games %d: want 1 to %d", b.games, maxGames)
	}
	return nil
}

// play plays all batches, the lowest games first. Each worker is made once and gets
// one batch after another: the games from, up to and not with, to. Once ctx is over
// the batches begun are played to their end and no others. Where stderr is a
// terminal it tells there how far it is.
func (b batches) play(ctx context.Context, stderr io.Writer, worker func() func(from, to int)) error {
	if err := b.check(); err != nil {
		return err
	}
	if b.workers == 0 {
		b.workers = runtime.GOMAXPROCS(0)
	}
	var next, done atomic.Int64
	next.Store(int64(b.from))
	done.Store(int64(b.from))
	var wait sync.WaitGroup
	for range b.workers {
		wait.Go(func() {
			work := worker()
			for ctx.Err() == nil {
				to := int(next.Add(int64(b.size)))
				from := to - b.size
				if from >= b.games {
					return
				}
				to = min(to, b.games)
				work(from, to)
				done.Add(int64(to - from))
			}
		})
	}
	if isTerminal(stderr) {
		stop, shown := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(shown)
			showProgress(stderr, stop, func() (int, int) { return int(done.Load()), b.games })
		}()
		defer func() { close(stop); <-shown }()
	}
	wait.Wait()
	if int(done.Load()) < b.games {
		return fmt.Errorf("interrupted: %w", context.Cause(ctx))
	}
	return nil
}

// addBatches plays batches and gives what each came to to add, one at a time and in
// any order: what add does must not depend on it.
func addBatches[T any](ctx context.Context, b batches, stderr io.Writer, play func(from, to int) T, add func(T)) error {
	var mu sync.Mutex
	return b.play(ctx, stderr, func() func(from, to int) {
		return func(from, to int) {
			t := play(from, to)
			mu.Lock()
			defer mu.Unlock()
			add(t)
		}
	})
}

package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
)

// maxParts is the most parts that a run may have: it keeps what comes of each.
const maxParts = 10_000_000

// inParts does the parts 0 to n-1 of a long run on the given number of cores, 0 for
// all. Each core makes its own worker and gives it parts, one after another. Where
// stderr is a terminal it tells there how far it is, each part counting for so many games.
func inParts(ctx context.Context, n, each, workers int, stderr io.Writer, worker func() func(part int)) error {
	if workers < 0 || workers > 1024 {
		return fmt.Errorf("bad --workers %d: want 0 to 1024", workers)
	}
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next, done atomic.Int64
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			work := worker()
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				work(i)
				done.Add(1)
			}
		})
	}
	if isTerminal(stderr) {
		stop, shown := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(shown)
			showProgress(stderr, stop, func() (int, int) { return int(done.Load()) * each, n * each })
		}()
		defer func() { close(stop); <-shown }()
	}
	wait.Wait()
	if int(done.Load()) < n {
		return fmt.Errorf("interrupted: %w", context.Cause(ctx))
	}
	return nil
}

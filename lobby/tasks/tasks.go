// Package tasks runs work beside the caller until the house closes, and has locks by key for it.
package tasks

import (
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
)

// Tasks are goroutines for which Close waits. They are safe for concurrent use.
type Tasks struct {
	log      *slog.Logger
	wg       sync.WaitGroup  // counts the work for Wait; see Starts
	starting sync.Mutex      // held while something is added to wg, and while End ends ctx; taken last
	ctx      context.Context // End ends it
	end      context.CancelFunc
	work     context.Context // never ends
}

// New returns tasks whose panics go to log.
func New(log *slog.Logger) *Tasks {
	t := &Tasks{log: log}
	t.work = context.Background()
	t.ctx, t.end = context.WithCancel(t.work)
	return t
}

// Context ends when the house begins to close.
func (t *Tasks) Context() context.Context { return t.ctx }

// Work is the context of calls that the house makes even while it closes. It never ends.
func (t *Tasks) Work() context.Context { return t.work }

// Closing reports whether End has been called. It takes no lock, since bots and searches call it often.
func (t *Tasks) Closing() bool { return t.ctx.Err() != nil }

// End lets nothing start from now on, and ends the context.
func (t *Tasks) End() {
	t.starting.Lock()
	defer t.starting.Unlock()
	t.end()
}

// Wait waits for everything that was started.
func (t *Tasks) Wait() { t.wg.Wait() }

// Starts reports whether work may begin. If so, Wait waits until Done is called. After End nothing
// begins.
func (t *Tasks) Starts() bool {
	t.starting.Lock()
	defer t.starting.Unlock()
	if t.Closing() {
		return false
	}
	t.wg.Add(1)
	return true
}

// Done ends the work that Starts let begin.
func (t *Tasks) Done() { t.wg.Done() }

// Go runs f in a goroutine for which Wait waits. f must end with the context.
func (t *Tasks) Go(f func()) { t.wg.Go(f) }

// Spawn runs f in a goroutine for which Wait waits. After End it does not run f and returns false. A
// panic in f is logged.
func (t *Tasks) Spawn(where string, f func()) bool {
	if !t.Starts() {
		return false
	}
	go func() {
		defer t.Done()
		t.Safely(where, f)
	}()
	return true
}

// Afterwards runs f in the background, so that nobody waits for the caller's lock while f asks the store.
// While the house closes f runs at once, since Close waits for that lock.
func (t *Tasks) Afterwards(where string, f func()) {
	if !t.Spawn(where, f) {
		f()
	}
}

// Safely runs f, and logs a panic in it.
func (t *Tasks) Safely(where string, f func()) {
	defer t.Guard(where)
	f()
}

// Guard, deferred, keeps a panic from ending the process.
func (t *Tasks) Guard(where string) {
	if r := recover(); r != nil {
		t.log.Error("panic", "where", where, "panic", r, "stack", string(debug.Stack()))
	}
}

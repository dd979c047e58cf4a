package serve

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"arcade/cmd/arcade/storage"
	"arcade/server"
	"arcade/store"
	"arcade/store/guard"
)

// storeLog logs the first failure when the store is away or its disk is full, and then the recovery.
// Meanwhile it suppresses other log lines about it.
type storeLog struct {
	ctx   context.Context
	log   *slog.Logger
	at    server.Place // without a password
	works func() error // checks that the store can be read and written
	away  atomic.Bool
	back  atomic.Pointer[func()] // called when the store is back; nil for no call
	fails atomic.Int64           // calls that failed since the store went away
}

// watched is a store that reports its failures to a storeLog.
type watched struct {
	storage.Opened
	log *storeLog
}

// quiet returns a log handler for all other code. While the store is away, the handler logs failures that
// the store causes only at the debug level.
func (s *storeLog) quiet(h slog.Handler) slog.Handler { return quiet{h, s} }

type quiet struct {
	slog.Handler
	of *storeLog
}

// Handle writes a record.
func (q quiet) Handle(ctx context.Context, r slog.Record) error {
	if !q.of.away.Load() {
		return q.Handler.Handle(ctx, r)
	}
	r.Attrs(func(a slog.Attr) bool {
		if err, ok := a.Value.Any().(error); ok && store.ErrIs(err, store.ErrUnwritten, store.ErrAway) {
			r.Level = slog.LevelDebug
		}
		return r.Level != slog.LevelDebug
	})
	if !q.Enabled(ctx, r.Level) {
		return nil
	}
	return q.Handler.Handle(ctx, r)
}

func (q quiet) WithAttrs(list []slog.Attr) slog.Handler {
	return quiet{q.Handler.WithAttrs(list), q.of}
}
func (q quiet) WithGroup(name string) slog.Handler { return quiet{q.Handler.WithGroup(name), q.of} }

// storeBack is the interval of checks whether the store is back.
const storeBack = time.Second

// observe is a [guard.Observe]: it gets the result of a call. The store is back once works succeeds and
// no call has failed for storeBack.
func (s *storeLog) observe(op guard.Op, _ time.Duration, err error) {
	if err == nil || !store.ErrIs(err, store.ErrUnwritten, store.ErrAway) {
		return
	}
	if s.fails.Add(1); !s.away.CompareAndSwap(false, true) {
		return
	}
	s.log.Error("the store is away: nothing can be saved", "at", s.at, "op", op, "err", err)
	began := time.Now()
	go func() {
		for {
			failed := s.fails.Load()
			select {
			case <-s.ctx.Done():
				return
			case <-time.After(storeBack):
			}
			if s.fails.Load() == failed && s.works() == nil {
				break
			}
		}
		s.log.Info("the store is back", "at", s.at, "after", time.Since(began))
		s.away.Store(false)
		if back := s.back.Load(); back != nil {
			(*back)()
		}
	}()
}

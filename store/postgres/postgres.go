// Package postgres keeps the arcade's records in a PostgreSQL database, for several servers at once.
// migrations/ has the schema; docs/postgres.md explains the operation.
package postgres

import (
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"arcade/store"
	"arcade/store/guard"
)

const (
	// openTime limits the time in which a database answers at the start.
	openTime = 10 * time.Second
	// longTime limits a call that reads or changes all data of a player.
	longTime = time.Minute
	// connections is the number of a store's connections, unless the URL sets pool_max_conns.
	connections = 16
)

// callTime limits a call to the database. Tests use less.
var callTime = 5 * time.Second

// Store is a [store.Store] in a schema of a PostgreSQL database. If the database does not answer, a call
// fails after some seconds. The next call tries again.
type Store struct {
	*guard.Store // around the raw store
	inside
}

// inside has the raw store a step deeper, so that the contract's methods are those of the guard.
type inside struct{ *raw }

// raw is the store without its guard.
type raw struct {
	pool    *pgxpool.Pool
	appends chan *appending // to the writer

	open   sync.RWMutex // every running append holds it for reading
	closed bool

	release func() // releases the lock of Hold, or nil

	unwritten atomic.Pointer[error] // the error of a failed write; nil once there is room again
	answers   atomic.Uint64         // number of calls that the database has answered
}

var _ store.Store = (*raw)(nil)

// Open opens the database at a postgres:// URL and migrates its schema, which may be empty, to the
// present version. Errors: [store.ErrNewer] for a schema that is more than one version newer,
// [store.ErrAway] if the database cannot be reached now, perhaps because it is starting.
func Open(url string) (*Store, error) {
	s, err := open(url, migrations())
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	go s.write()
	return &Store{guard.New(s), inside{s}}, nil
}

func open(url string, steps []string) (*raw, error) {
	pool, err := connect(url)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), longTime)
	defer cancel()
	if err := migrate(ctx, pool, steps); err != nil {
		pool.Close()
		return nil, err
	}
	return &raw{pool: pool, appends: make(chan *appending, maxBatch)}, nil
}

// connect makes a pool of connections, and checks that they work.
func connect(url string) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err // the error contains no password
	}
	if cfg.MaxConns < connections {
		cfg.MaxConns = connections
	}
	cfg.ConnConfig.ConnectTimeout = callTime
	// There is no ping before a call: a dead connection fails at its first use, and the call is repeated.
	cfg.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }
	settle(cfg.ConnConfig)
	ctx, cancel := context.WithTimeout(context.Background(), openTime)
	defer cancel()
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	err = pool.Ping(ctx)
	if err == nil {
		err = bySession(ctx, pool)
	}
	if err != nil {
		pool.Close()
		if !errors.Is(err, errPooler) && isConnectionError(context.Background(), err) {
			return nil, fmt.Errorf("%w: %w", store.ErrAway, plainly(err))
		}
		return nil, plainly(err)
	}
	return pool, nil
}

// plainly shortens a failed connection's error to one line: the reason of the last of several attempts
// (addresses, with and without TLS).
func plainly(err error) error {
	if e := (*pgconn.ConnectError)(nil); !errors.As(err, &e) {
		return err
	}
	if e := (*net.OpError)(nil); errors.As(err, &e) && e.Op == "dial" {
		return e
	}
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	if last := len(lines) - 1; last > 0 {
		return fmt.Errorf("%s %s", lines[0], strings.TrimSpace(lines[last]))
	}
	return err
}

// Close waits for running calls and closes the connections. Afterwards every method except Close fails.
func (s *raw) Close() error {
	s.open.Lock()
	defer s.open.Unlock()
	if !s.closed {
		s.closed = true
		close(s.appends)
		if s.release != nil {
			s.release()
		}
	}
	s.pool.Close()
	return nil
}

// Writes returns the error of a change that could not be written, nil once the database has room again. A
// small change alone proves nothing, because it fits into existing pages.
func (s *raw) Writes() error {
	failed := s.unwritten.Load()
	if failed == nil {
		return nil
	}
	err := s.change(context.Background(), callTime, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `update arcade set version = version`); err != nil {
			return err
		}
		// A new table needs new pages, so it fails on a full disk. It is dropped again.
		name := pgx.Identifier{"room_" + strings.ToLower(crand.Text())}.Sanitize()
		if _, err := tx.Exec(ctx, `create unlogged table `+name+` as select repeat('x', 1000) from generate_series(1, 1000)`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `drop table `+name)
		return err
	})
	if err == nil {
		s.unwritten.CompareAndSwap(failed, nil) // unless another change has failed meanwhile
	}
	return err
}

// Answers returns nil if the database answers before ctx ends. An answer to any other call meanwhile
// counts, too, because all connections may be busy.
func (s *raw) Answers(ctx context.Context) error {
	before := s.answers.Load()
	err := s.query(ctx, func(ctx context.Context, q asked) error {
		_, err := q.Exec(ctx, `select 1`)
		return err
	})
	if s.answers.Load() != before {
		return nil
	}
	return err
}

// asked is the pool or a transaction.
type asked interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// begun returns the context of a call that begins now, with its time limit. It goes on when the caller's
// context ends, because a query that is cut off loses its connection.
func begun(ctx context.Context, within time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), within)
}

// read calls ask with the time limit of a call.
func (s *raw) read(ctx context.Context, f func(ctx context.Context, q asked) error) error {
	ctx, cancel := begun(ctx, callTime)
	defer cancel()
	return s.query(ctx, f)
}

// query queries the database. It tries again if the connection was dead.
func (s *raw) query(ctx context.Context, f func(ctx context.Context, q asked) error) error {
	err := f(ctx, s.pool)
	if isConnectionError(ctx, err) {
		s.pool.Reset()
		err = f(ctx, s.pool)
	}
	if err == nil || errors.Is(err, pgx.ErrNoRows) {
		s.answers.Add(1)
	}
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return store.ErrNotFound
	case err == nil || refused(err) || errors.Is(err, store.ErrDamaged):
		return err
	}
	return fmt.Errorf("%w: %w", store.ErrAway, plainly(err))
}

// tries limits the attempts of a change that conflicts with others.
const tries = 10

// change runs f in a transaction and commits it. f may run more than once; if it returns an error, its
// changes are undone. If the store does not answer, the error is [store.ErrUnwritten]. If the connection
// broke during the commit, the change may have been made nevertheless.
func (s *raw) change(ctx context.Context, within time.Duration, f func(ctx context.Context, tx pgx.Tx) error) error {
	ctx, cancel := begun(ctx, within)
	defer cancel()
	var err error
	for range tries {
		var again bool
		if again, err = s.tryOnce(ctx, f); !again {
			break
		}
	}
	if err == nil || refused(err) {
		s.answers.Add(1)
		return err
	}
	return s.failed(err)
}

// failed records that a change could not be written.
func (s *raw) failed(err error) error {
	err = fmt.Errorf("%w: %w", store.ErrUnwritten, plainly(err))
	s.unwritten.Store(&err)
	return err
}

// tryOnce attempts a change once. again means that the change was not made and that another attempt may
// succeed.
func (s *raw) tryOnce(ctx context.Context, f func(ctx context.Context, tx pgx.Tx) error) (again bool, err error) {
	tx, err := s.pool.Begin(ctx)
	if err == nil {
		defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // does nothing after a commit
		err = f(ctx, tx)
	}
	if isConnectionError(ctx, err) {
		s.pool.Reset()
		return true, err
	}
	if err == nil {
		err = tx.Commit(ctx)
	}
	code := codeOf(err)
	return code == "40001" || code == "40P01", err // conflict with other transactions, or a deadlock
}

// errRecord means that a value cannot be stored as a record.
var errRecord = errors.New("bad record")

// refused reports whether an error is an answer rather than a failure.
func refused(err error) bool { return store.IsAnswer(err) || errors.Is(err, errRecord) }

// isConnectionError reports whether err is a connection error, with time left for another attempt.
func isConnectionError(ctx context.Context, err error) bool {
	if err == nil || ctx.Err() != nil || errors.Is(err, pgx.ErrNoRows) || errors.Is(err, store.ErrDamaged) || refused(err) {
		return false
	}
	code := codeOf(err)
	return code == "" || code[:2] == "08" || code[:3] == "57P" || code == "25P03" // 25P03: this node was stopped during a transaction
}

// codeOf returns the SQLSTATE of a database error, "" for other errors.
func codeOf(err error) string {
	if e := (*pgconn.PgError)(nil); errors.As(err, &e) && len(e.Code) == 5 {
		return e.Code
	}
	return ""
}

// breaks reports whether err violates a constraint.
func breaks(err error, constraint string) bool {
	e := (*pgconn.PgError)(nil)
	return errors.As(err, &e) && e.ConstraintName == constraint
}

// encode encodes a record as JSON.
func encode(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errRecord, err)
	}
	return data, nil
}

func decode(data []byte, v any) error {
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%w record: %w", store.ErrDamaged, err)
	}
	return nil
}

package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"arcade/store"
)

// holdTime is how long a server waits for a lock, which a server that has just ended may seem to hold.
const holdTime = 3 * time.Second

// Hold keeps servers of the other kind away until Close: a lone server keeps all others away, a node
// keeps lone servers away. It returns [store.ErrInUse] if such a server is there. The lock belongs to a
// separate connection; when that breaks, Hold takes the lock again.
func (s *Store) Hold(alone bool, log *slog.Logger) error {
	ctx, cancel := context.WithCancel(context.Background())
	c, err := s.lock(ctx, alone)
	for late := time.Now().Add(holdTime); errors.Is(err, store.ErrInUse) && time.Now().Before(late); {
		time.Sleep(holdTime / 30)
		c, err = s.lock(ctx, alone)
	}
	if err != nil {
		cancel()
		return fmt.Errorf("open store: %w", err)
	}
	ended := make(chan struct{})
	s.release = func() { cancel(); <-ended }
	go func() {
		defer close(ended)
		for {
			_, _ = c.WaitForNotification(ctx) // no notification comes: the connection broke, or the store closes
			_ = c.Close(ctx)
			for c = nil; c == nil; {
				select {
				case <-ctx.Done():
					return
				case <-time.After(time.Second):
				}
				if c, err = s.lock(ctx, alone); errors.Is(err, store.ErrInUse) {
					log.Error("others have begun to work on the database", "err", err)
				}
			}
		}
	}()
	return nil
}

// lock takes the lock once, on a separate connection. A server whose machine is gone loses it after some
// twenty seconds.
func (s *Store) lock(ctx context.Context, alone bool) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	c, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return nil, plainly(err)
	}
	_, err = c.Exec(ctx, `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`)
	kind, others := "_shared", "a server without --cluster works on this database"
	if alone {
		kind, others = "", "other servers work on this database, and this one has no --cluster"
	}
	var got bool
	if err == nil {
		err = c.QueryRow(ctx, `select pg_try_advisory_lock`+kind+`(hashtext('arcade serve ' || current_schema()))`).Scan(&got)
	}
	if err == nil && !got {
		err = fmt.Errorf("%w: %s", store.ErrInUse, others)
	}
	if err != nil {
		_ = c.Close(ctx)
		return nil, err
	}
	return c, nil
}

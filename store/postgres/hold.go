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

// holdTime limits the wait for a lock, which a server that has just ended may still hold.
const holdTime = 3 * time.Second

// Hold keeps incompatible servers away until Close: a single server (alone) keeps all others away, and a
// node keeps single servers away. It returns [store.ErrInUse] if such a server runs. The lock belongs to
// a separate connection. When that breaks, Hold takes the lock again.
func (s *raw) Hold(alone bool, log *slog.Logger) error {
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
			_, _ = c.WaitForNotification(ctx) // returns when the connection breaks or the store closes, because no notification comes
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

// lock takes the lock once, on a separate connection. A server whose machine is gone loses it after about
// twenty seconds.
func (s *raw) lock(ctx context.Context, alone bool) (*pgx.Conn, error) {
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

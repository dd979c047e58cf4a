package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"arcade/store"
)

// maxBatch limits the appends of a transaction.
const maxBatch = 512

// errClosed is the error of a closed store.
var errClosed = errors.New("the store is closed")

// appending is an append in the queue of the writer.
type appending struct {
	id      string
	epoch   uint64
	at      int
	entries [][]byte
	done    chan error
	// doubt means that the append was sent once, with an unknown result.
	doubt bool
}

// Append adds entries to the log of a live match. Appends that come while the database is busy go
// together with the next statement, which is one transaction. A single append does not wait.
func (s *raw) Append(ctx context.Context, id string, epoch uint64, at int, entries ...store.Entry) error {
	values, err := store.EncodeEntries(entries)
	if err != nil {
		return err
	}
	s.open.RLock()
	defer s.open.RUnlock()
	if s.closed {
		return errClosed
	}
	a := &appending{id: id, epoch: epoch, at: at, entries: values, done: make(chan error, 1)}
	s.appends <- a
	return <-a.done
}

// write is the store's goroutine. It commits appends until Close.
func (s *raw) write() {
	var next []*appending // appends of matches that had an append in the last batch
	for {
		batch := next
		if len(batch) == 0 {
			a, ok := <-s.appends
			if !ok {
				return
			}
			batch = append(batch, a)
		}
		batch, next = apart(s.gather(batch))
		s.commit(batch)
	}
}

// gather adds all waiting appends to a batch.
func (s *raw) gather(batch []*appending) []*appending {
	for len(batch) < maxBatch {
		select {
		case a, ok := <-s.appends:
			if !ok {
				return batch
			}
			batch = append(batch, a)
		default:
			return batch
		}
	}
	return batch
}

// apart splits a batch: one append of each match goes now, and the next ones wait for its result.
func apart(batch []*appending) (now, next []*appending) {
	has := map[string]bool{}
	for _, a := range batch {
		if has[a.id] {
			next = append(next, a)
		} else {
			has[a.id] = true
			now = append(now, a)
		}
	}
	return now, next
}

// commit makes a batch durable with one statement, and answers each append. If the statement fails,
// commit tries the appends one by one, so that only the bad ones fail.
func (s *raw) commit(batch []*appending) {
	ctx, cancel := context.WithTimeout(context.Background(), callTime)
	defer cancel()
	made, err := appendAll(ctx, s.pool, batch)
	if err != nil && ctx.Err() == nil {
		if isConnectionError(ctx, err) {
			s.pool.Reset()
			for _, a := range batch {
				a.doubt = a.doubt || !pgconn.SafeToRetry(err)
			}
			made, err = appendAll(ctx, s.pool, batch)
		} else if len(batch) > 1 {
			for _, a := range batch {
				s.commit([]*appending{a})
			}
			return
		} else if code := codeOf(err); code == "40P01" || code == "40001" {
			made, err = appendAll(ctx, s.pool, batch)
		}
	}
	if err != nil {
		err = s.failed(err)
	} else {
		s.answers.Add(1)
	}
	for _, a := range batch {
		switch {
		case err != nil:
			a.done <- err
		case slices.Contains(made, a.id):
			a.done <- nil
		default:
			a.done <- s.why(ctx, a)
		}
	}
}

// appendAll makes the possible appends with one statement, and returns the ids of their matches.
func appendAll(ctx context.Context, q asked, batch []*appending) (made []string, err error) {
	var ids, of, entries []string
	var at, count, epoch, n []int64
	for _, a := range batch {
		ids, at, count = append(ids, a.id), append(at, int64(a.at)), append(count, int64(len(a.entries)))
		epoch = append(epoch, int64(a.epoch))
		for i, e := range a.entries {
			of, n, entries = append(of, a.id), append(n, int64(a.at+i)), append(entries, string(e))
		}
	}
	rows, _ := q.Query(ctx, `with made as (
			update matches m set entries = m.entries + w.count
			from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) as w (id, at, count, epoch)
			where m.id = w.id and m.status = 'live' and m.entries = w.at and m.epoch = w.epoch
			returning m.id
		), put as (
			insert into log (match, n, entry) select e.match, e.n, e.entry::json
			from unnest($5::text[], $6::bigint[], $7::text[]) as e (match, n, entry) join made on made.id = e.match
		) select id from made`, ids, at, count, epoch, of, n, entries)
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// why returns the reason why an append was not made.
func (s *raw) why(ctx context.Context, a *appending) error {
	var status store.Status
	var have int
	var epoch uint64
	err := s.pool.QueryRow(ctx, `select status, entries, epoch from matches where id = $1`, a.id).Scan(&status, &have, &epoch)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return store.ErrNotFound
	case err != nil:
		return s.failed(err)
	case a.doubt && s.has(ctx, a):
		return nil
	case status == store.Done:
		return store.ErrFinished
	case epoch != a.epoch:
		return fenced(epoch, a.epoch)
	case status != store.Live:
		return fmt.Errorf("%w: it is %s, not live", store.ErrConflict, status)
	}
	return fmt.Errorf("%w: %d, expected %d", store.ErrConflict, have, a.at)
}

// has reports whether the log already has an append's entries at their place, because the append was made
// before the connection broke.
func (s *raw) has(ctx context.Context, a *appending) bool {
	rows, _ := s.pool.Query(ctx, `select entry from log where match = $1 and n >= $2 and n < $3 order by n`, a.id, a.at, a.at+len(a.entries))
	there, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
	return err == nil && len(there) > 0 && slices.EqualFunc(there, a.entries, slices.Equal)
}

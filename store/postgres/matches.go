package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"arcade/store"
)

// CreateMatch stores a new open or live match.
func (s *raw) CreateMatch(ctx context.Context, m store.Match) error {
	return s.putMatch(ctx, m, func(ctx context.Context, tx pgx.Tx, record []byte) error {
		_, err := tx.Exec(ctx, `insert into matches (id, game, status, public, invited, created, ended, keeper, epoch, record)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, m.ID, m.Game, m.Status, !m.Private, m.Invited, m.Created, m.Ended, m.Owner, int64(m.Epoch), record)
		if breaks(err, "matches_taken") {
			return store.ErrExists
		}
		return err
	})
}

// TakeOver makes a node the owner of a match that is not done, in its next epoch.
func (s *raw) TakeOver(ctx context.Context, id string, epoch uint64, owner string) (m store.Match, err error) {
	err = s.change(ctx, callTime, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := unfinished(ctx, tx, id, epoch); err != nil {
			return err
		}
		rows, _ := tx.Query(ctx, `update matches m set keeper = $2, epoch = epoch + 1 where id = $1 returning `+matchColumns, id, owner)
		m, err = pgx.CollectExactlyOneRow(rows, readMatch)
		return err
	})
	return m, err
}

// UpdateMatch replaces the record of a match that is not done. The new record must not be done either.
func (s *raw) UpdateMatch(ctx context.Context, m store.Match) error {
	return s.putMatch(ctx, m, func(ctx context.Context, tx pgx.Tx, record []byte) error {
		old, err := unfinished(ctx, tx, m.ID, m.Epoch)
		if err == nil {
			err = store.CheckReopened(m, old.Entries)
		}
		if err != nil {
			return err
		}
		return updateMatch(ctx, tx, m, record)
	})
}

// putMatch stores the record of a match that is not done with put, and stores its seats.
func (s *raw) putMatch(ctx context.Context, m store.Match, put func(ctx context.Context, tx pgx.Tx, record []byte) error) error {
	record, err := encodeMatch(m)
	if err != nil {
		return err
	}
	return s.change(ctx, callTime, func(ctx context.Context, tx pgx.Tx) error {
		// The lock prevents a concurrent Forget of a player in the match.
		if _, err := tx.Exec(ctx, `select from players where id = any($1) order by id for key share`, append(playersOf(m), m.Invited)); err != nil {
			return err
		}
		if err := put(ctx, tx, record); err != nil {
			return err
		}
		return putSeats(ctx, tx, m)
	})
}

// encodeMatch encodes a match without the fields that are only in columns.
func encodeMatch(m store.Match) ([]byte, error) {
	m.Entries, m.Nth, m.Owner, m.Epoch = 0, 0, "", 0
	return encode(m)
}

// updateMatch replaces a match's record and the columns derived from it.
func updateMatch(ctx context.Context, tx pgx.Tx, m store.Match, record []byte) error {
	b := &pgx.Batch{}
	queueMatch(b, m, record)
	return tx.SendBatch(ctx, b).Close()
}

// queueMatch queues the statements of updateMatch.
func queueMatch(b *pgx.Batch, m store.Match, record []byte) {
	b.Queue(`update matches set game = $2, status = $3, public = $4, invited = $5, created = $6, ended = $7, record = $8 where id = $1`,
		m.ID, m.Game, m.Status, !m.Private, m.Invited, m.Created, m.Ended, record)
}

// putSeats stores the players of the match.
func putSeats(ctx context.Context, tx pgx.Tx, m store.Match) error {
	if _, err := tx.Exec(ctx, `delete from seats where match = $1`, m.ID); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `insert into seats (player, created, match) select distinct unnest($1::text[]), $2::bigint, $3`, playersOf(m), m.Created, m.ID)
	return err
}

func playersOf(m store.Match) []string {
	list := []string{}
	for _, seat := range m.Seats {
		if seat.Player != "" {
			list = append(list, seat.Player)
		}
	}
	return list
}

// unfinished locks a match that is not done, to change it in an epoch, and returns its status and the length of
// its log. Errors: ErrNotFound, ErrFinished, ErrFenced.
func unfinished(ctx context.Context, tx pgx.Tx, id string, epoch uint64) (m store.Match, err error) {
	err = tx.QueryRow(ctx, `select status, entries, epoch from matches where id = $1 for update`, id).Scan(&m.Status, &m.Entries, &m.Epoch)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		err = store.ErrNotFound
	case err != nil:
	case m.Status == store.Done:
		err = store.ErrFinished
	case m.Epoch != epoch:
		err = fenced(m.Epoch, epoch)
	}
	return m, err
}

// fenced returns the error for a write in another epoch than the match's.
func fenced(is, epoch uint64) error {
	return fmt.Errorf("%w: %d, not %d", store.ErrFenced, is, epoch)
}

// DeleteMatch removes a match that is not done and has not gone on since m, with its log.
func (s *raw) DeleteMatch(ctx context.Context, m store.Match) error {
	return s.change(ctx, callTime, func(ctx context.Context, tx pgx.Tx) error {
		has, err := unfinished(ctx, tx, m.ID, m.Epoch)
		if err == nil {
			err = store.SameProgress(has, m)
		}
		if err != nil {
			return err
		}
		return deleteMatches(ctx, tx, []string{m.ID})
	})
}

func deleteMatches(ctx context.Context, tx pgx.Tx, ids []string) error {
	for _, sql := range []string{`delete from log where match = any($1)`, `delete from seats where match = any($1)`, `delete from matches where id = any($1)`} {
		if _, err := tx.Exec(ctx, sql, ids); err != nil {
			return err
		}
	}
	return nil
}

// matchColumns are the columns that readMatch reads.
const matchColumns = `m.record, m.entries, m.nth, m.keeper, m.epoch`

func readMatch(row pgx.CollectableRow) (store.Match, error) {
	var record []byte
	var columns store.Match
	var m store.Match
	if err := row.Scan(&record, &columns.Entries, &columns.Nth, &columns.Owner, &columns.Epoch); err != nil {
		return m, err
	}
	if err := decode(record, &m); err != nil {
		return store.Match{}, err
	}
	m.Entries, m.Nth, m.Owner, m.Epoch = columns.Entries, columns.Nth, columns.Owner, columns.Epoch
	return m, nil
}

// Match finds a match by id.
func (s *raw) Match(ctx context.Context, id string) (m store.Match, err error) {
	err = s.read(ctx, func(ctx context.Context, q asked) (err error) {
		m, err = matchOf(ctx, q, id)
		return err
	})
	return m, err
}

func matchOf(ctx context.Context, q asked, id string) (store.Match, error) {
	rows, _ := q.Query(ctx, `select `+matchColumns+` from matches m where m.id = $1`, id)
	return pgx.CollectExactlyOneRow(rows, readMatch)
}

// matches reads a list of matches. It omits unreadable matches and returns their errors in bad.
func (s *raw) matches(ctx context.Context, sql string, args ...any) (list []store.Match, bad []error, err error) {
	err = s.read(ctx, func(ctx context.Context, q asked) error {
		list, bad = nil, nil
		rows, err := q.Query(ctx, sql, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			m, err := readMatch(rows)
			if errors.Is(err, store.ErrDamaged) {
				bad = append(bad, err)
			} else if err != nil {
				return err
			} else {
				list = append(list, m)
			}
		}
		return rows.Err()
	})
	return list, bad, err
}

// Entries reads a part of a match's log. A from below 0 counts as 0; a from past the end returns nothing.
func (s *raw) Entries(ctx context.Context, id string, from, n int) (list []store.Entry, err error) {
	err = s.read(ctx, func(ctx context.Context, q asked) (err error) {
		list, err = entriesOf(ctx, q, id, from, n)
		return err
	})
	return list, err
}

func entriesOf(ctx context.Context, q asked, id string, from, n int) ([]store.Entry, error) {
	var limit *int // no limit
	if n >= 0 {
		limit = &n
	}
	rows, _ := q.Query(ctx, `select entry from log where match = $1 and n >= $2 order by n limit $3`, id, max(from, 0), limit)
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e store.Entry, err error) {
		var entry []byte
		if err = row.Scan(&entry); err == nil {
			err = decode(entry, &e)
		}
		return e, err
	})
	if err == nil && len(list) == 0 { // check whether the match exists
		err = q.QueryRow(ctx, `select from matches where id = $1`, id).Scan()
	}
	return list, err
}

// Unfinished lists every open or live match, by Created, then id.
func (s *raw) Unfinished(ctx context.Context) ([]store.Match, error) {
	list, bad, err := s.matches(ctx, `select `+matchColumns+` from matches m where m.status <> 'done' order by m.created, m.id`)
	if err != nil {
		return nil, fmt.Errorf("unfinished matches: %w", err)
	}
	return list, errors.Join(bad...)
}

// Matches lists matches of a player. It returns ErrNotFound if the match after no longer exists, because
// it was deleted before it began.
func (s *raw) Matches(ctx context.Context, player, after string, n int) ([]store.Match, error) {
	created := int64(0)
	if after != "" {
		m, err := s.Match(ctx, after)
		if err != nil {
			return nil, err
		}
		created = m.Created
	}
	list, _, err := s.matches(ctx, `select `+matchColumns+` from seats s join matches m on m.id = s.match
		where s.player = $1 and ($2 = '' or (s.created, s.match) < ($3, $2))
		order by s.created desc, s.match desc limit $4`, player, after, created, max(n, 0))
	return list, err
}

// Recent lists finished public matches of a game or of all games, by Ended, then id.
func (s *raw) Recent(ctx context.Context, game string, n int) ([]store.Match, error) {
	sql, args := `select `+matchColumns+` from matches m where m.status = 'done' and m.public order by m.ended desc, m.id desc limit $1`, []any{max(n, 0)}
	if game != "" {
		sql = `select ` + matchColumns + ` from matches m where m.status = 'done' and m.public and m.game = $2 order by m.ended desc, m.id desc limit $1`
		args = append(args, game)
	}
	list, _, err := s.matches(ctx, sql, args...)
	return list, err
}

// Finished lists finished public matches of a game or of all games, by Ended, then id, after a given end
// and id.
func (s *raw) Finished(ctx context.Context, game string, ended int64, id string, n int) ([]store.Match, error) {
	sql, args := `select `+matchColumns+` from matches m where m.status = 'done' and m.public`, []any{ended, id, max(n, 0)}
	if game != "" {
		sql += ` and m.game = $4`
		args = append(args, game)
	}
	list, _, err := s.matches(ctx, sql+` and (m.ended, m.id) > ($1, $2) order by m.ended, m.id limit $3`, args...)
	return list, err
}

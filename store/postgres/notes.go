package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"arcade/store"
)

// Note reads a note. Error: ErrNotFound.
func (s *raw) Note(ctx context.Context, space, name string) (value json.RawMessage, err error) {
	err = s.read(ctx, func(ctx context.Context, q asked) error {
		value, err = noteOf(ctx, q, space, name)
		return err
	})
	return value, err
}

func noteOf(ctx context.Context, q asked, space, name string) (value json.RawMessage, err error) {
	err = q.QueryRow(ctx, `select record from notes where space = $1 and key = $2`, space, name).Scan(&value)
	return value, err
}

// Notes lists notes of a space, sorted by key.
func (s *raw) Notes(ctx context.Context, space, after string, n int) (list []store.Note, err error) {
	err = s.read(ctx, func(ctx context.Context, q asked) (err error) {
		rows, _ := q.Query(ctx, `select key, record from notes where space = $1 and key > $2 order by key limit $3`, space, after, max(n, 0))
		list, err = pgx.CollectRows(rows, readNote)
		return err
	})
	return list, err
}

func readNote(row pgx.CollectableRow) (n store.Note, err error) {
	err = row.Scan(&n.Key, &n.Value)
	return n, err
}

// PutNotes writes notes, and removes notes whose value is nil, in one step.
func (s *raw) PutNotes(ctx context.Context, space string, notes ...store.Note) error {
	return s.change(ctx, callTime, func(ctx context.Context, tx pgx.Tx) error {
		for _, n := range notes {
			if err := putNote(ctx, tx, space, n); err != nil {
				return fmt.Errorf("%q: %w", n.Key, err)
			}
		}
		return nil
	})
}

// putNote writes or removes a note if its present value matches From.
func putNote(ctx context.Context, tx pgx.Tx, space string, n store.Note) error {
	const put = `insert into notes (space, key, record) values ($1, $2, $3) on conflict (space, key) do `
	var tag pgconn.CommandTag
	var err error
	done := int64(1) // number of rows
	switch {
	case n.From == nil && n.Value == nil:
		_, err := tx.Exec(ctx, `delete from notes where space = $1 and key = $2`, space, n.Key)
		return err
	case n.From == nil:
		tag, err = tx.Exec(ctx, put+`update set record = excluded.record`, space, n.Key, n.Value)
	case len(n.From) == 0 && n.Value == nil:
		tag, err = tx.Exec(ctx, `select from notes where space = $1 and key = $2`, space, n.Key)
		done = 0
	case len(n.From) == 0:
		tag, err = tx.Exec(ctx, put+`nothing`, space, n.Key, n.Value)
	case n.Value == nil:
		tag, err = tx.Exec(ctx, `delete from notes where space = $1 and key = $2 and record::text = $3`, space, n.Key, string(n.From))
	default:
		tag, err = tx.Exec(ctx, `update notes set record = $4 where space = $1 and key = $2 and record::text = $3`, space, n.Key, string(n.From), n.Value)
	}
	if err == nil && tag.RowsAffected() != done {
		err = store.ErrConflict
	}
	return err
}

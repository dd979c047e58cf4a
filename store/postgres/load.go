package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"arcade/store"
)

// Load fills the database at a URL with all records of an archive, in one transaction. The database must
// be empty.
func Load(ctx context.Context, url string, from store.Archive) error {
	s, err := Open(url)
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(context.Background(), s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(context.Background(), `set local idle_in_transaction_session_timeout = 0`); err != nil {
			return err
		}
		if err := vacant(tx); err != nil {
			return err
		}
		return load(ctx, tx, from)
	})
	if err = errors.Join(err, s.Close()); err != nil {
		return fmt.Errorf("load the database: %w", err)
	}
	return nil
}

// vacant refuses a database with records, and locks the tables against other writers.
func vacant(tx pgx.Tx) error {
	ctx := context.Background()
	for _, table := range append([]string{"arcade"}, tables...) {
		if _, err := tx.Exec(ctx, `lock table `+table+` in exclusive mode`); err != nil {
			return err
		}
		var some bool
		if err := tx.QueryRow(ctx, `select exists (select from `+table+`)`).Scan(&some); err != nil {
			return err
		}
		if some && table != "arcade" {
			return fmt.Errorf("it has records already (table %s): copy into an empty one", table)
		}
	}
	return nil
}

// filling collects rows of a table.
type filling struct {
	tx      pgx.Tx
	table   string
	columns []string
	rows    [][]any
}

func (f *filling) add(row ...any) error {
	if f.rows = append(f.rows, row); len(f.rows) < 1000 {
		return nil
	}
	return f.flush()
}

func (f *filling) flush() error {
	_, err := f.tx.CopyFrom(context.Background(), pgx.Identifier{f.table}, f.columns, pgx.CopyFromRows(f.rows))
	f.rows = f.rows[:0]
	return err
}

func load(ctx context.Context, tx pgx.Tx, from store.Archive) error {
	secret, err := from.Secret(ctx)
	if err != nil {
		return err
	}
	ended, err := from.Ended()
	if err != nil {
		return err
	}
	if _, err := tx.Exec(context.Background(), `update arcade set secret = $1, ended = $2`, secret, int64(ended)); err != nil {
		return err
	}
	var all []*filling
	into := func(table string, columns ...string) *filling {
		f := &filling{tx: tx, table: table, columns: columns}
		all = append(all, f)
		return f
	}
	players, keys := into("players", "id", "name_key", "revision", "record"), into("keys", "fingerprint", "player")
	matches := into("matches", "id", "game", "status", "public", "invited", "created", "ended", "entries", "nth", "keeper", "epoch", "record")
	seats, log := into("seats", "player", "created", "match"), into("log", "match", "n", "entry")
	ratings := into("ratings", "game", "player", "rating", "unlisted", "record")
	standings := into("standings", "player", "game", "revision")
	tallies := into("tallies", "player", "game", "won", "lost", "drawn")
	versus := into("versus", "player", "game", "opponent", "at", "record")
	stats := into("stats", "player", "game", "record")
	scores := into("scores", "board", "player", "value", "tie", "at", "unlisted", "record")
	notes, unseen := into("notes", "space", "key", "record"), into("unseen", "player", "ended", "match")
	for _, each := range []func() error{
		func() error {
			return from.EachPlayer(func(p store.Player) error {
				record, err := encode(p)
				err = errors.Join(err, players.add(p.ID, p.NameKey, int64(p.Rev), record))
				for _, k := range p.Keys {
					err = errors.Join(err, keys.add(k, p.ID))
				}
				return err
			})
		},
		func() error {
			return from.EachMatch(func(m store.Match) error { return loadMatch(ctx, from, m, matches, seats, log) })
		},
		func() error {
			return from.EachRating(func(r store.Rating) error {
				record, err := encode(r)
				return errors.Join(err, ratings.add(r.Game, r.Player, r.Rating, r.Unlisted, record))
			})
		},
		func() error {
			return from.EachTally(func(game, player string, t store.Tally) error {
				return tallies.add(player, game, t.Won, t.Lost, t.Drawn)
			})
		},
		func() error {
			return from.EachVersus(func(player string, v store.Versus) error {
				record, err := encode(v)
				return errors.Join(err, versus.add(player, v.Game, v.Opponent, v.At, record))
			})
		},
		func() error {
			return from.EachStats(func(game, player string, s json.RawMessage) error { return stats.add(player, game, s) })
		},
		func() error {
			return from.EachScore(func(r store.Score) error {
				record, err := encode(r)
				return errors.Join(err, scores.add(r.Board, r.Player, r.Value, r.Tie, r.At, r.Unlisted, record))
			})
		},
		func() error {
			return from.EachNote(func(space, key string, v json.RawMessage) error { return notes.add(space, key, v) })
		},
		func() error {
			return from.EachStanding(func(game, player string, n uint64) error { return standings.add(player, game, int64(n)) })
		},
		func() error {
			return from.EachUnseen(func(player string, ended int64, match string) error { return unseen.add(player, ended, match) })
		},
	} {
		if err := each(); err != nil {
			return err
		}
	}
	for _, f := range all {
		if err := f.flush(); err != nil {
			return fmt.Errorf("%s: %w", f.table, err)
		}
	}
	return nil
}

func loadMatch(ctx context.Context, from store.Archive, m store.Match, matches, seats, log *filling) error {
	entries, err := from.Entries(ctx, m.ID, 0, -1)
	if err != nil {
		return err
	}
	values, err := store.EncodeEntries(entries)
	if err != nil {
		return err
	}
	record, err := encodeMatch(m)
	if err != nil {
		return err
	}
	err = matches.add(m.ID, m.Game, m.Status, !m.Private, m.Invited, m.Created, m.Ended, len(values), int64(m.Nth), m.Owner, int64(m.Epoch), record)
	list := playersOf(m)
	slices.Sort(list)
	for _, player := range slices.Compact(list) {
		err = errors.Join(err, seats.add(player, m.Created, m.ID))
	}
	for n, v := range values {
		err = errors.Join(err, log.add(m.ID, n, v))
	}
	return err
}

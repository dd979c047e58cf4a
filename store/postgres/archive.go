package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"arcade/store"
	"arcade/store/guard"
)

// Archive is a store at one moment. Servers continue to work on the store meanwhile.
type Archive struct {
	store.Reader // the guard around the moment
	insideArchive
}

// insideArchive has the moment a step deeper, so that what the guard has is the guard's.
type insideArchive struct{ *moment }

// moment is the archive without its guard.
type moment struct {
	version int
	pool    *pgxpool.Pool
	mu      sync.Mutex // one query at a time
	tx      pgx.Tx
	cursors int
}

var _ store.Archive = (*Archive)(nil)

// OpenArchive opens the database at a URL for reading. Errors: [store.ErrOlder] for an older or empty
// schema, [store.ErrNewer].
func OpenArchive(url string) (*Archive, error) {
	a, err := openArchive(url)
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	return a, nil
}

func openArchive(url string) (*Archive, error) {
	pool, err := connect(url)
	if err != nil {
		return nil, err
	}
	a := &moment{pool: pool}
	if err := a.begin(len(migrations())); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return &Archive{guard.NewReader(a), insideArchive{a}}, nil
}

// begin opens the transaction that reads this moment's state.
func (a *moment) begin(present int) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), openTime)
	defer cancel()
	if a.tx, err = a.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}); err != nil {
		return err
	}
	// The caller may wait for a long time between two reads.
	if _, err = a.tx.Exec(ctx, `set local idle_in_transaction_session_timeout = 0`); err != nil {
		return err
	}
	if a.version, err = versionOf(ctx, a.tx, present+1); err == nil && a.version < present {
		err = fmt.Errorf("%w: version %d, this one writes %d", store.ErrOlder, a.version, present)
	}
	return err
}

// Close closes the connection to the database.
func (a *moment) Close() error {
	if a.tx != nil {
		_ = a.tx.Rollback(context.Background())
	}
	a.pool.Close()
	return nil
}

// Version returns the version of the schema.
func (a *moment) Version() (int, error) { return a.version, nil }

// query runs one query to its end: a cancelled one would end the transaction.
func (a *moment) query(ctx context.Context, f func(ctx context.Context) error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	err := f(context.WithoutCancel(ctx))
	if errors.Is(err, pgx.ErrNoRows) {
		return store.ErrNotFound
	}
	return err
}

// Match finds a match by id. Error: ErrNotFound.
func (a *moment) Match(ctx context.Context, id string) (m store.Match, err error) {
	err = a.query(ctx, func(ctx context.Context) (err error) { m, err = matchOf(ctx, a.tx, id); return err })
	return m, err
}

// Entries reads a part of a match's log.
func (a *moment) Entries(ctx context.Context, id string, from, n int) (list []store.Entry, err error) {
	err = a.query(ctx, func(ctx context.Context) (err error) { list, err = entriesOf(ctx, a.tx, id, from, n); return err })
	return list, err
}

// Note reads a note. Error: ErrNotFound.
func (a *moment) Note(ctx context.Context, space, key string) (value json.RawMessage, err error) {
	err = a.query(ctx, func(ctx context.Context) (err error) { value, err = noteOf(ctx, a.tx, space, key); return err })
	return value, err
}

// Secret returns the store's secret.
func (a *moment) Secret(ctx context.Context) (secret []byte, err error) {
	err = a.query(ctx, func(ctx context.Context) (err error) { secret, err = secretOf(ctx, a.tx); return err })
	return secret, err
}

// Ended returns the number of ended matches.
func (a *moment) Ended() (n uint64, err error) {
	err = a.query(context.Background(), func(ctx context.Context) error { return a.tx.QueryRow(ctx, `select ended from arcade`).Scan(&n) })
	return n, err
}

// fetched is the number of rows read at a time. A test reads fewer.
var fetched = 500

// each calls f with every row of a query. f may query the archive itself.
func each[T any](a *moment, sql string, read func(pgx.CollectableRow) (T, error), f func(T) error) error {
	a.mu.Lock()
	a.cursors++
	name := fmt.Sprintf("c%d", a.cursors)
	a.mu.Unlock()
	err := a.query(context.Background(), func(ctx context.Context) error {
		_, err := a.tx.Exec(ctx, `declare `+name+` no scroll cursor for `+sql)
		return err
	})
	if err != nil {
		return err
	}
	for {
		var list []T
		err := a.query(context.Background(), func(ctx context.Context) (err error) {
			rows, _ := a.tx.Query(ctx, fmt.Sprintf(`fetch %d from %s`, fetched, name), pgx.QueryExecModeSimpleProtocol)
			list, err = pgx.CollectRows(rows, read)
			if err == nil && len(list) < fetched {
				_, err = a.tx.Exec(ctx, `close `+name)
			}
			return err
		})
		if err != nil {
			return err
		}
		for _, v := range list {
			if err := f(v); err != nil {
				return err
			}
		}
		if len(list) < fetched {
			return nil
		}
	}
}

func record[T any](row pgx.CollectableRow) (v T, err error) {
	var data []byte
	if err = row.Scan(&data); err == nil {
		err = decode(data, &v)
	}
	return v, err
}

// owned is a record with up to two ids.
type owned struct {
	A, B   string
	Record []byte
}

// EachPlayer calls f with every player.
func (a *moment) EachPlayer(f func(store.Player) error) error {
	return each(a, `select record from players order by id`, record[store.Player], f)
}

// EachMatch calls f with every match.
func (a *moment) EachMatch(f func(store.Match) error) error {
	return each(a, `select `+matchColumns+` from matches m order by m.id`, readMatch, f)
}

// EachRating calls f with every rating.
func (a *moment) EachRating(f func(store.Rating) error) error {
	return each(a, `select record from ratings order by game, player`, record[store.Rating], f)
}

// EachTally calls f with every tally.
func (a *moment) EachTally(f func(game, player string, t store.Tally) error) error {
	type row struct {
		Game, Player string
		store.Tally
	}
	return each(a, `select game, player, won, lost, drawn from tallies order by player, game`, pgx.RowToStructByPos[row],
		func(r row) error { return f(r.Game, r.Player, r.Tally) })
}

// EachVersus calls f with every player's tally against each opponent.
func (a *moment) EachVersus(f func(player string, v store.Versus) error) error {
	return each(a, `select player, '', record from versus order by player, game, opponent`, pgx.RowToStructByPos[owned], func(o owned) error {
		var v store.Versus
		if err := decode(o.Record, &v); err != nil {
			return err
		}
		return f(o.A, v)
	})
}

// EachStats calls f with every player's statistics in each game.
func (a *moment) EachStats(f func(game, player string, stats json.RawMessage) error) error {
	return each(a, `select game, player, record from stats order by player, game`, pgx.RowToStructByPos[owned],
		func(o owned) error { return f(o.A, o.B, o.Record) })
}

// EachScore calls f with every row of the boards by points.
func (a *moment) EachScore(f func(store.Score) error) error {
	return each(a, `select record, unlisted, null::json from scores order by board, player`, readScore, f)
}

// EachNote calls f with every note.
func (a *moment) EachNote(f func(space, key string, value json.RawMessage) error) error {
	return each(a, `select space, key, record from notes order by space, key`, pgx.RowToStructByPos[owned],
		func(o owned) error { return f(o.A, o.B, o.Record) })
}

// EachStanding calls f with the revision of every player's standing in each game.
func (a *moment) EachStanding(f func(game, player string, revision uint64) error) error {
	type row struct {
		Game, Player string
		Revision     uint64
	}
	return each(a, `select game, player, revision from standings order by player, game`, pgx.RowToStructByPos[row],
		func(r row) error { return f(r.Game, r.Player, r.Revision) })
}

// EachUnseen calls f with every result that its player has not seen yet.
func (a *moment) EachUnseen(f func(player string, ended int64, match string) error) error {
	type row struct {
		Player string
		Ended  int64
		Match  string
	}
	return each(a, `select player, ended, match from unseen order by player, ended, match`, pgx.RowToStructByPos[row],
		func(r row) error { return f(r.Player, r.Ended, r.Match) })
}

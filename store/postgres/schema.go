package postgres

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"arcade/store"
)

//go:embed migrations/*.sql
var files embed.FS

// migrations returns the steps to the present schema: migrations()[i] migrates version i to version i+1.
// After a step, servers of the previous version still work: their reads and writes stay valid for one
// more version.
func migrations() (steps []string) {
	list, _ := files.ReadDir("migrations") // sorted by name
	for _, f := range list {
		step, _ := files.ReadFile("migrations/" + f.Name())
		steps = append(steps, string(step))
	}
	return steps
}

// migrate brings the schema to the version of the last step, in one transaction. Servers that start
// together migrate one after another.
func migrate(ctx context.Context, pool *pgxpool.Pool, steps []string) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock(hashtext('arcade migrate ' || current_schema()))`); err != nil {
			return err
		}
		version, err := versionOf(ctx, tx, len(steps)+1)
		if err != nil {
			return err
		}
		if version >= len(steps) {
			return nil
		}
		for i, step := range steps[version:] {
			if _, err := tx.Exec(ctx, step); err != nil {
				return fmt.Errorf("migration to version %d: %w", version+i+1, err)
			}
		}
		if version == 0 {
			secret := make([]byte, secretLen)
			rand.Read(secret) // never fails
			_, err = tx.Exec(ctx, `insert into arcade (version, secret, ended) values ($1, $2, 0)`, len(steps), secret)
		} else {
			_, err = tx.Exec(ctx, `update arcade set version = $1`, len(steps))
		}
		return err
	})
}

// versionOf returns the version of the schema, 0 for an empty one. Error: [store.ErrNewer] for a version
// above newest.
func versionOf(ctx context.Context, q asked, newest int) (version int, err error) {
	var schema *string
	var encoding string
	var ours, others int
	err = q.QueryRow(ctx, `select current_schema(), current_setting('server_encoding'),
			(select count(*) from pg_tables where schemaname = current_schema() and tablename = 'arcade'),
			(select count(*) from pg_tables where schemaname = current_schema() and tablename = any($1))`,
		tables).Scan(&schema, &encoding, &ours, &others)
	switch {
	case err != nil:
		return 0, err
	case schema == nil:
		return 0, errors.New("the schema in search_path does not exist: create it, or leave search_path out of the URL")
	case encoding != "UTF8":
		return 0, fmt.Errorf("the database's encoding is %s, not UTF8", encoding)
	case ours == 0 && others > 0:
		return 0, fmt.Errorf("schema %q has other tables of these names: give the arcade a database or a schema of its own", *schema)
	case ours == 0:
		return 0, nil
	}
	err = q.QueryRow(ctx, `select version from arcade`).Scan(&version)
	if err == nil && version > newest {
		err = fmt.Errorf("%w: version %d, this one works with up to %d", store.ErrNewer, version, newest)
	}
	if err != nil {
		return 0, fmt.Errorf("schema %q: %w", *schema, err)
	}
	return version, nil
}

// secretLen is the number of random bytes in a store's secret.
const secretLen = 32

// Secret returns the store's secret.
func (s *raw) Secret(ctx context.Context) (secret []byte, err error) {
	err = s.read(ctx, func(ctx context.Context, q asked) error {
		secret, err = secretOf(ctx, q)
		return err
	})
	return secret, err
}

func secretOf(ctx context.Context, q asked) (secret []byte, err error) {
	err = q.QueryRow(ctx, `select secret from arcade`).Scan(&secret)
	if err == nil && len(secret) != secretLen {
		err = errors.New("the store's secret is damaged")
	}
	return slices.Clone(secret), err
}

// tables are the tables with records.
var tables = []string{"players", "keys", "matches", "seats", "log", "ratings", "tallies", "versus", "unseen", "standings", "stats", "scores", "notes"}

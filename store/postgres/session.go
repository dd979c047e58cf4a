package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// atStart holds the parameters that stay in the message that starts a connection. A PgBouncer takes the
// first five, and refuses others; options cannot be set later.
var atStart = []string{"application_name", "client_encoding", "datestyle", "timezone", "standard_conforming_strings", "options"}

// settle has each connection set its other parameters after its start, among them the store's own.
func settle(cfg *pgx.ConnConfig) {
	params := cfg.RuntimeParams
	if params["application_name"] == "" {
		params["application_name"] = "arcade"
	}
	// A node that dies during a change must lose its locks before other nodes give up waiting for them.
	later := map[string]string{"idle_in_transaction_session_timeout": "3s"}
	for name, value := range params {
		if !slices.Contains(atStart, strings.ToLower(name)) && later[name] == "" {
			later[name] = value
		}
		if later[name] != "" {
			delete(params, name)
		}
	}
	cfg.AfterConnect = func(ctx context.Context, c *pgconn.PgConn) error {
		var sets []string
		for name, value := range later {
			name, err := c.EscapeString(name)
			if err != nil {
				return err
			}
			if value, err = c.EscapeString(value); err != nil {
				return err
			}
			sets = append(sets, fmt.Sprintf("set_config('%s', '%s', false)", name, value))
		}
		_, err := c.Exec(ctx, "select "+strings.Join(sets, ", ")).ReadAll()
		return err
	}
}

// errPooler means that settings and locks of a connection would get lost, or would be another client's.
var errPooler = errors.New("the pooler before the database works by transaction: set pool_mode = session, or connect to the database itself")

// bySession returns errPooler if connections to the database do not last: two of them that are open at once
// then meet the same process of the database, or one meets several.
func bySession(ctx context.Context, pool *pgxpool.Pool) error {
	var conns [2]*pgxpool.Conn
	for i := range conns {
		c, err := pool.Acquire(ctx)
		if err != nil {
			return err
		}
		defer c.Release()
		conns[i] = c
	}
	var at [len(conns)]string
	for range 4 {
		for i, c := range conns {
			results, err := c.Conn().PgConn().Exec(ctx, "select pg_backend_pid()").ReadAll()
			if err != nil {
				return err
			}
			pid := string(results[0].Rows[0][0])
			if pid == at[1-i] || at[i] != "" && pid != at[i] {
				return errPooler
			}
			at[i] = pid
		}
	}
	return nil
}

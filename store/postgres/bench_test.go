package postgres

import (
	"testing"

	"arcade/store"
	"arcade/store/postgres/pgtest"
	"arcade/store/storetest"
)

// The database is on the disk of the temporary folder (TMPDIR), shares the processors with
// its client, and waits for the disk. docs/postgres.md has the command.
func BenchmarkAppend(b *testing.B) {
	pg := pgtest.Start(b, true)
	storetest.BenchAppend(b, func(b *testing.B) store.Store { return openURL(b, pg.Schema(b)) })
}

package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/pflag"

	"arcade/store"
	"arcade/store/bolt"
	"arcade/store/postgres"
)

// storeFlag gives a command the flag of where the store is.
func storeFlag(flags *pflag.FlagSet, at *string) {
	flags.StringVar(at, "store", "", "where the records are: a file, or postgres://...; empty: "+databaseFile+" in the data folder")
}

// storeAt is where the store is: as --store says, or else the data folder's.
func storeAt(at, data string) string { return cmp.Or(at, filepath.Join(data, databaseFile)) }

// isPostgres tells that a store is a PostgreSQL database.
func isPostgres(at string) bool {
	return strings.HasPrefix(at, "postgres://") || strings.HasPrefix(at, "postgresql://")
}

// errPgDump: what is asked for is PostgreSQL's own affair.
var errPgDump = errors.New("a PostgreSQL database is backed up by pg_dump, or copied into a file by arcade copy --from postgres://... --to FILE")

// scheme begins a URL.
var scheme = regexp.MustCompile(`^[a-z][a-z0-9+.-]*://`)

// checkStore refuses what is neither a file nor a database that is known.
func checkStore(at string) error {
	if scheme.MatchString(at) && !isPostgres(at) {
		return fmt.Errorf("bad store %s: want a file, or postgres://USER@HOST/DATABASE", redacted(at))
	}
	return nil
}

// redacted is where a store is, without a password.
func redacted(at string) string {
	u, err := url.Parse(at)
	switch {
	case !scheme.MatchString(at):
		return at
	case err != nil:
		return scheme.FindString(at) + "..."
	}
	if q := u.Query(); q.Has("password") {
		q.Set("password", "xxxxx")
		u.RawQuery = q.Encode()
	}
	return u.Redacted()
}

// openedStore is a store that a server works on.
type openedStore interface {
	store.Store
	// Writes tells why the last change could not be stored.
	Writes() error
}

// openStore opens the store of a server.
func openStore(at string) (openedStore, error) {
	if err := checkStore(at); err != nil {
		return nil, err
	}
	if isPostgres(at) {
		s, err := postgres.Open(at)
		if err != nil {
			return nil, err
		}
		return s, nil
	}
	s, err := bolt.Open(at, bolt.Options{})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// archive is a store that is only read.
type archive interface {
	store.Archive
	Check(report func(store.Finding)) (sound bool, err error)
	Version() (int, error)
	Close() error
}

// openArchive opens a store to be read.
func openArchive(at string) (archive, error) {
	if err := checkStore(at); err != nil {
		return nil, err
	}
	if isPostgres(at) {
		a, err := postgres.OpenArchive(at)
		if err != nil {
			return nil, err
		}
		return a, nil
	}
	f, err := bolt.OpenFile(at)
	if err != nil {
		return nil, err
	}
	return f, nil
}

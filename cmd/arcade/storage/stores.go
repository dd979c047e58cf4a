// Package storage has the commands for stored data: backup, restore, check, compact and copy. It also
// opens the store that a flag names.
package storage

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
	"arcade/store/guard"
	"arcade/store/postgres"
)

// StoreFlag adds the flag for the place of the store.
func StoreFlag(flags *pflag.FlagSet, at *string) {
	flags.StringVar(at, "store", "", "where the records are: a file, or postgres://...; empty: "+DatabaseFile+" in the data folder")
}

// StoreAt returns the place of the store: --store, or else the file in the data folder.
func StoreAt(at, data string) string { return cmp.Or(at, filepath.Join(data, DatabaseFile)) }

// IsPostgres reports whether a place is a PostgreSQL database.
func IsPostgres(at string) bool {
	return strings.HasPrefix(at, "postgres://") || strings.HasPrefix(at, "postgresql://")
}

// ErrPgDump means that PostgreSQL's own tools do the job.
var ErrPgDump = errors.New("a PostgreSQL database is backed up by pg_dump, or copied into a file by arcade copy --from postgres://... --to FILE")

// scheme matches the beginning of a URL.
var scheme = regexp.MustCompile(`^[a-z][a-z0-9+.-]*://`)

// CheckFlag refuses a place that is neither a file nor a known kind of database.
func CheckFlag(at string) error {
	if scheme.MatchString(at) && !IsPostgres(at) {
		return fmt.Errorf("bad store %s: want a file, or postgres://USER@HOST/DATABASE", Redacted(at))
	}
	return nil
}

// Redacted returns the place of a store without a password.
func Redacted(at string) string {
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

// Opened is an open store of a server.
type Opened interface {
	store.Store
	// Observe adds an observer of all operations. It is called before the store is used.
	Observe(guard.Observe)
	// Writes returns the error of the last change, if it could not be stored.
	Writes() error
}

// Open opens the store of a server.
func Open(at string) (Opened, error) {
	if err := CheckFlag(at); err != nil {
		return nil, err
	}
	if IsPostgres(at) {
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

// archive is a store that can only be read and checked.
type archive interface {
	store.Archive
	Check(report func(store.Finding)) (sound bool, err error)
	Version() (int, error)
	Close() error
}

// openArchive opens a store for reading.
func openArchive(at string) (archive, error) {
	if err := CheckFlag(at); err != nil {
		return nil, err
	}
	if IsPostgres(at) {
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

// Names of the files in the data folder.
const (
	DatabaseFile = "arcade.db"
	HostKeyFile  = "host_ed25519"
)

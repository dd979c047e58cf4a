// Package bolt keeps the arcade's records in one bbolt file. layout.go has the
// layout of the file, docs/store.md what it guarantees and how fast it is.
package bolt

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"arcade/store"
)

// Options are how a file is opened; the zero value is for production.
type Options struct {
	// Timeout is how long to wait for another process to let go of the file; 0 means 2 s.
	Timeout time.Duration
	// NoSync leaves it to the system when the disk is written: for tests only,
	// since what was stored can be lost or the file broken when the machine stops.
	NoSync bool
}

const defaultTimeout = 2 * time.Second

// Store is a [store.Store] in a file. Two stores, in one process or several,
// cannot have the same file open at once.
type Store struct {
	db      *bbolt.DB
	changes chan change // to the writer

	open   sync.RWMutex // held for reading by every change under way
	closed bool
}

var _ store.Store = (*Store)(nil)

// Open opens the file at path, or creates it; its folder must exist. A file of
// an older version is upgraded. The error is [store.ErrNewer] for one of a newer
// version and wraps bbolt's ErrTimeout for one that is in use.
func Open(path string, opts Options) (*Store, error) {
	return openWith(path, opts, upgrades)
}

func openWith(path string, opts Options, steps []upgrade) (*Store, error) {
	if opts.Timeout <= 0 {
		opts.Timeout = defaultTimeout
	}
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{
		Timeout:      opts.Timeout,
		NoSync:       opts.NoSync,
		NoGrowSync:   opts.NoSync,
		FreelistType: bbolt.FreelistMapType,
	})
	if errors.Is(err, berrors.ErrTimeout) {
		return nil, fmt.Errorf("store %s is in use by another process (waited %v): %w", path, opts.Timeout, err)
	}
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	if err := db.Update(func(tx *bbolt.Tx) error { return prepare(tx, steps) }); err != nil {
		return nil, errors.Join(fmt.Errorf("open store %s: %w", path, err), db.Close())
	}
	s := &Store{db: db, changes: make(chan change, maxBatch)}
	go s.write()
	return s, nil
}

// Close waits for what is under way and closes the file. Afterwards every method
// fails but Close.
func (s *Store) Close() error {
	s.open.Lock()
	defer s.open.Unlock()
	if !s.closed {
		s.closed = true
		close(s.changes)
	}
	return s.db.Close()
}

// get decodes the record under key into v; ErrNotFound.
func get(b *bbolt.Bucket, key []byte, v any) error {
	data := b.Get(key)
	if data == nil {
		return store.ErrNotFound
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("damaged record: %w", err)
	}
	return nil
}

// find is get, where a record that is not there leaves v as it is.
func find(b *bbolt.Bucket, key []byte, v any) error {
	if err := get(b, key, v); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return nil
}

// put encodes v under key.
func put(b *bbolt.Bucket, key []byte, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return b.Put(key, data)
}

// problem says on what a method failed; what may come from a connection is cut.
func problem(what, id string, err error) error {
	if err == nil {
		return nil
	}
	if len(id) > maxText {
		id = id[:maxText] + ".."
	}
	return fmt.Errorf("%s %q: %w", what, id, err)
}

// Package bolt keeps the arcade's records in one bbolt file. layout.go describes the layout of the file,
// docs/store.md its guarantees and its speed.
package bolt

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"arcade/store"
	"arcade/store/guard"
)

// Options configures the opening of a file. The zero value is for production.
type Options struct {
	// NoSync leaves the time of disk writes to the operating system. It is for tests only: when the
	// machine stops, changes may be lost or the file damaged.
	NoSync bool

	timeout time.Duration // limits the wait for another process to close the file; 0 means 2 s
}

const defaultTimeout = 2 * time.Second

// Store is a [store.Store] in a file. Only one store, in any process, can have a file open.
type Store struct {
	*guard.Store // around the raw store
	inside
}

// inside has the raw store a step deeper, so that the contract's methods are those of the guard.
type inside struct{ *raw }

// raw is the store without its guard.
type raw struct {
	db      *bbolt.DB
	changes chan change // to the writer

	open   sync.RWMutex // every running change holds it for reading
	closed bool

	unwritten atomic.Pointer[error] // the error of the last transaction, nil if it was written
}

var _ store.Store = (*raw)(nil)

func around(r *raw) *Store { return &Store{guard.New(r), inside{r}} }

// Open opens the file at path, or creates it; its folder must exist. It upgrades a file of an older
// version, after it has checked the form of every page. Errors: [store.ErrDamaged] for a damaged file,
// [store.ErrNewer] for a file of a newer version, [store.ErrInUse] for a file in use.
func Open(path string, opts Options) (*Store, error) { return openWith(path, opts, upgrades) }

func openWith(path string, opts Options, steps []upgrade) (*Store, error) {
	if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
		if err := create(path, opts, steps); err != nil {
			return nil, err
		}
	}
	if err := refuseDamaged(path, opts, len(steps)+1); err != nil {
		return nil, err
	}
	db, err := open(path, opts, false)
	if err != nil {
		return nil, err
	}
	if err := db.Update(func(tx *bbolt.Tx) error { return prepare(tx, steps) }); err != nil {
		return nil, errors.Join(fmt.Errorf("open store %s: %w", path, err), db.Close())
	}
	r := &raw{db: db, changes: make(chan change, maxBatch)}
	go r.write()
	return around(r), nil
}

// refuseDamaged refuses an existing file with damaged pages before anything is written to it. bbolt would end the
// process.
func refuseDamaged(path string, opts Options, present int) error {
	f, err := openAt(path, opts, present)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	if err := f.checkForm(); err != nil {
		return errors.Join(fmt.Errorf("open store %s: %w: %w", path, store.ErrDamaged, err), f.Close())
	}
	return f.Close()
}

// open opens the bbolt file at path, for reading only or for writing. A process that replaces a file
// keeps the old one open meanwhile. A process that has waited for this finds another file at the path,
// and opens that file.
func open(path string, opts Options, readOnly bool) (*bbolt.DB, error) {
	if opts.timeout <= 0 {
		opts.timeout = defaultTimeout
	}
	for {
		var file *os.File
		db, err := bbolt.Open(path, 0o600, &bbolt.Options{
			Timeout:      opts.timeout,
			NoSync:       opts.NoSync,
			NoGrowSync:   opts.NoSync,
			FreelistType: bbolt.FreelistMapType,
			ReadOnly:     readOnly,

			InitialMmapSize: room(path, readOnly),
			OpenFile: func(name string, flag int, mode os.FileMode) (f *os.File, err error) {
				if readOnly {
					flag &^= os.O_CREATE
				}
				f, err = os.OpenFile(name, flag, mode)
				file = f
				return f, err
			},
		})
		if errors.Is(err, berrors.ErrTimeout) {
			return nil, fmt.Errorf("store %s is %w (waited %v): %w", path, store.ErrInUse, opts.timeout, err)
		}
		if err != nil {
			return nil, fmt.Errorf("open store %s: %w", path, err)
		}
		same, err := isAt(file, path)
		if err == nil && same {
			db.AllocSize = growth
			return db, nil
		}
		if err = errors.Join(err, db.Close()); err != nil {
			return nil, fmt.Errorf("open store %s: %w", path, err)
		}
	}
}

const (
	// minRoom is the minimum address space for a file to grow into, in bytes.
	minRoom = 1 << 30
	// growth is the number of bytes by which a file grows at a time.
	growth = 1 << 20
)

// room returns the address space for a file that is opened to write, in bytes. When a file outgrows its
// room, bbolt maps it again and first waits for all readers, so a slow backup would block the players.
// Unused room costs nothing.
func room(path string, readOnly bool) int {
	if readOnly || strconv.IntSize < 64 {
		return 0
	}
	n := int64(minRoom)
	if info, err := os.Stat(path); err == nil {
		n = max(n, 2*info.Size())
	}
	return int(n)
}

// isAt reports whether an open file is still the file at path.
func isAt(f *os.File, path string) (bool, error) {
	opened, err := f.Stat()
	if err != nil {
		return false, err
	}
	there, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	return os.SameFile(opened, there), nil
}

// Close waits for running calls and closes the file. Afterwards every method except Close fails.
func (s *raw) Close() error {
	s.open.Lock()
	defer s.open.Unlock()
	if !s.closed {
		s.closed = true
		close(s.changes)
	}
	return s.db.Close()
}

// get decodes the record under key into v. Error: ErrNotFound.
func get(b *bbolt.Bucket, key []byte, v any) error {
	data := b.Get(key)
	if data == nil {
		return store.ErrNotFound
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%w record: %w", store.ErrDamaged, err)
	}
	return nil
}

// find is get, but leaves v unchanged if there is no record.
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

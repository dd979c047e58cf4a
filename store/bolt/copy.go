package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"go.etcd.io/bbolt"

	"arcade/store"
)

// Snapshot takes a snapshot of the file. write writes the copy, which has size bytes. The caller must
// call write once. Players play on meanwhile, because the copy does not block the writer.
func (s *raw) Snapshot() (size int64, write func(io.Writer) error, err error) {
	tx, err := s.db.Begin(false)
	if err != nil {
		return 0, nil, fmt.Errorf("copy store: %w", err)
	}
	return tx.Size(), func(w io.Writer) error {
		_, err := tx.WriteTo(w)
		if err = errors.Join(err, tx.Rollback()); err != nil {
			return fmt.Errorf("copy store: %w", err)
		}
		return nil
	}, nil
}

// Revision returns the number of the last stored change.
func (s *raw) Revision() (n int, err error) {
	err = s.view(func(tx *bbolt.Tx) error {
		n = tx.ID()
		return nil
	})
	return n, err
}

// Backup writes a copy of the file at one moment, and returns the number of bytes.
func (s *raw) Backup(w io.Writer) (n int64, err error) {
	n, write, err := s.Snapshot()
	if err != nil {
		return 0, err
	}
	return n, write(w)
}

// Copy writes a copy of the file.
func (f *File) Copy(w io.Writer) (n int64, err error) { return f.s.Backup(w) }

// Verify returns nil if the file at path is a complete store that this version can open, with sound
// pages. Errors: [store.ErrNewer], [store.ErrDamaged], [store.ErrInUse].
func Verify(path string) error {
	f, err := OpenFile(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var first *store.Finding
	err = guarded(func() error {
		_, err := f.checkPages(func(x store.Finding) {
			if first == nil {
				first = &x
			}
		})
		return err
	})
	switch {
	case err != nil:
		return fmt.Errorf("store %s: %w", path, err)
	case first != nil:
		return fmt.Errorf("store %s: %w: %s", path, store.ErrDamaged, first.Problem)
	}
	return nil
}

// bucketBackup exists only in backups. It holds named data that is stored beside the store's records,
// such as the host key.
var bucketBackup = []byte("backup")

// Attach adds data under a name to a file that no process has open. It does not upgrade an older file.
func Attach(path, name string, data []byte) error {
	return edit(path, func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(bucketBackup)
		if err != nil {
			return err
		}
		return b.Put([]byte(name), data)
	})
}

// Detach removes all attached data from a file.
func Detach(path string) error {
	return edit(path, func(tx *bbolt.Tx) error {
		if tx.Bucket(bucketBackup) == nil {
			return nil
		}
		return tx.DeleteBucket(bucketBackup)
	})
}

// Attached returns the data that was attached to the file under a name, nil for none.
func (f *File) Attached(name string) (data []byte) {
	_ = f.s.db.View(func(tx *bbolt.Tx) error {
		if b := tx.Bucket(bucketBackup); b != nil {
			data = bytes.Clone(b.Get([]byte(name)))
		}
		return nil
	})
	return data
}

// edit changes a file of any version in one transaction.
func edit(path string, f func(*bbolt.Tx) error) error {
	if _, err := os.Stat(path); err != nil { // otherwise the file would be created
		return fmt.Errorf("open store: %w", err)
	}
	db, err := open(path, Options{}, false)
	if err != nil {
		return err
	}
	if err := errors.Join(db.Update(f), db.Close()); err != nil {
		return fmt.Errorf("store %s: %w", path, err)
	}
	return nil
}

// compactTx limits the bytes that a transaction of Compact writes.
const compactTx = 8 << 20

// Compact copies the records of the file into a new file at path, without free space between them. The
// file at path must be empty or absent.
func (f *File) Compact(path string) error {
	db, err := open(path, Options{timeout: time.Second, NoSync: true}, false)
	if err != nil {
		return err
	}
	var size int64
	err = guarded(func() error { return bbolt.Compact(db, f.s.db, compactTx) })
	if err == nil {
		err = db.View(func(tx *bbolt.Tx) error {
			size = tx.Size()
			return nil
		})
	}
	if err = errors.Join(err, db.Close()); err == nil {
		err = cut(path, size)
	}
	if err != nil {
		return fmt.Errorf("copy into %s: %w", path, err)
	}
	return nil
}

// cut takes away what bbolt has reserved beyond the last page, and syncs the file.
func cut(path string, size int64) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(size), f.Sync(), f.Close())
}

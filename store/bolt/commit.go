package bolt

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"arcade/store"
)

// maxBatch limits the changes of a transaction, and so the work that one failing change undoes.
const maxBatch = 512

// change is a caller's function in the queue of the writer.
type change struct {
	apply func(*bbolt.Tx) error
	done  chan error
}

// errAlone returns a change to its caller, who runs it in its own transaction.
var errAlone = errors.New("run it alone")

// update runs apply in a transaction that it may share with other callers, and returns when the change is
// durable. apply may run more than once. If it returns an error, its changes are undone and other callers
// do not notice.
//
// bbolt's own Batch waits a while for company before it begins. Here a change that comes while the disk
// is busy goes with the next transaction, and a single change does not wait. docs/store.md has the
// figures.
func (s *raw) update(apply func(*bbolt.Tx) error) error {
	s.open.RLock()
	defer s.open.RUnlock()
	if s.closed {
		return berrors.ErrDatabaseNotOpen
	}
	c := change{apply, make(chan error, 1)}
	s.changes <- c
	if err := <-c.done; !errors.Is(err, errAlone) {
		return err
	}
	return s.transact(apply)
}

// view runs f in a transaction that only reads.
func (s *raw) view(f func(*bbolt.Tx) error) error { return s.db.View(f) }

// transact runs apply in its own transaction. An error that does not come from apply is wrapped in
// [store.ErrUnwritten].
func (s *raw) transact(apply func(*bbolt.Tx) error) error {
	var own error
	err := s.db.Update(func(tx *bbolt.Tx) error {
		own = apply(tx)
		return own
	})
	if own != nil {
		return err
	}
	if err == nil {
		return nil
	}
	err = fmt.Errorf("%w: %w", store.ErrUnwritten, err)
	s.unwritten.Store(&err)
	return err
}

// Writes returns the error of the last transaction if it could not be written. It returns nil once the
// disk has room and the file can be written again. A small change alone proves nothing, because it fits
// into free pages of a file that cannot grow.
func (s *raw) Writes() error {
	failed := s.unwritten.Load()
	if failed == nil {
		return nil
	}
	if err := hasRoom(filepath.Dir(s.db.Path())); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnwritten, err)
	}
	if err := s.update(func(tx *bbolt.Tx) error { return put(tx.Bucket(bucketMeta), keyVersion, thisVersion) }); err != nil {
		return err
	}
	s.unwritten.CompareAndSwap(failed, nil) // unless another transaction has failed meanwhile
	return nil
}

// leastRoom is the free space in bytes that a disk must have before players are admitted again.
const leastRoom = 1 << 20

// hasRoom checks that the disk of a folder takes new blocks. Its test file is unlinked, so nothing of it
// remains.
func hasRoom(dir string) error {
	f, err := os.CreateTemp(dir, ".arcade-room-*")
	if err != nil {
		return err
	}
	defer f.Close()
	if err := os.Remove(f.Name()); err != nil {
		return err
	}
	if _, err := io.CopyN(f, rand.Reader, leastRoom); err != nil {
		return err
	}
	return f.Sync()
}

// write is the store's goroutine. It commits changes until Close.
func (s *raw) write() {
	for c := range s.changes {
		s.commit(s.gather(c))
	}
}

// gather returns first and all waiting changes.
func (s *raw) gather(first change) []change {
	batch := []change{first}
	for len(batch) < maxBatch {
		select {
		case c, ok := <-s.changes:
			if !ok {
				return batch
			}
			batch = append(batch, c)
		default:
			return batch
		}
	}
	return batch
}

// commit makes the batch durable in one transaction. It removes a failing change, and runs the others
// again.
func (s *raw) commit(batch []change) {
	for len(batch) > 0 {
		failed := -1
		err := s.transact(func(tx *bbolt.Tx) error {
			for i, c := range batch {
				if err := try(c.apply, tx); err != nil {
					failed = i
					return err
				}
			}
			return nil
		})
		if failed < 0 {
			for _, c := range batch {
				c.done <- err
			}
			return
		}
		batch[failed].done <- errAlone
		batch = append(batch[:failed], batch[failed+1:]...)
	}
}

// try turns a panic into an error. When the change then runs alone, the panic happens in its caller's
// goroutine.
func try(apply func(*bbolt.Tx) error, tx *bbolt.Tx) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return apply(tx)
}

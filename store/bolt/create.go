package bolt

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
)

// create makes a new store at path, whole or not at all: a process that is killed
// meanwhile leaves a part beside it, and no file that is not a store yet. Where another
// process was faster, its store stays.
func create(path string, opts Options, steps []upgrade) error {
	dir, base := filepath.Split(path)
	part, err := os.CreateTemp(filepath.Clean(dir), "."+base+"-*.part")
	if err != nil {
		return fmt.Errorf("open store %s: %w", path, err)
	}
	defer os.Remove(part.Name())
	if err := part.Close(); err != nil {
		return fmt.Errorf("open store %s: %w", path, err)
	}
	db, err := bbolt.Open(part.Name(), 0o600, &bbolt.Options{NoSync: opts.NoSync, NoGrowSync: opts.NoSync, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		return fmt.Errorf("open store %s: %w", path, err)
	}
	err = db.Update(func(tx *bbolt.Tx) error { return prepare(tx, steps) })
	if err := errors.Join(err, db.Close()); err != nil {
		return fmt.Errorf("open store %s: %w", path, err)
	}
	// A link takes no other's place, as a rename would. A file system that has no links lets
	// Open make the file where it stands, as it makes any that is not there.
	_ = os.Link(part.Name(), path)
	return nil
}

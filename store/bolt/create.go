package bolt

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
)

// create makes a new store at path, completely or not at all. If the process is killed meanwhile, only a
// part file is left. If another process is faster, its store stays.
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
	// Unlike a rename, a link never replaces a file. On a file system without links, Open makes the file
	// in place.
	_ = os.Link(part.Name(), path)
	return nil
}

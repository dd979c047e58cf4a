package storage

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"arcade/store/bolt"
)

// The next run removes the leftovers of killed copies and backups. It leaves files that another run is
// writing, and all other files.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-2 * time.Hour)
	put := func(name string, at time.Time) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		for p := path; p != dir; p = filepath.Dir(p) {
			if err := os.Chtimes(p, at, at); err != nil {
				t.Fatal(err)
			}
		}
		return path
	}
	put(".x.db-12.part", old)
	put(".arcade-copy-1/arcade.db", old)
	keep := []string{
		put(".x.db-13.part", time.Now()), // a part file of another backup
		put(".y.db-12.part", old),
		put(".arcade-copy-2/arcade.db", time.Now()),
		put("arcade-copy-3/arcade.db", old),
	}
	busy := filepath.Join(dir, ".arcade-copy-4", DatabaseFile)
	if err := os.Mkdir(filepath.Dir(busy), 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := bolt.Open(busy, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := os.Chtimes(filepath.Dir(busy), old, old); err != nil {
		t.Fatal(err)
	}
	keep = append(keep, busy)

	from := filepath.Join(t.TempDir(), DatabaseFile)
	st, err := bolt.Open(from, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	if err := copyRecords(t.Context(), io.Discard, from, filepath.Join(dir, "copy.db")); err != nil {
		t.Fatal(err)
	}
	if _, err := backup(t.Context(), io.Discard, filepath.Join(dir, "x.db"), filepath.Dir(from), from, false); err != nil {
		t.Fatal(err)
	}
	var there []string
	err = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			there = append(there, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	keep = append(keep, filepath.Join(dir, "copy.db"), filepath.Join(dir, "x.db"))
	slices.Sort(keep)
	if !slices.Equal(there, keep) {
		t.Errorf("there are %q, want %q", there, keep)
	}
}

package bolt

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"arcade/internal/race"
	"arcade/store"
)

// A truncated file, or one with a damaged page, is refused with its name before anything is written to
// it. Every opening refuses it.
func TestOpenDamaged(t *testing.T) {
	whole, err := os.ReadFile(filled(t))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "arcade.db")
	refused := func(data []byte, what string) bool {
		t.Helper()
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(path, Options{NoSync: true})
		if err == nil {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			return false
		}
		if !errors.Is(err, store.ErrDamaged) && !errors.Is(err, store.ErrNewer) || !strings.Contains(err.Error(), path) {
			t.Fatalf("%s: error %v", what, err)
		}
		if left, _ := os.ReadFile(path); !bytes.Equal(left, data) {
			t.Fatalf("%s: the file was written to", what)
		}
		return true
	}
	f, err := OpenFile(write(t, whole))
	if err != nil {
		t.Fatal(err)
	}
	n, _ := f.Copy(io.Discard)
	used := int(n)
	f.Close()
	for n := 0; n < used; n += 1 + used/200 {
		if !refused(whole[:n], "cut") {
			t.Errorf("%d bytes of %d were taken", n, used)
		}
	}
	r := rand.New(rand.NewPCG(5, 6))
	some := 0
	for range 200 {
		data := bytes.Clone(whole)
		at := r.IntN(used) / 4096 * 4096
		for i := at; i < at+64; i++ {
			data[i] = byte(r.Uint32())
		}
		if refused(data, "page") {
			some++
		}
	}
	if some < 100 {
		t.Errorf("only %d of 200 files with a damaged page were refused", some)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none", "arcade.db"), Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// write writes a file in a new folder.
func write(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "f.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Check finds a flipped bit in the name of any field of any record.
func TestCheckFlippedNames(t *testing.T) {
	if race.On {
		t.Skip("one goroutine that reads")
	}
	whole, err := os.ReadFile(filled(t))
	if err != nil {
		t.Fatal(err)
	}
	flipped := 0
	for _, bucket := range [][]byte{bucketPlayers, bucketMatches, bucketLog, bucketRatings, bucketTally, bucketVersus, bucketScores} {
		path := write(t, whole)
		var k, v []byte
		edited(t, path, func(tx *bbolt.Tx) error {
			k, v = tx.Bucket(bucket).Cursor().First()
			k, v = bytes.Clone(k), bytes.Clone(v)
			return nil
		})
		for _, bit := range []byte{1, 0x20} { // changes a letter, or its case
			done := false
			for at := range v {
				if !(bytes.HasSuffix(v[:at], []byte(`{"`)) || bytes.HasSuffix(v[:at], []byte(`,"`))) || !bytes.Contains(v[at:], []byte(`":`)) {
					continue
				}
				if bytes.HasPrefix(v[at:], []byte(`SHA256:`)) || bit == 0x20 && done { // in a list, or once is enough
					continue
				}
				done = true
				bad := bytes.Clone(v)
				bad[at] ^= bit
				path := write(t, whole)
				edited(t, path, func(tx *bbolt.Tx) error { return tx.Bucket(bucket).Put(k, bad) })
				if list, _ := findings(t, path); len(list) == 0 {
					t.Errorf("%s: %s is not found", bucket, bad)
				}
				flipped++
			}
		}
	}
	if flipped < 50 {
		t.Errorf("only %d names were flipped", flipped)
	}
}

func edited(t *testing.T, path string, f func(tx *bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(f), db.Close()); err != nil {
		t.Fatal(err)
	}
}

// An unreadable match does not prevent the listing of others.
func TestOneDamagedMatch(t *testing.T) {
	path := filled(t)
	edited(t, path, func(tx *bbolt.Tx) error {
		for _, id := range []string{"m20", "m21"} { // one live match and one that has ended
			if err := tx.Bucket(bucketMatches).Put([]byte(id), []byte(`{"id":`)); err != nil {
				return err
			}
		}
		return nil
	})
	s := openFile(t, path)
	defer s.Close()
	list, err := s.Unfinished(t.Context())
	if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "m20") || len(list) != 11 {
		t.Errorf("%d unfinished ones, %v", len(list), err)
	}
	if list, err := s.Recent(t.Context(), "", 200); err != nil || len(list) != 95 {
		t.Errorf("%d recent ones, %v", len(list), err)
	}
	if list, err := s.Finished(t.Context(), "", 0, "", 200); err != nil || len(list) != 95 {
		t.Errorf("%d finished ones, %v", len(list), err)
	}
	if list, err := s.Matches(t.Context(), "p20", "", 200); err != nil || len(list) == 0 {
		t.Errorf("%d of a player, %v", len(list), err)
	}
}

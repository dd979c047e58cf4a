//go:build unix

package bolt

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"arcade/store"
)

// If the disk does not take a change, the error is ErrUnwritten, even if several changes share a
// transaction. Writes returns the error until a write of its own succeeds.
func TestUnwritten(t *testing.T) {
	const child = "ARCADE_TEST_UNWRITTEN"
	if os.Getenv(child) == "" { // the limit must not apply to other writes of the test process
		cmd := exec.Command(os.Args[0], "-test.run=^TestUnwritten$", "-test.v")
		cmd.Env = append(os.Environ(), child+"=1")
		out, err := cmd.CombinedOutput()
		if bytes.Contains(out, []byte("--- SKIP: TestUnwritten")) {
			t.Skip("the limit cannot be set here")
		}
		if err != nil || !bytes.Contains(out, []byte("--- PASS: TestUnwritten")) {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	s := openFile(t, filepath.Join(t.TempDir(), "arcade.db"))
	defer s.Close()
	if err := s.Writes(); err != nil {
		t.Fatal(err)
	}
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	most := func(n uint64) {
		t.Helper()
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: before.Max}); err != nil {
			t.Skip(err)
		}
	}
	defer most(before.Cur)
	most(4096) // no byte after the first page can be written
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if err := s.PutNotes(t.Context(), "a", store.Note{Key: "b", Value: []byte("1")}); !errors.Is(err, store.ErrUnwritten) {
				t.Errorf("error %v", err)
			}
		})
	}
	all.Wait()
	if err := s.Writes(); !errors.Is(err, store.ErrUnwritten) {
		t.Errorf("error %v", err)
	}
	if err := s.UpdateMatch(t.Context(), store.Match{ID: "none", Game: "x", Status: store.Open}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an answer of the store is %v", err)
	}
	most(before.Cur)
	if err := s.Writes(); err != nil {
		t.Errorf("error %v", err)
	}
	if _, err := s.Note(t.Context(), "a", "b"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("what was refused is there: %v", err)
	}
	if err := s.PutNotes(t.Context(), "a", store.Note{Key: "b", Value: []byte("1")}); err != nil {
		t.Error(err)
	}
}

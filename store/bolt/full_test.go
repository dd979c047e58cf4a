package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"go.etcd.io/bbolt"

	"arcade/store"
)

// A file that cannot grow counts as full until it can grow again, even if a small change still fits into
// its free pages.
//
// The limit needs a separate process.
func TestFullDisk(t *testing.T) {
	if os.Getenv("ARCADE_TEST_FULL") == "" {
		c := exec.Command(os.Args[0], "-test.run=^TestFullDisk$")
		c.Env = append(os.Environ(), "ARCADE_TEST_FULL=1")
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	s, err := Open(filepath.Join(t.TempDir(), "arcade.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	value := []byte(`"` + string(bytes.Repeat([]byte("x"), 40<<10)) + `"`)
	write := func(key string, value []byte) error {
		return s.PutNotes(t.Context(), "a", store.Note{Key: key, Value: value})
	}
	for i := range 8 {
		if err := write(fmt.Sprint(i), value); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 7 { // their pages are free afterwards
		if err := write(fmt.Sprint(i), nil); err != nil {
			t.Fatal(err)
		}
	}
	var used int64
	if err := s.db.View(func(tx *bbolt.Tx) error { used = tx.Size(); return nil }); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	full := func(most uint64) {
		t.Helper()
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: most, Max: before.Max}); err != nil {
			t.Skip(err)
		}
	}
	full(uint64(used))
	large := bytes.Repeat(value[1:len(value)-1], 20)
	if err := write("large", append(append([]byte(`"`), large...), '"')); !errors.Is(err, store.ErrUnwritten) {
		t.Fatalf("what needs room: %v", err)
	}
	for range 3 {
		if err := write("small", []byte(`1`)); err != nil {
			t.Fatalf("what needs none: %v", err)
		}
		if err := s.Writes(); !errors.Is(err, store.ErrUnwritten) {
			t.Errorf("the disk is full, and it says %v", err)
		}
	}
	full(before.Cur)
	if err := s.Writes(); err != nil {
		t.Errorf("there is room: %v", err)
	}
}

package bolt

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"arcade/internal/race"
	"arcade/store"
	"arcade/store/storetest"
)

func TestMain(m *testing.M) {
	if path := os.Getenv("ARCADE_TEST_APPEND"); path != "" {
		appendForEver(path)
	}
	os.Exit(m.Run())
}

func openFile(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(path, Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestContract(t *testing.T) {
	if f := flag.Lookup("rapid.checks"); race.On && f.Value.String() == f.DefValue { // the race detector needs fewer checks
		_ = f.Value.Set("20")
	}
	storetest.Run(t,
		func(t *testing.T) store.Store { return openFile(t, filepath.Join(t.TempDir(), "arcade.db")) },
		func(t *testing.T, s store.Store) store.Store {
			path := s.(*Store).db.Path()
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			return openFile(t, path)
		})
}

// Acknowledged entries survive kill -9.
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), "ARCADE_TEST_APPEND="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	acknowledged := 0
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if acknowledged, err = strconv.Atoi(lines.Text()); err != nil {
			t.Fatal(err)
		}
		if acknowledged == 25 {
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = child.Wait() // it was killed
	if acknowledged < 25 {
		t.Fatalf("the child stopped after %d entries", acknowledged)
	}
	entries, err := openFile(t, path).Entries(t.Context(), "m", 0, -1)
	if err != nil || len(entries) < acknowledged || len(entries) > acknowledged+1 {
		t.Fatalf("%d entries of %d acknowledged, %v", len(entries), acknowledged, err)
	}
	for i, e := range entries {
		if e.At != int64(i) {
			t.Fatalf("entry %d is %+v", i, e)
		}
	}
}

// appendForEver is the child of TestKill. It prints the number of durable entries.
func appendForEver(path string) {
	s, err := Open(path, Options{})
	if err == nil {
		err = s.CreateMatch(context.Background(), store.Match{ID: "m", Game: "othello", Status: store.Live})
	}
	for i := 0; err == nil; i++ {
		if err = s.Append(context.Background(), "m", 0, i, store.Entry{Kind: "act", At: int64(i)}); err == nil {
			_, err = fmt.Println(i + 1)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func TestFileInUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	openFile(t, path)
	_, err := Open(path, Options{timeout: time.Millisecond})
	if !errors.Is(err, berrors.ErrTimeout) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "in use") {
		t.Fatalf("error %v", err)
	}
}

func TestForeignFiles(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other")
	db, err := bbolt.Open(other, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(db.Update(func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("theirs")); return err }), db.Close())
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{text, other, filepath.Join(dir, "no", "folder"), dir} {
		if s, err := Open(path, Options{}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, %v", path, s, err)
		}
	}
	openFile(t, filepath.Join(dir, "arcade.db")) // a refused file does not stay locked
}

// versionOf opens the file with these upgrade steps and returns its version afterwards.
func versionOf(t *testing.T, path string, steps ...upgrade) (version int, err error) {
	t.Helper()
	s, err := openWith(path, Options{NoSync: true, timeout: time.Second}, steps)
	if err != nil {
		return 0, err
	}
	err = s.db.View(func(tx *bbolt.Tx) error { return get(tx.Bucket(bucketMeta), keyVersion, &version) })
	return version, errors.Join(err, s.Close())
}

func TestVersions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	expect := func(what string, want int, steps ...upgrade) {
		t.Helper()
		if got, err := versionOf(t, path, steps...); got != want || err != nil {
			t.Fatalf("%s: version %d, %v, want %d", what, got, err, want)
		}
	}
	var ran []string
	step := func(name string) upgrade {
		return func(tx *bbolt.Tx) error {
			ran = append(ran, name)
			return tx.Bucket(bucketMeta).Put([]byte(name), []byte("done"))
		}
	}
	fail := func(tx *bbolt.Tx) error {
		return errors.Join(tx.DeleteBucket(bucketPlayers), errors.New("no room"))
	}
	expect("new", 1)
	if _, err := versionOf(t, path, step("1 to 2"), fail); err == nil || !strings.Contains(err.Error(), "version 2: no room") {
		t.Fatalf("failing step: %v", err)
	}
	expect("after a failed upgrade", 1)
	ran = nil
	expect("upgraded", 3, step("1 to 2"), step("2 to 3"))
	expect("again", 3, step("1 to 2"), step("2 to 3"))
	if got := strings.Join(ran, ", "); got != "1 to 2, 2 to 3" {
		t.Errorf("steps run: %s", got)
	}
	expect("one more", 4, fail, fail, step("3 to 4"))
	_, err := versionOf(t, path, step("1 to 2"))
	if !errors.Is(err, store.ErrNewer) || !strings.Contains(err.Error(), "version 4") || !strings.Contains(err.Error(), path) {
		t.Errorf("newer file: %v", err)
	}
	expect("after a refusal", 4, fail, fail, fail)
}

// keys lists the keys of a bucket.
func keys(t *testing.T, s *Store, bucket []byte) (list []string) {
	t.Helper()
	err := s.db.View(func(tx *bbolt.Tx) error {
		for k := range ascend(tx.Bucket(bucket), nil, nil) {
			list = append(list, string(k))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A change that fails is removed from a shared transaction, and the other changes are committed together.
func TestSharedTransaction(t *testing.T) {
	s := openFile(t, filepath.Join(t.TempDir(), "arcade.db"))
	var batch []change
	for i := range 9 {
		batch = append(batch, change{done: make(chan error, 1), apply: func(tx *bbolt.Tx) error {
			if err := tx.Bucket(bucketTally).Put([]byte(strconv.Itoa(i)), nil); err != nil {
				return err
			}
			switch i % 3 {
			case 1:
				return errors.New("mine")
			case 2:
				panic("mine")
			}
			return nil
		}})
	}
	all := slices.Clone(batch)
	s.commit(batch)
	for i, c := range all {
		if err := <-c.done; (err == nil) != (i%3 == 0) || err != nil && !errors.Is(err, errAlone) {
			t.Errorf("change %d: %v", i, err)
		}
	}
	if got := strings.Join(keys(t, s, bucketTally), " "); got != "0 3 6" {
		t.Errorf("written: %s", got)
	}
}

// A failed change fails at its caller: an error comes back unchanged, a panic happens in the caller's
// goroutine. Neither stops the store.
func TestFailedChange(t *testing.T) {
	s := openFile(t, filepath.Join(t.TempDir(), "arcade.db"))
	write := func(tx *bbolt.Tx) error { return tx.Bucket(bucketTally).Put([]byte("written"), nil) }
	mine := errors.New("mine")
	if err := s.update(func(tx *bbolt.Tx) error { return errors.Join(write(tx), mine) }); !errors.Is(err, mine) {
		t.Errorf("error %v", err)
	}
	func() {
		defer func() {
			if p := recover(); p != "mine" {
				t.Errorf("panic %v", p)
			}
		}()
		_ = s.update(func(tx *bbolt.Tx) error {
			_ = write(tx)
			panic("mine")
		})
	}()
	if got := keys(t, s, bucketTally); got != nil {
		t.Errorf("written: %q", got)
	}
	if err := s.update(write); err != nil || len(keys(t, s, bucketTally)) != 1 {
		t.Errorf("afterwards: %v", err)
	}
}

// When all matches are deleted, no bucket has a trace of them.
func TestNoTraces(t *testing.T) {
	s := openFile(t, filepath.Join(t.TempDir(), "arcade.db"))
	for i, end := range []func(m store.Match) error{
		func(m store.Match) error { m.Entries = 2; return s.DeleteMatch(t.Context(), m) },
		func(m store.Match) error {
			m.Status = store.Done
			return s.Finish(t.Context(), store.Finish{Match: m, At: 2, Drop: true, Entries: []store.Entry{{Kind: "abort"}}})
		},
	} {
		m := storetest.BenchMatch(i)
		if err := s.CreateMatch(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		m.Seats, m.Created = m.Seats[:1], m.Created+5
		if err := errors.Join(s.UpdateMatch(t.Context(), m), s.Append(t.Context(), m.ID, 0, 0, store.Entry{}, store.Entry{}), end(m)); err != nil {
			t.Fatal(err)
		}
	}
	for _, b := range buckets[1:] {
		if got := keys(t, s, b); got != nil {
			t.Errorf("%s: %q", b, got)
		}
	}
}

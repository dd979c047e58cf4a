package storage

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade/store/bolt"
)

// If the disk fills up during a backup, only the previous backup remains.
func TestBackupOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "b.db")
	if err := os.WriteFile(file, []byte("the one before"), 0o600); err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space left on device")
	_, err := writeBackup(file, nil, true, func(w io.Writer) error {
		_, err := w.Write(make([]byte, 8192))
		return errors.Join(err, full)
	})
	if !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	if data, _ := os.ReadFile(file); string(data) != "the one before" {
		t.Errorf("now %q", data)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%v is left", files)
	}
}

// A backup never replaces the database, under any name and in any folder.
func TestBackupOverTheDatabase(t *testing.T) {
	data, other := t.TempDir(), t.TempDir()
	real := filepath.Join(other, "records.db")
	st, err := bolt.Open(real, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	linked := filepath.Join(data, DatabaseFile)
	if err := os.Symlink(real, linked); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(real)
	if err != nil {
		t.Fatal(err)
	}
	for _, database := range []string{linked, real} {
		if _, err := backup(t.Context(), io.Discard, real, data, database, true); err == nil {
			t.Errorf("a backup of %s replaces the database", database)
		}
		if after, err := os.Stat(real); err != nil || !os.SameFile(before, after) {
			t.Fatalf("another file is there: %v", err)
		}
	}
}

// The server's own backups: the interval counts from the last backup, a failed backup is tried again, and
// the oldest ones are removed once a newer one is good.
func TestBackupDir(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		log := &bytes.Buffer{}
		var mu sync.Mutex // guards at and fail
		var at []string
		var fail error
		write := func(ctx context.Context, file string) error {
			mu.Lock()
			defer mu.Unlock()
			at = append(at, time.Now().UTC().Format("02 15:04"))
			if fail != nil {
				_ = os.WriteFile(filepath.Join(dir, ".arcade-x.db-1.part"), nil, 0o600) // as a killed run leaves it
				return fail
			}
			return os.WriteFile(file, nil, 0o600)
		}
		change := func(f func()) {
			mu.Lock()
			defer mu.Unlock()
			f()
		}
		files := func() (list []string) {
			all, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range all {
				list = append(list, f.Name())
			}
			return list
		}
		for _, other := range []string{"arcade-notes.txt", "arcade-20000101T000000Z.db.old", "zz"} {
			if err := os.WriteFile(filepath.Join(dir, other), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		var last func() time.Time
		start := func() (stop func()) {
			ctx, cancel := context.WithCancel(context.Background())
			f := BackupFlags{dir, 24 * time.Hour, 2}
			b, err := f.Start(ctx, slog.New(slog.NewTextHandler(log, nil)), write)
			if err != nil {
				t.Fatal(err)
			}
			last = b.last
			return func() { cancel(); b.End() }
		}
		pass := func(d time.Duration) { time.Sleep(d); synctest.Wait() }
		stop := start()
		pass(time.Minute)
		pass(48 * time.Hour)
		if want := []string{"01 00:00", "02 00:00", "03 00:00"}; !slices.Equal(at, want) {
			t.Fatalf("at %v, want %v", at, want)
		}
		if list := files(); len(list) != 5 || slices.Contains(list, "arcade-20000101T000000Z.db") {
			t.Errorf("%v", list)
		}
		stop()
		pass(6 * time.Hour)
		stop = start() // continues as if it had not stopped
		if got := last().UTC().Format("02 15:04"); got != "03 00:00" {
			t.Errorf("the last one was made at %s", got)
		}
		change(func() { at = nil })
		pass(17 * time.Hour)
		if len(at) != 0 {
			t.Errorf("too early: %v", at)
		}
		full := errors.New("no space left on device")
		change(func() { fail = full })
		pass(time.Hour + 7*time.Minute) // until 00:08 of the 4th
		if want := []string{"04 00:00", "04 00:05"}; !slices.Equal(at, want) {
			t.Errorf("at %v, want %v", at, want)
		}
		if !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), full.Error()) {
			t.Errorf("log %s", log)
		}
		if list := files(); !slices.Contains(list, "arcade-20000102T000000Z.db") {
			t.Errorf("a good one has gone for one that failed: %v", list)
		}
		change(func() { fail = nil })
		pass(5 * time.Minute)
		want := []string{"arcade-20000101T000000Z.db.old", "arcade-20000103T000000Z.db", "arcade-20000104T001000Z.db", "arcade-notes.txt", "zz"}
		if list := files(); !slices.Equal(list, want) {
			t.Errorf("%v, want %v", list, want)
		}
		if got := last().UTC().Format("02 15:04"); got != "04 00:10" {
			t.Errorf("the last one was made at %s", got)
		}
		stop()
	})
}

// Backups from a clock that was ahead delay none: the first is made at once, as without any.
func TestBackupDirAfterTheFuture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "arcade-20300101T000000Z.db"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		n := 0
		ctx, cancel := context.WithCancel(context.Background())
		f := BackupFlags{dir, time.Hour, 7}
		b, err := f.Start(ctx, slog.New(slog.DiscardHandler), func(context.Context, string) error { n++; return nil })
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if n != 1 || b.last().After(time.Now()) {
			t.Errorf("%d backups at once, the last one at %v", n, b.last())
		}
		cancel()
		b.End()
	})
}

// A backup from a clock that was ahead is older than the ones that come after the clock was set right.
func TestBackupDirKeepsTheNewest(t *testing.T) {
	dir := t.TempDir()
	put := func(_ context.Context, file string) error { return os.WriteFile(file, nil, 0o600) }
	for _, name := range []string{"arcade-20000101T000000Z.db", "arcade-29990101T000000Z.db", "arcade-29990102T000000Z.db"} {
		_ = put(t.Context(), filepath.Join(dir, name))
	}
	b := &Backups{BackupFlags: BackupFlags{dir, time.Hour, 2}, log: slog.New(slog.DiscardHandler), write: put}
	if err := b.once(t.Context()); err != nil {
		t.Fatal(err)
	}
	list, err := b.list(nameNow())
	if err != nil || len(list) != 2 || !strings.HasPrefix(list[0], "arcade-2000") || list[1] > "arcade-2999" {
		t.Errorf("%v, %v", list, err)
	}
}

// The newest whole backup is one that no clock ahead has named, and the advice names the place of the database.
func TestAdvice(t *testing.T) {
	data, dir := t.TempDir(), t.TempDir()
	for _, name := range []string{"arcade-20000101T000000Z.db", "arcade-20000102T000000Z.db", "arcade-29990101T000000Z.db"} {
		st, err := bolt.Open(filepath.Join(dir, name), bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
	}
	f := BackupFlags{Dir: dir}
	newest := filepath.Join(dir, "arcade-20000102T000000Z.db")
	for at, want := range map[string]string{
		"":        "arcade restore " + newest + " --data " + data + " --force",
		"/x/a.db": "arcade restore " + newest + " --data " + data + " --store /x/a.db --force",
	} {
		if got := f.Advice(data, StoreAt(at, data)); !strings.HasSuffix(got, want) {
			t.Errorf("%q: %s", at, got)
		}
	}
}

// A restored database is not lost, though there are backups.
func TestRestoredIsNotLost(t *testing.T) {
	data, dir := t.TempDir(), t.TempDir()
	database := filepath.Join(data, DatabaseFile)
	for _, file := range []string{filepath.Join(dir, "arcade-20261121T040000Z.db"), database} {
		f := BackupFlags{Dir: dir}
		if err := f.Lost(data, database); (err != nil) != (file == database) {
			t.Errorf("before %s is there: %v", file, err)
		}
		if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := (&BackupFlags{Dir: dir}).Lost(data, database); err != nil {
		t.Error(err)
	}
}

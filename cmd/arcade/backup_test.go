package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"go.etcd.io/bbolt"

	"arcade/internal/race"
	"arcade/server/admin"
	"arcade/store"
	"arcade/store/bolt"
)

// scriptSpoil changes a database for a script: spoil HOW FILE.
func scriptSpoil(ts *testscript.TestScript, neg bool, args []string) {
	how, path := args[0], ts.MkAbs(args[1])
	edit := func(f func(tx *bbolt.Tx) error) {
		db, err := bbolt.Open(path, 0o600, nil)
		ts.Check(err)
		ts.Check(errors.Join(db.Update(f), db.Close()))
	}
	version := func(v string) {
		edit(func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("version"), []byte(v)) })
	}
	switch how {
	case "newer":
		version("99")
	case "older":
		version("1")
	case "index":
		edit(func(tx *bbolt.Tx) error {
			k, _ := tx.Bucket([]byte("opponents")).Cursor().First()
			return tx.Bucket([]byte("opponents")).Delete(k)
		})
	case "record":
		edit(func(tx *bbolt.Tx) error {
			k, _ := tx.Bucket([]byte("matches")).Cursor().First()
			return tx.Bucket([]byte("matches")).Put(bytes.Clone(k), []byte("{"))
		})
	case "cut":
		info, err := os.Stat(path)
		ts.Check(err)
		ts.Check(os.Truncate(path, info.Size()/2/4096*4096))
	case "page": // the last ones are rubbish
		data, err := os.ReadFile(path)
		ts.Check(err)
		for i := 2 * 4096; i < len(data); i++ {
			data[i] ^= 0x5a
		}
		ts.Check(os.WriteFile(path, data, 0o600))
	default:
		ts.Fatalf("spoil %s?", how)
	}
}

// people puts n players into a data folder, with a host key.
func people(t *testing.T, data string, n int) {
	t.Helper()
	if err := os.MkdirAll(data, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, hostKeyFile), []byte("key of "+filepath.Base(data)), 0o600); err != nil {
		t.Fatal(err)
	}
	st, err := bolt.Open(filepath.Join(data, databaseFile), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		id := fmt.Sprintf("p%d", i)
		err := st.PutPlayer(store.Player{ID: id, Name: id, NameKey: id, Keys: []string{"SHA256:" + id}})
		if err != nil && !errors.Is(err, store.ErrConflict) { // who is there stays
			t.Fatal(err)
		}
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
}

// soundPlayers is how many players a sound database has; it fails for another one.
func soundPlayers(t *testing.T, path string) (n int) {
	t.Helper()
	f, err := bolt.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sound, err := f.Check(func(x store.Finding) { t.Errorf("%s: %s", path, x) })
	if err != nil || !sound {
		t.Fatalf("%s: %v", path, err)
	}
	_ = f.EachPlayer(func(store.Player) error { n++; return nil })
	return n
}

// listen answers at a data folder's socket.
func listen(t *testing.T, data string, handler http.HandlerFunc) {
	t.Helper()
	ln, err := net.Listen("unix", filepath.Join(data, admin.SocketName))
	if err != nil {
		t.Fatal(err)
	}
	srv := &http.Server{Handler: handler}
	var serving sync.WaitGroup
	serving.Go(func() { _ = srv.Serve(ln) })
	t.Cleanup(func() { srv.Close(); serving.Wait() })
}

// A backup is made by the server that has the database open, while it writes on.
func TestBackupWhileServed(t *testing.T) {
	data := filepath.Join(t.TempDir(), "d")
	people(t, data, 500)
	st, err := bolt.Open(filepath.Join(data, databaseFile), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	listen(t, data, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/backup" || r.Method != http.MethodGet {
			http.NotFound(w, r)
			return
		}
		n, write, err := st.Snapshot()
		if err != nil {
			t.Error(err)
			return
		}
		w.Header().Set("Content-Length", fmt.Sprint(n))
		if err := write(w); err != nil {
			panic(http.ErrAbortHandler)
		}
	})
	stop := make(chan struct{})
	var writing sync.WaitGroup
	writing.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			id := fmt.Sprintf("q%d", i)
			if err := st.PutPlayer(store.Player{ID: id, Name: id, NameKey: id}); err != nil {
				t.Error(err)
				return
			}
		}
	})
	defer writing.Wait()
	defer close(stop)
	for i := range 5 {
		file := filepath.Join(t.TempDir(), "b.db")
		if out, err := run("backup", file, "--data", data); err != nil || !strings.Contains(out, file) {
			t.Fatalf("backup %d: %s, %v", i, out, err)
		}
		if n := soundPlayers(t, file); n < 500 {
			t.Errorf("backup %d has %d players", i, n)
		}
		info, err := os.Stat(file)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
		f, err := bolt.OpenFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if key := f.Attached(hostKeyFile); string(key) != "key of d" {
			t.Errorf("host key %q", key)
		}
		f.Close()
	}
}

// run runs the command line.
func run(args ...string) (string, error) {
	root, out := newRoot(), &bytes.Buffer{}
	root.SetOut(out)
	root.SetErr(out)
	root.SetArgs(args)
	err := root.ExecuteContext(context.Background())
	return out.String(), err
}

// A backup does not take the place of what it backs up, however it is spelt.
func TestBackupOntoTheData(t *testing.T) {
	data := filepath.Join(t.TempDir(), "d")
	people(t, data, 3)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(data, link); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{databaseFile, hostKeyFile, admin.SocketName} {
		for _, dir := range []string{data, data + "/../d", link} {
			path := dir + "/" + file
			before, _ := os.ReadFile(path)
			if _, err := run("backup", "--force", path, "--data", data); err == nil || !strings.Contains(err.Error(), "data folder itself") {
				t.Errorf("%s: %v", path, err)
			}
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Errorf("%s has changed", path)
			}
		}
	}
	if _, err := run("backup", filepath.Join(data, "copy.db"), "--data", data); err != nil {
		t.Errorf("beside it: %v", err)
	}
}

// What a server does not send whole is no backup, and leaves nothing.
func TestBackupFromABadServer(t *testing.T) {
	data := filepath.Join(t.TempDir(), "d")
	people(t, data, 50)
	database, err := os.ReadFile(filepath.Join(data, databaseFile))
	if err != nil {
		t.Fatal(err)
	}
	length := func(w http.ResponseWriter, n int) { w.Header().Set("Content-Length", fmt.Sprint(n)) }
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		want    string
	}{
		"refuses": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, `{"error":"no backups today"}`, http.StatusServiceUnavailable)
		}, "no backups today"},
		"no length": {func(w http.ResponseWriter, _ *http.Request) { w.(http.Flusher).Flush(); w.Write(database) }, "how long"},
		"breaks off": {func(w http.ResponseWriter, _ *http.Request) {
			length(w, len(database))
			w.Write(database[:len(database)/2])
			panic(http.ErrAbortHandler)
		}, "of " + fmt.Sprint(len(database))},
		"cut":   {func(w http.ResponseWriter, _ *http.Request) { length(w, 8192); w.Write(database[:8192]) }, "damaged"},
		"other": {func(w http.ResponseWriter, _ *http.Request) { length(w, 5); io.WriteString(w, "hello") }, "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			listen(t, data, c.handler)
			dir := t.TempDir()
			_, err := run("backup", filepath.Join(dir, "b.db"), "--data", data)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if files, _ := os.ReadDir(dir); len(files) > 0 {
				t.Errorf("%v is left", files)
			}
		})
	}
	if _, err := run("backup", filepath.Join(t.TempDir(), "b.db"), "--data", data); err != nil {
		t.Errorf("with nobody at the socket: %v", err)
	}
}

// A disk that is full while a backup is written leaves the one before, and nothing else.
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

// The server's own backups: the time goes on from the last one, one that fails is tried
// again, the oldest go once a newer one is good.
func TestBackupDir(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		log := &bytes.Buffer{}
		var mu sync.Mutex // on at and fail
		var at []string
		var fail error
		write := func(ctx context.Context, file string) error {
			mu.Lock()
			defer mu.Unlock()
			at = append(at, time.Now().UTC().Format("02 15:04"))
			if fail != nil {
				_ = os.WriteFile(filepath.Join(dir, ".arcade-x.db-1.part"), nil, 0o600) // as one that is killed
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
			f := backupFlags{dir, 24 * time.Hour, 2}
			b, err := f.start(ctx, slog.New(slog.NewTextHandler(log, nil)), write)
			if err != nil {
				t.Fatal(err)
			}
			last = b.last
			return func() { cancel(); b.end() }
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
		stop = start() // goes on as if it had not stopped
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
		pass(time.Hour + 7*time.Minute) // to 00:08 of the 4th
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

// A clock that has gone back does not put the next backup off for ever.
func TestBackupDirAfterTheFuture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "arcade-20300101T000000Z.db"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		n := 0
		ctx, cancel := context.WithCancel(context.Background())
		f := backupFlags{dir, time.Hour, 7}
		b, err := f.start(ctx, slog.New(slog.DiscardHandler), func(context.Context, string) error { n++; return nil })
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour + time.Second)
		synctest.Wait()
		if n != 1 {
			t.Errorf("%d backups in the first hour", n)
		}
		cancel()
		b.end()
	})
}

// Where a database is gone and its backups are there the server begins no other one, whose
// backups would take their place.
func TestServeWithoutItsDatabase(t *testing.T) {
	data, dir := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "arcade-20261121T040000Z.db")
	st, err := bolt.Open(file, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = run("serve", "--data", data, "--listen", "127.0.0.1:0", "--backup-dir", dir)
	if err == nil || !strings.Contains(err.Error(), "there is no "+filepath.Join(data, databaseFile)) || !strings.Contains(err.Error(), "arcade restore "+file) {
		t.Fatal(err)
	}
	if made, _ := os.ReadDir(data); len(made) > 0 {
		t.Errorf("it has made %s", made)
	}
	if out, err := run("restore", file, "--data", data); err != nil {
		t.Fatal(out, err)
	}
	if err := (&backupFlags{dir: dir}).lost(data, filepath.Join(data, databaseFile)); err != nil {
		t.Error(err)
	}
}

// The server makes its backups itself; they can be restored.
func TestServeBacksUp(t *testing.T) {
	data, dir := filepath.Join(t.TempDir(), "d"), filepath.Join(t.TempDir(), "new", "backups")
	_, stop, done := start(t, "--data", data, "--backup-dir", dir, "--grace", "10ms", "--solver-share", "0")
	var list []string
	for deadline := time.Now().Add(20 * time.Second); len(list) == 0; time.Sleep(5 * time.Millisecond) {
		list, _ = filepath.Glob(filepath.Join(dir, "arcade-*.db"))
		if time.Now().After(deadline) {
			t.Fatal("no backup")
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other")
	if out, err := run("restore", list[0], "--data", other); err != nil {
		t.Fatal(out, err)
	}
	key, _ := os.ReadFile(filepath.Join(data, hostKeyFile))
	if got, err := os.ReadFile(filepath.Join(other, hostKeyFile)); err != nil || !bytes.Equal(got, key) {
		t.Errorf("host key %q, %v", got, err)
	}
	soundPlayers(t, filepath.Join(other, databaseFile))
}

// A backup, restore or compact that is killed leaves a whole file, the old one or the new one.
func TestKilledWhileItCopies(t *testing.T) {
	if race.On {
		t.Skip("processes of its own")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	arcade := filepath.Join(t.TempDir(), "arcade") // by this name it is the command
	if err := os.Symlink(self, arcade); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	data, file := filepath.Join(dir, "d"), filepath.Join(dir, "b.db")
	people(t, data, 2000)
	if _, err := run("backup", file, "--data", data); err != nil {
		t.Fatal(err)
	}
	people(t, data, 2100) // a hundred more
	database := filepath.Join(data, databaseFile)
	r := rand.New(rand.NewPCG(1, 2))
	for name, c := range map[string]struct {
		args []string
		path string
	}{
		"backup":  {[]string{"backup", file, "--data", data, "--force"}, file},
		"restore": {[]string{"restore", file, "--data", data, "--force"}, database},
		"compact": {[]string{"compact", "--data", data}, database},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			if out, err := exec.Command(arcade, c.args...).CombinedOutput(); err != nil {
				t.Fatalf("%s: %v", out, err)
			}
			whole := time.Since(began)
			killed := 0
			for range 15 {
				cmd := exec.Command(arcade, c.args...)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(whole/3 + time.Duration(r.Int64N(int64(whole)*2/3)))
				_ = cmd.Process.Kill()
				if err := cmd.Wait(); err != nil {
					killed++
				} else {
					whole = whole * 3 / 4 // it is faster now than it was
				}
				if n := soundPlayers(t, c.path); n != 2000 && n != 2100 {
					t.Fatalf("%d players", n)
				}
				if key, err := os.ReadFile(filepath.Join(data, hostKeyFile)); err != nil || string(key) != "key of d" {
					t.Fatalf("host key %q, %v", key, err)
				}
			}
			if killed == 0 {
				t.Error("none was killed")
			}
			if out, err := exec.Command(arcade, c.args...).CombinedOutput(); err != nil {
				t.Fatalf("afterwards: %s: %v", out, err)
			}
		})
	}
}

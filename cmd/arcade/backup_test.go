package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"go.etcd.io/bbolt"

	"arcade/cmd/arcade/storage"
	"arcade/internal/race"
	"arcade/server/admin"
	"arcade/store"
	"arcade/store/bolt"
)

// scriptSpoil damages a database for a script: spoil HOW FILE.
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
	case "cut": // only the first pages are left
		ts.Check(os.Truncate(path, 4*4096))
	case "page": // the last pages are garbage
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
	if err := os.WriteFile(filepath.Join(data, storage.HostKeyFile), []byte("key of "+filepath.Base(data)), 0o600); err != nil {
		t.Fatal(err)
	}
	st, err := bolt.Open(filepath.Join(data, storage.DatabaseFile), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		id := fmt.Sprintf("p%d", i)
		err := st.PutPlayer(t.Context(), store.Player{ID: id, Name: id, NameKey: id, Keys: []string{"SHA256:" + id}})
		if err != nil && !errors.Is(err, store.ErrConflict) { // players from an earlier call stay
			t.Fatal(err)
		}
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
}

// soundPlayers returns the number of players in a database. It fails the test if the database is damaged.
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

// listen serves handler at a data folder's socket.
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

// A running server makes a backup of its database while it continues to write.
func TestBackupWhileServed(t *testing.T) {
	data := filepath.Join(t.TempDir(), "d")
	people(t, data, 500)
	st, err := bolt.Open(filepath.Join(data, storage.DatabaseFile), bolt.Options{NoSync: true})
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
			if err := st.PutPlayer(t.Context(), store.Player{ID: id, Name: id, NameKey: id}); err != nil {
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
		if key := f.Attached(storage.HostKeyFile); string(key) != "key of d" {
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

// A backup does not replace the files that it copies, however their paths are spelt.
func TestBackupOntoTheData(t *testing.T) {
	data := filepath.Join(t.TempDir(), "d")
	people(t, data, 3)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(data, link); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{storage.DatabaseFile, storage.HostKeyFile, admin.SocketName} {
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

// An incomplete transfer is not a backup, and leaves nothing behind.
func TestBackupFromABadServer(t *testing.T) {
	data := filepath.Join(t.TempDir(), "d")
	people(t, data, 50)
	database, err := os.ReadFile(filepath.Join(data, storage.DatabaseFile))
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

// --store names another database than the one of the running server: backup copies it, restore puts a backup
// there, compact rewrites it.
func TestStoresOfOneFolder(t *testing.T) {
	dir := t.TempDir()
	data, file, other := filepath.Join(dir, "d"), filepath.Join(dir, "b.db"), filepath.Join(dir, "other.db")
	people(t, data, 3)
	people(t, filepath.Join(dir, "old"), 7)
	listen(t, data, func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, `{"error":"the server is asked"}`, http.StatusServiceUnavailable)
	})
	for _, args := range [][]string{
		{"backup", file, "--data", data, "--store", filepath.Join(dir, "old", storage.DatabaseFile)},
		{"restore", file, "--data", data, "--store", other, "--force"},
		{"compact", "--data", data, "--store", other},
	} {
		if out, err := run(args...); err != nil {
			t.Fatal(args, out, err)
		}
	}
	if n := soundPlayers(t, other); n != 7 {
		t.Errorf("%d players, want 7", n)
	}
	if n := soundPlayers(t, filepath.Join(data, storage.DatabaseFile)); n != 3 {
		t.Errorf("%d players beside it, want 3", n)
	}
}

// If a database is gone but has backups, the server does not begin a new one. Backups of the new one
// would replace the old backups.
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
	if err == nil || !strings.Contains(err.Error(), filepath.Join(data, storage.DatabaseFile)+" is missing") || !strings.Contains(err.Error(), "arcade restore "+file) {
		t.Fatal(err)
	}
	if made, _ := os.ReadDir(data); len(made) > 0 {
		t.Errorf("it has made %s", made)
	}
	if out, err := run("restore", file, "--data", data); err != nil {
		t.Fatal(out, err)
	}
}

// The backups that the server makes can be restored.
func TestServeBacksUp(t *testing.T) {
	data, dir := filepath.Join(t.TempDir(), "d"), filepath.Join(t.TempDir(), "new", "backups")
	_, stop, done := start(t, "--data", data, "--backup-dir", dir, "--grace", "10ms", "--solver-share", "0", "--puzzle-share", "0")
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
	key, _ := os.ReadFile(filepath.Join(data, storage.HostKeyFile))
	if got, err := os.ReadFile(filepath.Join(other, storage.HostKeyFile)); err != nil || !bytes.Equal(got, key) {
		t.Errorf("host key %q, %v", got, err)
	}
	soundPlayers(t, filepath.Join(other, storage.DatabaseFile))
}

// A kill during a backup, restore or compact leaves a whole file: the old one or the new one.
func TestKilledWhileItCopies(t *testing.T) {
	if race.On {
		t.Skip("processes of its own")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	arcade := filepath.Join(t.TempDir(), "arcade") // TestMain runs the command under this name
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
	database := filepath.Join(data, storage.DatabaseFile)
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
					whole = whole * 3 / 4 // the command is faster now than before
				}
				if n := soundPlayers(t, c.path); n != 2000 && n != 2100 {
					t.Fatalf("%d players", n)
				}
				if key, err := os.ReadFile(filepath.Join(data, storage.HostKeyFile)); err != nil || string(key) != "key of d" {
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

// A backup has nothing of a player who was deleted before, whose bytes the database still has in its free pages.
func TestBackupForgets(t *testing.T) {
	data := filepath.Join(t.TempDir(), "d")
	people(t, data, 500)
	database := filepath.Join(data, storage.DatabaseFile)
	st, err := bolt.Open(database, bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	const secret = "rumpelstilzchen"
	if err := st.PutPlayer(t.Context(), store.Player{ID: "p0000", Name: secret, NameKey: secret, Keys: []string{"SHA256:" + secret}}); err != nil {
		t.Fatal(err)
	}
	if err := st.Forget(t.Context(), "p0000", nil, nil); err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	has := func(path string) bool {
		bytes, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(bytes), secret)
	}
	if !has(database) {
		t.Fatal("the database has lost it by itself")
	}
	file := filepath.Join(t.TempDir(), "b.db")
	if out, err := run("backup", file, "--data", data); err != nil {
		t.Fatalf("%s, %v", out, err)
	}
	if n := soundPlayers(t, file); n != 500 || has(file) {
		t.Errorf("%d players, and the deleted one: %v", n, has(file))
	}
}

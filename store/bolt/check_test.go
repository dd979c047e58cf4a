package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"arcade/internal/race"
	"arcade/store"
)

// filled makes a file with some records of every kind.
func filled(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "arcade.db")
	s := openFile(t, path)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range 60 {
		id := fmt.Sprintf("p%d", i)
		must(s.PutPlayer(t.Context(), store.Player{ID: id, Name: id, NameKey: id, Keys: []string{"SHA256:" + id, "SHA256:other-" + id}}))
	}
	for i := range 120 {
		m := store.Match{
			ID: fmt.Sprintf("m%d", i), Game: "othello", Status: store.Live, Created: int64(i), Started: int64(i), Winner: -1, Private: i%5 == 0,
			Seats: []store.Seat{{Player: fmt.Sprintf("p%d", i%60)}, {Player: fmt.Sprintf("p%d", (i*7+1)%60)}},
		}
		must(s.CreateMatch(t.Context(), m))
		must(s.Append(t.Context(), m.ID, 0, 0, store.Entry{Kind: "act", Action: "d3", At: 1}, store.Entry{Kind: "act", Action: "c3", At: 2}))
		if i%10 == 0 {
			continue
		}
		m.Status, m.Ended = store.Done, int64(1000-i)
		f := store.Finish{Match: m, At: 2, Entries: []store.Entry{{Kind: "resign", At: m.Ended}}}
		for k, seat := range m.Seats {
			f.Outcomes = append(f.Outcomes, store.Outcome{
				Player: seat.Player, Standing: standing(t, s, seat.Player), Opponent: m.Seats[1-k].Player, Tally: store.Tally{Won: 1}, Unseen: i%3 == 0, Stats: []byte(`{"n":1}`),
				Rating: &store.Rating{Rating: 1500 + float64(i*k), Deviation: 100},
				Scores: []store.Score{{Board: "othello/x", Value: float64(i), Detail: []byte(`{}`)}},
			})
		}
		must(s.Finish(t.Context(), f))
	}
	must(s.PutNotes(t.Context(), "a/b", store.Note{Key: "c", Value: []byte(`{}`)}))
	must(s.Close())
	return path
}

func findings(t *testing.T, path string) (list []string, sound bool) {
	t.Helper()
	f, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sound, err = f.Check(func(x store.Finding) { list = append(list, x.String()) })
	if err != nil {
		t.Fatal(err)
	}
	return list, sound
}

func TestCheckSound(t *testing.T) {
	path := filled(t)
	if list, sound := findings(t, path); len(list) > 0 || !sound {
		t.Errorf("%t, %q", sound, list)
	}
	if err := Verify(path); err != nil {
		t.Error(err)
	}
}

// Checking a damaged file never crashes, and a file that is found sound can be read.
func TestDamagedPages(t *testing.T) {
	if race.On {
		t.Skip("one goroutine that reads")
	}
	whole, err := os.ReadFile(filled(t))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	path := filepath.Join(t.TempDir(), "damaged.db")
	refused, found := 0, 0
	for range 400 {
		data := bytes.Clone(whole)
		switch at := r.IntN(len(data)); r.IntN(3) {
		case 0: // some bytes, mostly in the heads of pages
			for range 1 + r.IntN(8) {
				data[at/4096*4096+r.IntN(64)] = byte(r.Uint32())
			}
		case 1: // a page
			for i := at / 4096 * 4096; i < min(len(data), (at/4096+1)*4096); i++ {
				data[i] = byte(r.Uint32())
			}
		case 2: // one page over another
			copy(data[at/4096*4096:], whole[r.IntN(len(whole))/4096*4096:][:4096])
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Verify(path); err != nil {
			if !errors.Is(err, store.ErrDamaged) && !errors.Is(err, store.ErrNewer) {
				t.Fatalf("error %v", err)
			}
			refused++
			continue
		}
		f, err := OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Check(func(store.Finding) { found++ }); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	t.Logf("%d of 400 refused, %d findings in the others", refused, found)
	if refused < 100 {
		t.Error("too few were refused")
	}
}

// A backup has everything that was stored when it began, and its size is known first.
func TestBackup(t *testing.T) {
	s := openFile(t, filled(t))
	w := &bytes.Buffer{}
	n, err := s.Backup(w)
	if err != nil || int64(w.Len()) != n {
		t.Fatalf("%d bytes, have %d, %v", n, w.Len(), err)
	}
	path := filepath.Join(t.TempDir(), "b.db")
	if err := os.WriteFile(path, w.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Attach(path, "key", []byte("secret")); err != nil {
		t.Fatal(err)
	}
	if list, sound := findings(t, path); len(list) > 0 || !sound {
		t.Errorf("%t, %q", sound, list)
	}
	f, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Attached("key"); string(got) != "secret" {
		t.Errorf("attached %q", got)
	}
	small := filepath.Join(t.TempDir(), "c.db")
	if err := f.Compact(small); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := Detach(small); err != nil {
		t.Fatal(err)
	}
	if f, err = OpenFile(small); err != nil || f.Attached("key") != nil {
		t.Fatalf("still attached, or %v", err)
	}
	f.Close()
	if list, sound := findings(t, small); len(list) > 0 || !sound {
		t.Errorf("%t, %q", sound, list)
	}
	again := openFile(t, small)
	if m, err := again.Match(t.Context(), "m7"); err != nil || m.Nth == 0 || m.Entries != 3 {
		t.Errorf("%+v, %v", m, err)
	}
	m, err := again.Match(t.Context(), "m10")
	if err != nil {
		t.Fatal(err)
	}
	m.Status = store.Done
	if err := again.Finish(t.Context(), store.Finish{Match: m, At: 2}); err != nil {
		t.Fatal(err)
	}
	if m, err := again.Match(t.Context(), "m10"); err != nil || m.Nth != 109 {
		t.Errorf("the count of ends goes on with %d, %v", m.Nth, err)
	}
	if _, err := s.Backup(errWriter{}); err == nil || !strings.Contains(err.Error(), io.ErrClosedPipe.Error()) {
		t.Errorf("error %v", err)
	}
}

type errWriter struct{}

func (errWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Writers do not wait for a slow backup, even if the file grows much meanwhile.
func TestSlowBackup(t *testing.T) {
	s := openFile(t, filled(t))
	begun, goOn := make(chan struct{}), make(chan struct{})
	done := make(chan error, 1)
	go func() {
		_, err := s.Backup(&slow{begun: begun, goOn: goOn})
		done <- err
	}()
	<-begun
	value := append(append([]byte(`"`), bytes.Repeat([]byte("x"), 1<<20)...), '"')
	for i := range 64 { // far more than bbolt maps of a small file
		if err := s.PutNotes(t.Context(), "big", store.Note{Key: fmt.Sprint(i), Value: value}); err != nil {
			t.Fatal(err)
		}
	}
	close(goOn)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

type slow struct {
	begun, goOn chan struct{}
	n           int
}

func (s *slow) Write(p []byte) (int, error) {
	if s.n++; s.n == 1 {
		close(s.begun)
		<-s.goOn
	}
	return len(p), nil
}

// A process that waited for a file that was replaced meanwhile opens the new file.
func TestOpenAfterAnExchange(t *testing.T) {
	path, other := filled(t), filepath.Join(t.TempDir(), "other.db")
	o := openFile(t, other)
	if err := o.PutPlayer(t.Context(), store.Player{ID: "new", Name: "new", NameKey: "new"}); err != nil {
		t.Fatal(err)
	}
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	opened := make(chan *Store, 1)
	go func() {
		s, err := Open(path, Options{timeout: 20 * time.Second, NoSync: true})
		if err != nil {
			t.Error(err)
		}
		opened <- s
	}()
	time.Sleep(100 * time.Millisecond) // lets it reach the wait; without a wait it must find the new file, too
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	s := <-opened
	defer s.Close()
	if _, err := s.Player(t.Context(), "new"); err != nil {
		t.Errorf("in the old file: %v", err)
	}
}

// OpenFile does not create or change anything.
func TestOpenFile(t *testing.T) {
	dir := t.TempDir()
	if _, err := OpenFile(filepath.Join(dir, "none.db")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		t.Errorf("%v", files)
	}
	path := filled(t)
	before, _ := os.ReadFile(path)
	findings(t, path)
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Error("a check has changed the file")
	}
	s := openFile(t, path)
	if _, err := OpenFile(path); !errors.Is(err, store.ErrInUse) {
		t.Errorf("error %v", err)
	}
	s.Close()
	f, err := OpenFile(old(t, "v1.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Check(func(x store.Finding) { t.Error(x) }); !errors.Is(err, store.ErrOlder) {
		t.Errorf("error %v", err)
	}
}

// Keys before pages that the same transaction has emptied are still found. The test drops whole logs in
// any order.
func TestManyLogsDroppedAtOnce(t *testing.T) {
	s := openFile(t, filepath.Join(t.TempDir(), "arcade.db"))
	r := rand.New(rand.NewPCG(7, 8))
	have := map[string]int{}
	for i := range 40 {
		id := fmt.Sprintf("m%02d", i)
		if err := s.CreateMatch(t.Context(), store.Match{ID: id, Game: "othello", Status: store.Live}); err != nil {
			t.Fatal(err)
		}
		have[id] = r.IntN(200)
		if err := s.Append(t.Context(), id, 0, 0, make([]store.Entry, have[id])...); err != nil {
			t.Fatal(err)
		}
	}
	err := s.db.Update(func(tx *bbolt.Tx) error {
		for _, i := range r.Perm(40) {
			for id, n := range have {
				if got := logLen(tx, id); got != n {
					return fmt.Errorf("log of %s has %d entries, want %d", id, got, n)
				}
			}
			id := fmt.Sprintf("m%02d", i)
			if err := dropLog(tx, id); err != nil {
				return err
			}
			have[id] = 0
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

package spare

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"arcade/store"
	"arcade/store/bolt"
)

// open opens a store in a new folder.
func open(t testing.TB) *bolt.Store {
	t.Helper()
	st, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	return st
}

// openCopy opens the copy in a folder.
func openCopy(t testing.TB, dir string) *Copy {
	t.Helper()
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.noSync = true
	return c
}

// put stores a note of n bytes, or removes it if n is 0.
func put(t testing.TB, st *bolt.Store, key string, n int) {
	t.Helper()
	note := store.Note{Key: key}
	if n > 0 {
		note.Value = json.RawMessage(`"` + strings.Repeat("x", n) + `"`)
	}
	if err := st.PutNotes(t.Context(), "spare", note); err != nil {
		t.Fatal(err)
	}
}

// image returns the file of a store as a backup has it.
func image(t testing.TB, st *bolt.Store) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := st.Backup(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// follow begins a stream to a copy, which is sent to the buffer.
func follow(t testing.TB, st *bolt.Store, c *Copy, to io.Writer) *stream {
	t.Helper()
	has, err := c.sums()
	if err != nil {
		t.Fatal(err)
	}
	return newStream(st, to, has)
}

// same compares the copy with a store.
func same(t testing.TB, c *Copy, want []byte) {
	t.Helper()
	got, err := os.ReadFile(c.Path())
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("the copy has %d bytes and differs from the backup of %d bytes (%v)", len(got), len(want), err)
	}
}

// Whatever is written between generations, and wherever streams begin and break off, the copy is the same as a
// backup of the moment.
func TestCopyEqualsBackup(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		st, err := bolt.Open(filepath.Join(dir, "arcade.db"), bolt.Options{NoSync: true})
		if err != nil {
			rt.Fatal(err)
		}
		defer st.Close()
		c, err := Open(dir)
		if err != nil {
			rt.Fatal(err)
		}
		defer func() { c.Close() }()
		c.noSync = true
		var wire bytes.Buffer
		x := follow(t, st, c, &wire)
		x.most = rapid.SampledFrom([]int{1, 3 * blockSize, maxPiece}).Draw(rt, "piece")
		rt.Repeat(map[string]func(*rapid.T){
			"store": func(rt *rapid.T) {
				put(t, st, fmt.Sprint(rapid.IntRange(0, 30).Draw(rt, "key")), rapid.SampledFrom([]int{0, 10, 3000, 60_000}).Draw(rt, "bytes"))
			},
			"generation": func(rt *rapid.T) {
				if _, _, err := x.send(); err != nil {
					rt.Fatal(err)
				}
				if _, err := c.receive(&wire); err != nil {
					rt.Fatal(err)
				}
				same(t, c, image(t, st))
			},
			"cut": func(rt *rapid.T) {
				if _, _, err := x.send(); err != nil {
					rt.Fatal(err)
				}
				before, _ := os.ReadFile(c.Path())
				sent := wire.Bytes()[:rapid.IntRange(0, wire.Len()-1).Draw(rt, "sent")]
				if _, err := c.receive(bytes.NewReader(sent)); err == nil {
					rt.Fatal("a generation that is cut off is accepted")
				}
				if after, _ := os.ReadFile(c.Path()); !bytes.Equal(before, after) {
					rt.Fatal("a generation that is cut off changes the copy")
				}
				wire.Reset()
				if err := c.Close(); err != nil {
					rt.Fatal(err)
				}
				if c, err = Open(dir); err != nil {
					rt.Fatal(err)
				}
				c.noSync = true
				x = follow(t, st, c, &wire)
			},
		})
	})
}

// A spare that is killed at any moment of a generation has the copy from before or after it.
func TestKilledCopy(t *testing.T) {
	st, dir := open(t), t.TempDir()
	c := openCopy(t, dir)
	var wire bytes.Buffer
	x := follow(t, st, c, &wire)
	generation := func() []byte {
		t.Helper()
		wire.Reset()
		if _, _, err := x.send(); err != nil {
			t.Fatal(err)
		}
		return bytes.Clone(wire.Bytes())
	}
	for i := range 20 {
		put(t, st, fmt.Sprint(i), 3000)
	}
	if _, err := c.receive(bytes.NewReader(generation())); err != nil {
		t.Fatal(err)
	}
	before := image(t, st)
	for i := range 10 {
		put(t, st, fmt.Sprint("later", i), 2000)
	}
	sent, after := generation(), image(t, st)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	restart := func(want []byte) {
		t.Helper()
		c, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		same(t, c, want)
		if exists(c.path(nextFile)) {
			t.Error("the generation is still there")
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}

	for n := 0; n < len(sent); n += 1 + n%97 { // while it receives
		write(partFile, sent[:n])
		restart(before)
	}
	for n := range len(sent) { // a damaged disk, or a file that was not renamed by this program
		if n%501 != 0 {
			continue
		}
		write(nextFile, sent[:n])
		if c, err := Open(dir); err == nil {
			t.Errorf("a generation of %d bytes of %d is applied", n, len(sent))
			c.Close()
		}
	}
	if err := os.Remove(filepath.Join(dir, nextFile)); err != nil {
		t.Fatal(err)
	}
	restart(before)

	var blocks []int64
	g, err := readGeneration(bytes.NewReader(sent), func(at int64, _ []byte) error {
		blocks = append(blocks, at)
		return nil
	})
	if err != nil || len(blocks) < 5 || g.blocks != len(blocks) {
		t.Fatal(g, blocks, err)
	}
	for n := range len(blocks) + 1 { // while it applies: n blocks, and a half of the next
		half := bytes.Clone(before)
		if need := int(g.size) - len(half); need > 0 {
			half = append(half, make([]byte, need)...)
		}
		for i, at := range blocks[:min(n+1, len(blocks))] {
			size := blockSize
			if i == n {
				size /= 2
			}
			copy(half[at:at+int64(size)], after[at:])
		}
		write(File, half)
		write(nextFile, sent)
		restart(after)
	}
}

// exists reports whether there is a file.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// A copy follows over a connection while others write, says how old it is, and begins where it ended.
func TestFollows(t *testing.T) {
	st, dir := open(t), t.TempDir()
	old := make([]store.Note, 2000)
	for i := range old {
		old[i] = store.Note{Key: fmt.Sprint("old", i), Value: json.RawMessage(`"` + strings.Repeat("x", 3000) + `"`)}
	}
	if err := st.PutNotes(t.Context(), "spare", old...); err != nil {
		t.Fatal(err)
	}
	s := NewSender(st, slog.New(slog.DiscardHandler))
	s.every, s.share = time.Millisecond, 1
	if _, ok := s.Lag(); ok {
		t.Error("a sender without a copy has a lag")
	}
	write := make(chan struct{}, 1)
	var writer sync.WaitGroup
	writer.Go(func() { // while the next generation is read and sent
		i := 0
		for range write {
			for range 10 {
				put(t, st, fmt.Sprint("new", i%50), 1+i*37%5000)
				i++
			}
		}
	})
	for turn := range 3 {
		c := openCopy(t, dir)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		here, there := net.Pipe()
		served := make(chan error, 1)
		go func() { served <- s.Serve(ctx, here); here.Close() }()
		received := 0
		began := time.Now()
		counted := &countingReader{r: there}
		err := c.Follow("play.example:22", struct {
			io.Reader
			io.Writer
		}{counted, there}, func() {
			if status := c.Status(); status.Until.Before(began.Add(-time.Second)) || time.Since(status.Since) > time.Minute || !status.Broke.IsZero() {
				t.Errorf("status %+v", status)
			}
			if turn > 0 && received == 0 && counted.n > 4_000_000 {
				t.Errorf("the first generation for a copy of 8 MB has %d bytes", counted.n)
			}
			if received++; received == 10 {
				if turn == 2 {
					close(write)
					writer.Wait()
				}
				cancel()
			} else if received < 10 {
				select {
				case write <- struct{}{}:
				default:
				}
			}
		})
		if !errors.Is(err, io.EOF) || received < 10 {
			t.Errorf("after %d generations: %v", received, err)
		}
		if err := <-served; err != nil {
			t.Error(err)
		}
		if lag, ok := s.Lag(); !ok || lag > time.Minute {
			t.Error(lag, ok)
		}
		if err := bolt.Verify(c.Path()); err != nil {
			t.Error(err)
		}
		if status := c.Status(); status.Broke.Before(status.Since) || status.From != "play.example:22" {
			t.Errorf("status %+v", status)
		}
		if turn == 2 { // one more generation came after ctx had ended
			same(t, c, image(t, st))
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

type countingReader struct {
	r io.Reader
	n int
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += n
	return n, err
}

// One process uses a copy. A promoted copy is a database under its new name, and nothing else is left.
func TestPromote(t *testing.T) {
	st, dir := open(t), t.TempDir()
	put(t, st, "a", 10)
	c := openCopy(t, dir)
	if _, err := Open(dir); !errors.Is(err, ErrLocked) {
		t.Error(err)
	}
	var wire bytes.Buffer
	if _, _, err := follow(t, st, c, &wire).send(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.receive(&wire); err != nil {
		t.Fatal(err)
	}
	if err := c.note(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "arcade.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := c.Promote("arcade.db"); !errors.Is(err, os.ErrExist) {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "arcade.db")); err != nil {
		t.Fatal(err)
	}
	if err := c.Promote("arcade.db"); err != nil {
		t.Fatal(err)
	}
	if err := bolt.Verify(filepath.Join(dir, "arcade.db")); err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 1 {
		t.Error(left, err)
	}
}

// FuzzGeneration reads anything as a generation, and as what a copy has.
func FuzzGeneration(f *testing.F) {
	var b bytes.Buffer
	w := newFrames(&b)
	w.block(3, []byte("block"))
	if err := w.end(generation{size: 9, until: time.UnixMilli(5), after: time.Second}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	b.Reset()
	_ = writeSums(&b, []sum{{1}, {2}})
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := readGeneration(bytes.NewReader(data), func(at int64, p []byte) error {
			if at < 0 || at%blockSize != 0 || len(p) > blockSize {
				t.Errorf("a block of %d bytes at %d", len(p), at)
			}
			return nil
		})
		if err == nil && g.size < 0 {
			t.Error(g)
		}
		_, _ = readSums(bytes.NewReader(data))
	})
}

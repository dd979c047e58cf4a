package term

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// link is a transport: a Write takes delay, or until close where stuck.
type link struct {
	delay time.Duration
	stuck bool

	mu     sync.Mutex
	got    bytes.Buffer
	once   sync.Once
	closed chan struct{}
}

func newLink() *link { return &link{closed: make(chan struct{})} }

func (l *link) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *link) Write(p []byte) (int, error) {
	var after <-chan time.Time
	if !l.stuck {
		after = time.After(l.delay)
	}
	select {
	case <-l.closed:
		return 0, io.ErrClosedPipe
	case <-after:
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.got.Write(p)
}

func (l *link) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.got.String()
}

func TestWriterKeepsOrderAndEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLink()
		l.delay = 5 * time.Millisecond
		w := newWriter(l, func(err error) { t.Errorf("gave up: %v", err) })
		go w.run()
		var want strings.Builder
		for i := range 2000 {
			line := strings.Repeat(string(rune('a'+i%26)), i%90) + "\n"
			want.WriteString(strings.TrimSuffix(line, "\n") + "\r\n")
			if _, err := w.Write([]byte(line)); err != nil {
				t.Fatal(err)
			}
		}
		w.Close()
		if l.String() != want.String() {
			t.Errorf("%d bytes arrived of %d", len(l.String()), want.Len())
		}
		if _, err := w.Write([]byte("x")); err == nil {
			t.Error("a closed writer takes bytes")
		}
	})
}

func TestWriterLineFeeds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLink()
		w := newWriter(l, func(error) {})
		go w.run()
		for _, s := range []string{"\na\n", "b\r", "\nc", "\r\n", "\n", ""} {
			_, _ = w.Write([]byte(s))
		}
		w.Close()
		if got, want := l.String(), "\r\na\r\nb\r\nc\r\n\r\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestWriterGivesUp(t *testing.T) {
	for _, c := range []struct {
		name  string
		write func(w *writer) // what is written to a client that never reads
		after time.Duration
	}{
		{"on too much", func(w *writer) {
			for range maxPending/1000 + 2 {
				_, _ = w.Write(make([]byte, 1000))
			}
		}, 0},
		{"on one write that takes too long", func(w *writer) { _, _ = w.Write([]byte("x")) }, maxWrite},
		{"on a drain that takes too long", func(w *writer) { _, _ = w.Write([]byte("x")); w.Close() }, maxDrain},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newLink()
				l.stuck = true
				var cause error
				w := newWriter(l, func(err error) { cause = err; _ = l.Close() })
				go w.run()
				start := time.Now()
				c.write(w)
				<-w.done
				if !errors.Is(cause, ErrSlow) {
					t.Errorf("cause %v", cause)
				}
				if took := time.Since(start); took != c.after {
					t.Errorf("gave up after %v, want %v", took, c.after)
				}
				if _, err := w.Write([]byte("x")); !errors.Is(err, ErrSlow) {
					t.Errorf("a write afterwards: %v", err)
				}
				w.Close()
			})
		})
	}
}

// A slow client that does read is kept, however long it takes.
func TestWriterIsPatientWithSlowReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLink()
		l.delay = maxWrite - time.Second
		w := newWriter(l, func(err error) { t.Errorf("gave up: %v", err) })
		go w.run()
		for range 10 {
			_, _ = w.Write(make([]byte, chunk))
			time.Sleep(maxWrite)
		}
		w.Close()
		if len(l.String()) != 10*chunk {
			t.Errorf("%d bytes arrived", len(l.String()))
		}
	})
}

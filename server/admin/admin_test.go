package admin

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arcade/server"
	"arcade/server/exec"
)

// Only the owner can open a socket. A socket replaces one without a server, leaves one with a server
// alone, and is removed with its server.
func TestSocket(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, SocketName)
	stale, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	stale.(*net.UnixListener).SetUnlinkOnClose(false)
	if _, err := Listen(path); !errors.Is(err, errRunning) {
		t.Errorf("a socket that answers was taken: %v", err)
	}
	stale.Close()
	s, err := Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Perm() != 0o600 || info.Mode().Type() != os.ModeSocket {
		t.Errorf("the socket is %v, %v", info.Mode(), err)
	}
	if list, _ := os.ReadDir(dir); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
	if _, err := Listen(path); !errors.Is(err, errRunning) {
		t.Errorf("a second server took the socket: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if list, _ := os.ReadDir(dir); len(list) != 0 {
		t.Errorf("left behind: %v", list)
	}
	// A file that is not a socket is never removed.
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(path); err == nil {
		t.Error("a file was replaced")
	}
	if b, _ := os.ReadFile(path); string(b) != "x" {
		t.Error("the file is gone")
	}
}

// A server that stops removes its own socket and no other.
func TestSocketOfAnother(t *testing.T) {
	path := filepath.Join(t.TempDir(), SocketName)
	s, err := Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	other, err := Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(path); err != nil {
		t.Error("the other's socket was taken away")
	}
}

func TestNoServer(t *testing.T) {
	dir := t.TempDir()
	c := NewClient(dir)
	defer c.Close()
	if _, err := c.Version(t.Context()); !errors.Is(err, ErrNoServer) {
		t.Errorf("no socket: %v", err)
	}
	l, err := net.Listen("unix", filepath.Join(dir, SocketName))
	if err != nil {
		t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	if _, err := c.Version(t.Context()); !errors.Is(err, ErrNoServer) {
		t.Errorf("a stale socket: %v", err)
	}
}

// serve serves the operator at a socket in its own folder.
func serve(t *testing.T, h House) *Client {
	t.Helper()
	h.Log = slog.New(slog.DiscardHandler)
	dir := t.TempDir()
	s, err := Listen(filepath.Join(dir, SocketName))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.Serve(ctx, s) }()
	c := NewClient(dir)
	t.Cleanup(func() {
		c.Close()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if list, _ := os.ReadDir(dir); len(list) != 0 {
			t.Errorf("left behind: %v", list)
		}
	})
	return c
}

// A target can be a key, an address, a network, or one connection by its port.
func TestTargets(t *testing.T) {
	const key = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
	p := server.Present{Address: netip.MustParseAddrPort("203.0.113.9:4711"), Identity: exec.Identity{Fingerprint: key}}
	for target, want := range map[string]bool{
		"203.0.113.9:4711": true, "203.0.113.9:4712": false, "203.0.113.8:4711": false,
		"203.0.113.9": true, "203.0.113.8": false, "203.0.113.0/24": true, "203.0.114.0/24": false,
		key: true, strings.Replace(key, "4", "5", 1): false,
	} {
		if is, err := (House{}).match(t.Context(), target); err != nil || is(p) != want {
			t.Errorf("%s: %v", target, err)
		}
	}
}

func TestBackup(t *testing.T) {
	if _, _, err := serve(t, House{}).Backup(t.Context()); err == nil || err.Error() != errNoBackup.Error() {
		t.Errorf("without backups: %v", err)
	}
	want := bytes.Repeat([]byte("page"), 1<<18)
	cut, broken := errors.New("cut"), errors.New("disk")
	for _, tt := range []struct {
		name string
		open func() (int64, func(io.Writer) error, error)
		err  bool
	}{
		{"whole", func() (int64, func(io.Writer) error, error) {
			return int64(len(want)), func(w io.Writer) error { _, err := w.Write(want); return err }, nil
		}, false},
		{"cut", func() (int64, func(io.Writer) error, error) {
			return int64(len(want)), func(w io.Writer) error { _, _ = w.Write(want[:1000]); return cut }, nil
		}, true},
		{"broken", func() (int64, func(io.Writer) error, error) { return 0, nil, broken }, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, size, err := serve(t, House{Backup: tt.open}).Backup(t.Context())
			var got []byte
			if err == nil {
				got, err = io.ReadAll(r)
				r.Close()
			}
			if (err != nil) != tt.err {
				t.Errorf("error %v", err)
			}
			if err == nil && (!bytes.Equal(got, want) || size != int64(len(want))) {
				t.Errorf("%d bytes of %d, told %d", len(got), len(want), size)
			}
		})
	}
}

// A bad request is refused before it has any effect.
func TestBadRequests(t *testing.T) {
	h := House{Log: slog.New(slog.DiscardHandler)}.handler()
	for _, tt := range []struct {
		method, path, body string
		want               int
	}{
		{"GET", "/kick", "", http.StatusMethodNotAllowed},
		{"POST", "/who", "", http.StatusMethodNotAllowed},
		{"GET", "/", "", http.StatusNotFound},
		{"GET", "/../../etc/passwd", "", http.StatusTemporaryRedirect},
		{"POST", "/kick", "", http.StatusBadRequest},
		{"POST", "/kick", "[]", http.StatusBadRequest},
		{"POST", "/kick", `{"target":1}`, http.StatusBadRequest},
		{"POST", "/kick", `{"who":"kim"}`, http.StatusBadRequest},
		{"POST", "/broadcast", `{"ko":"` + strings.Repeat("a", 1<<17) + `"}`, http.StatusBadRequest},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(tt.method, "http://arcade"+tt.path, strings.NewReader(tt.body)))
		if w.Code != tt.want {
			t.Errorf("%s %s %.40s: %d, want %d", tt.method, tt.path, tt.body, w.Code, tt.want)
		}
	}
}

// A client that connects and sends nothing delays nobody.
func TestSilentClient(t *testing.T) {
	c := serve(t, House{Backup: func() (int64, func(io.Writer) error, error) {
		return 1, func(w io.Writer) error { _, err := w.Write([]byte("x")); return err }, nil
	}})
	for range 50 {
		silent, err := c.http.Transport.(*http.Transport).DialContext(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		defer silent.Close()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	r, _, err := c.Backup(ctx)
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
}

// A profile is pprof's format; a wrong kind or time is refused with the reason.
func TestProfile(t *testing.T) {
	c := serve(t, House{})
	for _, kind := range []string{ProfileCPU, ProfileHeap, ProfileGoroutines} {
		var b bytes.Buffer
		if err := c.Profile(t.Context(), &b, kind, time.Millisecond); err != nil {
			t.Errorf("%s: %v", kind, err)
		} else if !bytes.HasPrefix(b.Bytes(), []byte{0x1f, 0x8b}) { // it is packed
			t.Errorf("%s: %d bytes that are no profile", kind, b.Len())
		}
	}
	if err := c.Profile(t.Context(), io.Discard, "secrets", time.Second); err == nil || err.Error() != errProfileKind.Error() {
		t.Errorf("a wrong kind: %v", err)
	}
	if err := c.Profile(t.Context(), io.Discard, ProfileCPU, time.Hour); err == nil || err.Error() != errProfileTime.Error() {
		t.Errorf("an hour: %v", err)
	}
}

// Whoever makes the server end is told so before it ends.
func TestDrainIsAnswered(t *testing.T) {
	dir := t.TempDir()
	s, err := Listen(filepath.Join(dir, SocketName))
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	defer end()
	h := House{Log: slog.New(slog.DiscardHandler), Drain: func() {
		end()
		for { // until no more requests are taken
			c, err := net.Dial("unix", s.path)
			if err != nil {
				return
			}
			c.Close()
		}
	}}
	ended := make(chan error)
	go func() { ended <- h.Serve(ctx, s) }()
	c := NewClient(dir)
	defer c.Close()
	if _, err := c.Do(t.Context(), Drain{}); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

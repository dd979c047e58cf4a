// Package door is what tests of the whole arcade play with: a server on a loopback port,
// with the games that a test names, and SSH clients with a terminal emulator on each. What
// it is for is told in package e2e, whose tests are its own; a game's tests use it to be
// played as it will be.
package door

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"log/slog"
	"net"
	"net/netip"
	"path/filepath"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/internal/chance"
	"arcade/lobby"
	"arcade/lobby/turns"
	"arcade/server"
	"arcade/sessions"
	"arcade/store/bolt"
)

// House is a running arcade.
type House struct {
	Addr  string
	Lobby *lobby.Lobby // nil where the server is a process of its own
	Stop  func()       // stops the server, likewise
	Pipes *pipes       // another way in; likewise
}

// Quick makes bots and notices fast; a test that is about a delay sets its own.
var Quick = lobby.Config{BotPause: 20 * time.Millisecond, PassNotice: 200 * time.Millisecond}

// Loopback is where all the clients of a test come from: as a network that strangers
// share, or none of their games could be rated.
var Loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

// Open starts an arcade with the games of cfg in this process; it ends with the test.
// The store, the log and the source of chance are filled in.
func Open(t *testing.T, cfg lobby.Config) *House {
	t.Helper()
	st, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	log := &LogBuffer{}
	logger := slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	cfg.Shared = Loopback
	cfg.Random = chance.Reader(t)
	cfg.Store, cfg.Log, cfg.Turns = st, logger, turns.New(turns.Limits{Share: -1}) // the whole test is one address
	l, err := lobby.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	h := &sessions.House{Lobby: l, SSH: "ssh -t arcade.example", Log: logger}
	srv, err := server.New(server.Config{
		HostKey: NewKey(t), Log: logger, SSH: h.SSH, Grace: 50 * time.Millisecond, Commands: server.Commands(l, cfg.Games, nil),
		Screen: server.Screen(h), Turns: cfg.Turns,
	})
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	pipes := newPipes(ln)
	served := make(chan error, 1)
	go func() { served <- srv.Serve(context.Background(), pipes) }()
	t.Cleanup(func() {
		srv.Shutdown()
		if err := <-served; err != nil {
			t.Errorf("serve: %v", err)
		}
		l.Close()
		if err := st.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
		if s := log.String(); s != "" {
			t.Errorf("the server's log has warnings:\n%s", s)
		}
	})
	return &House{Addr: ln.Addr().String(), Lobby: l, Stop: srv.Shutdown, Pipes: pipes}
}

// NewKey makes a key pair.
func NewKey(t testing.TB) gossh.Signer {
	t.Helper()
	signer, err := gossh.NewSignerFromKey(NewSecret(t))
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// NewSecret makes the secret half of a key pair.
func NewSecret(t testing.TB) ed25519.PrivateKey {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// LogBuffer is a log that can be read while it is written.
type LogBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *LogBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *LogBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

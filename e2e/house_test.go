package e2e

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"log/slog"
	"net"
	"path/filepath"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/internal/chance"
	"arcade/lobby"
	"arcade/server"
	"arcade/sessions"
	"arcade/store/bolt"
)

// house is a running arcade.
type house struct {
	addr  string
	lobby *lobby.Lobby // nil where the server is a process of its own
	stop  func()       // stops the server, likewise
	pipes *pipes       // another way in; likewise
}

// quick makes bots and notices fast; a test that is about a delay sets its own.
var quick = lobby.Config{BotPause: 20 * time.Millisecond, PassNotice: 200 * time.Millisecond}

// open starts an arcade in this process; it ends with the test. cfg's store,
// games and log are filled in.
func open(t *testing.T, cfg lobby.Config) *house {
	t.Helper()
	st, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	log := &logBuffer{}
	logger := slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	cfg.Random = chance.Reader(t)
	cfg.Store, cfg.Games, cfg.Log = st, games.NewRegistry(othello.Game{}, matgo.Game{}, stones.Game{}, yut.Game{}), logger
	l, err := lobby.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	h := &sessions.House{Lobby: l, SSH: "ssh -t arcade.example", Log: logger}
	srv, err := server.New(server.Config{
		HostKey: newKey(t), Log: logger, SSH: h.SSH, Grace: 50 * time.Millisecond, Commands: server.Commands(l, cfg.Games),
		Screen: server.Screen(h),
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
	return &house{addr: ln.Addr().String(), lobby: l, stop: srv.Shutdown, pipes: pipes}
}

// newKey makes a key pair.
func newKey(t testing.TB) gossh.Signer {
	t.Helper()
	signer, err := gossh.NewSignerFromKey(newSecret(t))
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// newSecret makes the secret half of a key pair.
func newSecret(t testing.TB) ed25519.PrivateKey {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// logBuffer is a log that can be read while it is written.
type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

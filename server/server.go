// Package server is the arcade's SSH front: who connects, how much they may
// take, what they asked for, and how the arcade stops.
package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	"github.com/spf13/cobra"
	gossh "golang.org/x/crypto/ssh"

	"arcade/lobby/turns"
	"arcade/server/exec"
	"arcade/sessions"
)

// Config is all that a server is made of.
type Config struct {
	// HostKey proves the server to its clients; see [HostKey]. Required.
	HostKey gossh.Signer
	// Screen runs a session with a terminal until it ends: the arcade itself, or
	// what session.Args asks for. The player sees its error. Required.
	Screen func(ctx context.Context, s *session) error
	// Commands makes the commands without a screen, anew for each call; may be nil.
	Commands func(call *exec.Call) []*cobra.Command
	// Lang is the language, "ko" or "en", of those whose client does not say; "ko".
	Lang string
	// Chosen is the language that the player of a key has chosen, "" for none; nil where nobody
	// can choose.
	Chosen func(fingerprint string) string
	// SSH is what a player types to come in, as sessions.SSHLine gives it; "ssh -t HOST".
	SSH string
	// Web is where browsers find the page, such as "https://arcade.example"; "" if not configured.
	Web string
	// Limits bound what connections may take.
	Limits Limits
	// Proxies are the networks of the proxies by which everybody comes in, with a
	// header of the PROXY protocol; see [ParseProxies]. Nobody else is let in then.
	// None: everybody comes in directly.
	Proxies []netip.Prefix
	// Bans keep keys and networks out; nil for none.
	Bans *Bans
	// Turns is where the work of commands is done; nil for one with its defaults.
	Turns *turns.Turns
	// Grace is how long sessions have to end by themselves at a shutdown; 6 s.
	// Twice closeTime comes on top of it.
	Grace time.Duration
	// Log has no personal data above the debug level; nil for the default logger.
	Log *slog.Logger
}

// closeTime is how long a shutdown waits, once for programs to restore their
// terminals and once for connections to close.
const closeTime = time.Second

// errShutdown is the cause by which the contexts of sessions end at a shutdown.
var errShutdown = errors.New("the server is stopping")

// Server serves the arcade over SSH: a wish server, with what wish has no option for beside
// it: who is let in and who makes room (limits.go, handshake_eviction.go), the PROXY header (proxy.go),
// what a connection may send (noise.go), which requests of a session count (requests.go), and
// a shutdown that tells everybody (Shutdown).
type Server struct {
	cfg     Config
	wish    *ssh.Server
	log     *slog.Logger
	gate    *gate
	linger  chan struct{}
	headers chan struct{} // has a place for each header that is being read
	players players
	roll    roll
	counts  counts

	base     context.Context // ends when sessions have to
	end      context.CancelCauseFunc
	draining chan struct{} // closed when a shutdown begins
	drained  chan struct{} // closed when it is over
	drain    sync.Once

	mu       sync.Mutex
	stopping bool
	sessions sync.WaitGroup // grows only while not stopping
}

// New returns a server; Serve starts it.
func New(cfg Config) (*Server, error) {
	if cfg.HostKey == nil || cfg.Screen == nil {
		return nil, errors.New("server: a host key and a screen are required")
	}
	if cfg.Lang == "" {
		cfg.Lang = "ko"
	}
	if cfg.SSH == "" {
		cfg.SSH = sessions.SSHLine("HOST", "")
	}
	cfg.Limits = cfg.Limits.withDefaults()
	setDefault(&cfg.Grace, 6*time.Second)
	if cfg.Turns == nil {
		cfg.Turns = turns.New(turns.Limits{})
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	s := &Server{
		cfg:      cfg,
		log:      cfg.Log,
		gate:     newGate(cfg.Limits),
		linger:   make(chan struct{}, maxLinger),
		headers:  make(chan struct{}, cfg.Limits.Handshakes),
		players:  players{n: map[string]int{}},
		draining: make(chan struct{}),
		drained:  make(chan struct{}),
	}
	s.base, s.end = context.WithCancelCause(context.Background())
	var err error
	if s.wish, err = wish.NewServer(s.options()...); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	return s, nil
}

// options are all that the wish server is made of.
func (s *Server) options() []ssh.Option {
	return []ssh.Option{
		wish.WithVersion("arcade"),
		wish.WithIdleTimeout(s.cfg.Limits.Idle),
		wish.WithMiddleware(s.answer, s.ban, s.limit, s.finish), // the last is the outermost
		func(w *ssh.Server) error {
			w.AddHostKey(countedKey{s.cfg.HostKey})
			w.HandshakeTimeout = s.cfg.Limits.Handshake
			w.ConnCallback = s.greet
			w.ServerConfigCallback = s.config
			w.ConnectionFailedCallback = s.failed
			w.ChannelHandlers = map[string]ssh.ChannelHandler{"session": s.open, "default": s.refuse}
			w.RequestHandlers = map[string]ssh.RequestHandler{"default": s.ignore}
			return nil
		},
	}
}

// Turns is where the work of commands is done.
func (s *Server) Turns() *turns.Turns { return s.cfg.Turns }

// Serve accepts connections until ctx ends, and then shuts down as Shutdown
// does; nil. It may be called for several listeners.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	s.mu.Lock()
	if s.stopping {
		s.mu.Unlock()
		_ = ln.Close()
		return errShutdown
	}
	s.mu.Unlock()

	defer context.AfterFunc(ctx, s.Shutdown)()
	err := s.wish.Serve(ln)
	select {
	case <-s.draining:
		<-s.drained
		return nil
	default:
		return fmt.Errorf("serve %s: %w", ln.Addr(), err)
	}
}

// Shutdown stops: nobody is let in, every session is told (session.Draining)
// and has Config.Grace to end, then its context ends with errShutdown, and at
// last everything is closed. It returns when that is done.
func (s *Server) Shutdown() {
	s.drain.Do(func() {
		defer close(s.drained)
		s.mu.Lock()
		s.stopping = true
		s.mu.Unlock()
		close(s.draining)
		s.gate.shut()

		ended := make(chan struct{})
		go func() { s.sessions.Wait(); close(ended) }()
		wait := func(d time.Duration) {
			t := time.NewTimer(d)
			defer t.Stop()
			select {
			case <-ended:
			case <-t.C:
			}
		}
		wait(s.cfg.Grace)
		s.end(errShutdown)
		wait(closeTime)
		s.gate.closeAll()
		_ = s.wish.Close() // the listeners: until now every newcomer was told why not
		wait(closeTime)
	})
	<-s.drained
}

// enter counts a session; false once a shutdown has begun.
func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping {
		return false
	}
	s.sessions.Add(1)
	return true
}

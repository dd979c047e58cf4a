// Package server is the arcade's SSH server: its connections, their limits, their commands and screens,
// and its shutdown.
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

// Config configures a server.
type Config struct {
	// HostKey proves the server to its clients; see [HostKey]. Required.
	HostKey gossh.Signer
	// Screen runs a session with a terminal until it ends: the arcade itself, or the screen named by
	// session.Args. The player sees its error. Required.
	Screen func(ctx context.Context, s *session) error
	// Commands makes the commands without a screen, anew for each call; may be nil.
	Commands func(call *exec.Call) []*cobra.Command
	// Lang is the language, "ko" or "en", for clients that name none; by default "ko".
	Lang string
	// Chosen returns the language that the player of a key has chosen, "" for none. It is nil if nobody
	// can choose.
	Chosen func(ctx context.Context, fingerprint string) string
	// SSH is the command that a player types to come in, as from sessions.SSHLine; by default "ssh -t
	// HOST".
	SSH string
	// Web is the address of the page for browsers, such as "https://arcade.example"; "" if there is none.
	Web string
	// Limits limits the use of connections.
	Limits Limits
	// Proxies holds the networks of the proxies through which all connections come, with a PROXY header;
	// see [ParseProxies]. Other connections are refused. Without proxies all connections are direct.
	Proxies []netip.Prefix
	// Bans keep keys and networks out; nil for none.
	Bans *Bans
	// Turns schedules the work of commands; nil means one with defaults.
	Turns *turns.Turns
	// Grace is the time in which sessions may end by themselves at a shutdown; by default 6 s. Twice
	// closeTime is added to it.
	Grace time.Duration
	// Log gets personal data only at the debug level. Nil means the default logger.
	Log *slog.Logger
}

// closeTime is the time that a shutdown waits for programs to restore their terminals, and again for
// connections to close.
const closeTime = time.Second

// errShutdown is the cause with which the contexts of sessions end at a shutdown.
var errShutdown = errors.New("the server is stopping")

// Server serves the arcade over SSH. It is a wish server, with the parts that wish lacks: admission
// (limits.go, eviction.go), the PROXY header (proxy.go), limits of messages (noise.go), the
// requests of a session (requests.go), and a shutdown that warns all sessions (Shutdown).
type Server struct {
	cfg     Config
	wish    *ssh.Server
	log     *slog.Logger
	gate    *gate
	linger  chan struct{}
	headers chan struct{} // limits the headers that are being read
	players players
	roll    roll
	visits  *visits
	counts  counts

	base     context.Context // ends when sessions must end
	end      context.CancelCauseFunc
	draining context.Context // ends when a shutdown begins
	shut     context.CancelFunc
	drained  chan struct{} // closed when the shutdown is over
	drain    sync.Once

	mu        sync.Mutex
	stopping  bool
	listeners []net.Listener // grows only while not stopping
	sessions  sync.WaitGroup // grows only while not stopping
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
		visits:  newVisits(),
		cfg:     cfg,
		log:     cfg.Log,
		gate:    newGate(cfg.Limits),
		linger:  make(chan struct{}, maxLinger),
		headers: make(chan struct{}, cfg.Limits.Handshakes),
		players: players{n: map[string]int{}},
		drained: make(chan struct{}),
	}
	s.gate.ends = s.makesRoom
	s.base, s.end = context.WithCancelCause(context.Background())
	s.draining, s.shut = context.WithCancel(context.Background())
	var err error
	if s.wish, err = wish.NewServer(s.options()...); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	return s, nil
}

// options returns the options of the wish server.
func (s *Server) options() []ssh.Option {
	return []ssh.Option{
		wish.WithVersion("arcade"),
		wish.WithIdleTimeout(s.cfg.Limits.Idle),
		wish.WithMiddleware(s.answer, s.ban, s.limit, s.finish), // the last one is the outermost
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

// Turns returns the scheduler for the work of commands.
func (s *Server) Turns() *turns.Turns { return s.cfg.Turns }

// Serve accepts connections until ctx ends, then shuts down like Shutdown and returns nil. It may be
// called for several listeners.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	s.mu.Lock()
	if s.stopping {
		s.mu.Unlock()
		_ = ln.Close()
		return errShutdown
	}
	s.listeners = append(s.listeners, ln)
	s.mu.Unlock()

	defer context.AfterFunc(ctx, s.Shutdown)()
	err := s.wish.Serve(LogAccepts(ln, s.log))
	select {
	case <-s.draining.Done():
		<-s.drained
		return nil
	default:
		return fmt.Errorf("serve %s: %w", ln.Addr(), err)
	}
}

// Shutdown stops the server. It admits no more connections and notifies every session (session.Draining),
// which has Config.Grace to end. Then the session's context ends with errShutdown, and at last everything
// is closed. Shutdown returns when that is done.
func (s *Server) Shutdown() {
	s.drain.Do(func() {
		defer close(s.drained)
		s.mu.Lock()
		s.stopping = true
		s.mu.Unlock()
		s.shut()
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
		_ = s.wish.Close()
		for _, ln := range s.listeners { // until now newcomers got the reason
			_ = ln.Close() // wish closes only a listener that it already serves
		}
		wait(closeTime)
	})
	<-s.drained
}

// enter counts a session. It returns false once a shutdown has begun.
func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping {
		return false
	}
	s.sessions.Add(1)
	return true
}

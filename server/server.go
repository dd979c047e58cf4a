// Package server is the arcade's SSH server: its connections, their limits, their commands and screens,
// and its shutdown.
package server

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	// Spare sends the database to another machine of the operator's, which has logged in with the host key, until the
	// connection ends; after ctx has ended it sends the last changes first. Nil if there is no file to send.
	Spare func(ctx context.Context, conn io.ReadWriter) error
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
	// Waited is told how long players wait for the server; nil for nobody.
	Waited func(of Wait, took time.Duration)
	// Grace is the time in which sessions may end by themselves at a shutdown; by default 6 s. Twice
	// closeTime is added to it.
	Grace time.Duration
	// Log gets personal data only at the debug level. Nil means the default logger.
	Log *slog.Logger
}

// closeTime is the time that a shutdown waits for programs to restore their terminals, and again for
// connections to close.
const closeTime = time.Second

// spareTime is the time in which spares may get the last changes at a shutdown.
const spareTime = 3 * time.Second

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
	sparing  context.Context // ends when all other sessions have ended
	spare    context.CancelFunc
	drained  chan struct{} // closed when the shutdown is over
	drain    sync.Once

	mu        sync.Mutex
	stopping  bool
	listeners []net.Listener // grows only while not stopping
	sessions  sync.WaitGroup // grows only while not stopping
	spares    sync.WaitGroup // the sessions of spares, which are none of the others; grows only while not stopping
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
	s.sparing, s.spare = context.WithCancel(context.Background())
	var err error
	if s.wish, err = wish.NewServer(s.options()...); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	return s, nil
}

// options returns the options of the wish server.
func (srv *Server) options() []ssh.Option {
	return []ssh.Option{
		wish.WithVersion("arcade"),
		wish.WithIdleTimeout(srv.cfg.Limits.Idle),
		wish.WithMiddleware(srv.answer, srv.ban, srv.limit, srv.finish), // the last one is the outermost
		func(w *ssh.Server) error {
			w.AddHostKey(countedKey{srv.cfg.HostKey})
			w.HandshakeTimeout = srv.cfg.Limits.Handshake
			w.ConnCallback = srv.greet
			w.ServerConfigCallback = srv.config
			w.ConnectionFailedCallback = srv.failed
			w.ChannelHandlers = map[string]ssh.ChannelHandler{"session": srv.open, "default": srv.refuse}
			w.RequestHandlers = map[string]ssh.RequestHandler{"default": srv.ignore}
			return nil
		},
	}
}

// Turns returns the scheduler for the work of commands.
func (srv *Server) Turns() *turns.Turns { return srv.cfg.Turns }

// Serve accepts connections until ctx ends, then shuts down like Shutdown and returns nil. It may be
// called for several listeners.
func (srv *Server) Serve(ctx context.Context, ln net.Listener) error {
	srv.mu.Lock()
	if srv.stopping {
		srv.mu.Unlock()
		_ = ln.Close()
		return errShutdown
	}
	srv.listeners = append(srv.listeners, ln)
	srv.mu.Unlock()

	defer context.AfterFunc(ctx, srv.Shutdown)()
	err := srv.wish.Serve(LogAccepts(ln, srv.log))
	select {
	case <-srv.draining.Done():
		<-srv.drained
		return nil
	default:
		return fmt.Errorf("serve %s: %w", ln.Addr(), err)
	}
}

// Shutdown stops the server. It admits no more connections and notifies every session (session.Draining),
// which has Config.Grace to end. Then the session's context ends with errShutdown, and at last everything
// is closed. Shutdown returns when that is done.
func (srv *Server) Shutdown() {
	srv.drain.Do(func() {
		defer close(srv.drained)
		srv.mu.Lock()
		srv.stopping = true
		srv.mu.Unlock()
		srv.shut()
		srv.gate.shut()

		ended, spared := whenDone(&srv.sessions), whenDone(&srv.spares)
		wait := func(ended <-chan struct{}, d time.Duration) {
			t := time.NewTimer(d)
			defer t.Stop()
			select {
			case <-ended:
			case <-t.C:
			}
		}
		wait(ended, srv.cfg.Grace)
		srv.end(errShutdown)
		wait(ended, closeTime)
		srv.spare() // what the last players did is sent, too
		wait(spared, spareTime)
		srv.gate.closeAll()
		_ = srv.wish.Close()
		for _, ln := range srv.listeners { // until now newcomers got the reason
			_ = ln.Close() // wish closes only a listener that it already serves
		}
		wait(ended, closeTime)
	})
	<-srv.drained
}

// whenDone returns a channel that is closed when a group is done.
func whenDone(g *sync.WaitGroup) <-chan struct{} {
	done := make(chan struct{})
	go func() { g.Wait(); close(done) }()
	return done
}

// enter counts a session. It returns false once a shutdown has begun.
func (srv *Server) enter() bool {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	if srv.stopping {
		return false
	}
	srv.sessions.Add(1)
	return true
}

package server

import (
	"cmp"
	"context"
	"io"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"arcade/lobby/turns"
	"arcade/server/exec"
	"arcade/sessions"
	"arcade/sessions/client"
	"arcade/sessions/term"
	"arcade/sessions/words"
)

// maxReply limits the time in which a client accepts bytes or closes its end of a session. Then its
// connection is closed.
const maxReply = 10 * time.Second

// session is one session on a connection: a terminal, or a command. It is wish's session with the
// arcade's own data.
type session struct {
	ssh.Session // set when the middleware starts
	srv         *Server
	wire        *conn
	conn        *gossh.ServerConn
	channel     gossh.Channel // writes bytes unchanged, while wish's Write changes line feeds
	id          exec.Identity
	from        netip.Prefix
	who         turns.Payer
	ctx         context.Context
	cancel      context.CancelCauseFunc
	late        *time.Timer // closes the connection of a session that does not start, or is not closed; else nil
	listed      *listed
	owed        atomic.Int64 // bytes that it has read, not yet billed

	// Set by the requests before the session starts; see requests.go.
	started   bool
	pty       bool
	variables int
	resizes   chan ssh.Window // of capacity 1: the newest window size; nil without a terminal
	running   sync.WaitGroup  // the handler, and the reader for a command

	lang   string // see Lang
	args   []string
	screen bool   // it requests a screen
	spare  bool   // see followed
	name   string // the command's name for the log
	began  time.Time
	err    error     // why it ends
	ended  sync.Once // see end
}

// ID returns the session's number in the server's list.
func (s *session) ID() uint64 { return s.listed.ID }

// Args returns the words of an interactive command, such as "join" and a code. It returns none for the
// arcade's home screen.
func (s *session) Args() []string { return s.args }

// Lang returns the language for the player, "ko" or "en": from the login name, else the player's choice,
// else the client's locale, else the server's default.
func (s *session) Lang() string {
	if s.lang == "" {
		named := sessions.LoginLang(s.id.Login)
		if named == "" && !s.legacy() && s.srv.cfg.Chosen != nil && !s.id.Guest() {
			named = s.srv.cfg.Chosen(s.ctx, s.id.Fingerprint)
		}
		s.lang = cmp.Or(named, s.locale(), s.srv.cfg.Lang)
	}
	return s.lang
}

// locale returns the language of the client's locale, "" if it names none.
func (s *session) locale() string {
	if s.Session == nil {
		return ""
	}
	return lang(s.Environ(), "")
}

// legacy reports whether the client's terminal is Korean in another encoding than UTF-8. It gets English.
func (s *session) legacy() bool { return s.Session != nil && term.Legacy(s.Environ()) }

// Draining is closed when the server begins to stop. The session's context ends Config.Grace later.
func (s *session) Draining() <-chan struct{} { return s.srv.draining.Done() }

// Terminal returns the terminal for a program.
func (s *session) Terminal() term.Terminal {
	pty, _, _ := s.Pty()
	return term.Terminal{
		In:     &input{heardReader: s.reader()},
		Out:    countingWriter{s.channel, &s.srv.counts.written, &s.listed.sent},
		Meter:  s,
		Close:  s.conn.Close,
		Term:   pty.Term[:min(len(pty.Term), maxTerm)],
		Env:    s.Environ(),
		Width:  pty.Window.Width,
		Height: pty.Window.Height,
		Log:    s.srv.log,
	}
}

// Spent bills the processor time of a message with its frame, or of a line and its answer.
func (s *session) Spent(took time.Duration) time.Duration { return s.srv.cfg.Turns.Framed(s.who, took) }

// Shown reports how long the player waited for a frame: for a connection's first since the connection began.
func (s *session) Shown(first bool, waited time.Duration) {
	if first && s.wire.framed.CompareAndSwap(false, true) {
		waited = s.wire.age()
	}
	s.srv.shown(first, waited)
}

// Pty returns wish's terminal, with a channel that holds only the newest window size.
func (s *session) Pty() (ssh.Pty, <-chan ssh.Window, bool) {
	pty, _, ok := s.Session.Pty()
	return pty, s.resizes, ok
}

// asked returns the kind of request, "screen" or "command", for the log.
func (s *session) asked() string {
	if s.screen {
		return KindScreen.String()
	}
	return KindCommand.String()
}

// maxTerm limits the name of a terminal's type, in bytes. The rest is cut off.
const maxTerm = 128

// lang returns the language of a client's locale, or def if it names none.
func lang(env []string, def string) string {
	if term.Legacy(env) {
		return words.EN.String()
	}
	get := func(key string) (value string) {
		for _, kv := range env {
			if v, ok := strings.CutPrefix(kv, key+"="); ok {
				value = v
			}
		}
		return value
	}
	if l, ok := words.LangFromEnv(get("LC_ALL"), get("LC_MESSAGES"), get("LANG")); ok {
		return l.String()
	}
	return def
}

// sessionKey is the key of the session in a connection's context.
type sessionKey struct{}

// of returns the arcade's session of a wish session.
func of(ws ssh.Session) *session { return ws.Context().Value(sessionKey{}).(*session) }

// sessionContext is the context of one session; wish has one for the whole connection.
type sessionContext struct {
	ssh.Context
	s *session
}

func (c sessionContext) Deadline() (time.Time, bool) { return c.s.ctx.Deadline() }
func (c sessionContext) Done() <-chan struct{}       { return c.s.ctx.Done() }
func (c sessionContext) Err() error                  { return c.s.ctx.Err() }

func (c sessionContext) Value(key any) any {
	if key == (sessionKey{}) {
		return c.s
	}
	if v := c.s.ctx.Value(key); v != nil {
		return v
	}
	return c.Context.Value(key)
}

// open handles channels of type "session". It counts the session and passes it to wish, which runs the
// middleware and serves its requests to their end.
func (srv *Server) open(w *ssh.Server, sc *gossh.ServerConn, ch gossh.NewChannel, ctx ssh.Context) {
	c := connOf(ctx)
	c.message()
	if !c.open() {
		srv.counts.refuseAs(tooManySessions)
		_ = ch.Reject(gossh.ResourceShortage, "too many sessions on this connection")
		return
	}
	if !srv.enter() {
		c.sessionEnded()
		srv.counts.refuse(refusedDraining)
		_ = ch.Reject(gossh.ResourceShortage, refusedDraining)
		return
	}
	now := time.Now() // before the client gets a reply, so that the session it opens next is later
	base, cancel := context.WithCancelCause(srv.base)
	id := identify(sc)
	who := turns.Payer{From: c.address().String(), Key: id.Fingerprint}
	c.key.Store(&id.Fingerprint)
	sess := &session{
		srv: srv, wire: c, conn: sc, id: id, from: c.address(), who: who, ctx: turns.By(base, who), cancel: cancel,
	}
	// A session that does not start in time, or does not close in time after its end, ends with its
	// connection.
	sess.expect(srv.cfg.Limits.Handshake)
	sess.listed = &listed{cancel: cancel, conn: c, Present: Present{Code: newCode(), Identity: sess.id, Work: who, Address: addrPort(c.RemoteAddr()), Since: now}}
	sess.listed.input.Store(now.UnixMilli())
	channel, all, err := ch.Accept()
	if err != nil {
		sess.endAfterClose()
		return
	}
	sess.channel = channel
	c.neverRead(channel.Stderr())
	passed := make(chan *gossh.Request)
	go sess.pass(all, passed)
	defer func() { go sess.rest(all) }()
	ssh.DefaultSessionHandler(w, sc, opened{ch, channel, passed}, sessionContext{ctx, sess})
}

// rest handles the requests that come once the session has started, and ends the session with its
// channel. It has its own goroutine because the opening goroutine's stack has grown and would stay large.
func (s *session) rest(all <-chan *gossh.Request) {
	defer s.endAfterClose()
	s.pass(all, nil)
}

// expect closes the connection after a time, unless late is stopped.
func (s *session) expect(within time.Duration) {
	s.late = time.AfterFunc(within, func() { _ = s.conn.Close() })
}

// endAfterClose ends the session after its channel has closed.
func (s *session) endAfterClose() {
	s.cancel(client.ErrHangup)
	s.running.Wait()
	if s.late != nil {
		s.late.Stop()
	}
	if s.spare {
		s.srv.spares.Done()
	} else {
		s.srv.sessions.Done()
	}
	s.wire.sessionEnded()
}

// reader returns a reader of the client's input.
func (s *session) reader() heardReader { return heardReader{s.channel, s} }

// input is a screen's input. It reads the channel without a copier, which would be another goroutine for
// each session. So a waiting Read returns when the channel closes.
type input struct {
	heardReader
	closed atomic.Bool
}

func (in *input) Read(p []byte) (n int, err error) {
	if !in.closed.Load() {
		n, err = in.heardReader.Read(p)
	}
	if in.closed.Load() {
		return 0, io.ErrClosedPipe
	}
	return n, err
}

func (in *input) Close() error {
	in.closed.Store(true)
	return nil
}

// stdin returns a command's input; close makes a waiting Read return.
func (s *session) stdin() (in io.Reader, close func(error)) {
	pr, pw := io.Pipe()
	s.running.Go(func() {
		_, _ = io.CopyBuffer(onlyWriter{pw}, s.reader(), make([]byte, 1024))
		_ = pw.Close()
	})
	return pr, func(err error) { _ = pr.CloseWithError(err) }
}

// onlyWriter hides ReadFrom, with which a copy would use a buffer of 32 KiB for each command.
type onlyWriter struct{ io.Writer }

// heardReader also hides WriteTo, records when the client last sent something, and bills the bytes.
type heardReader struct {
	r io.Reader
	s *session
}

// readCost estimates the processor time of a byte that a session reads: it is deciphered and copied. A bill
// covers billedBytes.
const readCost = 10 * time.Nanosecond

func (h heardReader) Read(p []byte) (int, error) {
	n, err := h.r.Read(p)
	h.s.listed.input.Store(h.s.wire.hears())
	h.s.wire.used(n)
	if owed := h.s.owed.Add(int64(n)); owed >= billedBytes {
		h.s.owed.Add(-owed)
		h.s.pause(h.s.srv.received(h.s.wire, time.Duration(owed)*readCost))
	}
	return n, err
}

// pause waits, unless the session ends.
func (s *session) pause(hold time.Duration) {
	if hold <= 0 {
		return
	}
	t := time.NewTimer(hold)
	defer t.Stop()
	select {
	case <-t.C:
	case <-s.ctx.Done():
	}
}

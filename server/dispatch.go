package server

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"arcade/server/exec"
	"arcade/server/say"
	"arcade/sessions/client"
	"arcade/sessions/term"

	"charm.land/ssh"
)

// Exit statuses of a session.
const (
	exitOK, exitError, exitUsage = 0, 1, 2
)

// The middleware follows, outermost first.

// finish is the outermost middleware. It registers the session, contains a panic in it, and ends it.
func (srv *Server) finish(next ssh.Handler) ssh.Handler {
	return func(ws ssh.Session) {
		sess := of(ws)
		sess.Session, sess.began = ws, time.Now()
		defer sess.finished()
		next(ws)
	}
}

// finished ends the session. It contains a panic, so that other sessions go on.
func (s *session) finished() {
	defer s.running.Done() // requested called Add
	if r := recover(); r != nil {
		s.srv.log.Error("panic in a session", "kind", s.asked(), "name", s.name, "panic", r, "stack", string(debug.Stack()))
		s.err = errInternal
	}
	s.end(s.err)
}

// end prints the error, logs the session's line and sends the exit status; later calls do nothing. The
// middleware calls it last. A conversation that ends without a line of the player calls it earlier: its
// handler still reads, until the client closes its side.
func (s *session) end(err error) {
	s.ended.Do(func() {
		code, as := s.fail(err), s.srv.ending(err)
		s.srv.over(s.listed, as, s.began, s.asked(), s.name, slog.Int("exit", code))
		s.expect(maxReply)
		_ = s.Session.Exit(code)
	})
}

// limit limits the number of a player's sessions over all its connections, and admits none while the
// server stops.
func (srv *Server) limit(next ssh.Handler) ssh.Handler {
	return func(ws ssh.Session) {
		sess := of(ws)
		if sess.err = sess.enter(); sess.err != nil {
			return
		}
		defer sess.leave()
		next(ws)
	}
}

// enter counts the session for its player, or returns the reason why it cannot start.
func (s *session) enter() error {
	if s.stops() {
		return errStopping
	}
	who, most := s.player()
	if !s.srv.players.enter(who, most) {
		s.srv.counts.refuseAs(tooManySessions)
		return errSessions
	}
	return nil
}

// leave undoes enter.
func (s *session) leave() {
	who, _ := s.player()
	s.srv.players.leave(who)
}

// stops reports whether the server has begun to stop.
func (s *session) stops() bool {
	select {
	case <-s.Draining():
		return true
	default:
		return false
	}
}

// ban lists the session, and refuses a banned key or address. The session is listed first: a concurrent
// ban finds it in the list, or the session finds the ban.
func (srv *Server) ban(next ssh.Handler) ssh.Handler {
	return func(ws ssh.Session) {
		sess := of(ws)
		srv.roll.add(sess.listed)
		defer sess.unlist()
		if !sess.refuseBanned() {
			next(ws)
		}
	}
}

// unlist removes the session from the list.
func (s *session) unlist() { s.srv.roll.remove(s.listed) }

// refuseBanned refuses a banned session, and reports whether it did.
func (s *session) refuseBanned() bool {
	ban, ok := s.banned()
	if ok {
		s.srv.counts.refuseAs(bannedKey)
		s.err = ejected{ban.message(), EndBanned}
	}
	return ok
}

// answer is the innermost middleware. It runs the session's command, or opens the screens.
func (srv *Server) answer(ssh.Handler) ssh.Handler {
	return func(ws ssh.Session) {
		sess := of(ws)
		sess.err = sess.do(ws.RawCommand())
	}
}

// do runs a command line.
func (s *session) do(line string) (err error) {
	words, err := exec.Split(line)
	if err != nil {
		return err
	}
	s.screen = len(words) == 0
	if !s.screen {
		_, s.screen = exec.Screens[words[0]]
	}
	s.asks(words)
	if !s.screen {
		s.name, err = s.exec(words)
		return err
	}
	if len(words) > 0 {
		s.name = words[0]
	}
	return s.show(words)
}

// banned reports whether a ban applies to the session.
func (s *session) banned() (Ban, bool) {
	if ban, ok := s.srv.cfg.Bans.key(s.id.Fingerprint); ok {
		return ban, true
	}
	return s.srv.cfg.Bans.Address(s.listed.Address.Addr())
}

// asks records the session's request in the server's list, if its name can be a command.
func (s *session) asks(words []string) {
	kind, name := KindScreen, ""
	if len(words) > 0 && len(words[0]) <= 16 && strings.Trim(words[0], "abcdefghijklmnopqrstuvwxyz-") == "" {
		name = words[0]
	}
	if !s.screen {
		kind = KindCommand
		if name == exec.Bot {
			kind = KindBot
		}
	}
	s.srv.counts.opened[kind].Add(1)
	s.srv.roll.noteKind(s.listed, kind, name)
}

// show opens the arcade's home screen, or the screen that the words name.
func (s *session) show(words []string) error {
	if err := s.check(words); err != nil {
		return err
	}
	s.args = words
	return s.srv.cfg.Screen(s.ctx, s)
}

// check returns the reason why the arcade cannot open with these words or on this terminal.
func (s *session) check(words []string) error {
	if len(words) > 0 {
		c := exec.Screens[words[0]]
		if n := len(words) - 1; n < c.Min || n > c.Max {
			line := fmt.Sprintf("%s %s %s", s.srv.cfg.SSH, words[0], c.Args)
			return say.Usage("이렇게 써 주세요: %s", "usage: %s", line)
		}
	}
	if pty, _, ok := s.Pty(); ok && pty.Term != dumb && term.CheckTerm(pty.Term) != nil {
		return errTerminal
	}
	return nil
}

// fail prints an error in one line and returns its exit status.
func (s *session) fail(err error) int {
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, client.ErrHangup), errors.Is(err, client.ErrSlow):
		return exitError // the client does not read the message
	case errors.Is(err, term.ErrTerminal):
		err = errTerminal
	default:
		err = s.srv.sayable(err)
	}
	_, _ = io.WriteString(s.stderr(), "arcade: "+say.Sentence(err, s.Lang())+"\n")
	if say.IsUsage(err) {
		return exitUsage
	}
	return exitError
}

func (s *session) stdout() io.Writer { return s.lines(s.channel) }
func (s *session) stderr() io.Writer { return s.lines(s.channel.Stderr()) }

// lines returns a writer to the client. It writes CR LF on a terminal in raw mode, and closes the
// connection of a client that does not read.
func (s *session) lines(w io.Writer) io.Writer {
	w = &patientWriter{w: w, hangup: s.conn.Close}
	if s.pty {
		w = &crlfWriter{w: w}
	}
	return w
}

// patientWriter lets each write take maxReply. A failed write means that the client has gone. It serves
// several goroutines: a conversation answers while the terminal's line editor echoes, and two writes at
// once to a channel of the SSH library share a packet, which breaks the connection.
type patientWriter struct {
	mu     sync.Mutex
	w      io.Writer
	hangup func() error
}

func (w *patientWriter) Write(p []byte) (n int, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for n < len(p) && err == nil {
		var m int
		late := time.AfterFunc(maxReply, func() { _ = w.hangup() })
		m, err = w.w.Write(p[n:min(n+16<<10, len(p))])
		late.Stop()
		n += m
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", client.ErrHangup, err)
	}
	return n, err
}

// crlfWriter writes line feeds as CR LF.
type crlfWriter struct{ w io.Writer }

func (w *crlfWriter) Write(p []byte) (int, error) {
	s := strings.ReplaceAll(strings.ReplaceAll(string(p), "\r\n", "\n"), "\n", "\r\n")
	if _, err := io.WriteString(w.w, s); err != nil {
		return 0, err
	}
	return len(p), nil
}

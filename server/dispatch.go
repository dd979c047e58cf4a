package server

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
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

// The middleware, from the outside in.

// finish is around everything else: it takes note of the session, contains a panic in it,
// logs its line and sends its exit status.
func (s *Server) finish(next ssh.Handler) ssh.Handler {
	return func(ws ssh.Session) {
		sess := of(ws)
		sess.Session, sess.began = ws, time.Now()
		defer sess.finished()
		next(ws)
	}
}

// finished ends the session. A panic in it ends nothing else.
func (s *session) finished() {
	defer s.running.Done() // of requested
	if r := recover(); r != nil {
		s.srv.log.Error("panic in a session", "kind", s.asked(), "name", s.name, "panic", r, "stack", string(debug.Stack()))
		s.code = s.fail(errInternal)
	}
	s.logged(time.Since(s.began))
	s.late.Reset(maxReply)
	_ = s.Session.Exit(s.code)
}

// limit lets a player have so many sessions, over all its connections, and none while the
// server stops.
func (s *Server) limit(next ssh.Handler) ssh.Handler {
	return func(ws ssh.Session) {
		sess := of(ws)
		if err := sess.enter(); err != nil {
			sess.code = sess.fail(err)
			return
		}
		defer sess.leave()
		next(ws)
	}
}

// enter counts the session as its player's, or says why it cannot be had.
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

// leave takes enter back.
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

// ban lists the session, and keeps out a key or an address that is banned. The session is
// listed first: a ban that is made meanwhile finds it there, or it finds the ban.
func (s *Server) ban(next ssh.Handler) ssh.Handler {
	return func(ws ssh.Session) {
		sess := of(ws)
		s.roll.add(sess.listed)
		defer sess.unlist()
		if !sess.keptOut() {
			next(ws)
		}
	}
}

// unlist takes the session off the list.
func (s *session) unlist() { s.srv.roll.remove(s.listed) }

// keptOut refuses a session that a ban keeps out.
func (s *session) keptOut() bool {
	ban, ok := s.banned()
	if ok {
		s.srv.counts.refuseAs(bannedKey)
		s.code = s.fail(ban.message())
	}
	return ok
}

// answer is innermost: it runs the command that the session asks for, or opens the screens.
func (s *Server) answer(ssh.Handler) ssh.Handler {
	return func(ws ssh.Session) {
		sess := of(ws)
		sess.code = sess.fail(sess.do(ws.RawCommand()))
	}
}

// do does what a command line says.
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

// banned reports whether a ban keeps the session out.
func (s *session) banned() (Ban, bool) {
	if ban, ok := s.srv.cfg.Bans.key(s.id.Fingerprint); ok {
		return ban, true
	}
	return s.srv.cfg.Bans.Address(s.listed.Address.Addr())
}

// asks notes in the server's list what the session asks for, by a name that may be one.
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
	s.srv.roll.asked(s.listed, kind, name)
}

// show opens the arcade, or what the words ask for.
func (s *session) show(words []string) error {
	if err := s.check(words); err != nil {
		return err
	}
	s.args = words
	return s.srv.cfg.Screen(s.ctx, s)
}

// check says why the arcade cannot be opened by these words or on this terminal.
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
	s.srv.counts.end(err)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, client.ErrHangup), errors.Is(err, client.ErrSlow):
		return exitError // nobody listens
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

// lines writes to the client: with CR LF where a terminal in raw mode shows it,
// and closing the connection of a client that does not read.
func (s *session) lines(w io.Writer) io.Writer {
	w = &patientWriter{w: w, hangup: s.conn.Close}
	if s.pty {
		w = &crlfWriter{w: w}
	}
	return w
}

// patientWriter lets each write take maxReply. Where one fails the client has gone.
type patientWriter struct {
	w      io.Writer
	hangup func() error
}

func (w *patientWriter) Write(p []byte) (n int, err error) {
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

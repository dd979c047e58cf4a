package server

import (
	"context"
	"io"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	gossh "golang.org/x/crypto/ssh"

	"arcade/lobby/turns"
	"arcade/sessions/term"
	"arcade/sessions/words"
)

const (
	// maxEnv and maxEnvValue bound what a client may say of itself: variables, and bytes in each.
	maxEnv, maxEnvValue = 32, 128
	// maxReply is how long a client may take to accept bytes or to close its
	// end of a session before its connection is closed.
	maxReply = 10 * time.Second
)

// session is one session on a connection: a terminal, or a command.
type session struct {
	srv     *Server
	wire    *conn
	conn    *gossh.ServerConn
	channel gossh.Channel
	id      Identity
	from    netip.Prefix
	who     turns.Asker
	ctx     context.Context
	cancel  context.CancelCauseFunc
	late    *time.Timer // closes the connection
	listed  *listed

	// Written by whoever serves the requests until the session starts, read afterwards.
	started bool
	env     []string
	pty     bool
	term    string
	size    term.Size
	command string
	args    []string

	resizes chan term.Size // of capacity 1: the newest size
	running sync.WaitGroup
}

// ID is the session's number in the server's list.
func (s *session) ID() uint64 { return s.listed.ID }

// Args are the words of an interactive command, such as "join" and a code; none
// for the arcade's front door.
func (s *session) Args() []string { return s.args }

// Lang is the language, "ko" or "en", that the client's locale asks for.
func (s *session) Lang() string { return lang(s.env, s.srv.cfg.Lang) }

// Draining is closed when the server begins to stop; Config.Grace later the
// session's context ends.
func (s *session) Draining() <-chan struct{} { return s.srv.draining }

// Terminal is what a program runs on.
func (s *session) Terminal() term.Terminal {
	return term.Terminal{
		In:      &input{heardReader: s.reader()},
		Out:     countingWriter{s.channel, &s.srv.counts.written, &s.listed.sent},
		Spent:   func(took time.Duration) time.Duration { return s.srv.cfg.Turns.Framed(s.who, took) },
		Close:   s.conn.Close,
		Term:    s.term,
		Env:     s.env,
		Width:   s.size.Width,
		Height:  s.size.Height,
		Resizes: s.resizes,
		Log:     s.srv.log,
	}
}

// lang is the language of a client's locale, or def where it names none.
func lang(env []string, def string) string {
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

// open opens a channel of type "session"; nil where it is refused. Whoever has it serves
// its requests, and calls hungUp after the last.
func (s *Server) open(c *conn, sc *gossh.ServerConn, newChannel gossh.NewChannel) (*session, <-chan *gossh.Request) {
	c.message()
	if !c.open() {
		s.counts.refuseAs(tooManySessions)
		_ = newChannel.Reject(gossh.ResourceShortage, "too many sessions on this connection")
		return nil, nil
	}
	if !s.enter() {
		c.done()
		s.counts.refuse(refusedDraining)
		_ = newChannel.Reject(gossh.ResourceShortage, refusedDraining)
		return nil, nil
	}
	now := time.Now() // before the client knows: what it opens next is later
	channel, requests, err := newChannel.Accept()
	if err != nil {
		s.sessions.Done()
		c.done()
		return nil, nil
	}
	sctx, cancel := context.WithCancelCause(s.base)
	id := identify(sc)
	who := turns.Asker{From: c.from.String(), Key: id.Fingerprint}
	sess := &session{
		srv: s, wire: c, conn: sc, channel: channel, id: id, from: c.from, who: who, ctx: turns.By(sctx, who), cancel: cancel,
		resizes: make(chan term.Size, 1),
	}
	// What is not started in time, or not closed in time after its end, takes the connection with it.
	sess.late = time.AfterFunc(s.cfg.Limits.Handshake, func() { _ = sc.Close() })
	sess.listed = &listed{cancel: cancel, conn: sc, Present: Present{Identity: sess.id, Work: who, Address: addrPort(c.RemoteAddr()), Since: now}}
	sess.listed.input.Store(now.UnixMilli())
	return sess, requests
}

// request answers one of the session's requests.
func (s *session) request(req *gossh.Request) {
	s.wire.message()
	ok := false
	switch req.Type {
	case "env":
		ok = !s.started && s.setEnv(req.Payload)
	case "pty-req":
		ok = !s.started && !s.pty && s.setTerminal(req.Payload)
	case "window-change":
		ok = s.pty && s.resize(req.Payload)
	case "shell", "exec":
		if s.started || !s.setCommand(req) {
			break
		}
		s.started = true
		s.late.Stop()
		// The answer comes before the first byte of output.
		_ = req.Reply(true, nil)
		s.running.Go(func() {
			code := s.run()
			s.late.Reset(maxReply)
			s.exit(code)
		})
		return
	}
	// Subsystems, agents, X11, signals and breaks end here.
	if req.WantReply {
		_ = req.Reply(ok, nil)
	}
}

// hungUp ends the session, whose channel is closed.
func (s *session) hungUp() {
	s.cancel(term.ErrHangup)
	s.running.Wait()
	s.late.Stop()
	s.srv.sessions.Done()
	s.wire.done()
}

// reader is what the client sends.
func (s *session) reader() heardReader { return heardReader{s.channel, s.listed} }

// input is a screen's. It reads the channel itself, for a copier between the two is one
// more goroutine for each session; so a Read that waits returns with the channel's end.
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

// stdin is a command's, of which close makes a Read return that waits.
func (s *session) stdin() (in io.Reader, close func(error)) {
	pr, pw := io.Pipe()
	s.running.Go(func() {
		_, _ = io.CopyBuffer(onlyWriter{pw}, s.reader(), make([]byte, 1024))
		_ = pw.Close()
	})
	return pr, func(err error) { _ = pr.CloseWithError(err) }
}

// onlyWriter hides the method by which a copy would use a buffer of its own: one
// of 32 KiB for each command.
type onlyWriter struct{ io.Writer }

// heardReader is such a reader too, and notes when the client last sent something.
type heardReader struct {
	r io.Reader
	l *listed
}

func (h heardReader) Read(p []byte) (int, error) {
	n, err := h.r.Read(p)
	h.l.input.Store(time.Now().UnixMilli())
	return n, err
}

// exit tells the client the exit status and closes the channel. The client's own
// close ends the request loop.
func (s *session) exit(code int) {
	status := struct{ Status uint32 }{uint32(code)}
	_, _ = s.channel.SendRequest("exit-status", false, gossh.Marshal(&status))
	_ = s.channel.CloseWrite()
	_ = s.channel.Close()
}

// setEnv keeps a variable that means something here.
func (s *session) setEnv(payload []byte) bool {
	var kv struct{ Key, Value string }
	if gossh.Unmarshal(payload, &kv) != nil || len(s.env) >= maxEnv ||
		len(kv.Key) > maxEnvValue || len(kv.Value) > maxEnvValue ||
		strings.ContainsFunc(kv.Key+kv.Value, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsPrint(r) }) {
		return false
	}
	switch {
	case kv.Key == "LANG", kv.Key == "TERM", kv.Key == "COLORTERM", kv.Key == "NO_COLOR",
		strings.HasPrefix(kv.Key, "LC_") && !strings.Contains(kv.Key, "="):
		s.env = append(s.env, kv.Key+"="+kv.Value)
		return true
	}
	return false
}

// window is the end of a pty-req and the whole of a window-change (RFC 4254, 6.2 and 6.7).
type window struct{ Columns, Rows, Width, Height uint32 }

func (w window) size() term.Size { return term.Size{Width: int(w.Columns), Height: int(w.Rows)} }

func (s *session) setTerminal(payload []byte) bool {
	var p struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}
	if gossh.Unmarshal(payload, &p) != nil {
		return false
	}
	s.pty = true
	s.term = p.Term[:min(len(p.Term), 128)]
	s.size = window{Columns: p.Columns, Rows: p.Rows}.size()
	return true
}

// resize leaves the newest size for whoever looks next, and waits for nobody.
func (s *session) resize(payload []byte) bool {
	var w window
	if gossh.Unmarshal(payload, &w) != nil {
		return false
	}
	select {
	case <-s.resizes:
	default:
	}
	s.resizes <- w.size() // the request loop is the only sender
	return true
}

func (s *session) setCommand(req *gossh.Request) bool {
	if req.Type == "shell" {
		return true
	}
	var p struct{ Command string }
	if gossh.Unmarshal(req.Payload, &p) != nil {
		return false
	}
	s.command = p.Command
	return true
}

// logged is the session's line in the log: what was asked for by its known name
// only, and nothing of who asked.
func (s *session) logged(kind, name string, code int, took time.Duration) {
	s.srv.log.LogAttrs(context.Background(), slog.LevelInfo, "session",
		slog.String("kind", kind), slog.String("name", name), slog.Bool("guest", s.id.Guest()),
		slog.Int("exit", code), slog.Duration("took", took.Round(time.Millisecond)))
}

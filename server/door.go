package server

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"

	"arcade/lobby/directory"
	"arcade/lobby/turns"
	"arcade/server/exec"
	"arcade/server/say"
	"arcade/sessions/client"
	"arcade/sessions/spoken"
)

// Caller is a connection that does not come over SSH, such as a page in a browser. The limits of
// addresses and players, the bans and the operator's list cover callers too.
type Caller struct {
	srv  *Server
	conn *conn
	addr netip.AddrPort
}

// pageConn stands in for a caller's connection; the server can only close it.
type pageConn struct {
	net.Conn // nil: nobody reads or writes here
	addr     netip.AddrPort
	hangup   func()
}

// Close does not wait for the browser: the gate's lock may be held.
func (c pageConn) Close() error         { go c.hangup(); return nil }
func (c pageConn) RemoteAddr() net.Addr { return net.TCPAddrFromAddrPort(c.addr) }

// refusalTexts maps a refusal to the sentence for a caller.
var refusalTexts = map[string]say.Message{
	refusedFull:       say.Both("지금은 자리가 없어요. 잠시 뒤 다시 들어와 주세요.", "the arcade is full, try again later"),
	refusedAddress:    say.Both("이 주소에서 연결이 너무 많아요.", "too many connections from your address"),
	refusedNetwork:    say.Both("이 통신망에서 들어온 사람이 너무 많아요. 잠시 뒤 다시 들어와 주세요.", "too many connections from your network, try again later"),
	refusedHandshakes: say.Both("지금은 들어오는 사람이 너무 많아요. 잠시 뒤 다시 해 주세요.", "too many logins at once, try again in a moment"),
	refusedRate:       say.Both("이 주소에서 너무 자주 연결했어요. 1분 뒤 다시 해 주세요.", "too many connections from your address, try again in a minute"),
	refusedDraining:   errStopping,
}

// Knock admits a caller who has not identified yet, or returns the refusal. The server calls hangup to
// close the caller's connection. The caller must call Leave.
func (srv *Server) Knock(from netip.AddrPort, hangup func()) (*Caller, error) {
	from = netip.AddrPortFrom(from.Addr().Unmap().WithZone(""), from.Port())
	c, why := srv.gate.admit(pageConn{addr: from, hangup: hangup})
	if c == nil {
		srv.counts.refuse(why)
		return nil, refusalTexts[why]
	}
	if ban, ok := srv.cfg.Bans.Address(from.Addr()); ok {
		_ = c.Close()
		srv.counts.refuseAs(bannedNetwork)
		return nil, ban.message()
	}
	srv.counts.accepted.Add(1)
	return &Caller{srv, c, from}, nil
}

// Lost records that the caller's socket is gone while its session waits for another. Of all connections
// such a one makes room first.
func (caller *Caller) Lost() { caller.conn.lost.Store(true) }

// Received bills the work of reading what the caller sends. It returns the time for which the server should
// read no more.
func (caller *Caller) Received(took time.Duration) (hold time.Duration) {
	return caller.srv.received(caller.conn, took)
}

// TooLoud counts a caller that is disconnected because it sends too many of its own messages.
func (caller *Caller) TooLoud() { caller.srv.counts.refuseAs(tooMuchNoise) }

// Leave releases the caller's place, and closes its connection.
func (caller *Caller) Leave() { _ = caller.conn.Close() }

// Handshake returns the time within which a caller must identify.
func (srv *Server) Handshake() time.Duration { return srv.cfg.Limits.Handshake }

// Called is a caller's session.
type Called struct {
	srv    *Server
	id     exec.Identity
	who    turns.Payer
	listed *listed
	from   netip.Prefix
}

// Visit counts the session of an identified caller, and runs it to its end. Its error gives the reason
// why the session did not start, or why it ended; [Server.Sentence] words it for the player.
func (caller *Caller) Visit(id exec.Identity, command string, run func(context.Context, *Called) error) (err error) {
	srv := caller.srv
	caller.conn.spoke.Store(true)
	caller.conn.key.Store(&id.Fingerprint)
	caller.conn.authenticated()
	if id.Guest() {
		srv.counts.guests.Add(1)
	} else {
		srv.counts.keys.Add(1)
	}
	if !caller.conn.open() || !srv.enter() {
		srv.counts.refuse(refusedDraining)
		return errStopping
	}
	defer srv.sessions.Done()
	defer caller.conn.sessionEnded()
	id.Login = login(id.Login)
	from := caller.conn.address()
	who := turns.Payer{From: from.String(), Key: id.Fingerprint}
	base, cancel := context.WithCancelCause(srv.base)
	defer cancel(nil)
	l := &listed{cancel: cancel, conn: caller.conn, Present: Present{Code: newCode(), Kind: KindPage, Command: command, Identity: id, Work: who, Address: caller.addr, Since: time.Now()}}
	l.input.Store(l.Since.UnixMilli())
	srv.roll.add(l)
	defer func() {
		srv.roll.remove(l)
		srv.over(l, srv.ending(err), l.Since, l.Kind.String(), command)
	}()
	if ban, ok := srv.cfg.Bans.key(id.Fingerprint); ok {
		srv.counts.refuseAs(bannedKey)
		return ejected{ban.message(), EndBanned}
	}
	player := &session{srv: srv, id: id, from: from}
	name, most := player.player()
	if !srv.players.enter(name, most) {
		srv.counts.refuseAs(tooManySessions)
		return errSessions
	}
	defer srv.players.leave(name)
	srv.counts.opened[KindPage].Add(1)
	defer func() {
		if r := recover(); r != nil {
			srv.log.Error("panic in a session", "kind", KindPage.String(), "panic", r, "stack", string(debug.Stack()))
			err = errInternal
		}
	}()
	return run(turns.By(base, who), &Called{srv, id, who, l, from})
}

// Resume moves the session to the connection of by, who has identified as the same player: a page has
// reconnected. It releases the place of the previous connection, but does not close it. The session's
// work is billed as before.
func (called *Called) Resume(by *Caller) {
	by.conn.spoke.Store(true)
	by.conn.key.Store(&called.id.Fingerprint)
	by.conn.authenticated()
	by.conn.open()
	called.srv.roll.moved(called.listed, by.conn, by.addr).release()
}

// Who returns the caller's identity for the lobby. The caller's browser requests the language lang.
func (called *Called) Who(lang string) directory.Identity {
	return directory.Identity{Fingerprint: called.id.Fingerprint, Login: called.id.Login, Lang: lang, From: called.from.String(), Session: called.listed.ID, Code: called.listed.Code, Came: called.listed.Since}
}

// Draining is closed when the server begins to stop.
func (called *Called) Draining() <-chan struct{} { return called.srv.draining.Done() }

// Heard records input that came by a caller's connection. Sent records the number of bytes sent to the
// client.
func (called *Called) Heard(by *Caller) { called.listed.input.Store(by.conn.hears()) }
func (called *Called) Sent(n int) {
	called.listed.sent.Add(uint64(n))
	called.srv.counts.written.Add(uint64(n))
}

// Shown reports how long the player waited for a frame.
func (called *Called) Shown(first bool, waited time.Duration) { called.srv.shown(first, waited) }

// Spent bills the processor time of a message, as for a terminal.
func (called *Called) Spent(took time.Duration) time.Duration {
	return called.srv.cfg.Turns.Framed(called.who, took)
}

// paged holds the commands that a page may run: the commands for its own account and records.
var paged = map[string]bool{"keys": true, "me": true, "kibo": true, "card": true}

// maxAnswer limits the output of a page's command, in bytes.
const maxAnswer = 8 << 20

// Command runs a command without a screen as the caller, and returns its output. Its error is for
// [Server.Sentence].
func (called *Called) Command(ctx context.Context, lang, line string) (answer []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			called.srv.log.Error("panic in a command", "kind", KindPage.String(), "panic", r, "stack", string(debug.Stack()))
			err = errInternal
		}
	}()
	words, err := exec.Split(line)
	if err != nil {
		return nil, err
	}
	if len(words) == 0 || !paged[words[0]] {
		return nil, exec.Unknown(line)
	}
	ctx, cancel := context.WithTimeoutCause(turns.By(ctx, called.who), maxExec, errTime)
	defer cancel()
	var out bytes.Buffer
	call := &exec.Call{
		Stdin: strings.NewReader(""), Stdout: &limitedBuffer{&out}, Stderr: &limitedBuffer{&out}, Identity: called.id, Session: called.listed.ID, Came: called.listed.Since,
		From: called.from.String(), Lang: lang, SSH: strings.Replace(called.srv.cfg.SSH, "ssh -t ", "ssh ", 1), Screen: called.srv.cfg.SSH, Web: called.srv.cfg.Web,
		Platform: exec.Web, Draining: called.Draining(),
	}
	err = called.srv.cfg.Turns.Do(ctx, turns.Command, func(ctx context.Context) error {
		_, err := exec.Route(ctx, call, called.srv.cfg.Commands, words)
		return err
	})
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return out.Bytes(), err
}

// limitedBuffer is a buffer that accepts up to maxAnswer bytes.
type limitedBuffer struct{ *bytes.Buffer }

func (m *limitedBuffer) Write(p []byte) (int, error) {
	if m.Len()+len(p) > maxAnswer {
		return 0, exec.ErrInput
	}
	return m.Buffer.Write(p)
}

// Sentence returns an error's sentence for a player, "" for no error. It logs unexpected errors.
func (srv *Server) Sentence(err error, lang string) string {
	if err == nil || errors.Is(err, client.ErrHangup) || errors.Is(err, client.ErrSlow) {
		return ""
	}
	return say.Sentence(srv.sayable(err), lang)
}

// sayable returns an error that has a sentence for a player. It logs unexpected errors.
func (srv *Server) sayable(err error) error {
	switch {
	case errors.Is(err, client.ErrFlood):
		return errFlood
	case errors.Is(err, errShutdown):
		return errStopping
	case errors.Is(err, client.ErrPanic), errors.Is(err, spoken.ErrPanic):
		return errInternal
	}
	if say.Unsaved(err) {
		srv.log.Error("session", "err", err)
	}
	if err = say.Refusal(err); !say.Known(err) {
		srv.log.Error("session", "err", err)
		return errInternal
	}
	return err
}

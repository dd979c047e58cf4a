package server

import (
	"cmp"
	"context"
	"net"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"arcade/lobby/turns"
	"arcade/server/exec"
	"arcade/server/say"
)

// Kind is the kind of a session.
type Kind uint8

// The kinds of sessions.
const (
	KindScreen  Kind = iota // the arcade itself
	KindCommand             // a command without a screen
	KindBot                 // a program that plays: the command "bot"
	KindPage                // the arcade itself, on a page in a browser
	kinds
)

// String returns "screen", "command", "bot" or "page".
func (k Kind) String() string { return [...]string{"screen", "command", "bot", "page"}[k] }

// Present describes a running session for an operator.
type Present struct {
	// ID is the session's number, from 1; it is never used again.
	ID uint64
	// Code is the session's name in the log and for its player.
	Code string
	Kind Kind
	// Command is the known name of the command or screen, "" for the home screen.
	Command  string
	Identity exec.Identity
	// Address is the client's address, with its port.
	Address netip.AddrPort
	// Since is the start of the session, Input the time of the client's last input.
	Since, Input time.Time
	// Work is the account that the session's work is billed to.
	Work turns.Payer
	// Sent counts the bytes sent to its screen.
	Sent uint64
}

// listed is a session in the server's list.
type listed struct {
	Present
	cancel context.CancelCauseFunc
	conn   *conn        // roll.mu guards it
	input  atomic.Int64 // ms since 1970
	sent   atomic.Uint64
}

// roll is the list of running sessions.
type roll struct {
	mu   sync.Mutex
	last uint64
	all  map[uint64]*listed
}

func (r *roll) add(l *listed) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all == nil {
		r.all = map[uint64]*listed{}
	}
	r.last++
	l.ID = r.last
	r.all[l.ID] = l
}

func (r *roll) remove(l *listed) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.all, l.ID)
}

// moved records a session's new connection and its address, and returns the previous connection.
func (r *roll) moved(l *listed, to *conn, from netip.AddrPort) (before *conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before, l.conn, l.Address = l.conn, to, from
	return before
}

// noteKind records the kind and the command of a session.
func (r *roll) noteKind(l *listed, kind Kind, command string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l.Kind, l.Command = kind, command
}

// each calls f with every session, in random order. The lock is held.
func (r *roll) each(f func(*listed, Present)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.all {
		p := l.Present
		p.Input, p.Sent = time.UnixMilli(l.input.Load()), l.sent.Load()
		f(l, p)
	}
}

// Sessions returns the running sessions, oldest first.
func (srv *Server) Sessions() (list []Present) {
	srv.roll.each(func(_ *listed, p Present) { list = append(list, p) })
	slices.SortFunc(list, func(a, b Present) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// kickTime limits how long a kicked session may take to restore its terminal. Then its connection is
// closed.
const kickTime = 4 * time.Second

// Kick ends the sessions for which match is true, and their connections. Each client gets the reason in
// one line. It returns the number of sessions.
func (srv *Server) Kick(match func(Present) bool, why say.Message) int {
	return srv.eject(match, ejected{why, EndKicked})
}

func (srv *Server) eject(match func(Present) bool, why ejected) int {
	n := 0
	srv.roll.each(func(l *listed, p Present) {
		if !match(p) {
			return
		}
		n++
		l.cancel(why)
		conn := l.conn
		time.AfterFunc(kickTime, func() { _ = conn.Close() })
	})
	return n
}

// makesRoom ends the sessions of a connection whose place a newcomer has got.
func (srv *Server) makesRoom(c *conn) {
	srv.roll.each(func(l *listed, _ Present) {
		if l.conn == c {
			l.cancel(errRoom)
		}
	})
	time.AfterFunc(kickTime, func() { _ = c.Close() })
}

// Kicked returns the sentence for a player whom an operator disconnects. The reason may be "".
func Kicked(reason string) say.Message {
	m := say.Both("운영자가 접속을 끊었어요.", "the operator has ended your session.")
	return m.Because(reason)
}

// addrPort returns a connection's address without its zone; an IPv4 address mapped to IPv6 becomes IPv4.
// It returns the zero value if the connection has no address.
func addrPort(a net.Addr) netip.AddrPort {
	if a == nil {
		return netip.AddrPort{}
	}
	ap, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return netip.AddrPort{}
	}
	return netip.AddrPortFrom(ap.Addr().Unmap().WithZone(""), ap.Port())
}

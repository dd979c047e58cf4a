package page

import (
	"bytes"
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/client"
)

const (
	// window limits the lines that a page may be behind. Unshown content is out of date when shown, so no
	// more is sent.
	window = 3
	// maxWait limits the time for one line.
	maxWait = 8 * time.Second
	// Away limits the time that a session waits for its page to come back.
	Away = 60 * time.Second
)

// Conn is a page's socket.
type Conn interface {
	// Send sends bytes. It may take maxWait.
	Send(ctx context.Context, p []byte) error
	// Drop closes the socket with a reason that the page may show.
	Drop(reason string)
}

// Reasons for closing a socket, for the page.
const (
	Moved = "moved" // another page has replaced it
	Ended = "ended" // the session has ended, too
	Slow  = "slow"  // it has not shown what it received
	Stops = "stops" // the server stops: the page may come back there or at another node
)

// Link connects a session and its page. A socket may drop and another one replace it. Meanwhile output is
// dropped, and the next page gets everything again.
type Link struct {
	ctx    context.Context
	cancel context.CancelFunc
	emit   func(tea.Msg)
	ready  chan struct{} // closed when emit is set
	away   *time.Timer   // runs while there is no socket

	mu     sync.Mutex
	conn   Conn
	behind int           // lines not yet shown by the page
	caught chan struct{} // closed when the page has caught up, or has gone
	middle bool          // the last byte sent was not the end of a line
	skip   bool          // the bytes up to the next end of a line are half a line
}

// NewLink makes a link with its first socket.
func NewLink(c Conn) *Link {
	l := &Link{conn: c, ready: make(chan struct{})}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	l.away = time.AfterFunc(Away, func() { _ = l.Close() })
	l.away.Stop()
	return l
}

// Attach makes a socket the session's, and drops the previous one. It returns false if the session has
// ended.
func (l *Link) Attach(c Conn) bool {
	l.mu.Lock()
	if l.ctx.Err() != nil {
		l.mu.Unlock()
		return false
	}
	old := l.conn
	l.conn, l.skip = c, l.middle
	l.caughtUp()
	l.away.Stop()
	l.mu.Unlock()
	if old != nil {
		old.Drop(Moved)
	}
	l.send(client.Attached{})
	return true
}

// Detach notes that a socket is gone: the session waits for another.
func (l *Link) Detach(c Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn == c && l.ctx.Err() == nil {
		l.conn = nil
		l.caughtUp()
		l.away.Reset(Away)
	}
}

// caughtUp notes that the page has caught up, and wakes the waiting writer. The lock is held.
func (l *Link) caughtUp() {
	if l.behind = 0; l.caught != nil {
		close(l.caught)
		l.caught = nil
	}
}

// Receive takes a message from a socket. It returns an error for a message that no page sends.
func (l *Link) Receive(c Conn, m Message) error {
	l.mu.Lock()
	own := l.conn == c
	if own && m.T == "a" {
		if l.behind -= max(0, m.N); l.behind < window {
			behind := max(0, l.behind)
			l.caughtUp()
			l.behind = behind
		}
	}
	l.mu.Unlock()
	if !own || m.T == "a" {
		return nil
	}
	msg, err := m.parse()
	if msg != nil {
		l.send(msg)
	}
	return err
}

// send emits a message, after Listen has begun.
func (l *Link) send(msg tea.Msg) {
	select {
	case <-l.ready:
		l.emit(msg)
	case <-l.ctx.Done():
	}
}

// Listen implements [client.Source].
func (l *Link) Listen(emit func(tea.Msg), ended func(), safely func(func())) {
	l.emit = emit
	close(l.ready)
	context.AfterFunc(l.ctx, func() { safely(ended) })
}

// More implements [client.Source]: messages come one by one.
func (l *Link) More() bool { return false }

// source is the link as a source. Its Close leaves the link open for the last words.
type source struct{ *Link }

func (source) Close() {}

// Write sends lines to the page, as soon as it is not behind. Without a working socket they are lost: the
// next page gets everything again.
func (l *Link) Write(p []byte) (int, error) {
	if l.ctx.Err() != nil {
		return 0, client.ErrHangup
	}
	n := len(p)
	c, p := l.take(p)
	if c == nil || len(p) == 0 {
		return n, nil
	}
	ctx, cancel := context.WithTimeout(l.ctx, maxWait)
	defer cancel()
	if c.Send(ctx, p) != nil {
		c.Drop(Slow)
		l.Detach(c)
	}
	return n, nil
}

// take waits until the page is not behind, counts the lines of p as under way and returns the socket for
// them, nil for none, with this socket's part of p. This is one step: a new socket must neither be charged
// with lines of the previous one nor receive the second half of a line.
func (l *Link) take(p []byte) (Conn, []byte) {
	late := time.NewTimer(maxWait)
	defer late.Stop()
	for {
		l.mu.Lock()
		if c := l.conn; c == nil || l.behind < window {
			p = l.count(p)
			l.mu.Unlock()
			return c, p
		}
		c := l.conn
		if l.caught == nil {
			l.caught = make(chan struct{})
		}
		caught := l.caught
		l.mu.Unlock()
		select {
		case <-caught: // even when the link is closed: then it has no socket
		case <-late.C:
			c.Drop(Slow)
			l.Detach(c)
			late.Reset(maxWait)
		}
	}
}

// count counts the lines to be sent, and cuts off the rest of a line whose beginning another socket got.
// The lock is held.
func (l *Link) count(p []byte) []byte {
	if l.skip {
		end := bytes.IndexByte(p, '\n')
		l.skip = end < 0
		if end < 0 {
			return nil // the line goes on: middle stays true
		}
		p = p[end+1:]
	}
	l.middle = len(p) > 0 && p[len(p)-1] != '\n'
	if l.conn != nil {
		l.behind += bytes.Count(p, []byte("\n"))
	}
	return p
}

// Close ends the link, and its socket. It may be called more than once.
func (l *Link) Close() error {
	l.End(Ended)
	return nil
}

// End is Close with a reason for the page.
func (l *Link) End(reason string) {
	l.mu.Lock()
	c := l.conn
	l.conn = nil
	l.away.Stop()
	l.cancel()
	l.caughtUp()
	l.mu.Unlock()
	if c != nil {
		c.Drop(reason)
	}
}

// Ended reports whether the link has been closed.
func (l *Link) Ended() bool { return l.ctx.Err() != nil }

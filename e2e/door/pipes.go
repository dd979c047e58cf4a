package door

import (
	"errors"
	"net"
	"sync"
	"sync/atomic"
)

// pipes is a listener that adds unbuffered connections to the connections of another listener. A client
// that does not read blocks the server's next write, where TCP would first take megabytes. The
// connections go to the nodes in turn.
type pipes struct {
	net.Listener
	nodes  []chan net.Conn
	came   atomic.Uint64
	open   atomic.Int64 // number of listening nodes
	closed chan struct{}
}

func newPipes(ln net.Listener, nodes int) *pipes {
	p := &pipes{Listener: ln, closed: make(chan struct{})}
	p.open.Store(int64(nodes))
	for range nodes {
		p.nodes = append(p.nodes, make(chan net.Conn))
	}
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			if p.bring(c) != nil {
				_ = c.Close()
				return
			}
		}
	}()
	return p
}

// bring passes a connection to the next node in turn.
func (p *pipes) bring(c net.Conn) error {
	select {
	case p.nodes[(p.came.Add(1)-1)%uint64(len(p.nodes))] <- c:
		return nil
	case <-p.closed:
		return errors.New("closed")
	}
}

// pipe is the listener of one node, until the node closes it.
type pipe struct {
	*pipes
	node int
	over chan struct{}
	once sync.Once
}

func (p *pipe) Accept() (net.Conn, error) {
	select {
	case c := <-p.nodes[p.node]:
		return c, nil
	case <-p.over:
		return nil, net.ErrClosed
	}
}

// Close closes pipes with the last of the nodes.
func (p *pipe) Close() (err error) {
	p.once.Do(func() {
		close(p.over)
		if p.open.Add(-1) == 0 {
			close(p.closed)
			err = p.Listener.Close()
		}
	})
	return err
}

// Dial returns the client's end of a new connection. Its writes never wait, because both sides of SSH
// begin with a write.
func (p *pipes) Dial() (*Ear, error) {
	mine, theirs := net.Pipe()
	if err := p.bring(theirs); err != nil {
		return nil, err
	}
	q := &queued{Conn: mine, wake: make(chan struct{}, 1)}
	go q.flush()
	return NewEar(q), nil
}

// Ear is a client's connection that can stop reading.
type Ear struct {
	net.Conn
	deaf   atomic.Bool
	closed chan struct{}
	once   sync.Once
}

// NewEar returns a connection that reads.
func NewEar(nc net.Conn) *Ear { return &Ear{Conn: nc, closed: make(chan struct{})} }

// Stop stops reading, for good.
func (e *Ear) Stop() { e.deaf.Store(true) }

func (e *Ear) Read(p []byte) (int, error) {
	if e.deaf.Load() {
		<-e.closed
		return 0, net.ErrClosed
	}
	return e.Conn.Read(p)
}

func (e *Ear) Close() error {
	e.once.Do(func() { close(e.closed) })
	return e.Conn.Close()
}

// queued is a connection whose writes never wait.
type queued struct {
	net.Conn
	wake chan struct{}

	mu     sync.Mutex
	closed bool
	queue  []byte
}

func (q *queued) Write(p []byte) (int, error) {
	q.mu.Lock()
	q.queue = append(q.queue, p...)
	q.mu.Unlock()
	q.poke()
	return len(p), nil
}

func (q *queued) poke() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

func (q *queued) flush() {
	for range q.wake {
		q.mu.Lock()
		p := q.queue
		q.queue = nil
		closed := q.closed
		q.mu.Unlock()
		if closed {
			return
		}
		if _, err := q.Conn.Write(p); err != nil {
			return
		}
	}
}

func (q *queued) Close() error {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.poke()
	return q.Conn.Close()
}

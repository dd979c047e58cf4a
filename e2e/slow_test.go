package e2e

import (
	"errors"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// pipes is a listener that has, besides the connections of another one, some
// that hold nothing on the way: a client that does not read blocks the server's
// very next write, where TCP would take megabytes first.
type pipes struct {
	net.Listener
	accept chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes(ln net.Listener) *pipes {
	p := &pipes{Listener: ln, accept: make(chan net.Conn), closed: make(chan struct{})}
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			select {
			case p.accept <- c:
			case <-p.closed:
				_ = c.Close()
				return
			}
		}
	}()
	return p
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.accept:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return p.Listener.Close()
}

// dial gives the client's end of a new connection. Its writes never wait: both sides
// of SSH begin by writing.
func (p *pipes) dial() (*ear, error) {
	mine, theirs := net.Pipe()
	select {
	case p.accept <- theirs:
	case <-p.closed:
		return nil, errors.New("closed")
	}
	q := &queued{Conn: mine, wake: make(chan struct{}, 1)}
	go q.flush()
	return newEar(q), nil
}

// ear is a client's connection that can be told to stop reading.
type ear struct {
	net.Conn
	deaf   atomic.Bool
	closed chan struct{}
	once   sync.Once
}

func newEar(nc net.Conn) *ear { return &ear{Conn: nc, closed: make(chan struct{})} }

// stop stops reading, for good.
func (e *ear) stop() { e.deaf.Store(true) }

func (e *ear) Read(p []byte) (int, error) {
	if e.deaf.Load() {
		<-e.closed
		return 0, net.ErrClosed
	}
	return e.Conn.Read(p)
}

func (e *ear) Close() error {
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

// A player and a row of spectators stop reading, and go on pressing keys that
// make the server draw. The other player's moves are not delayed, the server
// holds little for those who do not read, and at last it lets them go.
//
// Not parallel: it measures the heap.
func TestClientsThatDoNotRead(t *testing.T) {
	h := open(t, quick)
	stuck := func(key bool, o opts) (*client, *ear) {
		t.Helper()
		end, err := h.pipes.dial()
		if err != nil {
			t.Fatal(err)
		}
		o.conn = end
		if key {
			return enter(t, h.addr, newKey(t), o), end
		}
		return enter(t, h.addr, nil, o), end
	}
	slow, tapped := stuck(true, opts{user: "kim"})
	slow.await(atHome)
	fast := visit(t, h.addr, newKey(t), opts{user: "lee"})
	sides := pair(slow, fast)
	all := states(t, shortGame)
	follow(sides, shortGame[:2], all, 0)

	const crowd = 8
	var taps []*ear
	var watchers []*client
	for range crowd {
		c, end := stuck(false, opts{cols: 200, rows: 60})
		c.await(atHome)
		c.keys("m")
		c.await(`> <game.othello>`)
		c.keys("Enter")
		c.await(`████`)
		taps, watchers = append(taps, end), append(watchers, c)
	}
	fast.await(`<tb.watchers n=8>`)
	before := heap()
	for _, end := range append(taps, tapped) {
		end.stop()
	}

	// Six moves each way while nobody is let go: a server that waited for the
	// clients' reading would stand still until then. The slow player sees nothing
	// and plays what comes.
	fast.forbid(`<sh.away>`)
	for range 6 {
		for start := time.Now(); !fast.shows(myTurn); fast.breath() {
			slow.keys("Tab", "Enter")
			if time.Since(start) > patience {
				fast.fatalf("no move of the one who does not read comes through")
			}
		}
		board, _, _ := readBoard(fast.text())
		fast.keys("Tab", "Enter")
		fast.until("the own move", func(lines []string) bool {
			now, _, ok := readBoard(lines)
			return ok && now != board
		})
	}
	fast.allow()
	if h.lobby.Online() != 2+crowd {
		t.Fatalf("%d of %d are left: the moves have not been played beside them", h.lobby.Online(), 2+crowd)
	}

	// Each redraw would be 30 KB and more to keep for somebody who does not read.
	// 256 KiB may wait for each, and buffers grow by doubling.
	most, limit := before, before+crowd*(1<<20)+8<<20
	redraw := strings.Repeat(keyBytes["Ctrl+L"], 5)
	start := time.Now()
	for h.lobby.Online() > 2 {
		for _, c := range watchers {
			c.send(redraw)
		}
		slow.send(redraw)
		fast.keys("?")
		fast.await(`<help.title>`)
		fast.keys("Esc")
		fast.gone(`╔═ <help.title>`)
		if most = max(most, heap()); most > limit {
			t.Fatalf("the heap grew from %d to %d KiB, limit %d", before>>10, most>>10, limit>>10)
		}
		if time.Since(start) > patience {
			t.Fatal("the server holds on to those who do not read")
		}
	}
	for _, c := range append(watchers, slow) {
		c.close()
	}
	fast.await(`<sh.away p=kim>`)
	t.Logf("heap: %d KiB before, %d at most, %d after", before>>10, most>>10, heap()>>10)
}

// heap is what lives on the heap.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

package browser

import (
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/games/othello"
)

// proxy is one address in front of several nodes. It leads to one of them at a time.
type proxy struct {
	net.Listener
	far  *link // nil for one without delay
	mu   sync.Mutex
	to   string
	open []net.Conn
}

// before starts a proxy.
func before(t *testing.T) *proxy {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{Listener: ln}
	t.Cleanup(func() { _ = ln.Close(); p.cut() })
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			go p.serve(c)
		}
	}()
	return p
}

// lead leads new connections to another address.
func (p *proxy) lead(to string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = to
}

// cut breaks all connections.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.open {
		_ = c.Close()
	}
	p.open = nil
}

func (p *proxy) serve(c net.Conn) {
	if p.far != nil {
		time.Sleep(p.far.trip) // the connection's own
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	there, err := net.Dial("tcp", p.to)
	if err != nil {
		_ = c.Close()
		return
	}
	p.open = append(p.open, c, there)
	pipe := func(a, b net.Conn, of func(*link) *way) {
		if p.far != nil {
			p.far.carry(a, b, of(p.far))
		} else {
			_, _ = io.Copy(a, b)
		}
		_ = a.Close()
		_ = b.Close()
	}
	go pipe(c, there, func(l *link) *way { return &l.down })
	go pipe(there, c, func(l *link) *way { return &l.up })
}

// link is a slow network: its round trip, and its two ways, which all connections share.
type link struct {
	trip     time.Duration
	down, up way
}

// way is one way of a link: its bytes a second, and when it is free for the next ones.
type way struct {
	rate  float64
	bytes atomic.Int64
	mu    sync.Mutex
	free  time.Time
}

// next returns when n bytes that are sent now have passed.
func (w *way) next(n int) time.Time {
	w.bytes.Add(int64(n))
	w.mu.Lock()
	defer w.mu.Unlock()
	if now := time.Now(); w.free.Before(now) {
		w.free = now
	}
	w.free = w.free.Add(time.Duration(float64(n) / w.rate * float64(time.Second)))
	return w.free
}

// carry carries bytes from one connection to another over a way of the link, half a round trip later.
func (l *link) carry(to, from net.Conn, over *way) {
	type piece struct {
		b   []byte
		due time.Time
	}
	pieces := make(chan piece, 1<<10)
	go func() {
		defer close(pieces)
		for {
			b := make([]byte, 1400)
			n, err := from.Read(b)
			if n > 0 {
				pieces <- piece{b[:n], over.next(n).Add(l.trip / 2)}
			}
			if err != nil {
				return
			}
		}
	}()
	for p := range pieces {
		time.Sleep(time.Until(p.due))
		if _, err := to.Write(p.b); err != nil {
			_ = from.Close() // ends the reader
			for range pieces {
			}
			return
		}
	}
}

// The node of a page is killed or stopped during a game. The page reconnects to another node by itself,
// at its table, and the game goes on.
func TestAnotherNode(t *testing.T) {
	needed(t)
	t.Run("killed", func(t *testing.T) {
		elsewhere(t, func(n door.Node, front *proxy) { n.Cut(); front.cut() })
	})
	t.Run("stopped", func(t *testing.T) {
		elsewhere(t, func(n door.Node, _ *proxy) { n.Server.Shutdown() })
	})
}

// elsewhere plays at the first of two nodes, and continues at the second after the first is lost.
func elsewhere(t *testing.T, lose func(first door.Node, front *proxy)) {
	cfg := door.Quick
	cfg.Games = games.NewRegistry(othello.Game{})
	h := door.OpenNodes(t, cfg, 2)
	host := func(at string) string {
		u, err := url.Parse(at)
		if err != nil {
			t.Fatal(err)
		}
		return u.Host
	}
	front := before(t)
	first, second := host(h.Nodes[0].Pages(t)), host(h.Nodes[1].Pages(t))
	front.lead(first)
	p := open(t, "http://"+front.Addr().String(), laptop)
	p.await(`Othello`)
	p.answered("n")
	p.await(`<setup.title>`)
	p.answered("1") // a bot
	p.keys("Enter")
	// play plays until the game has n plies.
	play := func(n int) {
		t.Helper()
		for start := time.Now(); ; {
			switch tables := h.Lobby.AllTables(); {
			case len(tables) == 1 && tables[0].Plies >= n:
				return
			case time.Since(start) > door.Patience:
				t.Fatalf("the game does not go on:\n%s", p.screen())
			case p.shows(mine):
				p.keys("Tab", "Enter")
			}
			p.changed()
		}
	}
	play(6)
	var token string
	p.do(chromedp.Evaluate(`sessionStorage.token`, &token))
	front.lead(second)
	lose(h.Nodes[0], front)
	p.do(chromedp.Poll(`sessionStorage.token && sessionStorage.token !== '`+token+`'`, nil))
	p.await(`rated|casual`)
	play(12)
}

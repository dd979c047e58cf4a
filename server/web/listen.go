package web

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/pires/go-proxyproto"

	"arcade/lobby/network"
	"arcade/server"
)

// headerTime limits the time in which a proxy sends its header.
const headerTime = 5 * time.Second

// listen limits the connections of a listener. If proxies are given, all connections come through them,
// with a PROXY header.
func listen(ln net.Listener, proxies []netip.Prefix) net.Listener {
	b := &bounded{Listener: ln, named: len(proxies) == 0, conns: map[*boundedConn]struct{}{}}
	if b.named {
		return b
	}
	return &proxyproto.Listener{
		Listener:          b,
		ReadHeaderTimeout: headerTime,
		ValidateHeader:    server.CheckHeader,
		ConnPolicy: func(o proxyproto.ConnPolicyOptions) (proxyproto.Policy, error) {
			if !server.Trusted(proxies, o.Upstream) {
				return proxyproto.REJECT, proxyproto.ErrInvalidUpstream
			}
			return proxyproto.REQUIRE, nil
		},
	}
}

// bounded is a listener that limits its connections, in all and by network. Beyond a limit, a connection
// that waits for its client makes room for the newcomer.
type bounded struct {
	net.Listener
	named bool // connections have their clients' addresses, not a proxy's

	mu    sync.Mutex
	conns map[*boundedConn]struct{}
	from  network.Counts
}

// Accept returns the next connection for which there is room.
func (b *bounded) Accept() (net.Conn, error) {
	for {
		nc, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if !b.named {
			nc = server.WholeHeader(nc)
		}
		c := &boundedConn{Conn: nc, b: b, since: time.Now()}
		b.mu.Lock()
		var out *boundedConn
		room := true
		if len(b.conns) >= maxConns {
			out, room = b.leaves(func(*boundedConn) bool { return true })
		}
		if room {
			b.conns[c] = struct{}{}
			b.from.Add(c.from, 1)
		}
		b.mu.Unlock()
		out.drop()
		if !room || b.named && !c.name(nc.RemoteAddr()) {
			_ = c.Close()
			continue
		}
		return c, nil
	}
}

// leaves picks the connection that makes room and removes it from the count. It looks in the most crowded
// provider, neighbourhood and address. There it picks the connection that has waited longest for its
// client, or the oldest if all of them handle requests. The lock is held.
func (b *bounded) leaves(may func(*boundedConn) bool) (out *boundedConn, ok bool) {
	for c := range b.conns {
		if may(c) && (out == nil || c.before(out)) {
			out = c
		}
	}
	if out == nil {
		return nil, false
	}
	b.forget(out)
	return out, true
}

// before reports whether c makes room before o. The lock is held.
func (c *boundedConn) before(o *boundedConn) bool {
	if more := c.b.from.Compare(c.from, o.from); more != 0 {
		return more > 0
	}
	if c.busy != o.busy {
		return o.busy
	}
	return c.since.Before(o.since)
}

// forget removes a connection from the count. The lock is held.
func (b *bounded) forget(c *boundedConn) {
	if _, counted := b.conns[c]; !counted {
		return
	}
	delete(b.conns, c)
	b.from.Add(c.from, -1)
}

// boundedConn is a counted connection. It releases its place when it is closed.
type boundedConn struct {
	net.Conn
	b *bounded

	// guarded by b.mu
	from  network.Nets // zero until it is known
	busy  bool         // a request is being handled
	since time.Time    // when it came, or last finished a request
}

// name counts the connection for its client's networks. If a network is full, the connection there that
// has waited longest makes room. name returns false if all of them handle requests; then the new
// connection must close.
func (c *boundedConn) name(client net.Addr) bool {
	from, err := netip.ParseAddrPort(client.String())
	if err != nil {
		return false
	}
	b := c.b
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, counted := b.conns[c]; !counted || c.from != (network.Nets{}) {
		return true // closed to make room, upgraded to a page's socket, or named already
	}
	b.from.Add(c.from, -1)
	c.from = network.Of(from.Addr())
	b.from.Add(c.from, 1)
	for i, p := range c.from {
		if b.from[i][p] <= connsPerAddress*connShares[i] {
			continue
		}
		out, ok := b.leaves(func(o *boundedConn) bool { return o != c && !o.busy && o.from[i] == p })
		if !ok {
			b.forget(c)
			return false
		}
		out.drop()
	}
	return true
}

// connShares are the shares of connections. No network may have all connections.
var connShares = network.Shares{1, 4, 8}

// drop closes a connection that made room. On nil it does nothing.
func (c *boundedConn) drop() {
	if c != nil {
		_ = c.Conn.Close()
	}
}

// Close closes the connection.
func (c *boundedConn) Close() error {
	c.b.mu.Lock()
	c.b.forget(c)
	c.b.mu.Unlock()
	return c.Conn.Close()
}

// answering records whether the connection handles a request. A waiting connection's time starts anew.
func (c *boundedConn) answering(busy bool) {
	c.b.mu.Lock()
	defer c.b.mu.Unlock()
	c.busy, c.since = busy, time.Now()
}

// connKey is the key of a request's connection in its context.
type connKey struct{}

// boundedOf returns the counted connection, nil in tests without one.
func boundedOf(c net.Conn) *boundedConn {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	if p, ok := c.(*proxyproto.Conn); ok {
		c = p.Raw()
	}
	b, _ := c.(*boundedConn)
	return b
}

// withConn returns ctx with the connection of its requests.
func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, boundedOf(c))
}

// arrived counts a connection for its client's networks once a proxy has named the client.
func arrived(c net.Conn, state http.ConnState) {
	if b := boundedOf(c); b != nil && !b.b.named && state == http.StateNew {
		go func() { // RemoteAddr waits for the proxy's header
			if !b.name(c.RemoteAddr()) {
				_ = c.Close()
			}
		}()
	}
}

// busy marks a request's connection as handling a request, until done is called.
func busy(r *http.Request) (done func()) {
	c, _ := r.Context().Value(connKey{}).(*boundedConn)
	if c == nil {
		return func() {}
	}
	c.answering(true)
	return func() { c.answering(false) }
}

// Upgrading removes a request's connection from the count, because the new protocol's handler limits its
// own connections.
func Upgrading(r *http.Request) {
	if c, _ := r.Context().Value(connKey{}).(*boundedConn); c != nil {
		c.b.mu.Lock()
		defer c.b.mu.Unlock()
		c.b.forget(c)
	}
}

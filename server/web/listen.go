package web

import (
	"net"
	"net/netip"
	"sync"
	"time"

	"github.com/pires/go-proxyproto"

	"arcade/server"
)

// headerTime is how long a proxy may take to say whose connection it passes on.
const headerTime = 5 * time.Second

// listen bounds the connections of a listener; where there are proxies, everybody comes
// in by one of them, with a PROXY header.
func listen(ln net.Listener, proxies []netip.Prefix) net.Listener {
	b := &bounded{Listener: ln, from: map[netip.Prefix]int{}}
	if len(proxies) == 0 {
		b.perAddress = connsPerAddress
		return b
	}
	b.perAddress = maxConns // all come from the proxy
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

// bounded is a listener with a bound on its connections, in all and by address: one
// too many is closed.
type bounded struct {
	net.Listener
	perAddress int

	mu   sync.Mutex
	all  int
	from map[netip.Prefix]int
}

// Accept gives the next connection that there is room for.
func (b *bounded) Accept() (net.Conn, error) {
	for {
		c, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		var from netip.Prefix
		if a, err := netip.ParseAddrPort(c.RemoteAddr().String()); err == nil {
			from = server.Network(a.Addr())
		}
		b.mu.Lock()
		if room := b.all < maxConns && b.from[from] < b.perAddress; room {
			b.all++
			b.from[from]++
			b.mu.Unlock()
			return &boundedConn{Conn: c, leave: sync.OnceFunc(func() { b.leave(from) })}, nil
		}
		b.mu.Unlock()
		_ = c.Close()
	}
}

func (b *bounded) leave(from netip.Prefix) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all--
	if b.from[from]--; b.from[from] == 0 {
		delete(b.from, from)
	}
}

// boundedConn gives its place back when it is closed.
type boundedConn struct {
	net.Conn
	leave func()
}

// Close closes the connection.
func (c *boundedConn) Close() error {
	c.leave()
	return c.Conn.Close()
}

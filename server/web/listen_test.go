package web

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"testing"
	"time"
)

// callers is a listener that accepts connections from given addresses.
type callers struct {
	net.Listener
	come chan net.Conn
}

func (c callers) Accept() (net.Conn, error) {
	nc, ok := <-c.come
	if !ok {
		return nil, errors.New("closed")
	}
	return nc, nil
}

// caller is a connection from an address. It records when it was closed.
type caller struct {
	net.Conn
	from   netip.AddrPort
	closed bool
}

func (c *caller) RemoteAddr() net.Addr { return net.TCPAddrFromAddrPort(c.from) }
func (c *caller) Close() error         { c.closed = true; return nil }

// calls opens connections from the addresses, one after another.
func calls(t *testing.T, ln net.Listener, come chan net.Conn, from ...string) (list []*caller) {
	t.Helper()
	for _, ip := range from {
		c := &caller{from: netip.AddrPortFrom(netip.MustParseAddr(ip), 1000)}
		list = append(list, c)
		come <- c
	}
	return list
}

func open(list []*caller) (n int) {
	for _, c := range list {
		if !c.closed {
			n++
		}
	}
	return n
}

// door returns a bounded listener, which accepts connections until the test ends, and the accepted
// connections.
func door(t *testing.T) (ln net.Listener, come chan net.Conn, let chan net.Conn) {
	come, let = make(chan net.Conn), make(chan net.Conn, 3*maxConns)
	ln = listen(callers{come: come}, nil)
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				close(let)
				return
			}
			let <- c
		}
	}()
	return ln, come, let
}

// Twenty addresses that hold all connections keep nobody out: the longest waiting connections of the most
// crowded network make room.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	ln, come, let := door(t)
	var from []string
	for i := range maxConns {
		from = append(from, fmt.Sprintf("10.%d.0.1", i%20))
	}
	idle := calls(t, ln, come, from...)
	honest := calls(t, ln, come, "192.0.2.1", "192.0.2.2", "2001:db8::1")
	more := calls(t, ln, come, from[:100]...)
	close(come)
	for range let {
	}
	if n := open(honest); n != len(honest) {
		t.Errorf("%d of %d newcomers are in", n, len(honest))
	}
	if all := open(idle) + open(more) + open(honest); all != maxConns {
		t.Errorf("%d connections", all)
	}
	for i, c := range idle[:len(honest)] {
		if !c.closed {
			t.Errorf("connection %d, which has waited for longest, is kept", i)
		}
	}
}

// An address has a limit, and its neighbourhood and its provider have larger ones. Beyond each limit the
// longest waiting connection makes room.
func TestConnectionsOfANetwork(t *testing.T) {
	for what, c := range map[string]struct {
		from string
		want int
	}{"an address": {"192.0.2.1", 50}, "a neighbourhood": {"192.0.2.%d", 200}, "a /48": {"2001:db8:1:%x::1", 200}, "a provider": {"192.0.%d.1", 400}} {
		ln, come, let := door(t)
		var from []string
		for i := range 600 {
			ip := c.from
			if what != "an address" {
				ip = fmt.Sprintf(c.from, i%150)
			}
			from = append(from, ip)
		}
		list := calls(t, ln, come, from...)
		close(come)
		for range let {
		}
		if n := open(list); n != c.want || list[len(list)-1].closed {
			t.Errorf("%s: %d connections, the last one closed: %v", what, n, list[len(list)-1].closed)
		}
	}
}

// Behind a proxy the limit applies to the client, not to the proxy.
func TestConnectionsByAProxy(t *testing.T) {
	f := New(Config{Log: slog.New(slog.DiscardHandler)})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- f.Serve(ln, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}) }()
	defer func() {
		f.Stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	}()
	ask := func(c net.Conn, before string) *bufio.Reader {
		t.Helper()
		_, _ = io.WriteString(c, before+"GET /openapi.yaml HTTP/1.1\r\nHost: arcade\r\n\r\n")
		r := bufio.NewReader(c)
		a, err := http.ReadResponse(r, nil)
		if err != nil || a.StatusCode != http.StatusOK {
			t.Fatalf("%v, %v", a, err)
		}
		if _, err := io.Copy(io.Discard, a.Body); err != nil {
			t.Fatal(err)
		}
		return r
	}
	come := func(client string) (net.Conn, *bufio.Reader) {
		t.Helper()
		c, err := net.Dial("tcp", ln.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		_ = c.SetDeadline(time.Now().Add(time.Minute))
		_, _ = io.WriteString(c, "PROXY TCP4 ") // a header may come in pieces
		return c, ask(c, client+" 127.0.0.1 1000 80\r\n")
	}
	other, _ := come("192.0.2.9")
	_, first := come("192.0.2.1")
	for range connsPerAddress {
		come("192.0.2.1")
	}
	if _, err := first.ReadByte(); err != io.EOF {
		t.Errorf("the client's first connection is kept: %v", err)
	}
	ask(other, "") // another client's connection is kept
}

// A connection that handles a request does not make room for others of its network.
func TestAnsweredConnectionsStay(t *testing.T) {
	ln, come, let := door(t)
	var from []string
	for range connsPerAddress {
		from = append(from, "192.0.2.1")
	}
	list := calls(t, ln, come, from...)
	for range connsPerAddress - 1 {
		(<-let).(*boundedConn).answering(true)
	}
	last := (<-let).(*boundedConn)
	next := calls(t, ln, come, "192.0.2.1")[0]
	(<-let).(*boundedConn).answering(true)
	over := calls(t, ln, come, "192.0.2.1")[0]
	close(come)
	for range let {
	}
	if n := open(list); n != connsPerAddress-1 || !last.Conn.(*caller).closed || next.closed || !over.closed {
		t.Errorf("%d of those that were there, the newcomer closed %v, one too many closed %v", n, next.closed, over.closed)
	}
}

// A page's socket stays open if it left the count before the PROXY header named its client.
func TestUpgradedBeforeItsName(t *testing.T) {
	b := &bounded{conns: map[*boundedConn]struct{}{}}
	c := &boundedConn{b: b}
	b.conns[c] = struct{}{}
	b.from.Add(c.from, 1)
	b.forget(c) // Upgrading does the same
	if !c.name(&net.TCPAddr{IP: net.IPv4(192, 0, 2, 7), Port: 1}) {
		t.Error("it is to be closed")
	}
	if len(b.from[0]) != 0 {
		t.Errorf("it counts: %v", b.from)
	}
}

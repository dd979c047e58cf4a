package server

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/pires/go-proxyproto"
)

// sendBuffer limits the bytes that the kernel keeps for a client, by its own count. Bytes that wait there
// are old when the client shows them; a slow client must skip frames instead.
const sendBuffer = 64 << 10

// headerTime limits the time in which a proxy sends its header.
const headerTime = 5 * time.Second

// ParseProxies reads a list of networks of trusted proxies, such as "10.0.0.0/8, fd00::1". It refuses a
// network that is large enough to contain strangers, who could claim any address.
func ParseProxies(list string) ([]netip.Prefix, error) {
	proxies, err := ParseNetworks(list)
	if err != nil {
		return nil, err
	}
	for _, p := range proxies {
		if p.Bits() < 8 && p.Addr().Is4() || p.Bits() < 7 { // 10.0.0.0/8 and fc00::/7 are the largest private ones
			return nil, fmt.Errorf("%s is too large to be trusted: name the proxies themselves", p)
		}
	}
	if len(proxies) == 0 {
		return nil, errors.New("no network to trust: want ADDRESS/BITS, more than one with commas between")
	}
	return proxies, nil
}

// ParseNetworks reads a list of networks and addresses, separated by commas.
func ParseNetworks(list string) (networks []netip.Prefix, err error) {
	for word := range strings.SplitSeq(list, ",") {
		word = strings.TrimSpace(word)
		if word == "" {
			continue
		}
		p, err := netip.ParsePrefix(word)
		if err != nil {
			addr, err := netip.ParseAddr(word)
			if err != nil || addr.Zone() != "" {
				return nil, fmt.Errorf("%q is not a network: want ADDRESS or ADDRESS/BITS", word)
			}
			p = netip.PrefixFrom(addr, addr.BitLen())
		}
		if addr := p.Addr(); addr.Is4In6() {
			p = netip.PrefixFrom(addr.Unmap(), max(p.Bits()-96, 0))
		}
		networks = append(networks, p.Masked())
	}
	return networks, nil
}

// letIn counts a new connection by its real origin, or returns the reason for its refusal.
func (srv *Server) letIn(nc net.Conn) (*conn, string) {
	if tcp, ok := nc.(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(sendBuffer)
	}
	if len(srv.cfg.Proxies) > 0 {
		var why string
		if nc, why = srv.unproxied(nc); why != "" {
			return nil, why
		}
	}
	return srv.gate.admit(nc)
}

// Trusted reports whether a connection comes from one of the proxies.
func Trusted(proxies []netip.Prefix, a net.Addr) bool {
	from := addrPort(a).Addr()
	return slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(from) })
}

// CheckHeader refuses a PROXY header that does not describe a TCP connection.
func CheckHeader(h *proxyproto.Header) error {
	if t := h.TransportProtocol; !h.Command.IsLocal() && t != proxyproto.TCPv4 && t != proxyproto.TCPv6 {
		return errors.New("not TCP")
	}
	return nil
}

// WholeHeader returns a proxy's connection. Its first Read returns a PROXY header of version 1 as a whole,
// because the library refuses one that comes in pieces. The library limits the time.
func WholeHeader(nc net.Conn) net.Conn { return &wholeHeader{Conn: nc} }

type wholeHeader struct {
	net.Conn
	read bool
}

// headerStart is the start of a header of version 1, which has headerBytes at most.
const (
	headerStart = "PROXY "
	headerBytes = 107
)

func (c *wholeHeader) Read(p []byte) (n int, err error) {
	if c.read {
		return c.Conn.Read(p)
	}
	c.read = true
	for more := true; more && err == nil; {
		var m int
		m, err = c.Conn.Read(p[n:])
		n += m
		start := p[:min(n, len(headerStart))]
		more = n < min(len(p), headerBytes) && strings.HasPrefix(headerStart, string(start)) && bytes.IndexByte(p[:n], '\n') < 0
	}
	return n, err
}

// unproxied reads the PROXY header, version 1 or 2, of a connection. It returns the connection with its
// real address, or the reason for a refusal. It blocks the connection's own goroutine for up to
// headerTime.
func (srv *Server) unproxied(nc net.Conn) (net.Conn, string) {
	if !Trusted(srv.cfg.Proxies, nc.RemoteAddr()) {
		return nil, refusedDirect
	}
	select {
	case srv.headers <- struct{}{}:
		defer func() { <-srv.headers }()
	default:
		return nil, refusedHandshakes
	}
	p := proxyproto.NewConn(WholeHeader(nc),
		proxyproto.WithPolicy(proxyproto.REQUIRE),
		proxyproto.SetReadHeaderTimeout(min(headerTime, srv.cfg.Limits.Handshake)),
		proxyproto.ValidateHeader(CheckHeader))
	if p.ProxyHeader() == nil {
		return nil, refusedHeader
	}
	return p, ""
}

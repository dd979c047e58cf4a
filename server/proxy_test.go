package server

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/pires/go-proxyproto"
	gossh "golang.org/x/crypto/ssh"

	"arcade/lobby/network"
)

func TestParseProxies(t *testing.T) {
	for list, want := range map[string]string{
		"10.0.0.0/8": "[10.0.0.0/8]", "10.1.2.3": "[10.1.2.3/32]", "10.1.2.3/24, fd00::1,": "[10.1.2.0/24 fd00::1/128]",
		"fc00::/7": "[fc00::/7]", "::ffff:10.1.0.0/112": "[10.1.0.0/16]",
	} {
		if got, err := ParseProxies(list); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s: %v, %v; want %s", list, got, err, want)
		}
	}
	for _, list := range []string{
		"", " , ", "0.0.0.0/0", "::/0", "0.0.0.0/1,128.0.0.0/1", "::ffff:0:0/96", "2000::/3", "10.0.0.0/7", "proxy", "10.0.0/8", "10.0.0.0/33",
		"10.0.0.1:22", "fe80::1%eth0", "10.0.0.0/8,0.0.0.0/0",
	} {
		if got, err := ParseProxies(list); err == nil {
			t.Errorf("%q: %v", list, got)
		}
	}
}

// header returns the bytes that a proxy sends before a connection's own.
func header(t *testing.T, version byte, from string) []byte {
	t.Helper()
	h := proxyproto.HeaderProxyFromAddrs(version, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(from)),
		net.TCPAddrFromAddrPort(netip.MustParseAddrPort(strings.Replace(from, "7]", "8]", 1))))
	b, err := h.Format()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// by opens a connection that sends ahead first, and returns the server's first line.
func by(t *testing.T, addr string, ahead []byte) (net.Conn, string) {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	_ = c.SetDeadline(time.Now().Add(patience))
	_, _ = c.Write(append(ahead, "SSH-2.0-test\r\n"...))
	line, _ := bufio.NewReader(c).ReadString('\n')
	return c, strings.TrimSpace(line)
}

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

// The server uses the address in the header, in both versions.
func TestProxyHeader(t *testing.T) {
	for _, version := range []byte{1, 2} {
		d := open(t, Config{Proxies: loopback, Limits: Limits{PerAddress: 1}})
		for _, from := range []string{"203.0.113.7:1", "203.0.113.8:1", "[2001:db8:1:2::7]:1", "[2001:db8:1:3::7]:1"} {
			if _, line := by(t, d.addr, header(t, version, from)); line != welcome {
				t.Errorf("version %d from %s: %q", version, from, line)
			}
		}
		for _, from := range []string{"203.0.113.7:2", "[2001:db8:1:2:9::7]:9"} {
			if _, line := by(t, d.addr, header(t, version, from)); line != "arcade: "+refusedAddress {
				t.Errorf("version %d from %s again: %q", version, from, line)
			}
		}
	}
}

// A login works with the header in the same packet as the greeting.
func TestLoginByAProxy(t *testing.T) {
	d := open(t, Config{Proxies: loopback, Commands: commands})
	for _, version := range []byte{1, 2} {
		c, err := net.Dial("tcp", d.addr)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = c.Write(header(t, version, "203.0.113.7:1"))
		sc, chans, reqs, err := gossh.NewClientConn(c, d.addr, &gossh.ClientConfig{
			User: "kim", Auth: []gossh.AuthMethod{asGuest}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience,
		})
		if err != nil {
			t.Fatal(err)
		}
		client := gossh.NewClient(sc, chans, reqs)
		if _, _, code := run(t, client, "whoami"); code != exitOK {
			t.Errorf("exit status %d", code)
		}
		client.Close()
	}
}

func TestProxyRefusals(t *testing.T) {
	d := open(t, Config{Proxies: loopback, Limits: Limits{PerAddress: 2}})
	local, err := (&proxyproto.Header{Version: 2, Command: proxyproto.LOCAL, TransportProtocol: proxyproto.UNSPEC}).Format()
	if err != nil {
		t.Fatal(err)
	}
	for _, ahead := range [][]byte{local, []byte("PROXY UNKNOWN\r\n")} { // the proxy's health check
		if _, line := by(t, d.addr, ahead); line != welcome {
			t.Errorf("the proxy itself: %q", line)
		}
	}
	udp := header(t, 2, "203.0.113.7:1")
	udp[13] = 0x12
	future := header(t, 2, "203.0.113.7:1")
	future[12] = 0x31
	for name, ahead := range map[string][]byte{
		"no header":       nil,
		"no addresses":    []byte("PROXY TCP4 203.0.113.7\r\n"),
		"a bad address":   []byte("PROXY TCP4 203.0.113.700 127.0.0.1 1 2\r\n"),
		"a line too long": append([]byte("PROXY TCP4 "), bytes.Repeat([]byte("1"), 4096)...),
		"version 3":       future,
		"not TCP":         udp,
		"noise":           bytes.Repeat([]byte{0xff}, 100),
	} {
		if _, line := by(t, d.addr, ahead); line != "arcade: "+refusedHeader {
			t.Errorf("%s: %q", name, line)
		}
	}
	// A second header comes from the client, and is not trusted.
	forged := append(header(t, 1, "203.0.113.9:1"), header(t, 1, "203.0.113.10:1")...)
	c, _ := by(t, d.addr, forged)
	d.gate.mu.Lock()
	if d.gate.from[network.Address][netip.MustParsePrefix("203.0.113.10/32")] != 0 {
		t.Error("the second header is believed")
	}
	d.gate.mu.Unlock()
	c.Close()
}

// Only headers from proxies are trusted, and none without the flag.
func TestHeadersOfStrangers(t *testing.T) {
	forged := header(t, 2, "203.0.113.7:1")
	d := open(t, Config{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}})
	for _, ahead := range [][]byte{nil, forged, header(t, 1, "203.0.113.7:1")} {
		if _, line := by(t, d.addr, ahead); line != "arcade: "+refusedDirect {
			t.Errorf("not from a proxy: %q", line)
		}
	}
	d = open(t, Config{Limits: Limits{PerAddress: 1}})
	by(t, d.addr, header(t, 1, "203.0.113.7:1"))
	by(t, d.addr, forged)
	d.gate.mu.Lock()
	defer d.gate.mu.Unlock()
	if n := d.gate.from[network.Address][netip.MustParsePrefix("203.0.113.7/32")]; n != 0 {
		t.Error("a header is believed without the flag")
	}
}

// The server gives up a silent proxy in time. Meanwhile the proxy takes no place and delays nobody.
func TestSlowHeaders(t *testing.T) {
	d := open(t, Config{Proxies: loopback, Limits: Limits{Handshakes: 3, Handshake: 3 * time.Second, PerAddress: 1}})
	var slow []net.Conn
	for range 2 {
		c, err := net.Dial("tcp", d.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_ = c.SetDeadline(time.Now().Add(patience))
		_, _ = c.Write([]byte("PROXY TCP4 "))
		slow = append(slow, c)
	}
	if _, line := by(t, d.addr, header(t, 1, "203.0.113.7:1")); line != welcome {
		t.Errorf("beside slow ones: %q", line)
	}
	for _, c := range slow {
		if text, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(text), "arcade: ") {
			t.Errorf("a slow one: %q, %v", text, err)
		}
	}

	// The server limits simultaneous reads of headers to the number of handshakes.
	d = open(t, Config{Proxies: loopback, Limits: Limits{Handshakes: 1, Handshake: patience}})
	c, err := net.Dial("tcp", d.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for start := time.Now(); len(d.headers) == 0 && time.Since(start) < patience; {
		time.Sleep(time.Millisecond)
	}
	if _, line := by(t, d.addr, header(t, 1, "203.0.113.7:1")); line != "arcade: "+refusedHandshakes {
		t.Errorf("one header too many: %q", line)
	}
}

// proxied is a connection from a proxy.
type proxied struct{ net.Conn }

func (proxied) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// A header of either version may come in pieces.
func TestHeadersInPieces(t *testing.T) {
	d := open(t, Config{Proxies: loopback})
	for _, version := range []byte{1, 2} {
		ahead := header(t, version, "203.0.113.7:1")
		for cut := 1; cut < len(ahead); cut++ {
			proxy, nc := net.Pipe() // each Write is a segment
			go func() {
				for _, part := range [][]byte{ahead[:cut], ahead[cut:], []byte("SSH-2.0-test\r\n")} {
					_, _ = proxy.Write(part)
				}
			}()
			c, why := d.unproxied(proxied{nc})
			if why != "" {
				t.Errorf("version %d, cut at %d: %s", version, cut, why)
				continue
			}
			rest := make([]byte, 14)
			if _, err := io.ReadFull(c, rest); err != nil || string(rest) != "SSH-2.0-test\r\n" || c.RemoteAddr().String() != "203.0.113.7:1" {
				t.Errorf("version %d, cut at %d: %q from %v, %v", version, cut, rest, c.RemoteAddr(), err)
			}
			_ = c.Close()
		}
	}
}

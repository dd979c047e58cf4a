package server

import (
	"encoding/json"
	"io"
	"net"
	"net/netip"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/server/exec"
	"arcade/sessions/client"
	"arcade/sessions/term"
)

// Before a session starts, the server accepts a client's request within limits, or refuses it.
func FuzzRequests(f *testing.F) {
	f.Add(uint8(0), gossh.Marshal(struct{ K, V string }{"LC_ALL", "ko_KR.UTF-8"}))
	f.Add(uint8(1), gossh.Marshal(struct {
		Term       string
		W, H, X, Y uint32
		Modes      string
	}{"xterm-256color", 80, 24, 0, 0, ""}))
	f.Add(uint8(2), gossh.Marshal(struct{ W, H, X, Y uint32 }{1 << 31, 0, 0, 0}))
	f.Add(uint8(3), gossh.Marshal(struct{ Command string }{"whoami"}))
	f.Fuzz(func(t *testing.T, kind uint8, payload []byte) {
		s := &session{late: time.NewTimer(time.Hour)}
		passed := 0
		for range maxEnv + 2 {
			kind := []string{"env", "pty-req", "window-change", "exec", "shell", "signal", "subsystem", "auth-agent-req@openssh.com"}[kind%8]
			if pass, _ := s.requested(&gossh.Request{Type: kind, Payload: payload}); pass && kind != "pty-req" {
				passed++ // wish itself refuses a second terminal
			}
		}
		if passed > maxEnv {
			t.Errorf("%d requests are wish's", passed)
		}
		select {
		case w := <-s.resizes:
			if size, ok := (client.Size{Width: w.Width, Height: w.Height}).Clamp(); ok && (size.Width < 1 || size.Height < 1 || size.Width > 500 || size.Height > 200) {
				t.Errorf("drawn at %v", size)
			}
		default:
		}
		var c struct{ Command string }
		if gossh.Unmarshal(payload, &c) == nil {
			_, _ = exec.Split(c.Command)
			_ = lang([]string{"LC_ALL=" + c.Command}, "ko")
			_ = term.Environment(term.Terminal{Term: c.Command, Env: []string{"LC_ALL=" + c.Command}})
			_ = term.CheckTerm(c.Command)
		}
	})
}

// fromProxy is a connection from a proxy's address.
type fromProxy struct{ net.Conn }

func (fromProxy) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 1} }

// The first bytes of a proxy are a header with an address, or are refused.
func FuzzProxyHeader(f *testing.F) {
	f.Add([]byte("PROXY TCP4 192.0.2.1 192.0.2.2 56324 22\r\nSSH-2.0-x\r\n"))
	f.Add([]byte("PROXY TCP6 2001:db8::1 2001:db8::2 1 2\r\n"))
	f.Add([]byte("PROXY UNKNOWN\r\n"))
	f.Add([]byte("\r\n\r\n\x00\r\nQUIT\n\x21\x11\x00\x0c\xc0\x00\x02\x01\xc0\x00\x02\x02\x00\x01\x00\x02SSH"))
	f.Add([]byte("\r\n\r\n\x00\r\nQUIT\n\x20\x00\xff\xff"))
	s := &Server{headers: make(chan struct{}, 1), cfg: Config{
		Limits: Limits{Handshake: time.Second}, Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")},
	}}
	f.Fuzz(func(t *testing.T, sent []byte) {
		near, far := net.Pipe()
		go func() {
			_, _ = far.Write(sent)
			_ = far.Close()
		}()
		nc, why := s.unproxied(fromProxy{near})
		if why == "" {
			if !addrPort(nc.RemoteAddr()).IsValid() {
				t.Errorf("%q comes from %v", sent, nc.RemoteAddr())
			}
			_ = networksOf(nc.RemoteAddr())
			_, _ = io.Copy(io.Discard, nc)
		}
		_ = near.Close()
		if len(s.headers) != 0 {
			t.Error("a place for headers is kept")
		}
	})
}

// A ban or a list of trusted networks that parses is stable: its text parses to the same value.
func FuzzNetworks(f *testing.F) {
	for _, s := range []string{"192.0.2.1", "192.0.2.0/24", "[2001:db8::1]:22", "::ffff:10.0.0.1/100", "SHA256:", "10.0.0.0/8, fd00::1", "fe80::1%eth0", "0.0.0.0/0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if target, err := ParseTarget(s); err == nil {
			if again, err := ParseTarget(target); err != nil || again != target {
				t.Errorf("%q is %q, which is %q: %v", s, target, again, err)
			}
			if _, err := json.Marshal(Ban{Target: target}); err != nil {
				t.Error(err)
			}
		}
		list, err := ParseProxies(s)
		for _, p := range list {
			if err == nil && (!p.IsValid() || p != p.Masked() || p.Addr().Is4() && p.Bits() < 8 || p.Bits() < 7) {
				t.Errorf("%q trusts %v", s, p)
			}
		}
	})
}

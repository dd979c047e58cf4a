package server

import (
	"bufio"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"arcade/lobby/network"
)

// knock opens a TCP connection and returns the first line, "" for none. It waits until the server has read
// the version of an admitted connection: the server's next message follows that.
func knock(t *testing.T, addr string) (net.Conn, string) {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	_ = c.SetDeadline(time.Now().Add(patience))
	_, _ = io.WriteString(c, "SSH-2.0-test\r\n") // every client sends its version without waiting
	r := bufio.NewReader(c)
	line, _ := r.ReadString('\n')
	_, _ = r.Peek(1)
	return c, strings.TrimSpace(line)
}

const welcome = "SSH-2.0-arcade"

func TestRefusalsSayWhy(t *testing.T) {
	for _, x := range []struct {
		limits Limits
		why    string
	}{
		{Limits{Connections: 2}, refusedFull},
		{Limits{PerAddress: 2}, refusedAddress},
		{Limits{Handshakes: 2}, refusedHandshakes},
	} {
		d := open(t, Config{Limits: x.limits})
		d.stopTime()                               // no connection becomes old enough to make room
		d.gate.random = func(int) int { return 0 } // the server closes the newcomer
		first, line := knock(t, d.addr)
		if line != welcome {
			t.Errorf("the first: %q", line)
		}
		if _, line = knock(t, d.addr); line != welcome {
			t.Errorf("the second: %q", line)
		}
		if _, line = knock(t, d.addr); line != "arcade: "+x.why {
			t.Errorf("the third: %q, want %q", line, x.why)
		}
		first.Close()
		for start := time.Now(); ; { // wait until the server notices
			if _, line = knock(t, d.addr); line == welcome {
				break
			}
			if time.Since(start) > patience {
				t.Fatalf("no room after one has left: %q", line)
			}
		}
	}
}

// Silent connections cannot keep people out: the server closes the oldest in time.
func TestOldHandshakesMakeRoom(t *testing.T) {
	d := open(t, Config{Limits: Limits{Handshakes: 2, PerAddress: 100}})
	oldest, _ := knock(t, d.addr)
	knock(t, d.addr)
	d.gate.mu.Lock()
	d.gate.now = func() time.Time { return time.Now().Add(fairHandshake) }
	d.gate.mu.Unlock()
	if _, line := knock(t, d.addr); line != welcome {
		t.Errorf("the third: %q", line)
	}
	if _, err := io.Copy(io.Discard, oldest); err != nil && strings.Contains(err.Error(), "timeout") {
		t.Error("the oldest is still there")
	}
	// Logged-in sessions take no handshake places.
	for range 5 {
		d.dial(t)
	}
}

// A caller's connection that takes long to close delays no newcomer.
func TestSlowHangup(t *testing.T) {
	d := open(t, Config{Limits: Limits{Handshakes: 1}})
	d.stopTime()
	from := netip.MustParseAddrPort("198.51.100.1:1")
	closes, slow := make(chan struct{}), make(chan struct{})
	defer close(slow)
	began := sync.OnceFunc(func() { close(closes) })
	if _, err := d.Knock(from, func() { began(); <-slow }); err != nil {
		t.Fatal(err)
	}
	d.gate.mu.Lock()
	later := d.gate.now().Add(fairSilence)
	d.gate.now = func() time.Time { return later }
	d.gate.mu.Unlock()
	came := make(chan error, 1)
	go func() {
		c, err := d.Knock(from, func() {})
		if err == nil {
			c.Leave()
		}
		came <- err
	}()
	select {
	case <-closes:
	case <-time.After(patience):
		t.Fatal("the silent connection stays")
	}
	select {
	case err := <-came:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Error("the newcomer waits")
	}
}

func TestHandshakeTime(t *testing.T) {
	d := open(t, Config{Limits: Limits{Handshake: 50 * time.Millisecond}})
	c, _ := knock(t, d.addr)
	if _, err := io.Copy(io.Discard, c); err != nil && strings.Contains(err.Error(), "timeout") {
		t.Error("a silent connection is kept")
	}
}

func TestConnectionsWithoutSessionsEnd(t *testing.T) {
	d := open(t, Config{Limits: Limits{Handshake: patience}}) // the time limit of the login
	unused := func(limit time.Duration) {
		d.gate.mu.Lock()
		defer d.gate.mu.Unlock()
		d.gate.limits.Handshake = limit
	}
	unused(50 * time.Millisecond)
	if c, err := d.dialAs(asGuest); err == nil { // its time may end before the client knows that it has logged in
		defer c.Close()
		ended := make(chan struct{})
		go func() { _ = c.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(patience):
			t.Error("a connection without a session is kept")
		}
	}

	// A connection with a session stays while the session lasts.
	unused(patience)
	c := d.dial(t)
	s := openScreen(t, c, "", withPTY("xterm", 80, 24))
	s.out.await(t, "size=80x24")
	d.gate.mu.Lock()
	for c := range d.gate.conns {
		if c.unused != nil {
			t.Error("its time runs while it has a session")
		}
	}
	d.gate.mu.Unlock()
	unused(50 * time.Millisecond)
	_, _ = io.WriteString(s.keys, "q")
	if err := s.wait(t); err != nil {
		t.Error(err)
	}
	_ = c.Wait() // the connection ends after its session
}

func TestIdleBackstop(t *testing.T) {
	d := open(t, Config{Limits: Limits{Idle: 5 * time.Second}})
	s := openScreen(t, d.dial(t), "", withPTY("xterm", 80, 24))
	if err := s.wait(t); err == nil {
		t.Error("ended by itself")
	}
}

func TestSessionsPerConnection(t *testing.T) {
	d := open(t, Config{Limits: Limits{Sessions: 2, Handshake: 2 * patience}})
	c := d.dial(t)
	first := openScreen(t, c, "", withPTY("xterm", 80, 24))
	second := openScreen(t, c, "", withPTY("xterm", 80, 24))
	first.out.await(t, "size")
	second.out.await(t, "size")
	if _, err := c.NewSession(); err == nil || !strings.Contains(err.Error(), "too many sessions") {
		t.Errorf("a third session: %v", err)
	}
	_, _ = io.WriteString(first.keys, "q")
	if err := first.wait(t); err != nil {
		t.Error(err)
	}
	sessions := func() (n int) {
		d.gate.mu.Lock()
		defer d.gate.mu.Unlock()
		for c := range d.gate.conns {
			n += c.sessions
		}
		return n
	}
	for start := time.Now(); sessions() > 1 && time.Since(start) < patience; time.Sleep(time.Millisecond) {
	}
	third, err := c.NewSession()
	if err != nil {
		t.Fatalf("no room after one has ended: %v", err)
	}
	defer third.Close()
	// A client that keeps requesting gets no reply.
	closed := make(chan struct{})
	go func() { _ = c.Wait(); close(closed) }()
	go func() { // the client may wait forever for a reply that was lost with the connection
		for range 4 * maxRefused {
			_, _ = c.NewSession()
		}
	}()
	select {
	case <-closed:
	case <-time.After(patience):
		t.Error("a flood of sessions is answered for ever")
	}
}

func TestNetwork(t *testing.T) {
	for addr, want := range map[string]string{
		"203.0.113.7:1": "203.0.113.7/32", "[::ffff:203.0.113.7]:1": "203.0.113.7/32",
		"[2001:db8:1:2:3:4:5:6]:1": "2001:db8:1:2::/64", "[2001:db8:1:2::9]:9": "2001:db8:1:2::/64", "[fe80::1%eth0]:1": "fe80::/64",
	} {
		a, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := networksOf(a)[network.Address].String(); got != want {
			t.Errorf("%s: %s, want %s", addr, got, want)
		}
	}
}

package server

import (
	"net"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"

	gossh "golang.org/x/crypto/ssh"
)

//go:linkname sendMessage golang.org/x/crypto/ssh.(*mux).sendMessage
func sendMessage(mux unsafe.Pointer, msg any) error

// corked is a client's connection that can send many packets at once.
type corked struct {
	net.Conn
	mu   sync.Mutex
	cork bool
	held []byte
}

func (c *corked) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cork {
		c.held = append(c.held, p...)
		return len(p), nil
	}
	return c.Conn.Write(p)
}

// A client that breaks the protocol, and sends more packets afterwards, leaves nothing behind.
func TestBrokenProtocol(t *testing.T) {
	d := open(t, Config{})
	nc, err := net.Dial("tcp", d.addr)
	if err != nil {
		t.Fatal(err)
	}
	out := &corked{Conn: nc}
	c, _, _, err := gossh.NewClientConn(out, d.addr, &gossh.ClientConfig{User: "x", Auth: []gossh.AuthMethod{asGuest}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience})
	if err != nil {
		t.Fatal(err)
	}
	out.mu.Lock()
	out.cork = true
	out.mu.Unlock()
	mux := reflect.ValueOf(c).Elem().FieldByName("mux").UnsafePointer()
	type data struct { // for a channel number without a channel
		Channel uint32 `sshtype:"94"`
		Data    []byte
	}
	for range 1000 {
		if err := sendMessage(mux, data{7, []byte("x")}); err != nil {
			t.Fatal(err)
		}
	}
	_, _ = nc.Write(out.held)
	_ = c.Close()
	stacks := make([]byte, 1<<20)
	for start := time.Now(); ; runtime.Gosched() {
		all := string(stacks[:runtime.Stack(stacks, true)])
		left := strings.Count(all, "handshakeTransport).readLoop")
		if left == 0 {
			break
		}
		if time.Since(start) > patience {
			t.Fatalf("%d readers are left:\n%s", left, all)
		}
	}
}

// talker is a connection that always has bytes to read.
type talker struct{ line }

func (*talker) Read(p []byte) (int, error) { return len(p), nil }

// Before the callback the library gets too few bytes to fill its channel. A further read waits for the
// callback, or for the connection's end.
func TestBeforeLogin(t *testing.T) {
	for _, begins := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			c, why := newGate(Limits{}.withDefaults()).admit(&talker{line{from: "192.0.2.1"}})
			if c == nil {
				t.Fatal(why)
			}
			p := make([]byte, 4096)
			for _, when := range []string{"before the signature", "after it"} {
				if n, err := c.Read(p); n != beforeLogin || err != nil {
					t.Errorf("%s: read %d bytes, %v", when, n, err)
				}
				c.sign()
			}
			read, n := false, 0
			go func() { n, _ = c.Read(p); read = true }()
			if synctest.Wait(); read {
				t.Fatalf("read %d bytes more", n)
			}
			want := 0
			if begins {
				want = len(p)
				close(c.begins)
			} else {
				_ = c.Close()
			}
			if synctest.Wait(); !read || n != want {
				t.Errorf("begins %v: read %d bytes, want %d", begins, n, want)
			}
		})
	}
}

// A slow session does not disconnect its client.
func TestSlowSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, why := newGate(Limits{}.withDefaults()).admit(&line{from: "192.0.2.1"})
		if c == nil {
			t.Fatal(why)
		}
		c.noise = newNoise(func() {}, func(time.Duration) {})
		stop := make(chan struct{})
		go func() { // 4 KiB a second; the client sends as fast as the session reads
			for {
				select {
				case <-time.After(time.Second):
					c.used(4 << 10)
				case <-stop:
					return
				}
			}
		}()
		for start := time.Now(); time.Since(start) < time.Minute && !c.loud.Load(); {
			c.countReceived(4 << 10)
		}
		close(stop)
		if c.loud.Load() {
			t.Error("disconnected")
		}
	})
}

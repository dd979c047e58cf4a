package e2e

import (
	"errors"
	"fmt"
	"net"
	"reflect"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
)

// writePacket sends a packet of the attacker's own making. The SSH library of the client has
// no way to send these, and its own is the one at hand.
//
//go:linkname writePacket golang.org/x/crypto/ssh.(*handshakeTransport).writePacket
func writePacket(transport unsafe.Pointer, packet []byte) error

// raw is how a client sends any packet.
func raw(c *gossh.Client) func(packet []byte) error {
	transport := reflect.ValueOf(c.Conn).Elem().FieldByName("transport").Elem().UnsafePointer()
	return func(packet []byte) error { return writePacket(transport, append([]byte(nil), packet...)) }
}

// deafConn is a connection that, once on, keeps from its client what comes: the client's SSH
// library would end it at the first answer to a ping.
type deafConn struct {
	net.Conn
	on atomic.Bool
}

func (d *deafConn) Read(p []byte) (n int, err error) {
	for {
		if n, err = d.Conn.Read(p); err != nil || !d.on.Load() {
			return n, err
		}
	}
}

// unread are packets that the server's SSH library answers, drops or keeps without a word to
// the server. A channel's number is the first of a connection's, 0.
var unread = map[string][]byte{
	"pings":              {192, 0, 0, 0, 1, 'x'},
	"ignore":             {2, 0, 0, 0, 0},
	"debug":              {4, 0, 0, 0, 0, 0, 0, 0, 0, 0},
	"no window":          {93, 0, 0, 0, 0, 0, 0, 0, 0},
	"empty data":         {94, 0, 0, 0, 0, 0, 0, 0, 0},
	"data, byte by byte": {94, 0, 0, 0, 0, 0, 0, 0, 1, 'x'},
	"standard error":     {95, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 'x'},
}

// unreadPackets sends each kind of packet on connections of its own, as fast as they are
// taken, until the server ends them.
func unreadPackets(s *siege) error {
	const each = 2
	var ready sync.WaitGroup
	ready.Add(each * len(unread))
	failed := make(chan error, each*len(unread))
	for name, packet := range unread {
		for range each {
			go func() { failed <- s.unread(name, packet, ready.Done) }()
		}
	}
	ready.Wait()
	errs := []error{s.height(), s.leads()}
	for range cap(failed) {
		errs = append(errs, <-failed)
	}
	return errors.Join(errs...)
}

// unread is one such connection, with a session that reads nothing: a command that waits for
// its input to end.
func (s *siege) unread(name string, packet []byte, ready func()) error {
	ready = sync.OnceFunc(ready)
	defer ready()
	nc, err := s.connect()
	if err != nil {
		return err
	}
	deaf := &deafConn{Conn: nc}
	c, err := door.LogIn(deaf, "mallory", gossh.PublicKeys(door.NewKey(s.t)))
	if err != nil {
		return err
	}
	defer c.Close()
	ch, requests, err := c.OpenChannel("session", nil)
	if err != nil {
		return err
	}
	go gossh.DiscardRequests(requests)
	if ok, err := ch.SendRequest("env", true, gossh.Marshal(struct{ K, V string }{"LC_ALL", "en_US"})); !ok || err != nil {
		return fmt.Errorf("%s: %v, %w", name, ok, err)
	}
	deaf.on.Store(true)
	ready()
	send := raw(c)
	for start := time.Now(); time.Since(start) < 2*door.Patience; {
		if send(packet) != nil {
			return nil
		}
	}
	return fmt.Errorf("%s are taken for ever", name)
}

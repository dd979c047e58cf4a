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

// writePacket sends a packet that the attacker makes. The client's SSH library has no exported function
// for this.
//
//go:linkname writePacket golang.org/x/crypto/ssh.(*handshakeTransport).writePacket
func writePacket(transport unsafe.Pointer, packet []byte) error

// raw returns a function that sends any packet over a client's connection.
func raw(c *gossh.Client) func(packet []byte) error {
	transport := reflect.ValueOf(c.Conn).Elem().FieldByName("transport").Elem().UnsafePointer()
	return func(packet []byte) error { return writePacket(transport, append([]byte(nil), packet...)) }
}

// deafConn is a connection that, once on, hides received bytes from its client. The client's SSH library
// would end it at the first reply to a ping.
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

// unread holds packets that the server's SSH library answers, drops or keeps, and that the server never
// sees. Channel numbers are 0, a connection's first channel.
var unread = map[string][]byte{
	"pings":              {192, 0, 0, 0, 1, 'x'},
	"ignore":             {2, 0, 0, 0, 0},
	"debug":              {4, 0, 0, 0, 0, 0, 0, 0, 0, 0},
	"no window":          {93, 0, 0, 0, 0, 0, 0, 0, 0},
	"empty data":         {94, 0, 0, 0, 0, 0, 0, 0, 0},
	"data, byte by byte": {94, 0, 0, 0, 0, 0, 0, 0, 1, 'x'},
	"standard error":     {95, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 'x'},
}

// unreadPackets sends each kind of packet on separate connections, as fast as the server takes them,
// until the server closes the connections.
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

// unread runs one such connection, with a session that reads nothing: its command waits for the end of
// its input.
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

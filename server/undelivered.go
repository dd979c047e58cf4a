package server

import (
	"reflect"
	"unsafe"

	gossh "golang.org/x/crypto/ssh"
)

// The SSH library reads a connection in one goroutine and serves it in another. A channel of 16 packets
// connects them. The serving goroutine ends at a packet that breaks the protocol, and then waits for the
// reading goroutine to end (handshakeTransport.Close). If the channel is full, the reading goroutine
// waits too, and both wait forever. Each such connection keeps three goroutines and up to idleBurst
// bytes. So a closing connection empties the channel.
//
// The channel belongs to the library. [gossh.ServerConfig.PreAuthConnCallback] is the first call that
// hands out its owner. Before that call a client cannot send enough to fill the channel.

// beforeLogin limits the bytes of one read before the callback, and of all reads between the server's
// signature and the callback. Both together are fewer than 17 packets of 28 bytes, the smallest size: 16
// in the channel and one in the reading goroutine.
const beforeLogin = 200

// begun is the library's callback before a login. It finds the channel of the connection.
func (c *conn) begun(sc gossh.ServerPreAuthConn) {
	packets := undelivered(sc)
	c.gate.mu.Lock()
	gone := c.gone
	c.packets = packets
	c.gate.mu.Unlock()
	close(c.begins)
	if gone {
		go throwAway(packets)
	}
}

// sign records that the server has signed in the key exchange.
func (c *conn) sign() { c.signed.Store(true) }

// part returns how many of n bytes the library may read now. It waits for the callback if the
// client has sent enough. ok is false if the connection closes first.
func (c *conn) part(n int) (m int, ok bool) {
	select {
	case <-c.begins:
		return n, true
	default:
	}
	if !c.signed.Load() {
		return min(n, beforeLogin), true
	}
	if left := beforeLogin - c.after; left > 0 {
		return min(n, left), true
	}
	select {
	case <-c.begins:
		return n, true
	case <-c.closed:
		return 0, false
	}
}

// undelivered returns a connection's channel of packets. It returns nil if a new version of the
// library has no such channel; TestBrokenProtocol fails then.
func undelivered(sc gossh.ServerPreAuthConn) <-chan []byte {
	v := reflect.ValueOf(sc)
	for _, name := range []string{"transport", "incoming"} {
		for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			return nil
		}
		v = v.FieldByName(name)
	}
	if !v.IsValid() || v.Type() != reflect.TypeFor[chan []byte]() {
		return nil
	}
	return *(*chan []byte)(unsafe.Pointer(v.UnsafeAddr()))
}

// throwAway empties the channel until the library closes it, soon after the connection.
func throwAway(packets <-chan []byte) {
	if packets == nil {
		return
	}
	for range packets {
	}
}

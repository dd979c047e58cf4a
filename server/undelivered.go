package server

import (
	"reflect"
	"unsafe"

	gossh "golang.org/x/crypto/ssh"
)

// The SSH library reads a connection in one goroutine and serves it in another, with a channel
// of 16 packets between them. Where the second ends first, as at a packet that breaks the
// protocol, the first waits for ever to hand over the next packet, and the second for the first
// (handshakeTransport.Close): three goroutines and up to idleBurst bytes stay for each such
// connection. So what is left in that channel is thrown away when a connection closes.
//
// The channel is the library's own. [gossh.ServerConfig.PreAuthConnCallback] is the first that
// tells of the connection which has it. Until then a client may send too few bytes to fill it.

// beforeLogin is how many bytes at once, and how many after the server has signed, the library
// gets until the callback: the end of the key exchange and the request to log in. A channel of 16
// packets and the goroutine's own hold 17 of them, the smallest has 28 bytes.
const beforeLogin = 200

// begun notes the library's connection, which is about to log in.
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

// sign notes that the key exchange is nearly over: see [beforeLogin].
func (c *conn) sign() { c.signed.Store(true) }

// part is how much of n bytes the library may read now. It waits where a client has sent enough
// for the login to begin; ok is false where the connection has closed.
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

// undelivered is the channel of a connection's packets, nil where the library has no such
// channel any more: TestBrokenProtocol tells.
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

// throwAway takes what comes until the channel is closed: soon, as the connection is.
func throwAway(packets <-chan []byte) {
	if packets == nil {
		return
	}
	for range packets {
	}
}

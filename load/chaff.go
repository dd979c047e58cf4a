package load

import (
	"math/rand/v2"
	"reflect"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/crypto/ssh"
)

// Since version 9.5 OpenSSH's client hides the times of keys from a server that announces
// ping@openssh.com (ObscureKeystrokeTiming in ssh_config). From the first key on it sends a packet every
// 20 ms, a key or else a ping. It stops between 1,024 ms and 3,072 ms after the last key (clientloop.c;
// SSH_KEYSTROKE_DEFAULT_INTERVAL_MS, SSH_KEYSTROKE_CHAFF_MIN_MS and SSH_KEYSTROKE_CHAFF_RNG_MS in
// misc.h). The server answers each ping with a pong of the same text.
const (
	chaffEvery = 20 * time.Millisecond
	chaffLeast = 1024 * time.Millisecond
	chaffMore  = 2048 * time.Millisecond
	chaffText  = "PING!"
)

// ping is SSH2_MSG_PING of OpenSSH's PROTOCOL, 1.9.
type ping struct {
	Data string `sshtype:"192"`
}

// The SSH library has no way to send a ping, and ends a connection at the first pong: it takes it for a
// packet of the channel whose number is the length of the text. But it drops what comes for a channel
// that is not open yet. So there is such a channel of that number.
//
//go:linkname sendMessage golang.org/x/crypto/ssh.(*mux).sendMessage
func sendMessage(mux unsafe.Pointer, msg any) error

//go:linkname newChannel golang.org/x/crypto/ssh.(*mux).newChannel
func newChannel(mux unsafe.Pointer, kind string, direction uint8, extra []byte) unsafe.Pointer

// chaff sends pings around a session's keys.
type chaff struct {
	send  func() error
	until atomic.Int64  // end of the pings, in ns since 1970
	sent  atomic.Int64  // number of pings
	wake  chan struct{} // gets a token when a key has come
}

// newChaff prepares a connection with one open channel.
func newChaff(c ssh.Conn) *chaff {
	mux := reflect.ValueOf(c).Elem().FieldByName("mux").UnsafePointer()
	for range len(chaffText) { // numbers 1 to 5; the session is 0
		newChannel(mux, "chaff", 0, nil)
	}
	return &chaff{send: func() error { return sendMessage(mux, ping{chaffText}) }, wake: make(chan struct{}, 1)}
}

// key makes pings follow a key.
func (x *chaff) key() {
	if x == nil {
		return
	}
	x.until.Store(time.Now().Add(chaffLeast + rand.N(chaffMore)).UnixNano())
	select {
	case x.wake <- struct{}{}:
	default:
	}
}

// run sends the pings until the session has ended.
func (x *chaff) run(ended <-chan struct{}) {
	for {
		select {
		case <-ended:
			return
		case <-x.wake:
		}
		for tick := time.NewTicker(chaffEvery); ; {
			select {
			case <-ended:
				tick.Stop()
				return
			case now := <-tick.C:
				if now.UnixNano() < x.until.Load() {
					if x.send() != nil {
						tick.Stop()
						return
					}
					x.sent.Add(1)
					continue
				}
			}
			tick.Stop()
			break
		}
	}
}

package server

import (
	"io"

	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"
)

// A connection's own messages, which carry no key and no command: keepalives and other
// global requests, opened channels, requests of a session such as a new size of its
// window. Whoever drags a window sends sixty a second, anybody else one now and then.
const (
	noiseRate, noiseBurst = 50, 2000
	// exchangeRate key exchanges a second, after exchangeBurst, are a client's that changes
	// its key after each megabyte. One costs as much as a login.
	exchangeRate, exchangeBurst = 1, 60
)

// noise bounds a connection's own messages.
type noise struct {
	messages, exchanges *rate.Limiter
	tooMuch             func() // counts who is disconnected
}

func newNoise(tooMuch func()) noise {
	return noise{rate.NewLimiter(noiseRate, noiseBurst), rate.NewLimiter(exchangeRate, exchangeBurst), tooMuch}
}

// message counts a message, and closes the connection where there are too many.
func (c *conn) message() { c.bounded(c.noise.messages) }

func (c *conn) bounded(l *rate.Limiter) {
	if l != nil && !l.Allow() && !c.loud.Swap(true) {
		c.noise.tooMuch()
		_ = c.Close()
	}
}

// exchanging is the chance of one connection. The library asks for a signature of the
// host key once in each key exchange, and hands over the chance of its connection: so
// the key knows whose exchange it is.
type exchanging struct {
	io.Reader
	c *conn
}

// countedKey is a host key that counts key exchanges.
type countedKey struct{ gossh.Signer }

// Sign signs for a connection, and counts it.
func (k countedKey) Sign(random io.Reader, data []byte) (*gossh.Signature, error) {
	if e, ok := random.(exchanging); ok {
		e.c.bounded(e.c.noise.exchanges)
	}
	return k.Signer.Sign(random, data)
}

package server

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"
)

// Limits of a connection's own messages, which carry neither keys nor commands: keepalives and other
// global requests, opened channels, and requests of a session such as a new window size. A client whose
// window is dragged sends sixty a second, others one now and then.
const (
	noiseRate, noiseBurst = 50, 2000
	// exchangeRate limits the key exchanges a second after exchangeBurst. The burst is enough for a
	// client that changes its key after each megabyte. An exchange costs as much as a login.
	exchangeRate, exchangeBurst = 1, 60
)

// Limits of the bytes that a connection sends and its sessions do not read. The SSH library answers
// pings, drops empty data and debug messages and keeps unread data, without a hook. So the server counts
// the bytes before the library sees them. The smallest packet has 28 bytes. While a player types, OpenSSH
// sends 50 packets of 60 bytes a second (chaff) besides the keys.
const (
	idleBytes, idleBurst = 16 << 10, 512 << 10 // a second, and at once
	// The server accepts calmBytes without a wait. Beyond them the client waits after every few bytes, so
	// that it sends pacedBytes a second. Small packets are expensive: a client that sent idleBurst in a
	// row would hold a processor for 70 ms, and a few such clients would delay every player's frame.
	calmBytes, pacedBytes = 32 << 10, 64 << 10
	// floodTime is the time after which a client is disconnected that has used up idleBurst and still
	// exceeds the rate.
	floodTime = 10 * time.Second
	// heardBytes keep a client connected if its sessions read as many within floodTime. A slow session
	// makes its client wait, and has its own limit for keys.
	heardBytes = 32 << 10
	// byteCost is the processor time of an unread byte. A bill covers billedBytes of them. It was
	// measured with 20 connections that sent pings of 52 bytes as fast as they were answered.
	byteCost, billedBytes = 140 * time.Nanosecond, 32 << 10
)

// noise limits a connection's own messages.
type noise struct {
	messages, exchanges *rate.Limiter
	tooMuch             func() // counts disconnected clients
	bill                func(time.Duration)
	used                atomic.Int64 // bytes read by sessions, not yet subtracted from level
	own                 atomic.Bool  // the client is the operator's own; its bytes are not limited

	mu      sync.Mutex
	errors  []io.Reader // the sessions' standard errors, until they are watched
	watched bool

	// Only the reading goroutine uses these.
	level float64   // unread bytes
	all   int       // bytes that no session has read since the connection began
	owed  int       // unread bytes that are not billed yet
	at    time.Time // the time of level
	since time.Time // start of the excess; zero: no excess
	heard int       // bytes that sessions have read since then
}

func newNoise(tooMuch func(), bill func(time.Duration)) *noise {
	return &noise{messages: rate.NewLimiter(noiseRate, noiseBurst), exchanges: rate.NewLimiter(exchangeRate, exchangeBurst), tooMuch: tooMuch, bill: bill, at: time.Now()}
}

// countReceived counts n received bytes. A client that sends too many waits. A client that goes on is
// disconnected.
func (c *conn) countReceived(n int) {
	b := c.noise
	if b == nil || b.own.Load() {
		return
	}
	over := b.count(n)
	if b.all > calmBytes {
		c.watch()
	}
	switch {
	case over <= 0:
		if b.level < idleBurst/2 {
			b.since = time.Time{}
		}
		c.pace(n)
		return
	case b.since.IsZero(), b.at.Sub(b.since) >= floodTime && b.heard >= heardBytes:
		b.since, b.heard = b.at, 0
	case b.at.Sub(b.since) >= floodTime:
		c.tooLoud()
		return
	}
	for over > 0 { // a session that reads bytes ends the wait
		wait := time.Duration(over / idleBytes * float64(time.Second))
		time.Sleep(min(max(wait, time.Millisecond), noiseStep))
		over = b.count(0)
	}
}

// pace makes the client wait for the time of n bytes at pacedBytes, while more than calmBytes are unread.
// A session that reads them ends the wait.
func (c *conn) pace(n int) {
	b := c.noise
	end := b.at.Add(time.Duration(n) * time.Second / pacedBytes)
	for step := time.Millisecond; b.level > calmBytes; step = min(2*step, noiseStep) {
		left := end.Sub(b.at)
		if left <= 0 {
			return
		}
		time.Sleep(min(step, left))
		b.count(0)
	}
}

// noiseStep is the interval at which the wait checks whether a session has read.
const noiseStep = 50 * time.Millisecond

// count adds n received bytes, subtracts the bytes that sessions have read and the free ones, bills the
// rest, and returns the excess.
func (b *noise) count(n int) (over float64) {
	now := time.Now()
	used := int(b.used.Swap(0))
	b.heard += used
	b.all += n - used
	b.level = max(0, b.level-float64(used)-idleBytes*now.Sub(b.at).Seconds()) + float64(n)
	b.at = now
	if b.owed = max(0, b.owed-used) + n; b.owed >= billedBytes {
		b.bill(time.Duration(b.owed) * byteCost)
		b.owed = 0
	}
	return b.level - idleBurst
}

// neverRead records a session's standard error, to which no client sends. Nobody reads those bytes, so the
// SSH library would keep them all. A goroutine that watches is expensive for an idle session, so the first
// one starts once the connection has sent calmBytes that no session has read. Opening a session is among
// these bytes, so the list stays short.
func (c *conn) neverRead(stderr io.Reader) {
	c.noise.mu.Lock()
	defer c.noise.mu.Unlock()
	c.noise.errors = append(c.noise.errors, stderr)
	if c.noise.watched {
		c.watchAll()
	}
}

// watch disconnects a client that sends, or has sent, to the standard error of a session.
func (c *conn) watch() {
	c.noise.mu.Lock()
	defer c.noise.mu.Unlock()
	c.noise.watched = true
	c.watchAll()
}

// watchAll starts to watch the recorded standard errors. The caller holds the lock.
func (c *conn) watchAll() {
	for _, stderr := range c.noise.errors {
		go func() {
			var p [1]byte
			if n, _ := stderr.Read(p[:]); n > 0 {
				c.tooLoud()
			}
		}()
	}
	c.noise.errors = nil
}

// used subtracts n bytes that a session has read.
func (c *conn) used(n int) { c.noise.used.Add(int64(n)) }

// tooLoud disconnects a client that exceeds the limits of every honest client.
func (c *conn) tooLoud() {
	if !c.loud.Swap(true) {
		c.noise.tooMuch()
		_ = c.Close()
	}
}

// message counts a message, and closes the connection if there are too many.
func (c *conn) message() { c.bounded(c.noise.messages) }

func (c *conn) bounded(l *rate.Limiter) {
	if !l.Allow() {
		c.tooLoud()
	}
}

// exchanging is a connection's random source. In each key exchange the library asks the host key for one
// signature, and passes the connection's random source. That identifies the connection to the key.
type exchanging struct {
	io.Reader
	c *conn
}

// countedKey is a host key that counts key exchanges.
type countedKey struct{ gossh.Signer }

// Sign signs for a connection, and counts the key exchange.
func (k countedKey) Sign(random io.Reader, data []byte) (*gossh.Signature, error) {
	if e, ok := random.(exchanging); ok {
		e.c.bounded(e.c.noise.exchanges)
		e.c.sign()
	}
	return k.Signer.Sign(random, data)
}

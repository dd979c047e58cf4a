package server

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"net"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"arcade/lobby/network"
)

// Limits limits the use of connections. Zero values mean the defaults.
type Limits struct {
	// Connections limits the number of connections in all; by default 2000. Beyond it, and beyond a
	// network's share, one of them makes room; see eviction.go.
	Connections int
	// PerAddress limits the connections from one IPv4 address or one IPv6 /64; by default 20. A
	// neighbourhood and a provider have connShares of it.
	PerAddress int
	// Handshakes limits the unauthenticated connections; by default 64. Beyond it, one of them makes
	// room; see eviction.go.
	Handshakes int
	// Handshake limits the time from the connection to the end of authentication, and the time that a
	// connection may be without a session; by default 15 s.
	Handshake time.Duration
	// Sessions limits the simultaneous sessions of a connection; by default 4.
	Sessions int
	// PerPlayer limits the simultaneous sessions, screens and commands, of a player over all its
	// connections; by default 8. The guests of one address may have PerAddress together.
	PerPlayer int
	// ConnectRate limits the connections from one address in a minute. LoginRate limits the logins that
	// begin in a second; a login begins with the client's first bytes. 0 means no limit.
	ConnectRate, LoginRate int
	// Idle is the time after which a connection without any traffic is closed; by default 24 h. It is a
	// last resort: keys, not bytes, decide whether a player is idle.
	Idle time.Duration
}

func (l Limits) withDefaults() Limits {
	setDefault(&l.Connections, 2000)
	setDefault(&l.PerAddress, 20)
	setDefault(&l.Handshakes, 64)
	setDefault(&l.Handshake, 15*time.Second)
	setDefault(&l.Sessions, 4)
	setDefault(&l.PerPlayer, 8)
	setDefault(&l.Idle, 24*time.Hour)
	return l
}

func setDefault[T int | time.Duration](v *T, def T) {
	if *v <= 0 {
		*v = def
	}
}

// Reasons for refusals. The server sends the line before it closes the connection.
const (
	refusedFull       = "the arcade is full, try again later"
	refusedAddress    = "too many connections from your address"
	refusedNetwork    = "too many connections from your network, try again later"
	refusedHandshakes = "too many logins at once, try again in a moment"
	refusedRate       = "too many connections from your address, try again in a minute"
	refusedDirect     = "come in by the arcade's own address"
	refusedHeader     = "the proxy did not say whose connection this is"
	refusedDraining   = "the arcade is restarting, try again in a minute"
)

// gate counts connections and admits them.
type gate struct {
	limits Limits
	now    func() time.Time

	mu        sync.Mutex
	closed    bool
	conns     map[*conn]struct{}
	from      network.Counts
	handshake []*conn // unauthenticated, oldest first
	rates     *rates
	random    func(n int) int // from 0 to n-1
	evicted   uint64          // connections that made room
	keyless   keyless
	ends      func(*conn) // ends the sessions of a connection that made room; it may block
}

func newGate(l Limits) *gate {
	return &gate{limits: l, now: time.Now, conns: map[*conn]struct{}{}, rates: newRates(l), random: rand.IntN, ends: func(*conn) {}}
}

// admit admits a connection, or returns the reason for its refusal.
func (g *gate) admit(nc net.Conn) (*conn, string) {
	c := &conn{Conn: nc, gate: g, from: networksOf(nc.RemoteAddr()), begins: make(chan struct{}), closed: make(chan struct{})}
	g.mu.Lock()
	defer g.mu.Unlock()
	c.since = g.now()
	c.heard.Store(c.since.UnixMilli())
	switch {
	case g.closed:
		return nil, refusedDraining
	case g.from[network.Address][c.from[network.Address]] >= g.limits.PerAddress:
		return nil, refusedAddress
	}
	if !g.rates.connection(c.from[network.Address], c.since) {
		return nil, refusedRate
	}
	out, why := g.leaving(c)
	if why != "" {
		return nil, why
	}
	for _, o := range out {
		g.evict(o)
	}
	g.conns[c] = struct{}{}
	g.from.Add(c.from, 1)
	g.handshake = append(g.handshake, c)
	return c, ""
}

// evict takes the places of a connection that makes room, and closes it: at once before its login, else
// when its sessions have told their players. The lock is held.
func (g *gate) evict(c *conn) {
	g.evicted++
	if slices.Contains(g.handshake, c) {
		_ = c.Conn.Close() // the connection's own goroutine does the rest
	} else {
		go g.ends(c)
	}
	c.forget()
}

// closeAll shuts the gate and closes every connection.
func (g *gate) closeAll() {
	g.shut()
	g.close(func(*conn) bool { return true })
}

// close closes the connections for which match is true.
func (g *gate) close(match func(*conn) bool) {
	g.mu.Lock()
	var all []*conn
	for c := range g.conns {
		if match(c) {
			all = append(all, c)
		}
	}
	g.mu.Unlock()
	for _, c := range all {
		_ = c.Close()
	}
}

// shut refuses all connections from now on.
func (g *gate) shut() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
}

// conn is one admitted connection.
type conn struct {
	net.Conn
	gate   *gate
	from   network.Nets
	since  time.Time
	heard  atomic.Int64           // the time of the last input of its sessions, in ms since 1970
	lost   atomic.Bool            // it belongs to a page's session whose socket is gone
	spoke  atomic.Bool            // the client has sent something
	late   func(why string)       // sends the client the reason why it may not log in now
	noise  *noise                 // limits its own messages
	key    atomic.Pointer[string] // the key's fingerprint, once a session is opened
	loud   atomic.Bool            // it has sent too many of its own messages
	unable atomic.Bool            // it has not tried to log in after it was told how
	framed atomic.Bool            // it has shown a screen

	signed atomic.Bool   // the server has signed in its key exchange
	after  int           // bytes read since then; only the reading goroutine uses it
	begins chan struct{} // closed when it begins to log in
	closed chan struct{} // closed when the connection is gone

	// gate.mu guards these.
	gone     bool
	out      bool          // its places are released
	packets  <-chan []byte // packets that the library has read since the login began
	sessions int
	refused  int         // refused sessions
	unused   *time.Timer // runs while the connection is authenticated without a session
}

// maxRefused limits the refused sessions of a connection before it is closed. Each one costs memory until
// the client has read the refusal.
const maxRefused = 64

// Read records that the client has sent something, and waits if it sends too much. With its first bytes
// the client begins to log in, or gets the reason why it may not.
func (c *conn) Read(p []byte) (int, error) {
	most, ok := c.part(len(p))
	if !ok {
		return 0, net.ErrClosed
	}
	n, err := c.Conn.Read(p[:most])
	if n > 0 {
		if c.signed.Load() {
			c.after += n
		}
		if !c.spoke.Load() {
			wait, why := c.answered()
			if why != "" {
				c.late(why)
				return 0, errLate
			}
			select {
			case <-time.After(wait):
			case <-c.closed:
			}
		}
		c.countReceived(n)
	}
	return n, err
}

// errLate ends a login that exceeds the limits.
var errLate = errors.New(refusedHandshakes)

// answered counts the login of a client that has sent its first bytes. It returns how long the login must
// wait, or the reason why the client may not log in now.
func (c *conn) answered() (wait time.Duration, why string) {
	g := c.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	fresh := !slices.ContainsFunc(g.handshake, func(o *conn) bool { return o.spoke.Load() && o.provider() == c.provider() })
	c.spoke.Store(true)
	now := g.now()
	if !g.rates.login(fresh, now) {
		return 0, refusedHandshakes
	}
	return g.rates.begin(now), ""
}

// Close closes the connection and releases its places.
func (c *conn) Close() error {
	c.release()
	return c.Conn.Close()
}

// release releases the connection's places.
func (c *conn) release() {
	g := c.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if c.gone {
		return
	}
	c.gone = true
	close(c.closed)
	if c.packets != nil {
		go throwAway(c.packets)
	}
	c.forget()
	if c.unable.Load() {
		g.keyless.add(c.from[network.Address], g.now())
	}
	if c.unused != nil {
		c.unused.Stop()
	}
}

// forget releases the connection's places. The lock is held.
func (c *conn) forget() {
	if c.out {
		return
	}
	c.out = true
	delete(c.gate.conns, c)
	c.gate.from.Add(c.from, -1)
	c.leaveHandshake()
}

func (c *conn) leaveHandshake() {
	if i := slices.Index(c.gate.handshake, c); i >= 0 {
		c.gate.handshake = slices.Delete(c.gate.handshake, i, i+1)
	}
}

// age returns the time since the connection began.
func (c *conn) age() time.Duration { return c.gate.now().Sub(c.since) }

// authenticated ends the handshake. The client must open a session next.
func (c *conn) authenticated() {
	c.gate.mu.Lock()
	defer c.gate.mu.Unlock()
	c.leaveHandshake()
	c.wait()
}

// wait starts the time limit of a connection without a session.
func (c *conn) wait() {
	if c.gone || c.sessions > 0 {
		return
	}
	c.unused = time.AfterFunc(c.gate.limits.Handshake, func() {
		c.gate.mu.Lock()
		unused := c.sessions == 0
		c.gate.mu.Unlock()
		if unused {
			_ = c.Close()
		}
	})
}

// open counts one more session. It returns false beyond the limit, and closes a connection that keeps
// requesting.
func (c *conn) open() bool {
	c.gate.mu.Lock()
	if c.sessions < c.gate.limits.Sessions {
		c.sessions++
		if c.unused != nil {
			c.unused.Stop()
			c.unused = nil
		}
		c.gate.mu.Unlock()
		return true
	}
	c.refused++
	spam := c.refused > maxRefused
	c.gate.mu.Unlock()
	if spam {
		_ = c.Close()
	}
	return false
}

// sessionEnded counts one session less.
func (c *conn) sessionEnded() {
	c.gate.mu.Lock()
	defer c.gate.mu.Unlock()
	c.sessions--
	c.wait()
}

// networksOf returns the networks of a connection's address. All connections that are not TCP count as
// one address.
func networksOf(a net.Addr) network.Nets { return network.Of(addrPort(a).Addr()) }

// address returns the address, or the IPv6 /64, that the connection comes from.
func (c *conn) address() netip.Prefix { return c.from[network.Address] }

// refusalLine returns a refusal as one line. RFC 4253, 4.2, allows lines before the version.
func refusalLine(why string) []byte { return []byte("arcade: " + why + "\r\n") }

// refusalPacket returns a refusal for a client after the version: SSH's disconnect message (RFC 4253,
// 11.1), with the reason "too many connections", in an unencrypted packet (6).
func refusalPacket(why string) []byte {
	payload := binary.BigEndian.AppendUint32([]byte{1}, 12)
	payload = binary.BigEndian.AppendUint32(payload, uint32(len(why)))
	payload = append(payload, why...)
	payload = binary.BigEndian.AppendUint32(payload, 0) // no language tag
	const block, least = 8, 4
	padding := least + block - (4+1+len(payload)+least)%block
	packet := binary.BigEndian.AppendUint32(nil, uint32(1+len(payload)+padding))
	packet = append(append(packet, byte(padding)), payload...)
	return append(packet, make([]byte, padding)...)
}

// refuse sends a client the reason, and waits a moment for the client to read it. Closing at once, with
// unread bytes of the client, would reset the connection and lose the reason.
func refuse(nc net.Conn, said []byte, linger chan struct{}) {
	_ = nc.SetDeadline(time.Now().Add(lingerTime))
	_, err := nc.Write(said)
	tcp, ok := nc.(*net.TCPConn)
	if err != nil || !ok {
		return
	}
	select {
	case linger <- struct{}{}:
	default: // in a flood only some refusals wait
		return
	}
	defer func() { <-linger }()
	_ = tcp.CloseWrite()
	p := make([]byte, 512)
	for {
		if _, err := tcp.Read(p); err != nil {
			return
		}
	}
}

const (
	lingerTime = 500 * time.Millisecond
	maxLinger  = 32
)

package server

import (
	"net/netip"
	"time"
)

const (
	// fairHandshake is the time that a client needs to log in over a slow link.
	fairHandshake = 3 * time.Second
	// fairSilence is the time within which a client sends its first bytes: every client sends its version
	// at once.
	fairSilence = time.Second
)

// wider returns the network that usually belongs to one provider, or to one customer with many machines:
// an IPv4 /16 or an IPv6 /32. An attacker who has many addresses has them there.
func wider(from netip.Prefix) netip.Prefix {
	bits := 16
	if from.Addr().Is6() {
		bits = 32
	}
	p, _ := from.Addr().Prefix(bits)
	return p
}

// crowds counts connections without a login by their wider network; the lock is held.
func (g *gate) crowds() map[netip.Prefix]int {
	n := map[netip.Prefix]int{}
	for _, c := range g.handshake {
		n[wider(c.from)]++
	}
	return n
}

// makesRoom picks the connection that the server closes for a newcomer. It returns its index in the
// connections that have not logged in, or -1 to close the newcomer. Silent connections go first, then
// connections of the most crowded network: one that had fairHandshake to log in, else a random one. A
// newcomer from that network is closed with a chance of one half, so people who share a network with an
// attacker come in after some attempts. The lock is held.
func (g *gate) makesRoom(newcomer *conn, pending map[netip.Prefix]int) int {
	// best picks, among the connections that may go, one of the most crowded network. Between equally
	// crowded networks it prefers a silent connection, then the oldest.
	best := func(may func(c *conn, age time.Duration) bool) (at int) {
		at = -1
		for i, c := range g.handshake {
			if !may(c, newcomer.since.Sub(c.since)) {
				continue
			}
			if at < 0 || before(c, g.handshake[at], pending) {
				at = i
			}
		}
		return at
	}
	if at := best(func(c *conn, age time.Duration) bool { return !c.spoke.Load() && age >= fairSilence }); at >= 0 {
		return at
	}
	first := best(func(*conn, time.Duration) bool { return true })
	crowd := wider(g.handshake[first].from)
	if at := best(func(c *conn, age time.Duration) bool {
		return age >= fairHandshake && pending[wider(c.from)] == pending[crowd]
	}); at >= 0 {
		return at
	}
	if own := pending[wider(newcomer.from)]; own > 0 && own >= pending[crowd] && g.random(2) == 0 {
		return -1
	}
	nth := g.random(pending[crowd])
	for i, c := range g.handshake {
		if wider(c.from) == crowd {
			if nth == 0 {
				return i
			}
			nth--
		}
	}
	return first
}

// before reports whether the server closes c rather than an older connection: c's network is more
// crowded, or both are equally crowded and only the older connection has sent something.
func before(c, older *conn, pending map[netip.Prefix]int) bool {
	own, other := pending[wider(c.from)], pending[wider(older.from)]
	return own > other || own == other && older.spoke.Load() && !c.spoke.Load()
}

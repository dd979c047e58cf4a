package server

import (
	"net/netip"
	"time"

	"arcade/lobby/network"
)

const (
	// fairHandshake is the time that a client needs to log in over a slow link.
	fairHandshake = 3 * time.Second
	// fairSilence is the time within which a client sends its first bytes: every client sends its version
	// at once.
	fairSilence = time.Second
)

// connShares are the shares of connections. No network has nearly all of them.
var connShares = network.Shares{1, 4, 16}

// keyIdle is the time without input after which a player with a key makes room like a guest. A guest
// makes room at any time.
const keyIdle = 10 * time.Minute

// leaving picks the connections that make room for a newcomer: in a network that has its share, among the
// connections, and among those without a login. It returns a reason if the newcomer cannot come in. The
// lock is held.
func (g *gate) leaving(c *conn) (out []*conn, why string) {
	if len(g.handshake) >= g.limits.Handshakes {
		at := g.makesRoom(c, g.crowds())
		if at < 0 {
			return nil, refusedHandshakes
		}
		out = append(out, g.handshake[at])
	}
	g.from.Add(c.from, 1) // for the comparison
	defer g.from.Add(c.from, -1)
	full := func(all, most int, why string, within func(*conn) bool) string {
		for _, o := range out {
			if within(o) {
				all--
			}
		}
		if all <= most {
			return ""
		}
		o := g.idlest(c, within)
		if o == nil {
			return why
		}
		out = append(out, o)
		return ""
	}
	for i := network.Neighbourhood; i < network.Levels && why == ""; i++ {
		why = full(g.from[i][c.from[i]], g.limits.PerAddress*connShares[i], refusedNetwork, func(o *conn) bool { return o.from[i] == c.from[i] })
	}
	if why == "" {
		why = full(len(g.conns)+1, g.limits.Connections, refusedFull, func(*conn) bool { return true })
	}
	return out, why
}

// idlest picks, among connections with a session, the one that makes room for a newcomer, nil for none. A
// page that lost its socket goes first. Then it is a connection of the most crowded networks, if they are
// no less crowded than the newcomer's: a guest's before a player's with a key, and the longest idle one.
// The lock is held.
func (g *gate) idlest(c *conn, within func(*conn) bool) (out *conn) {
	now := c.since.UnixMilli()
	for o := range g.conns {
		switch {
		case !within(o) || o.sessions == 0 || out != nil && !o.idler(out):
		case o.lost.Load() && o.address() == c.address(): // the newcomer may be this page, which comes back
		case o.lost.Load(), g.from.Compare(o.from, c.from) >= 0 && (o.guest() || now-o.heard.Load() >= keyIdle.Milliseconds()):
			out = o
		}
	}
	return out
}

// idler reports whether c makes room before o. The lock is held.
func (c *conn) idler(o *conn) bool {
	if lost := c.lost.Load(); lost != o.lost.Load() {
		return lost
	}
	if more := c.gate.from.Compare(c.from, o.from); more != 0 {
		return more > 0
	}
	if guest := c.guest(); guest != o.guest() {
		return guest
	}
	return c.heard.Load() < o.heard.Load()
}

// guest reports whether the connection is a guest's.
func (c *conn) guest() bool {
	key := c.key.Load()
	return key != nil && *key == ""
}

// crowds counts connections without a login by their provider; the lock is held.
func (g *gate) crowds() map[netip.Prefix]int {
	n := map[netip.Prefix]int{}
	for _, c := range g.handshake {
		n[c.provider()]++
	}
	return n
}

// provider returns the network that usually belongs to one provider, or to one customer with many
// machines. An attacker who has many addresses has them there.
func (c *conn) provider() netip.Prefix { return c.from[network.Provider] }

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
	crowd := g.handshake[first].provider()
	if at := best(func(c *conn, age time.Duration) bool {
		return age >= fairHandshake && pending[c.provider()] == pending[crowd]
	}); at >= 0 {
		return at
	}
	if own := pending[newcomer.provider()]; own > 0 && own >= pending[crowd] && g.random(2) == 0 {
		return -1
	}
	nth := g.random(pending[crowd])
	for i, c := range g.handshake {
		if c.provider() == crowd {
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
	own, other := pending[c.provider()], pending[older.provider()]
	return own > other || own == other && older.spoke.Load() && !c.spoke.Load()
}

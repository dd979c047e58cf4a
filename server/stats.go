package server

import (
	"io"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

// Stats are the server's counters at one moment. Totals count from the start.
type Stats struct {
	// Handshakes counts connections before the login, Sessionless logged-in connections without a
	// session, Serving the others.
	Handshakes, Sessionless, Serving int
	// Accepted counts admitted connections.
	Accepted uint64
	// Refused counts refusals by reason, including 0: "full", "address", "handshakes", "draining",
	// "banned_network" and others for connections, "banned_key" and "sessions" for sessions.
	Refused map[string]uint64
	// Keys and Guests count the logins with a key and without one.
	Keys, Guests uint64
	// Sessions counts the running sessions by kind, Opened all sessions so far.
	Sessions, Opened [kinds]uint64
	// Ended counts the sessions that have ended, by reason, including 0.
	Ended map[Ending]uint64
	// Written counts the bytes sent to screens.
	Written uint64
}

// counts are the server's counters.
type counts struct {
	accepted, keys, guests, written atomic.Uint64
	opened                          [kinds]atomic.Uint64

	mu      sync.Mutex
	refused map[string]uint64
	ended   map[Ending]uint64
}

// end counts the end of a session.
func (c *counts) end(as Ending) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended == nil {
		c.ended = map[Ending]uint64{}
	}
	c.ended[as]++
}

// refusals names the refusals.
var refusals = map[string]string{
	refusedFull: "full", refusedAddress: "address", refusedNetwork: "network", refusedHandshakes: "handshakes", refusedRate: "rate",
	refusedDirect: "direct", refusedHeader: "header", refusedDraining: "draining",
}

// Reasons without a fixed line.
const (
	bannedNetwork   = "banned_network"
	bannedKey       = "banned_key"
	tooManySessions = "sessions"
	oldAlgorithms   = "algorithms"
	weakKey         = "weak_key"
	madeRoom        = "made_room"
	tooMuchNoise    = "noise"
)

var lineless = []string{bannedNetwork, bannedKey, tooManySessions, oldAlgorithms, weakKey, tooMuchNoise}

// refuse counts a refusal by its line, as "other" if the line has no name.
func (c *counts) refuse(why string) {
	name, ok := refusals[why]
	if !ok {
		name = "other"
	}
	c.refuseAs(name)
}

func (c *counts) refuseAs(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refused == nil {
		c.refused = map[string]uint64{}
	}
	c.refused[name]++
}

// Stats returns the counters.
func (srv *Server) Stats() Stats {
	st := Stats{
		Accepted: srv.counts.accepted.Load(), Keys: srv.counts.keys.Load(), Guests: srv.counts.guests.Load(),
		Written: srv.counts.written.Load(),
	}
	for k := range kinds {
		st.Opened[k] = srv.counts.opened[k].Load()
	}
	st.Refused = map[string]uint64{}
	for _, name := range slices.Concat(slices.Collect(maps.Values(refusals)), lineless) {
		st.Refused[name] = 0
	}
	srv.counts.mu.Lock()
	maps.Copy(st.Refused, srv.counts.refused)
	st.Ended = map[Ending]uint64{}
	for _, as := range Endings {
		st.Ended[as] = srv.counts.ended[as]
	}
	srv.counts.mu.Unlock()
	srv.gate.mu.Lock()
	st.Refused[madeRoom] = srv.gate.evicted
	srv.gate.mu.Unlock()
	srv.roll.each(func(_ *listed, p Present) { st.Sessions[p.Kind]++ })
	st.Handshakes, st.Sessionless, st.Serving = srv.gate.states()
	return st
}

// states counts the connections by their stage.
func (g *gate) states() (handshakes, sessionless, serving int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	handshakes = len(g.handshake)
	for c := range g.conns {
		if c.sessions > 0 {
			serving++
		}
	}
	return handshakes, max(len(g.conns)-handshakes-serving, 0), serving
}

// Draining reports whether a shutdown has begun.
func (srv *Server) Draining() bool {
	select {
	case <-srv.draining.Done():
		return true
	default:
		return false
	}
}

// countingWriter counts the bytes that go to a screen.
type countingWriter struct {
	w        io.Writer
	all, own *atomic.Uint64
}

func (c countingWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.all.Add(uint64(max(n, 0)))
	c.own.Add(uint64(max(n, 0)))
	return n, err
}

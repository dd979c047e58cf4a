package server

import (
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
	"time"
)

// line is a connection with only an address, which can be closed.
type line struct {
	net.Conn
	from   string
	closed bool
}

func (l *line) RemoteAddr() net.Addr {
	a, _ := net.ResolveTCPAddr("tcp", l.from+":1")
	return a
}
func (l *line) Close() error { l.closed = true; return nil }

// answers lets a connection identify. It returns false if the server closed the connection to make room.
func answers(c *conn) bool {
	if _, why := c.answered(); why != "" {
		_ = c.Close()
		return false
	}
	return true
}

// Attackers open 22 connections a second from 120 addresses for two minutes and never log in. A person
// comes every two seconds, and needs half a second to log in.
func TestCrowd(t *testing.T) {
	for _, tt := range []struct {
		name             string
		attacker, person string // networks
		talks            bool   // the attackers send something before they stop
		rate             int    // connections a second
		least            int    // minimum logins of 60
	}{
		{"silent, from a network each", "", "10.2", false, 120, 60},
		{"silent, from a network each, and many", "", "10.2", false, 200, 60},
		{"silent", "10.1", "10.2", false, 22, 60},
		{"silent, in one's own network", "10.1", "10.1", false, 22, 60},
		{"talking", "10.1", "10.2", true, 22, 60},
		{"talking, in one's own network", "10.1", "10.1", true, 22, 25},
		{"silent and many", "10.1", "10.2", false, 200, 60},
		{"talking and many", "10.1", "10.2", true, 200, 60},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := newGate(Limits{ConnectRate: 60, LoginRate: 50}.withDefaults())
			r := rand.New(rand.NewPCG(1, 2))
			g.random = r.IntN
			now := time.Unix(1e9, 0)
			g.now = func() time.Time { return now }
			in := 0
			type attempt struct {
				c     *conn
				until time.Time
			}
			var persons, attackers []attempt
			for i := range 120 * tt.rate {
				now = now.Add(time.Second / time.Duration(tt.rate))
				from := fmt.Sprintf("%s.1.%d", tt.attacker, i%120)
				if tt.attacker == "" {
					from = fmt.Sprintf("11.%d.1.1", i%120)
				}
				if c, _ := g.admit(&line{from: from}); c != nil && (!tt.talks || answers(c)) {
					attackers = append(attackers, attempt{c, now.Add(g.limits.Handshake)})
				}
				if i%(2*tt.rate) == 0 {
					if c, _ := g.admit(&line{from: fmt.Sprintf("%s.9.%d", tt.person, i%250)}); c != nil && answers(c) {
						persons = append(persons, attempt{c, now.Add(time.Second / 2)})
					}
				}
				for len(persons) > 0 && !now.Before(persons[0].until) {
					c := persons[0].c
					persons = persons[1:]
					if !c.Conn.(*line).closed {
						c.authenticated()
						in++
					}
					_ = c.Close()
				}
				left := attackers[:0]
				for _, a := range attackers {
					if a.c.Conn.(*line).closed || !now.Before(a.until) {
						_ = a.c.Close() // the connection's own goroutine does this
					} else {
						left = append(left, a)
					}
				}
				attackers = left
				if len(g.handshake) > g.limits.Handshakes {
					t.Fatalf("%d wait", len(g.handshake))
				}
			}
			t.Logf("%d of 60 come in, %d made room", in, g.evicted)
			if in < tt.least-1 { // the last login is not finished
				t.Errorf("%d of 60 come in, want %d", in, tt.least)
			}
		})
	}
}

// A connection that had its time makes room before a newcomer and before a younger, silent connection.
func TestFairHandshakeMakesRoom(t *testing.T) {
	g := newGate(Limits{Handshakes: 2}.withDefaults())
	g.random = func(int) int { return 0 } // else the server closes the newcomer
	now := time.Unix(1e9, 0)
	g.now = func() time.Time { return now }
	admit := func() *conn {
		t.Helper()
		c, why := g.admit(&line{from: "10.1.1.1"})
		if c == nil {
			t.Fatalf("a newcomer is refused: %s", why)
		}
		return c
	}
	old := admit()
	answers(old)
	now = now.Add(fairHandshake)
	silent := admit()
	admit()
	if !old.Conn.(*line).closed || silent.Conn.(*line).closed {
		t.Error("the older connection is still there")
	}
}

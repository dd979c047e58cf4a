package server

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"time"

	"arcade/server/exec"
)

// crowd has callers with a session each, and what became of them.
type crowd struct {
	t   testing.TB
	d   *door
	now time.Time // the server's clock
	all sync.WaitGroup
}

func newCrowd(t testing.TB, limits Limits) *crowd {
	c := &crowd{t: t, now: time.Unix(1e9, 0)}
	t.Cleanup(func() { c.all.Wait() }) // after the server has stopped
	c.d = open(t, Config{Limits: limits})
	c.d.gate.mu.Lock()
	c.d.gate.now = func() time.Time { return c.now }
	c.d.gate.mu.Unlock()
	return c
}

// member is a caller's session. Its channel has the error with which it ended.
type member struct {
	caller *Caller
	called *Called
	over   chan error
}

// comes lets a caller come in from an address, with a key or as a guest (""), a moment after the previous
// one. It returns the refusal.
func (c *crowd) comes(from, key string) (*member, error) {
	c.t.Helper()
	c.now = c.now.Add(time.Millisecond)
	caller, err := c.d.Knock(netip.MustParseAddrPort(from+":1"), func() {})
	if err != nil {
		return nil, err
	}
	m, began := &member{caller: caller, over: make(chan error, 1)}, make(chan struct{})
	c.all.Go(func() {
		m.over <- caller.Visit(exec.Identity{Fingerprint: key}, "", func(ctx context.Context, called *Called) error {
			m.called = called
			close(began)
			<-ctx.Done()
			return context.Cause(ctx)
		})
		caller.Leave()
	})
	<-began
	return m, nil
}

// enters is comes for a caller who must get in.
func (c *crowd) enters(from, key string) *member {
	c.t.Helper()
	m, err := c.comes(from, key)
	if err != nil {
		c.t.Fatalf("%s is refused: %v", from, err)
	}
	return m
}

// madeRoom waits until a member's session has ended, with the true reason.
func (c *crowd) madeRoom(who string, m *member) {
	c.t.Helper()
	select {
	case err := <-m.over:
		if !errors.Is(err, errRoom) {
			c.t.Errorf("%s: %v", who, err)
		}
	case <-time.After(patience):
		c.t.Fatalf("%s stays", who)
	}
}

// stays checks that a member's session goes on.
func (c *crowd) stays(who string, m *member) {
	c.t.Helper()
	select {
	case err := <-m.over:
		c.t.Errorf("%s has gone: %v", who, err)
	default:
	}
}

// Silent guests of one neighbourhood, from a hundred addresses with as many connections as each may have,
// get its share of the places. Everybody else comes in, and its other people do.
func TestOneNeighbourhoodHasItsShare(t *testing.T) {
	c := newCrowd(t, Limits{})
	person := c.enters("192.0.2.1", "")
	for i := range 2000 {
		_, _ = c.comes(fmt.Sprintf("203.0.113.%d", i/20), "")
	}
	c.d.gate.mu.Lock()
	held := len(c.d.gate.conns)
	c.d.gate.mu.Unlock()
	if want := 20*connShares[1] + 1; held != want {
		t.Errorf("%d are here, want %d", held, want)
	}
	c.enters("198.51.100.1", "")
	neighbour := c.enters("203.0.113.250", "")
	c.stays("the person", person)
	c.stays("the neighbour", neighbour)
}

// When the arcade is full, a newcomer gets the place of the longest idle guest of the most crowded
// network. A player with a key stays, however long ago the others came.
func TestTheMostCrowdedNetworkMakesRoom(t *testing.T) {
	c := newCrowd(t, Limits{Connections: 9, PerAddress: 4})
	first := c.enters("192.0.2.1", "") // the longest idle, but alone
	var crowded []*member
	for _, ip := range []string{"203.0.113.1", "203.0.113.1", "203.0.113.2", "203.0.1.1"} {
		crowded = append(crowded, c.enters(ip, ""))
	}
	keyed := c.enters("203.0.113.1", "SHA256:key")
	c.enters("198.51.100.1", "")
	c.enters("198.51.100.2", "")
	c.enters("198.51.100.3", "")
	c.now = c.now.Add(time.Second)
	crowded[0].called.Heard(crowded[0].caller) // so the second has been idle for longer

	c.enters("100.64.0.1", "")
	c.madeRoom("the idle guest of the crowded address", crowded[1])
	c.stays("the first", first)
	c.stays("the active guest", crowded[0])
	c.stays("the player with a key", keyed)
	if n := c.d.Stats().Refused[madeRoom]; n != 1 {
		t.Errorf("%d made room", n)
	}

	// Then the crowds are three and three; the key's neighbourhood has three of them at two addresses.
	c.enters("100.65.0.1", "")
	c.madeRoom("the next guest of the crowded address", crowded[0])
	c.stays("the player with a key", keyed)
}

// A newcomer of the most crowded network takes no place of another network.
func TestACrowdTakesNobodysPlace(t *testing.T) {
	c := newCrowd(t, Limits{Connections: 6, PerAddress: 10})
	guest := c.enters("192.0.2.1", "")
	for i := range 5 {
		c.enters("203.0.113.1", fmt.Sprint("SHA256:", i))
	}
	_, err := c.comes("203.0.113.2", "")
	if !errors.Is(err, refusalTexts[refusedFull]) {
		t.Errorf("a newcomer of the crowd: %v", err)
	}
	c.stays("the guest", guest)
	if _, err := c.comes("198.51.100.1", ""); err != nil { // whose network is as crowded as the guest's
		t.Error(err)
	}
	c.madeRoom("the guest", guest)

	// Players with a key make room once they have been idle for long.
	c.now = c.now.Add(keyIdle)
	c.enters("100.64.0.1", "")
	c.enters("100.65.0.1", "")
}

// A page that lost its socket makes room before anybody who is there.
func TestLostPagesMakeRoomFirst(t *testing.T) {
	c := newCrowd(t, Limits{Connections: 5})
	var there []*member
	for range 3 {
		there = append(there, c.enters("203.0.113.1", ""))
	}
	lost, back := c.enters("192.0.2.1", "SHA256:key"), c.enters("192.0.2.2", "SHA256:other")
	lost.caller.Lost()
	back.caller.Lost()
	again, err := c.d.Knock(netip.MustParseAddrPort("192.0.2.2:2"), func() {}) // takes the place of the other
	if err != nil {
		t.Fatal(err)
	}
	defer again.Leave()
	c.madeRoom("the page without a socket", lost)
	back.called.Resume(again)
	c.enters("198.51.100.1", "")
	c.enters("198.51.100.2", "")
	c.stays("the page that is back", back)
	c.madeRoom("a guest", there[0])
}

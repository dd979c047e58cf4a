package server

import (
	"bufio"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"
)

func TestRates(t *testing.T) {
	a, b := netip.MustParsePrefix("203.0.113.7/32"), netip.MustParsePrefix("2001:db8::/64")
	now := time.Unix(1e9, 0)
	take := func(r *rates, from netip.Prefix, n int) (taken int, why string) {
		for taken < n {
			if !r.connection(from, now) {
				return taken, refusedRate
			}
			if !r.login(true, now) {
				return taken, refusedHandshakes
			}
			taken++
		}
		return taken, ""
	}

	r := newRates(Limits{ConnectRate: 30})
	if n, why := take(r, a, 100); n != 30 || why != refusedRate {
		t.Errorf("one address: %d at once, then %q", n, why)
	}
	if n, _ := take(r, b, 100); n != 30 {
		t.Errorf("another address: %d at once", n)
	}
	now = now.Add(10 * time.Second)
	if n, _ := take(r, a, 100); n != 5 {
		t.Errorf("%d after ten seconds, want 5", n)
	}
	now = now.Add(10 * time.Minute)
	if n, _ := take(r, a, 100); n != 30 || len(r.own.from) != 1 {
		t.Errorf("%d after a pause, and %d addresses are remembered", n, len(r.own.from))
	}

	r = newRates(Limits{ConnectRate: 30, LoginRate: 10})
	for i := range 3 {
		if n, _ := take(r, netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}), 32), 15); n != 15 {
			t.Errorf("%d at once from address %d", n, i)
		}
	}
	if n, why := take(r, a, 100); n != 5 || why != refusedHandshakes {
		t.Errorf("in all: %d more at once, then %q", n, why)
	}
	if len(r.own.from) != 4 {
		t.Errorf("%d addresses are remembered", len(r.own.from))
	}
	now = now.Add(time.Second)
	if n, _ := take(r, a, 100); n != 10 {
		t.Errorf("in all: %d after a second, want 10", n)
	}

	r = newRates(Limits{})
	if n, _ := take(r, a, 10_000); n != 10_000 || r.own != nil {
		t.Errorf("without limits %d, and addresses are remembered: %v", n, r.own != nil)
	}
}

// A refusal by the rate of an address is sent like the others.
func TestRatesAreTold(t *testing.T) {
	d := open(t, Config{Limits: Limits{ConnectRate: 2}})
	d.stopTime()
	for range 2 {
		if _, line := knock(t, d.addr); line != welcome {
			t.Errorf("%q", line)
		}
	}
	if _, line := knock(t, d.addr); line != "arcade: "+refusedRate {
		t.Errorf("%q, want %q", line, refusedRate)
	}
}

// A client uses the login rate when it sends its first bytes, not when it connects. A late client gets
// the reason in an SSH message.
func TestLoginRate(t *testing.T) {
	d := open(t, Config{Limits: Limits{LoginRate: 1, Handshakes: 100, PerAddress: 100}})
	d.stopTime()
	for range 3 * loginBurst {
		nc, err := net.Dial("tcp", d.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer nc.Close()
		_ = nc.SetDeadline(time.Now().Add(patience))
		if line, err := bufio.NewReader(nc).ReadString('\n'); line != welcome+"\r\n" {
			t.Fatalf("a silent connection reads %q, %v", line, err)
		}
	}
	for range loginBurst {
		d.dial(t)
	}
	_, err := d.dialAs(asGuest)
	if err == nil || !strings.Contains(err.Error(), refusedHandshakes) {
		t.Errorf("one too many reads %v", err)
	}
	if n := d.Stats().Refused["handshakes"]; n != 1 {
		t.Errorf("%d are counted as refused", n)
	}
}

// stopTime stops the clock of the server's rates.
func (d *door) stopTime() {
	stopped := time.Now()
	d.gate.mu.Lock()
	defer d.gate.mu.Unlock()
	d.gate.now = func() time.Time { return stopped }
}

// Simultaneous logins begin one after another, at up to twice the rate. A single login begins at once,
// and so do all logins without a limit.
func TestLoginsBeginInTurn(t *testing.T) {
	now := time.Unix(1e9, 0)
	r := newRates(Limits{LoginRate: 100})
	for i := range 10 {
		if wait := r.begin(now); wait != time.Duration(i)*5*time.Millisecond {
			t.Errorf("login %d waits for %v", i, wait)
		}
	}
	if wait := r.begin(now.Add(time.Second)); wait != 0 {
		t.Errorf("a login later waits for %v", wait)
	}
	r = newRates(Limits{})
	for range 10 {
		if wait := r.begin(now); wait != 0 {
			t.Errorf("a login waits for %v", wait)
		}
	}
}

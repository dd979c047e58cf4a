package server

import (
	"net/netip"
	"testing"
	"time"
)

func TestRates(t *testing.T) {
	a, b := netip.MustParsePrefix("203.0.113.7/32"), netip.MustParsePrefix("2001:db8::/64")
	now := time.Unix(1e9, 0)
	take := func(r *rates, from netip.Prefix, n int) (taken int, why string) {
		for taken < n {
			if why = r.take(from, true, now); why != "" {
				return taken, why
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

// A refusal by rate is told like the others.
func TestRatesAreTold(t *testing.T) {
	for why, limits := range map[string]Limits{refusedRate: {ConnectRate: 2}, refusedHandshakes: {LoginRate: 1}} {
		d := open(t, Config{Limits: limits})
		stopped := time.Now()
		d.gate.mu.Lock()
		d.gate.now = func() time.Time { return stopped }
		d.gate.mu.Unlock()
		for range max(limits.ConnectRate, limits.LoginRate*(loginBurst-1)) {
			if _, line := knock(t, d.addr); line != welcome {
				t.Errorf("%q", line)
			}
		}
		if _, line := knock(t, d.addr); line != "arcade: "+why {
			t.Errorf("%q, want %q", line, why)
		}
	}
}

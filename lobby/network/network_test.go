package network

import (
	"fmt"
	"net/netip"
	"testing"
)

func TestOf(t *testing.T) {
	for ip, want := range map[string]string{
		"203.0.113.7":                "[203.0.113.7/32 203.0.113.0/24 203.0.0.0/16]",
		"::ffff:203.0.113.7":         "[203.0.113.7/32 203.0.113.0/24 203.0.0.0/16]",
		"2001:db8:1:2:3::4":          "[2001:db8:1:2::/64 2001:db8:1::/48 2001:db8::/32]",
		"fe80:1:2:3:4:5:6:7%eth0":    "[fe80:1:2:3::/64 fe80:1:2::/48 fe80:1::/32]",
		"2001:db8:ffff:ffff:1:1:1:1": "[2001:db8:ffff:ffff::/64 2001:db8:ffff::/48 2001:db8::/32]",
	} {
		if got := fmt.Sprint(Of(netip.MustParseAddr(ip))); got != want {
			t.Errorf("%s: %s, want %s", ip, got, want)
		}
	}
	if Of(netip.Addr{}) != (Nets{}) {
		t.Error("an unknown address has networks")
	}
}

func TestCounts(t *testing.T) {
	of := func(ip string) Nets { return Of(netip.MustParseAddr(ip)) }
	var c Counts
	c.Add(of("10.0.0.1"), 3)
	c.Add(of("10.1.0.1"), 1)
	c.Add(of("10.1.0.2"), 1)
	c.Add(of("10.1.1.1"), 1)
	for _, x := range []struct {
		a, b string
		want int
	}{
		{"10.0.0.1", "10.1.0.1", 1},  // three of a provider each, but of one neighbourhood
		{"10.1.0.1", "10.1.1.1", 1},  // two of a neighbourhood
		{"10.1.0.1", "10.1.0.2", 0},  // the same
		{"10.1.1.9", "10.1.1.1", -1}, // nobody at that address
		{"10.2.0.1", "10.1.1.1", -1},
	} {
		if got := c.Compare(of(x.a), of(x.b)); got != x.want {
			t.Errorf("%s and %s: %d, want %d", x.a, x.b, got, x.want)
		}
	}
	c.Add(of("10.0.0.1"), -3)
	if len(c[Address]) != 3 || len(c[Provider]) != 1 {
		t.Errorf("after some have left: %v", c)
	}
}

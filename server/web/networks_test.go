package web

import (
	"fmt"
	"net/netip"
	"testing"
	"time"
)

// A client with a whole IPv6 /48, or with many addresses of an IPv4 network, gets no more than its share.
func TestBudgetOfNetworks(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for what, c := range map[string]struct {
		from func(i int) string
		want int
	}{
		"one address": {func(int) string { return "192.0.2.1" }, 10},
		"a /64":       {func(i int) string { return fmt.Sprintf("2001:db8:1:1::%x", i) }, 10},
		"an IPv4 /24": {func(i int) string { return fmt.Sprintf("192.0.2.%d", i%250) }, 40},
		"a /48":       {func(i int) string { return fmt.Sprintf("2001:db8:1:%x::1", i) }, 40},
		"an IPv4 /16": {func(i int) string { return fmt.Sprintf("192.0.%d.%d", i/250, i%250) }, 160},
		"a /32":       {func(i int) string { return fmt.Sprintf("2001:db8:%x::1", i) }, 160},
		"everybody":   {func(i int) string { return fmt.Sprintf("%d.%d.0.1", 1+i/250, i%250) }, 1000},
	} {
		b, got := NewBudget(1, 10, 0), 0
		for i := range 1000 {
			if b.Take(netip.MustParseAddr(c.from(i)), now) == 0 {
				got++
			}
		}
		if got != c.want {
			t.Errorf("%s: %d, want %d", what, got, c.want)
		}
		if b.Take(netip.MustParseAddr("203.0.113.1"), now) != 0 {
			t.Errorf("%s keeps others out", what)
		}
	}
}

// Many providers use up the shared limit. Providers that have taken little still get some.
func TestBudgetOfEverybody(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	b, got := NewBudget(1, 100, 2), 0
	for i := range 50 * 100 {
		if b.Take(netip.MustParseAddr(fmt.Sprintf("10.%d.0.1", i%50)), now) == 0 {
			got++
		}
	}
	if got > 50*25 {
		t.Errorf("50 addresses got %d", got)
	}
	if b.Take(netip.MustParseAddr("192.0.2.1"), now) != 0 {
		t.Error("they keep others out")
	}
	if b.Take(netip.MustParseAddr("10.1.0.1"), now) < 100*time.Millisecond {
		t.Error("no time to wait")
	}
}

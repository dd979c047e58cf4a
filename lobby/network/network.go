// Package network has the networks of an address, and counts what comes from each of them. Everything that
// shares the arcade among addresses uses it: connections, requests, pages and work.
package network

import (
	"cmp"
	"net/netip"
)

// The networks of an address, from narrow to wide.
const (
	// Address is the address itself, of IPv6 the /64 of a household or a rented machine.
	Address = iota
	// Neighbourhood is an IPv4 /24 or an IPv6 /48, which one person can have.
	Neighbourhood
	// Provider is an IPv4 /16 or an IPv6 /32, where one person can rent many addresses.
	Provider
	// Levels is the number of networks of an address.
	Levels
)

// Shares are the limits of networks as multiples of the limit of one address.
type Shares [Levels]int

// Nets are the networks of an address. The zero value stands for an address that is not known.
type Nets [Levels]netip.Prefix

// Of returns the networks of an address.
func Of(ip netip.Addr) (n Nets) {
	ip = ip.Unmap().WithZone("")
	bits := [...]int{32, 24, 16}
	if ip.Is6() {
		bits = [...]int{64, 48, 32}
	}
	for i := range n {
		n[i], _ = ip.Prefix(bits[i])
	}
	return n
}

// Counts counts by network; the zero value has counted nothing. The caller locks it.
type Counts [Levels]map[netip.Prefix]int

// Add adds k to the counts of networks.
func (c *Counts) Add(from Nets, k int) {
	for i, p := range from {
		if c[i] == nil {
			c[i] = map[netip.Prefix]int{}
		}
		if c[i][p] += k; c[i][p] == 0 {
			delete(c[i], p)
		}
	}
}

// Compare compares how crowded the networks of a and b are: their providers, then their neighbourhoods,
// then their addresses. It is positive if a's are more crowded.
func (c *Counts) Compare(a, b Nets) int {
	for i := Levels - 1; i >= 0; i-- {
		if more := cmp.Compare(c[i][a[i]], c[i][b[i]]); more != 0 {
			return more
		}
	}
	return 0
}

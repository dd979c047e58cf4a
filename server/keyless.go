package server

import (
	"net/netip"
	"sync"
	"time"
)

// keyless remembers the networks of clients that had nothing to log in with: neither a key nor leave to ask
// their person, as OpenSSH without a key in BatchMode. Such a client leaves at the first refusal, before it
// can be told why, and a sentence before that would be told to everybody. So the next client from there is
// told.
type keyless struct {
	mu  sync.Mutex
	all map[netip.Prefix]time.Time
}

// Limits of what keyless remembers.
const (
	keylessTime = time.Hour
	keylessMost = 1000
)

// add remembers a network.
func (k *keyless) add(from netip.Prefix, now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.all) >= keylessMost || k.all == nil {
		k.all = map[netip.Prefix]time.Time{}
	}
	k.all[from] = now
}

// due reports whether a client from there is to be told, and forgets the network.
func (k *keyless) due(from netip.Prefix, now time.Time) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	at, ok := k.all[from]
	delete(k.all, from)
	return ok && now.Sub(at) < keylessTime
}

func (k *keyless) len() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.all)
}

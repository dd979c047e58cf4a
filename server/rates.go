package server

import (
	"net/netip"
	"time"
)

// loginBurst is how many seconds' worth of logins may come at once, such as after a restart.
const loginBurst = 5

// rates bound how often connections may come: a handshake costs the server a key
// exchange and a signature, whoever it is with. The gate's lock guards it.
type rates struct {
	address, login rate
	all            bucket
	from           map[netip.Prefix]*bucket // those that are not full
	swept          time.Time
}

// rate is so many tokens a second, at most so many at once; 0: no limit.
type rate struct{ perSecond, burst float64 }

// bucket has the tokens that were left at a moment.
type bucket struct {
	tokens float64
	at     time.Time
}

func newRates(l Limits) *rates {
	return &rates{
		address: rate{float64(l.ConnectRate) / 60, float64(l.ConnectRate)},
		login:   rate{float64(l.LoginRate), float64(l.LoginRate * loginBurst)},
		from:    map[netip.Prefix]*bucket{},
	}
}

// left is how many tokens a bucket has now; one that is nil or new is full.
func (r rate) left(b *bucket, now time.Time) float64 {
	if b == nil || b.at.IsZero() {
		return r.burst
	}
	return min(r.burst, b.tokens+r.perSecond*now.Sub(b.at).Seconds())
}

// take counts a connection, or tells why there may not be one now.
func (r *rates) take(from netip.Prefix, now time.Time) (why string) {
	r.sweep(now)
	b := r.from[from]
	all, own := r.login.left(&r.all, now), r.address.left(b, now)
	switch {
	case r.address.burst > 0 && own < 1:
		return refusedRate
	case r.login.burst > 0 && all < 1:
		return refusedHandshakes
	}
	r.all = bucket{all - 1, now}
	if r.address.burst > 0 {
		r.from[from] = &bucket{own - 1, now}
	}
	return ""
}

// sweep forgets the addresses that have all their tokens again, once a minute.
func (r *rates) sweep(now time.Time) {
	if now.Sub(r.swept) < time.Minute {
		return
	}
	r.swept = now
	for from, b := range r.from {
		if r.address.left(b, now) >= r.address.burst {
			delete(r.from, from)
		}
	}
}

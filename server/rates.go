package server

import (
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// loginBurst is how many seconds' worth of logins may come at once, such as after a restart.
const loginBurst = 5

// Buckets are token buckets by address, of those who have taken from theirs lately. The
// caller has a lock for them.
type Buckets struct {
	limit rate.Limit
	burst int
	from  map[netip.Prefix]*rate.Limiter
	swept time.Time
}

// NewBuckets makes buckets that are filled so often in a minute, and have burst when full.
func NewBuckets(perMinute, burst int) *Buckets {
	return &Buckets{limit: rate.Limit(float64(perMinute) / 60), burst: burst, from: map[netip.Prefix]*rate.Limiter{}}
}

// Of is the bucket of an address; it is not kept before something is taken from it.
func (b *Buckets) Of(from netip.Prefix, now time.Time) *rate.Limiter {
	b.sweep(now)
	if own := b.from[from]; own != nil {
		return own
	}
	return rate.NewLimiter(b.limit, b.burst)
}

// Take takes one from the bucket of an address, which Of gave; false where it is empty.
func (b *Buckets) Take(from netip.Prefix, own *rate.Limiter, now time.Time) bool {
	b.from[from] = own
	return own.AllowN(now, 1)
}

// sweep forgets the addresses whose buckets are full, as those of new ones are, once a minute.
func (b *Buckets) sweep(now time.Time) {
	if now.Sub(b.swept) < time.Minute {
		return
	}
	b.swept = now
	for from, own := range b.from {
		if own.TokensAt(now) >= float64(b.burst) {
			delete(b.from, from)
		}
	}
}

// rates bound how often connections may come: a handshake costs the server a key
// exchange and a signature, whoever it is with. The gate's lock guards it.
type rates struct {
	own *Buckets      // connections of an address; nil: any number
	all *rate.Limiter // nil: any number
}

func newRates(l Limits) *rates {
	r := &rates{}
	if l.ConnectRate > 0 {
		r.own = NewBuckets(l.ConnectRate, l.ConnectRate)
	}
	if l.LoginRate > 0 {
		r.all = rate.NewLimiter(rate.Limit(l.LoginRate), l.LoginRate*loginBurst)
	}
	return r
}

// take counts a connection, or tells why there may not be one now: what is refused by
// one limit does not count for the other. Of the logins in all one second's worth is kept
// for those who are fresh: from networks of which nobody is logging in.
func (r *rates) take(from netip.Prefix, fresh bool, now time.Time) (why string) {
	var own *rate.Limiter
	if r.own != nil {
		own = r.own.Of(from, now)
	}
	switch {
	case own != nil && own.TokensAt(now) < 1:
		return refusedRate
	case r.all != nil && !fresh && r.all.TokensAt(now) < float64(r.all.Burst())/loginBurst+1:
		return refusedHandshakes
	case r.all != nil && !r.all.AllowN(now, 1):
		return refusedHandshakes
	}
	if own != nil {
		r.own.Take(from, own, now)
	}
	return ""
}

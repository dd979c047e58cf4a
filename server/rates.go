package server

import (
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// loginBurst is how many seconds' worth of logins may come at once, such as after a restart.
const loginBurst = 5

// Buckets are token buckets by address, of addresses that have taken from theirs lately. The
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

// sweep forgets the addresses whose buckets are full, as a new address's is, once a minute.
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

// rates bound how often connections may come, and how often they may log in: a handshake
// costs the server a key exchange and a signature, with anybody. The gate's lock guards it.
type rates struct {
	own  *Buckets      // connections of an address; nil: any number
	all  *rate.Limiter // logins of all; nil: any number
	next time.Time     // when the next login may begin
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

// connection counts a connection of an address; false where there may not be one now.
func (r *rates) connection(from netip.Prefix, now time.Time) bool {
	return r.own == nil || r.own.Take(from, r.own.Of(from, now), now)
}

// begin returns how long a login that login has allowed waits: logins begin one after another, twice as
// fast as they are allowed in the long run. Many at once would hold all processors, and everybody's frames.
func (r *rates) begin(now time.Time) time.Duration {
	if r.all == nil {
		return 0
	}
	if r.next.Before(now) {
		r.next = now
	}
	wait := r.next.Sub(now)
	r.next = r.next.Add(time.Duration(float64(time.Second) / (2 * float64(r.all.Limit()))))
	return wait
}

// login counts a login and reports whether it is allowed now. One second's worth is reserved for
// fresh networks: networks from which nobody else is logging in.
func (r *rates) login(fresh bool, now time.Time) bool {
	if r.all == nil {
		return true
	}
	if !fresh && r.all.TokensAt(now) < float64(r.all.Burst())/loginBurst+1 {
		return false
	}
	return r.all.AllowN(now, 1)
}

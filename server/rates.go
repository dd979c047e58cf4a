package server

import (
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// loginBurst limits the logins that may come at once, such as after a restart, in seconds' worth of the
// rate.
const loginBurst = 5

// Buckets holds token buckets by address, for addresses that have recently taken tokens. The caller locks
// it.
type Buckets struct {
	limit rate.Limit
	burst int
	from  map[netip.Prefix]*rate.Limiter
	swept time.Time
}

// NewBuckets makes buckets that gain perMinute tokens a minute, up to burst.
func NewBuckets(perMinute, burst int) *Buckets {
	return &Buckets{limit: rate.Limit(float64(perMinute) / 60), burst: burst, from: map[netip.Prefix]*rate.Limiter{}}
}

// Of returns the bucket of an address. Buckets does not keep it before Take takes a token.
func (buckets *Buckets) Of(from netip.Prefix, now time.Time) *rate.Limiter {
	buckets.sweep(now)
	if own := buckets.from[from]; own != nil {
		return own
	}
	return rate.NewLimiter(buckets.limit, buckets.burst)
}

// Take takes a token from own, which Of returned for the address. It returns false if the bucket is
// empty.
func (buckets *Buckets) Take(from netip.Prefix, own *rate.Limiter, now time.Time) bool {
	buckets.from[from] = own
	return own.AllowN(now, 1)
}

// sweep removes, once a minute, addresses with full buckets, because a full bucket equals a new one.
func (buckets *Buckets) sweep(now time.Time) {
	if now.Sub(buckets.swept) < time.Minute {
		return
	}
	buckets.swept = now
	for from, own := range buckets.from {
		if own.TokensAt(now) >= float64(buckets.burst) {
			delete(buckets.from, from)
		}
	}
}

// rates limits how often connections come and how often they log in: each handshake costs the server a
// key exchange and a signature. The gate's lock guards it.
type rates struct {
	own  *Buckets      // connections by address; nil: no limit
	all  *rate.Limiter // all logins; nil: no limit
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

// connection counts a connection of an address. It returns false if the rate does not allow it now.
func (r *rates) connection(from netip.Prefix, now time.Time) bool {
	return r.own == nil || r.own.Take(from, r.own.Of(from, now), now)
}

// begin returns how long a counted login must wait. Logins begin one after another, at twice the rate
// that the limit allows: many at once would take all processors and delay every frame.
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

// login counts a login and reports whether the rate allows it now. One second's worth is reserved for
// fresh networks, from which no other client is logging in.
func (r *rates) login(fresh bool, now time.Time) bool {
	if r.all == nil {
		return true
	}
	if !fresh && r.all.TokensAt(now) < float64(r.all.Burst())/loginBurst+1 {
		return false
	}
	return r.all.AllowN(now, 1)
}

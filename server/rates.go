package server

import (
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// loginBurst is how many seconds' worth of logins may come at once, such as after a restart.
const loginBurst = 5

// rates bound how often connections may come: a handshake costs the server a key
// exchange and a signature, whoever it is with. The gate's lock guards it.
type rates struct {
	perMinute int           // connections of an address; 0: any number
	all       *rate.Limiter // nil: any number
	from      map[netip.Prefix]*rate.Limiter
	swept     time.Time
}

func newRates(l Limits) *rates {
	r := &rates{perMinute: l.ConnectRate, from: map[netip.Prefix]*rate.Limiter{}}
	if l.LoginRate > 0 {
		r.all = rate.NewLimiter(rate.Limit(l.LoginRate), l.LoginRate*loginBurst)
	}
	return r
}

// take counts a connection, or tells why there may not be one now: what is refused by
// one limit does not count for the other. Of the logins in all one second's worth is kept
// for those who are fresh: from networks of which nobody is logging in.
func (r *rates) take(from netip.Prefix, fresh bool, now time.Time) (why string) {
	r.sweep(now)
	own := r.from[from]
	if own == nil && r.perMinute > 0 {
		own = rate.NewLimiter(rate.Limit(float64(r.perMinute)/60), r.perMinute)
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
		own.AllowN(now, 1)
		r.from[from] = own
	}
	return ""
}

// sweep forgets the addresses that may come as often as new ones again, once a minute.
func (r *rates) sweep(now time.Time) {
	if now.Sub(r.swept) < time.Minute {
		return
	}
	r.swept = now
	for from, own := range r.from {
		if own.TokensAt(now) >= float64(r.perMinute) {
			delete(r.from, from)
		}
	}
}

package web

import (
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"arcade/lobby/network"
	"arcade/server"
)

// shares are the shares of requests.
var shares = network.Shares{1, 4, 16}

// Budget limits the rate of an action for an address, its neighbourhood, its provider, and for everybody
// together. It is safe for use by many goroutines.
type Budget struct {
	mu  sync.Mutex
	own [network.Levels]*server.Buckets
	all *rate.Limiter // nil: no limit
	few float64       // tokens that a provider may have taken lately and still get one when all is empty
}

// NewBudget returns a budget of perMinute actions a minute for one address, and of burst at once. all is
// the limit for everybody together, as a multiple of that; 0 means no limit.
func NewBudget(perMinute, burst, all int) *Budget {
	b := &Budget{}
	for i, share := range shares {
		b.own[i] = server.NewBuckets(perMinute*share, burst*share)
	}
	if all > 0 {
		b.all = rate.NewLimiter(rate.Limit(float64(perMinute*all)/60), burst*all)
		b.few = float64(burst) / 4
	}
	return b
}

// Take takes one token, or returns how long to wait for the next one. A refused action takes no token.
// When everybody's share is used up, providers that have taken few tokens still get one.
func (b *Budget) Take(ip netip.Addr, now time.Time) (wait time.Duration) {
	from := network.Of(ip)
	b.mu.Lock()
	defer b.mu.Unlock()
	var own [len(from)]*rate.Limiter
	for i, p := range from {
		own[i] = b.own[i].Of(p, now)
		wait = max(wait, until(own[i], now))
	}
	if wait > 0 {
		return wait
	}
	if b.all != nil && !b.all.AllowN(now, 1) {
		if widest := own[len(own)-1]; float64(widest.Burst())-widest.TokensAt(now) >= b.few {
			return until(b.all, now)
		}
	}
	for i, p := range from {
		b.own[i].Take(p, own[i], now)
	}
	return 0
}

// until returns how long it takes until a bucket has a token.
func until(l *rate.Limiter, now time.Time) time.Duration {
	return max(0, time.Duration((1-l.TokensAt(now))/float64(l.Limit())*float64(time.Second)))
}

// Pay takes a token for the address of a request. Its [Refusal] says how long to wait.
func (b *Budget) Pay(r *http.Request, now time.Time, refused string) error {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return err
	}
	if wait := b.Take(from.Addr(), now); wait > 0 {
		return tooMany(refused, wait)
	}
	return nil
}

func tooMany(why string, wait time.Duration) Refusal {
	return Refusal{http.StatusTooManyRequests, why, wait.Truncate(time.Second) + time.Second}
}

// Package limit limits the frequency of actions.
package limit

import (
	"sync"
	"sync/atomic"
	"time"
)

// Rate allows something Burst times in any span of length In.
//
// A token bucket of golang.org/x/time/rate with the same numbers allows 2 * Burst - 1 times in a span: its
// Burst at once, and one more each time a token has come back. So 9 wrong codes in ten minutes instead of the 5
// that the guide promises, 59 new tables a minute instead of 30 (measured on 29 November 2026). A bucket that keeps the
// bound would have half the burst, and refuse people who do nothing wrong.
type Rate struct {
	Burst int
	In    time.Duration
}

// Moments are the recent times at which something was done, in ms since 1970, oldest first.
type Moments []int64

// Allow notes that it is done now and returns true, or returns false if the rate is used up.
func (m *Moments) Allow(now int64, r Rate) bool {
	if !m.fits(now, r) {
		return false
	}
	*m = append(*m, now)
	return true
}

// fits reports whether it may be done now, and drops times that are too old to count.
func (m *Moments) fits(now int64, r Rate) bool {
	list := *m
	for len(list) > 0 && now-list[0] >= r.In.Milliseconds() {
		list = list[1:]
	}
	*m = list
	return len(list) < r.Burst
}

// Silent reports whether no past time counts any more.
func (m Moments) Silent(now int64, r Rate) bool {
	return len(m) == 0 || now-m[len(m)-1] >= r.In.Milliseconds()
}

const (
	// GuessTime is the time for which a wrong code counts.
	GuessTime = 10 * time.Minute
	// MaxGuessers limits the remembered senders of wrong codes.
	MaxGuessers = 4096
)

// Guesses counts wrong codes, so that nobody can guess a code. The zero value is ready to use; it is safe
// for concurrent use.
type Guesses struct {
	mu    sync.Mutex
	wrong map[string]Moments // times by sender
	total atomic.Uint64
}

// Guesser is a sender who may send Most wrong codes in GuessTime.
type Guesser struct {
	Who  string
	Most int
}

func (gr Guesser) rate() Rate { return Rate{gr.Most, GuessTime} }

// MayTry reports whether all of these senders may try a code.
func (g *Guesses) MayTry(now int64, from ...Guesser) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, f := range from {
		if m := g.wrong[f.Who]; !m.fits(now, f.rate()) {
			return false
		}
	}
	return true
}

// Miss counts a wrong code against all of these senders.
func (g *Guesses) Miss(now int64, from ...Guesser) {
	g.total.Add(1)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.wrong == nil {
		g.wrong = map[string]Moments{}
	}
	for _, f := range from {
		m := g.wrong[f.Who]
		m.Allow(now, f.rate())
		g.wrong[f.Who] = m
	}
	g.trimLocked(now)
}

// Total returns the number of wrong codes since the start.
func (g *Guesses) Total() uint64 { return g.total.Load() }

// trimLocked bounds the memory: it forgets senders whose wrong codes no longer count, then the one
// that has been silent longest.
func (g *Guesses) trimLocked(now int64) {
	for len(g.wrong) > MaxGuessers {
		silent := ""
		last := func(f string) int64 { return g.wrong[f][len(g.wrong[f])-1] }
		for f := range g.wrong {
			if now-last(f) >= GuessTime.Milliseconds() {
				delete(g.wrong, f)
			} else if silent == "" || last(f) < last(silent) {
				silent = f
			}
		}
		if len(g.wrong) > MaxGuessers {
			delete(g.wrong, silent)
		}
	}
}

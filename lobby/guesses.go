package lobby

import (
	"sync"
	"sync/atomic"
	"time"
)

const (
	// guessTime is how long a wrong code counts.
	guessTime = 10 * time.Minute
	// maxGuessers is how many who sent wrong codes are remembered.
	maxGuessers = 4096
)

// guesses are the wrong codes that came, so that codes cannot be guessed.
type guesses struct {
	mu    sync.Mutex
	wrong map[string][]int64 // when they came, by who sent them
	total atomic.Uint64
}

// guesser is somebody from whom only so many wrong codes are heard in guessTime.
type guesser struct {
	who  string
	most int
}

func newGuesses() *guesses { return &guesses{wrong: map[string][]int64{}} }

// heard tells that a code is listened to from all of these.
func (g *guesses) heard(now int64, from ...guesser) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, f := range from {
		if _, ok := within(g.wrong[f.who], now, f.most, guessTime.Milliseconds()); !ok {
			return false
		}
	}
	return true
}

// miss counts a wrong code against all of these.
func (g *guesses) miss(now int64, from ...guesser) {
	g.total.Add(1)
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, f := range from {
		g.wrong[f.who], _ = within(g.wrong[f.who], now, f.most, guessTime.Milliseconds())
	}
	g.trimLocked(now)
}

// trimLocked forgets those whose wrong codes are long ago, and the longest silent
// where there are too many.
func (g *guesses) trimLocked(now int64) {
	for len(g.wrong) > maxGuessers {
		silent := ""
		last := func(f string) int64 { return g.wrong[f][len(g.wrong[f])-1] }
		for f := range g.wrong {
			if now-last(f) >= guessTime.Milliseconds() {
				delete(g.wrong, f)
			} else if silent == "" || last(f) < last(silent) {
				silent = f
			}
		}
		if len(g.wrong) > maxGuessers {
			delete(g.wrong, silent)
		}
	}
}

// Guesses are the wrong codes that came since the start: of open seats, and of keys.
func (l *Lobby) Guesses() (seats, keys uint64) {
	return l.seatCodes.total.Load(), l.keyCodes.total.Load()
}

package client

import (
	"errors"
	"io"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// ErrFlood ends a session whose client sends more than anybody types, and goes on.
var ErrFlood = errors.New("the client floods its input")

const (
	// keyBurst and byteBurst are how many seconds' worth of keys, and of bytes, may
	// come at once: a fast drag or a turn of the wheel, a long paste.
	keyBurst, byteBurst = 4, 4
	// keyBytes is how many bytes a second are taken for each key: a key has up to a
	// dozen, a paste, which is one key, many more.
	keyBytes = 512
	// keyTokens is what a key counts beside a step of the mouse, which costs less and
	// comes by the hundred.
	keyTokens = 4
	// floodTime is how long input may wait for its turn without a pause of floodPause
	// before it counts as a flood.
	floodTime, floodPause = 10 * time.Second, time.Second
)

// throttle holds an input to a rate by letting its reader wait: nothing is lost,
// and SSH's window makes the client wait in its turn. It is for one goroutine.
type throttle struct {
	rate, burst float64 // tokens a second, and at most
	flood       func()  // called where it goes on; may be more than once
	stop        <-chan struct{}

	tokens float64
	at     time.Time // when there were so many
	since  time.Time // when it first had to wait after a pause; zero: not yet
}

// newThrottle makes one, full.
func newThrottle(rate, seconds int, stop <-chan struct{}, flood func()) *throttle {
	burst := float64(rate * seconds)
	return &throttle{rate: float64(rate), burst: burst, flood: flood, stop: stop, tokens: burst, at: time.Now()}
}

// take takes n tokens, which may be more than there will ever be at once, and
// waits until they are there, or stop is closed.
func (t *throttle) take(n int) {
	now := time.Now()
	t.tokens = min(t.burst, t.tokens+t.rate*now.Sub(t.at).Seconds())
	t.at = now
	if t.tokens >= t.rate*floodPause.Seconds() {
		t.since = time.Time{}
	}
	t.tokens -= float64(n)
	if t.tokens >= 0 {
		return
	}
	if t.since.IsZero() {
		t.since = now
	} else if now.Sub(t.since) >= floodTime {
		t.flood()
	}
	wait := time.NewTimer(time.Duration(-t.tokens / t.rate * float64(time.Second)))
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-t.stop:
	}
}

// throttleKeys wraps send to pass so many keys a second; for 0, which means no limit, it returns
// send.
func throttleKeys(keys int, stop <-chan struct{}, flood func(), send func(tea.Msg)) func(tea.Msg) {
	if keys <= 0 {
		return send
	}
	t := newThrottle(keys*keyTokens, keyBurst, stop, flood)
	return func(msg tea.Msg) {
		n := keyTokens
		if _, ok := msg.(tea.MouseMotionMsg); ok {
			n = 1
		}
		t.take(n)
		send(msg)
	}
}

// throttled is an input whose bytes come no faster than so many keys a second may.
type throttled struct {
	io.ReadCloser
	t     *throttle
	close func()
}

// ThrottleInput makes one; for 0 keys, which means no limit, it returns src.
func ThrottleInput(src io.ReadCloser, keys int, flood func()) io.ReadCloser {
	if keys <= 0 {
		return src
	}
	stop := make(chan struct{})
	return &throttled{src, newThrottle(keys*keyBytes, byteBurst, stop, flood), sync.OnceFunc(func() { close(stop) })}
}

func (r *throttled) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	r.t.take(n)
	return n, err
}

// Close ends a Read that waits for its turn as well.
func (r *throttled) Close() error {
	r.close()
	return r.ReadCloser.Close()
}

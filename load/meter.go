package load

import (
	"sync"
	"time"
)

// frameGap separates frames: bytes after a longer pause belong to the next frame. Servers draw 20 to 60
// frames a second, so frames are at least 16 ms apart.
const frameGap = 10 * time.Millisecond

// meter counts the frames of one session's screen and measures the times of the answers to its keys.
type meter struct {
	mu sync.Mutex
	tally

	read    time.Time // time of the last received bytes
	sent    time.Time // time of the key that waits for its answer
	must    bool      // the key must change the screen
	waiting bool
	open    bool // the present frame answers a sure key: first, size
	first   time.Time
	size    int
	answer  chan struct{} // gets a token when a sure key was answered
}

// tally holds the counts of a meter.
type tally struct {
	bytes, frames int64
	unasked       int64 // frames that began while no key waited for an answer
	keys, sure    int64
	missed        int64           // sure keys without an answer
	firsts, lasts []time.Duration // from a sure key to the first and the last bytes of its answer
	sizes         []int           // bytes of these answers
}

func newMeter() *meter { return &meter{answer: make(chan struct{}, 1)} }

// press records that a key is about to be written, and reports whether it is sure.
func (m *meter) press(now time.Time, c certainty) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.finish()
	if m.waiting && m.must {
		m.missed++
	}
	select {
	case <-m.answer: // the token of a key whose wait has ended
	default:
	}
	m.sent, m.must, m.waiting = now, c == surely || c == likely && !m.waiting, true
	m.keys++
	if m.must {
		m.sure++
	}
	return m.must
}

// got records that n bytes have come.
func (m *meter) got(now time.Time, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.bytes += int64(n)
	fresh := now.Sub(m.read) > frameGap
	switch {
	case m.waiting:
		fresh = true
		m.waiting = false
		if m.must {
			m.open, m.first, m.size = true, now, 0
			m.answer <- struct{}{} // press takes it out before the next key
		}
	case fresh:
		m.finish()
		m.unasked++
	}
	if fresh {
		m.frames++
	}
	m.size += n
	m.read = now
}

// finish ends the present answer.
func (m *meter) finish() {
	if m.open {
		m.open = false
		m.firsts = append(m.firsts, m.first.Sub(m.sent))
		m.lasts = append(m.lasts, m.read.Sub(m.sent))
		m.sizes = append(m.sizes, m.size)
	}
}

// take returns and resets the counts. It omits a key that still waits, because its answer is unknown.
func (m *meter) take() tally {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.finish()
	if m.waiting && m.must {
		m.sure--
	}
	m.waiting = false
	t := m.tally
	m.tally = tally{}
	return t
}

// add adds the counts of another session.
func (t *tally) add(u tally) {
	t.bytes += u.bytes
	t.frames += u.frames
	t.unasked += u.unasked
	t.keys += u.keys
	t.sure += u.sure
	t.missed += u.missed
	t.firsts = append(t.firsts, u.firsts...)
	t.lasts = append(t.lasts, u.lasts...)
	t.sizes = append(t.sizes, u.sizes...)
}

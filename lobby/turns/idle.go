package turns

import "time"

const (
	// slice is the time of work before a rest.
	slice = 5 * time.Millisecond
	// maxLate is the delay of a rest's end above which the processors count as busy. Then the work rests
	// for busyRest more, and checks again.
	maxLate, busyRest = 25 * time.Millisecond, time.Second
)

// Idle slows background work down, which gives way to the players, and ends it at its limit or when the house
// closes. One goroutine uses it.
type Idle struct {
	share  float64
	limit  time.Duration
	closed <-chan struct{}

	since  time.Time // start of this slice of work
	worked time.Duration
	ended  bool
}

// NewIdle begins work that may take a share of one processor, and limit of its time at most.
func NewIdle(share float64, limit time.Duration, closed <-chan struct{}) *Idle {
	return &Idle{share: min(share, 1), limit: limit, closed: closed, since: time.Now()}
}

// Stop is called every few milliseconds, and rests when it is time. It reports whether the work must end.
func (p *Idle) Stop() bool {
	if p.ended {
		return true
	}
	did := time.Since(p.since)
	if p.worked+did >= p.limit || Closed(p.closed) {
		p.End()
		return true
	}
	if did < slice {
		return false
	}
	p.worked += did
	for d := time.Duration(float64(did) * (1 - p.share) / p.share); ; d = busyRest {
		from := time.Now()
		if !Rest(d, nil, p.closed) {
			p.ended = true
			return true
		}
		if time.Since(from)-d <= maxLate {
			break
		}
	}
	p.since = time.Now()
	return false
}

// End ends the work.
func (p *Idle) End() {
	if !p.ended {
		p.worked += time.Since(p.since)
		p.ended = true
	}
}

// Worked returns the time of work, without its rests.
func (p *Idle) Worked() time.Duration { return p.worked }

// Rest waits for d, or until more has something. It reports whether the house is still open.
func Rest(d time.Duration, more, closed <-chan struct{}) bool {
	if d <= 0 {
		return !Closed(closed)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-more:
	case <-closed:
		return false
	}
	return true
}

// Closed reports whether a channel is closed.
func Closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

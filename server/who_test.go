package server

import (
	"testing"
	"time"
)

// A session that is opened later has a later time, even when the clock stands still or goes back.
func TestSessionsOpenInOrder(t *testing.T) {
	var r roll
	clock := time.Unix(1e9, 0)
	last := r.opens(clock)
	for _, step := range []time.Duration{0, -time.Second, 0, time.Nanosecond, time.Minute} {
		clock = clock.Add(step)
		next := r.opens(clock)
		if !next.After(last) {
			t.Errorf("after a step of %v: %v, want later than %v", step, next, last)
		}
		last = next
	}
	if !last.Equal(clock) {
		t.Errorf("the clock has caught up: %v, want %v", last, clock)
	}
}

// Package clock is the clock of the wall, which tests can have jump.
package clock

import (
	"sync/atomic"
	"time"
)

// jump is how far tests have the clock jump, in ns.
var jump atomic.Int64

// Jump has the clock be off by some time; tests alone do so.
func Jump(by time.Duration) { jump.Store(int64(by)) }

// Now is the time of the wall. It can jump; what is measured between two moments of
// [time.Now] stays right.
func Now() time.Time { return time.Now().Add(time.Duration(jump.Load())) }

// MS is the time of the wall in ms since 1970.
func MS() int64 { return Now().UnixMilli() }

// Package clock returns the time of day, which tests can move.
package clock

import (
	"sync/atomic"
	"time"
)

// jump is the tests' change of the clock, in ns.
var jump atomic.Int64

// Jump sets the clock's error. Only tests call it.
func Jump(by time.Duration) { jump.Store(int64(by)) }

// Now returns the time of day, which can jump. To measure a span use [time.Now].
func Now() time.Time { return time.Now().Add(time.Duration(jump.Load())) }

// MS returns the time of day in ms since 1970.
func MS() int64 { return Now().UnixMilli() }

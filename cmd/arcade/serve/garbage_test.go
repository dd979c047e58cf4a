package serve

import (
	"math"
	"runtime/debug"
	"testing"
)

// With a limit of memory the collector runs less often, until the heap comes near it.
func TestGarbage(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
	if n := garbage(); n != 50 {
		t.Errorf("%d without a limit", n)
	}
	debug.SetMemoryLimit(1600 << 20)
	if n := garbage(); n != 200 {
		t.Errorf("%d with a limit", n)
	}
}

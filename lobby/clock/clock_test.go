package clock

import (
	"testing"
	"testing/synctest"
	"time"
)

// A jump moves the time of day, and no span that is measured.
func TestJump(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		defer Jump(0)
		began, before := time.Now(), MS()
		Jump(-time.Hour)
		if got := MS() - before; got != -time.Hour.Milliseconds() {
			t.Errorf("set back by an hour it moved by %d ms", got)
		}
		Jump(time.Minute) // from the true time, not from the last jump
		if got := Now().Sub(began); got != time.Minute || time.Since(began) != 0 {
			t.Errorf("set ahead by a minute it moved by %v, and %v passed", got, time.Since(began))
		}
	})
}

package room

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p Pause
		if p.Waits() || p.Left() != 0 {
			t.Error("it waits before a failure")
		}
		for i, want := range []time.Duration{1, 2, 4, 8, 16, 32, 32} {
			p.Fail()
			p.Fail() // during the pause
			if p.Left() != want*time.Second || p.Failed != i+1 {
				t.Errorf("failure %d: %d failed, waits %v, want %v", i, p.Failed, p.Left(), want*time.Second)
			}
			time.Sleep(p.Left())
			if p.Waits() || p.Left() != want*time.Second {
				t.Errorf("after pause %d: %v", i, p.Left())
			}
		}
		if p.Skip(); p.Waits() || p.Left() != time.Second {
			t.Errorf("at once: %v", p.Left())
		}
	})
}

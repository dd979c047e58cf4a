package load

import (
	"testing"
	"testing/synctest"
	"time"
)

// Pings follow each key every 20 ms, for one to three seconds after the last key, and end with the
// session.
func TestChaffTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sent []time.Time
		x := &chaff{send: func() error { sent = append(sent, time.Now()); return nil }, wake: make(chan struct{}, 1)}
		ended := make(chan struct{})
		go x.run(ended)
		for range 20 {
			time.Sleep(time.Minute)
			sent = nil
			first := time.Now()
			x.key()
			time.Sleep(900 * time.Millisecond)
			last := time.Now()
			x.key()
			time.Sleep(10 * time.Second)
			synctest.Wait()
			for i, at := range sent {
				if want := first.Add(time.Duration(i+1) * 20 * time.Millisecond); !at.Equal(want) {
					t.Fatalf("ping %d came %v late", i, at.Sub(want))
				}
			}
			if after := sent[len(sent)-1].Sub(last); after < time.Second || after > 3072*time.Millisecond {
				t.Errorf("the last ping came %v after the last key", after)
			}
		}
		n := x.sent.Load()
		x.key()
		close(ended)
		time.Sleep(time.Minute)
		if x.sent.Load() > n+1 {
			t.Errorf("%d pings after the end", x.sent.Load()-n)
		}
	})
}

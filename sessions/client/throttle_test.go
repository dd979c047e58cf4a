package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// testKeys is the rate by which these tests go, the server's default.
const testKeys = 100

// What people do with keyboards and mice never waits.
func TestPeopleAreNotThrottled(t *testing.T) {
	key, motion := tea.KeyPressMsg{Code: 'a'}, tea.MouseMotionMsg{X: 1}
	for name, x := range map[string]struct {
		msg    tea.Msg
		every  time.Duration
		n      int
		rounds int // with a second between them
	}{
		"key repeat":       {key, time.Second / 60, 60 * 60, 1},
		"key and release":  {key, time.Second / 100, 100 * 60, 1},
		"turns of a wheel": {tea.MouseWheelMsg{}, time.Second / 200, 300, 5},
		"a drag":           {motion, time.Second / 400, 400 * 30, 1},
		"a name at once":   {key, 0, 40, 100},
		"a wild drag":      {motion, time.Millisecond, 2000, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var took time.Duration
				send := throttleKeys(testKeys, t.Context().Done(), func() { t.Error("a flood") }, func(tea.Msg) {})
				for range x.rounds {
					for range x.n {
						start := time.Now()
						send(x.msg)
						took += time.Since(start)
						time.Sleep(x.every)
					}
					time.Sleep(time.Second)
				}
				if took > 0 {
					t.Errorf("waited for %v", took)
				}
			})
		})
	}
}

// More than the rate for a while, with pauses, waits and does not count as a flood.
func TestThrottleForgives(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		send := throttleKeys(testKeys, t.Context().Done(), func() { t.Fatal("a flood") }, func(tea.Msg) { n++ })
		for range 20 {
			for range 900 { // eight seconds' waiting
				send(tea.KeyPressMsg{Code: 'a'})
			}
			time.Sleep(floodPause + time.Millisecond)
		}
		if n != 20*900 {
			t.Errorf("%d came through", n)
		}
	})
}

// Bytes that are no keys are held to a rate too: a paste that never ends.
func TestFloodOfBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		r, w := io.Pipe()
		in := ThrottleInput(r, testKeys, func() { cancel(ErrFlood) })
		go func() {
			for {
				if _, err := w.Write([]byte(strings.Repeat("x", 1000))); err != nil {
					return
				}
			}
		}()
		start, n := time.Now(), 0
		p := make([]byte, 1024)
		for ctx.Err() == nil {
			m, err := in.Read(p)
			if err != nil {
				t.Fatal(err)
			}
			n += m
		}
		took := time.Since(start)
		if !errors.Is(context.Cause(ctx), ErrFlood) || took > floodTime+byteBurst*time.Second+time.Second {
			t.Errorf("%v after %v", context.Cause(ctx), took)
		}
		if most := testKeys * keyBytes * (byteBurst + int(took/time.Second) + 1); n > most {
			t.Errorf("%d bytes in %v", n, took)
		}
		_ = in.Close()
	})
}

// Closing does not wait for the rate.
func TestThrottledInputCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := ThrottleInput(io.NopCloser(strings.NewReader(strings.Repeat("x", 1<<20))), testKeys, func() {})
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = io.ReadFull(in, make([]byte, 1<<20))
		}()
		synctest.Wait()
		start := time.Now()
		if err := fmt.Sprint(in.Close(), in.Close()); err != "<nil> <nil>" {
			t.Error(err)
		}
		<-done
		if took := time.Since(start); took > 0 {
			t.Errorf("took %v", took)
		}
	})
}

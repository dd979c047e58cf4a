package tasks

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// After End nothing begins but what must be done anyway, and Wait waits for all that had begun.
func TestEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := New(slog.New(slog.DiscardHandler))
		var done atomic.Int32
		for range 10 {
			if !all.Spawn("work", func() { time.Sleep(time.Second); done.Add(1) }) {
				t.Fatal("it does not begin")
			}
		}
		all.Go(func() { <-all.Context().Done(); done.Add(1) })
		if all.Closing() || !all.Starts() {
			t.Fatal("it closes before End")
		}
		all.Done()
		all.End()
		if !all.Closing() || all.Starts() || all.Spawn("late", func() { t.Error("it runs after End") }) {
			t.Error("work begins after End")
		}
		here := false
		all.Afterwards("a note", func() { here = true })
		if !here || all.Work().Err() != nil {
			t.Error("what must be done is not done while the house closes")
		}
		if all.Wait(); done.Load() != 11 {
			t.Errorf("Wait returned after %d of 11", done.Load())
		}
	})
}

// A panic ends the work in which it happens, not the process, and is logged with its place.
func TestGuard(t *testing.T) {
	var log bytes.Buffer
	all := New(slog.New(slog.NewTextHandler(&log, nil)))
	all.Safely("here", func() { panic("oh") })
	all.Spawn("there", func() { panic("no") })
	all.Wait()
	for _, want := range []string{"where=here", "panic=oh", "where=there", "panic=no", "tasks_test.go"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q: %s", want, log.String())
		}
	}
}

// Two who lock the same keys in another order do not wait for each other, and one at a time has a key.
func TestLocks(t *testing.T) {
	var locks Locks
	var all sync.WaitGroup
	n := map[string]int{} // of each key, guarded by its lock
	var mu sync.Mutex     // guards the map itself
	for i := range 100 {
		keys := []string{"kim", "lee", "park", "kim"}
		if i%2 == 0 {
			keys = []string{"park", "lee", "kim"}
		}
		all.Go(func() {
			defer locks.Lock(keys...)()
			mu.Lock()
			was := n["kim"]
			mu.Unlock()
			mu.Lock()
			n["kim"] = was + 1
			mu.Unlock()
		})
	}
	if all.Wait(); n["kim"] != 100 {
		t.Errorf("%d of 100", n["kim"])
	}
}

func TestSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		list := make([]int, 3*most)
		var now, high atomic.Int32
		began := time.Now()
		SideBySide(list, func(i int, _ int) {
			if n := now.Add(1); n > high.Load() {
				high.Store(n)
			}
			time.Sleep(time.Second)
			list[i]++
			now.Add(-1)
		})
		for i, n := range list {
			if n != 1 {
				t.Fatalf("the %dth was called %d times", i, n)
			}
		}
		if took := time.Since(began); took != 3*time.Second || high.Load() > most {
			t.Errorf("it took %v, %d at once", took, high.Load())
		}
	})
}

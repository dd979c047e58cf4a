package turns

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// work works for a time, a millisecond at a time, and returns its error. In a bubble sleeping takes the
// time.
func work(t *Turns, ctx context.Context, from string, kind Kind, d time.Duration) error {
	w, err := t.Begin(ctx, Payer{From: from}, kind)
	if err != nil {
		return err
	}
	defer w.End()
	for ; d > 0; d -= time.Millisecond {
		time.Sleep(time.Millisecond)
		if err := w.Pace(); err != nil {
			return err
		}
	}
	return nil
}

// hog requests bots' thinking, many at the same time.
func hog(t *Turns, ctx context.Context, wg *sync.WaitGroup, from string, n int, d time.Duration) {
	for range n {
		wg.Go(func() { _ = work(t, ctx, from, Bot, d) })
	}
}

// However much one address requests, another has its turn.
func TestPlacesGoRoundByAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := New(Limits{Places: 1})
		var wg sync.WaitGroup
		hog(turns, t.Context(), &wg, "many", 50, 600*time.Millisecond)
		synctest.Wait()
		start := time.Now()
		if err := work(turns, t.Context(), "one", Bot, 600*time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took > 2*600*time.Millisecond+2*turnTime {
			t.Errorf("its turn took %v", took)
		}
		wg.Wait()
	})
}

// However many addresses one provider, or one neighbourhood of it, has, others have their turns: bots'
// thinking that needs ten turns is done among thirty such addresses as among one.
func TestPlacesGoRoundByProvider(t *testing.T) {
	for name, x := range map[string]struct{ crowd, one string }{
		"a provider": {"10.1.%d.1/32", "10.2.0.1/32"}, "a neighbourhood": {"10.1.1.%d/32", "10.1.2.1/32"},
		"a provider by IPv6": {"2001:db8:%d::/64", "2001:db9::/64"}, "a neighbourhood of HTTP": {"10.1.1.%d/32", "10.2.0.0/24"},
	} {
		synctest.Test(t, func(t *testing.T) {
			turns := New(Limits{Places: 1})
			ctx, stop := context.WithCancel(t.Context())
			var wg sync.WaitGroup
			for i := range 30 {
				for range 2 {
					wg.Go(func() {
						for work(turns, ctx, fmt.Sprintf(x.crowd, i), Bot, 20*turnTime) == nil {
						}
					})
				}
			}
			time.Sleep(time.Minute)
			for range 3 { // in a row: whoever was just served is not last
				start, wait := time.Now(), 2*10*turnTime+2*turnTime
				if name == "a neighbourhood" { // its provider has begun as much as it may
					wait += begunPerPlace * 20 * turnTime
				}
				if err := work(turns, ctx, x.one, Bot, 10*turnTime); err != nil {
					t.Fatal(err)
				}
				if took := time.Since(start); took > wait {
					t.Errorf("%s: its turn took %v, want %v", name, took, wait)
				}
			}
			stop()
			wg.Wait()
			if len(turns.begunBy) != 0 || turns.begun != 0 {
				t.Errorf("%s: begun work is left: %v", name, turns.begunBy)
			}
		})
	}
}

// Work under way never exceeds the places, and begun work never exceeds its bound.
func TestPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := New(Limits{Places: 2})
		var mu sync.Mutex
		at, begun, most := 0, 0, 0
		var wg sync.WaitGroup
		for i := range 100 {
			wg.Go(func() {
				w, _ := turns.Begin(t.Context(), Payer{From: fmt.Sprint(i)}, Bot)
				mu.Lock()
				begun++
				most = max(most, begun)
				mu.Unlock()
				for range 100 {
					mu.Lock()
					if at++; at > 2 {
						t.Errorf("%d at work", at)
					}
					mu.Unlock()
					time.Sleep(time.Millisecond)
					mu.Lock()
					at--
					mu.Unlock()
					if err := w.Pace(); err != nil {
						t.Error(err)
					}
				}
				mu.Lock()
				begun--
				mu.Unlock()
				w.End()
			})
		}
		wg.Wait()
		if most > 2*begunPerPlace {
			t.Errorf("%d had begun", most)
		}
		if c := turns.Counts()[Bot]; c.Begun != 100 || c.Waiting != 0 || turns.free != 2 || turns.begun != 0 || len(turns.lines) != 0 {
			t.Errorf("left: %+v, %d free, %d begun", c, turns.free, turns.begun)
		}
	})
}

// In the long run an address gets its share. Commands of another address do not wait for its debt, and
// bots go on.
func TestShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := New(Limits{Places: 1, Share: 0.25, Burst: time.Second})
		ctx, stop := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				for work(turns, ctx, "many", Command, 240*time.Millisecond) == nil {
				}
			})
		}
		time.Sleep(time.Minute)
		if got := turns.Counts()[Command].Worked; got > 17*time.Second || got < 14*time.Second {
			t.Errorf("a minute's share of 0.25 and a second at once came to %v", got)
		}
		for _, kind := range []Kind{Light, Command, Screen, Bot} {
			start := time.Now()
			if err := work(turns, ctx, "one", kind, 20*time.Millisecond); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(start); took > 200*time.Millisecond {
				t.Errorf("another's %v takes %v", kind, took)
			}
		}
		start := time.Now()
		if err := work(turns, ctx, "many", Bot, 20*time.Millisecond); err != nil || time.Since(start) > 200*time.Millisecond {
			t.Errorf("its own bots wait %v: %v", time.Since(start), err)
		}
		stop()
		wg.Wait()
		if turns.free != 1 || turns.begun != 0 || len(turns.lines) != 0 {
			t.Errorf("left: %d free, %d begun, %d lines", turns.free, turns.begun, len(turns.lines))
		}
	})
}

// Work whose asker has gone stops waiting and working.
func TestGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := New(Limits{Places: 1})
		gone := errors.New("gone")
		ctx, leave := context.WithCancelCause(t.Context())
		var wg sync.WaitGroup
		ends := make(chan error, 2)
		for range 2 { // one works, one waits
			wg.Go(func() { ends <- work(turns, ctx, "one", Command, time.Hour) })
		}
		time.Sleep(time.Second)
		leave(gone)
		start := time.Now()
		wg.Wait()
		if a, b := <-ends, <-ends; a != gone || b != gone || time.Since(start) > 10*time.Millisecond {
			t.Errorf("%v, %v, after %v", a, b, time.Since(start))
		}
		if _, err := turns.Begin(ctx, Payer{}, Command); err != gone {
			t.Errorf("begins all the same: %v", err)
		}
		if turns.free != 1 || turns.begun != 0 || len(turns.lines) != 0 {
			t.Errorf("left: %d free, %d begun", turns.free, turns.begun)
		}
	})
}

// Within an address, play goes before commands, and analyses come last. Work that waits for a client has
// no place.
func TestWhoGoesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := New(Limits{Places: 1})
		order := make(chan Kind, 4)
		var wg sync.WaitGroup
		w, _ := turns.Begin(t.Context(), Payer{}, Command)
		for _, kind := range []Kind{Analysis, Command, Bot, Command} {
			wg.Go(func() {
				_ = work(turns, t.Context(), "", kind, 200*time.Millisecond)
				order <- kind
			})
			synctest.Wait()
		}
		if err := w.away(func() { time.Sleep(20 * time.Second) }); err != nil {
			t.Error(err)
		}
		wg.Wait()
		if got := []Kind{<-order, <-order, <-order, <-order}; !slices.Equal(got, []Kind{Bot, Command, Command, Analysis}) {
			t.Error(got)
		}
		w.End()
		w.End()
		if turns.free != 1 {
			t.Errorf("%d places", turns.free)
		}
	})
}

// Frames are billed too, but commands alone never delay them.
func TestFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := New(Limits{Places: 1, Share: 0.25, Burst: time.Second})
		many := Payer{From: "many"}
		ctx, stop := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				for work(turns, ctx, "many", Command, 240*time.Millisecond) == nil {
				}
			})
		}
		time.Sleep(time.Minute)
		if hold := turns.Framed(many, time.Millisecond); hold != 0 {
			t.Errorf("commands hold its frames for %v", hold)
		}
		stop()
		wg.Wait()
		taken, start := 0, time.Now()
		for ; time.Since(start) < time.Minute; taken++ { // each frame takes an hour, as on a machine that sleeps
			time.Sleep(turns.Framed(many, time.Hour))
			time.Sleep(time.Millisecond)
		}
		if cost := time.Duration(taken) * frameCost; cost > 18*time.Second || cost < 10*time.Second {
			t.Errorf("in a minute they took %v", cost)
		}
		if hold := turns.Framed(Payer{From: "one"}, time.Millisecond); hold != 0 {
			t.Errorf("another's wait for %v", hold)
		}
	})
}

// Many screens of one address take at most half a processor at any moment, even while their address may
// use all of one. A few screens do not wait.
func TestFramesTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := New(Limits{Places: 1})
		start := time.Now()
		for time.Since(start) < time.Second { // 3 screens of 30 frames a second
			for range 3 {
				if hold := turns.Framed(Payer{From: "few"}, time.Millisecond); hold > 0 {
					t.Fatalf("few wait for %v", hold)
				}
			}
			time.Sleep(time.Second / 30)
		}
		var taken atomic.Int64
		var all sync.WaitGroup
		start = time.Now()
		for range 80 {
			all.Go(func() {
				for time.Since(start) < time.Second {
					time.Sleep(time.Millisecond)
					taken.Add(1)
					time.Sleep(turns.Framed(Payer{From: "many"}, time.Millisecond))
				}
			})
		}
		all.Wait()
		if took := time.Duration(taken.Load()) * time.Millisecond; took > 700*time.Millisecond || took < 500*time.Millisecond {
			t.Errorf("in a second they took %v", took)
		}
	})
}

// An address's small commands in a row take at most half a processor: 100 ms' worth at once, then the
// rest as it comes. Another address's commands do not wait.
func TestLightTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := New(Limits{Places: 1})
		var done atomic.Int64
		ctx, stop := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				for work(turns, ctx, "many", Light, 0) == nil {
					done.Add(1)
				}
			})
		}
		time.Sleep(time.Second)
		if n := done.Load(); n < 500 || n > 700 {
			t.Errorf("%d commands in the first second", n)
		}
		start := time.Now()
		if err := work(turns, t.Context(), "one", Light, 0); err != nil || time.Since(start) != 0 {
			t.Errorf("another waits for %v: %v", time.Since(start), err)
		}
		stop()
		all.Wait()
	})
}

// Costs are kept by address and key, and dropped in time.
func TestCosts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := New(Limits{Places: 1})
		do := func(who Payer, kind Kind, d time.Duration) {
			w, err := turns.Begin(t.Context(), who, kind)
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(d)
			w.End()
		}
		cheap, dear := Payer{"a", "k"}, Payer{"b", ""}
		do(cheap, Light, 0)
		do(dear, Bot, time.Second)
		do(dear, Command, 2*time.Second)
		list := turns.Costs()
		if len(list) != 2 || list[0].Payer != dear || list[0].Work[Bot] != time.Second || list[0].Total() != 3*time.Second || list[1].Total() != leastCost {
			t.Fatalf("%+v", list)
		}
		time.Sleep(2 * remembered)
		do(cheap, Light, 0)
		if list := turns.Costs(); len(list) != 1 || len(turns.accounts) != 1 {
			t.Errorf("%+v, %d accounts", list, len(turns.accounts))
		}
		for i := range 2 * maxRemembered {
			do(Payer{"a", fmt.Sprint(i)}, Light, 0)
		}
		if n := len(turns.Costs()); n > maxRemembered {
			t.Errorf("%d are remembered", n)
		}
	})
}

// Without a bound no address has an account, which nobody would remove.
func TestNoAccountsWithoutABound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := New(Limits{Places: 1, Share: -1})
		for kind := range Kinds {
			if err := work(turns, t.Context(), fmt.Sprint(kind), kind, 20*time.Millisecond); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(turns.accounts); n > 0 {
			t.Errorf("%d accounts", n)
		}
	})
}

// The highest present cost comes first, however high earlier costs are; afterwards these come first.
func TestFloodsLead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := New(Limits{Places: 1})
		first := func(want string) {
			t.Helper()
			if list := turns.Costs(); list[0].From != want {
				t.Errorf("the first is %+v, want %s", list[0], want)
			}
		}
		for range 60 {
			turns.Framed(Payer{From: "player"}, time.Hour)
			time.Sleep(time.Second)
		}
		first("player")
		for range 20 {
			turns.Received(Payer{From: "flood"}, 4*time.Millisecond)
			turns.Framed(Payer{From: "player"}, time.Millisecond)
			time.Sleep(time.Second / 4)
		}
		first("flood")
		time.Sleep(10 * Lately)
		first("player")
	})
}

// A command without a place costs little, however long it waits for a disk. A command that has left its
// place costs nothing more, and others can use the place.
func TestWaitingIsNoWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := New(Limits{Places: 1})
		do := func(kind Kind, f func(context.Context)) {
			if err := turns.Do(By(t.Context(), Payer{From: "a"}), kind, func(ctx context.Context) error { f(ctx); return nil }); err != nil {
				t.Fatal(err)
			}
		}
		do(Light, func(context.Context) { time.Sleep(time.Minute) })
		do(Command, func(ctx context.Context) {
			time.Sleep(time.Second / 10)
			Leave(ctx)
			if err := work(turns, t.Context(), "b", Command, time.Second/10); err != nil {
				t.Error(err)
			}
			time.Sleep(time.Minute)
		})
		for _, c := range turns.Costs() {
			if c.From == "a" && (c.Work[Light] != lightCost || c.Work[Command] != time.Second/10) {
				t.Errorf("%+v", c)
			}
		}
	})
}

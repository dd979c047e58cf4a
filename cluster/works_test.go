package cluster

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"arcade/internal/logtest"
)

// A node without its store loses its lease even if NATS works. It stops owning matches before the others
// count it as gone. When the store is back, the node owns matches again with the same incarnation.
func TestLeaseNeedsTheStore(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	var said logtest.Buffer
	var gone atomic.Bool
	a := join(t, url, "a")
	b := join(t, url, "b", func(c *Config) {
		c.Log = logTo(t, &said)
		c.Works = func(ctx context.Context) error {
			if !gone.Load() {
				return nil
			}
			<-ctx.Done() // like a database that does not answer
			return errors.New("no answer")
		}
	})
	sees(t, a, "a b")
	await(t, "b keeps", b.Changed, b.MayOwn)
	start := b.Incarnation()
	gone.Store(true)
	struck := time.Now()
	kept := make(chan bool, 1)
	go func() { // when a loses b, does b own matches?
		for {
			c := a.Changed()
			if names(a) == "a" {
				kept <- b.MayOwn()
				return
			}
			<-c
		}
	}()
	await(t, "b does not keep", b.Changed, func() bool { return !b.MayOwn() })
	if <-kept {
		t.Error("b keeps when a takes it for gone")
	}
	if took := time.Since(struck); took < lease()/2 { // the machine may be busy
		t.Errorf("b is gone after %v already", took)
	}
	await(t, "a takes it for gone", ticks(t), func() bool { return a.Gone("b", start) })
	await(t, "a keeps", a.Changed, a.MayOwn)
	gone.Store(false)
	await(t, "b keeps", b.Changed, b.MayOwn)
	sees(t, a, "a b")
	if b.Incarnation() != start || a.Gone("b", start) {
		t.Error("b is back, and taken for gone")
	}
	for _, line := range []string{"the store does not answer", "the store answers"} {
		if n := strings.Count(said.String(), `"`+line); n != 1 {
			t.Errorf("%q is said %d times:\n%s", line, n, said.String())
		}
	}
}

// A node without its store still watches the others: it does not begin its watch again and again because its
// own lease has ended.
func TestWatchWithoutTheStore(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	a := join(t, url, "a")
	b := join(t, url, "b", func(c *Config) {
		var asked atomic.Bool
		c.Works = func(context.Context) error {
			if asked.Swap(true) {
				return errors.New("no answer")
			}
			return nil
		}
	})
	sees(t, b, "a")
	crash(a)
	sees(t, b, "")
	await(t, "a is gone", ticks(t), func() bool { return b.Gone("a", a.Incarnation()) })
}

// One slow answer of the store does not cost the lease.
func TestLeaseOutlivesOneAnswer(t *testing.T) {
	noLeaks(t)
	var asked atomic.Int32
	n := join(t, natsURL(t), "a", func(c *Config) {
		c.Lease = 10 * time.Second
		c.Works = func(ctx context.Context) error {
			if asked.Add(1)%2 == 0 {
				return errors.New("no answer")
			}
			return nil
		}
	})
	await(t, "it is asked", ticks(t), func() bool { return asked.Load() > 4 })
	if !n.MayOwn() || n.LeaseAge() > n.cfg.Lease/2 {
		t.Errorf("it keeps: %v, after %v", n.MayOwn(), n.LeaseAge())
	}
}

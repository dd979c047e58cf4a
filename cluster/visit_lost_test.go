package cluster

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"arcade/cluster/natstest"
	"arcade/internal/logtest"
)

// NATS that comes back with nothing throws out nobody, however often a node compares its visits with what is
// stored: its own visit, stored again, is no newer one. Revisions count from 1 again.
func TestVisitsAfterWipedNATS(t *testing.T) {
	noLeaks(t)
	s := natstest.Start(t, t.TempDir(), "")
	url, addr := s.ClientURL(), s.Addr().String()
	var log logtest.Buffer
	logged := func(c *Config) { c.Log = logTo(t, &log) }
	nodes := []*Node{join(t, url, "a", logged), join(t, url, "b", logged)}
	const people = 64
	var mu sync.Mutex
	out := map[string]bool{}
	for i := range people {
		player := fmt.Sprint("p", i)
		if _, err := nodes[i%2].Claim(t.Context(), player, "v"+player, 0, false, func() {
			mu.Lock()
			defer mu.Unlock()
			out[player] = true
		}); err != nil {
			t.Fatal(err)
		}
	}
	natstest.Stop(s)
	for _, n := range nodes {
		await(t, "it is cut off", n.Changed, func() bool { return !n.MayOwn() })
	}
	natstest.Start(t, t.TempDir(), addr)
	for _, n := range nodes {
		await(t, "it is back", n.Changed, n.MayOwn)
	}
	var all sync.WaitGroup
	for range 4 { // the reconnection itself compares, too
		for _, n := range nodes {
			all.Go(n.checkVisits)
		}
	}
	all.Wait()
	for i := range people {
		player := fmt.Sprint("p", i)
		if node, id, err := nodes[0].Where(t.Context(), player); node != nodes[i%2].Name() || id != "v"+player || err != nil {
			t.Errorf("%s is %q at %q: %v", player, id, node, err)
		}
	}
	if strings.Contains(log.String(), "a node is gone") {
		t.Error("nodes that have only lost NATS are lost from the list")
	}
	mu.Lock()
	defer mu.Unlock()
	if len(out) > 0 {
		t.Errorf("%d of %d were thrown out", len(out), people)
	}
}

// A node that compares its visits with a bucket that is not there makes it first: nobody else would compare again.
func TestVisitsAfterLostBucket(t *testing.T) {
	noLeaks(t)
	s := natstest.Start(t, t.TempDir(), "")
	n := join(t, s.ClientURL(), "a")
	if _, err := n.Claim(t.Context(), "p", "v", 0, false, func() { t.Error("thrown out") }); err != nil {
		t.Fatal(err)
	}
	if err := n.js.DeleteKeyValue(t.Context(), "here"); err != nil {
		t.Fatal(err)
	}
	n.checkVisits()
	if node, id, err := n.Where(t.Context(), "p"); node != "a" || id != "v" || err != nil {
		t.Errorf("the visit is %q at %q: %v", id, node, err)
	}
}

// NATS comes back with nothing so soon that every node may own matches all the time. The node that does a job for
// one node has lost the job's lease, and so it ends: else two would do it.
func TestHoldAfterWipedNATS(t *testing.T) {
	noLeaks(t)
	s := natstest.Start(t, t.TempDir(), "")
	url, addr := s.ClientURL(), s.Addr().String()
	nodes := []*Node{join(t, url, "a"), join(t, url, "b")}
	var doing [2]atomic.Bool
	ctx, end := context.WithCancel(t.Context())
	defer end()
	for i, n := range nodes {
		go n.Hold(ctx, "job", func(ctx context.Context) {
			doing[i].Store(true)
			defer doing[i].Store(false)
			<-ctx.Done()
		})
	}
	holder := func() string {
		e, err := nodes[0].leases.Get(t.Context(), "job")
		var f holderForm
		if err != nil || decode(e.Value(), &f) != nil {
			return ""
		}
		return f.Node
	}
	one := func() bool {
		return holder() == "a" && doing[0].Load() && !doing[1].Load() || holder() == "b" && doing[1].Load() && !doing[0].Load()
	}
	await(t, "one does the job", ticks(t), one)
	natstest.Stop(s)
	natstest.Start(t, t.TempDir(), addr)
	await(t, "the job has a lease again", ticks(t), func() bool { return holder() != "" })
	await(t, "one does the job again", ticks(t), one)
}

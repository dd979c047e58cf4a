package cluster

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"

	"arcade/cluster/embed"
	"arcade/cluster/natstest"
	"arcade/internal/freeport"
)

// Three nodes with the NATS inside them. The one that serves dies, and the two others go on: they know that it is
// gone, throw nobody out, and of their jobs each is done once. Then another one dies, and the last one goes on.
func TestEmbedded(t *testing.T) {
	noLeaks(t)
	var notes natstest.Notes
	type member struct {
		*Node
		inside *embed.NATS
		note   *natstest.Note
	}
	var all []*member
	var doing [3]atomic.Bool // who does the job
	for i := range 3 {
		addr, err := freeport.Addr()
		if err != nil {
			t.Fatal(err)
		}
		m := &member{note: notes.Note()}
		name := fmt.Sprint("n", i)
		m.inside, err = embed.Start(embed.Config{Node: name, Addr: addr, Dir: filepath.Join(t.TempDir(), "nats"), Secret: make([]byte, 32), Note: m.note, Log: testLog(t, name)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(m.inside.Close)
		m.Node = join(t, "nats://embedded", name, func(c *Config) { c.Embedded = m.inside })
		go m.Hold(t.Context(), "job", func(ctx context.Context) {
			doing[i].Store(true)
			<-ctx.Done()
			doing[i].Store(false)
		})
		all = append(all, m)
	}
	sees(t, all[2].Node, "n0 n1 n2")
	for i, m := range all {
		if _, err := m.Claim(t.Context(), fmt.Sprint("p", i), "v", 0, false, func() {
			if m.ctx.Err() == nil {
				t.Errorf("p%d is thrown out", i)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	for dead := range 2 {
		m, rest := all[dead], all[dead+1:] // the first one came first and serves
		incarnation := m.Incarnation()
		m.note.Away.Store(true)
		crash(m.Node)
		m.inside.Close()
		for i, o := range rest {
			await(t, o.Name()+" knows that a node is gone", ticks(t), func() bool { return o.Gone(m.Name(), incarnation) })
			await(t, o.Name()+" may own matches", o.Changed, o.MayOwn)
			await(t, "the visit of "+o.Name(), ticks(t), func() bool {
				node, _, err := rest[0].Where(t.Context(), fmt.Sprint("p", dead+1+i))
				return err == nil && node == o.Name()
			})
		}
		await(t, "one does the job", ticks(t), func() bool {
			n := 0
			for i := range rest {
				if doing[dead+1+i].Load() {
					n++
				}
			}
			return n == 1
		})
	}
}

package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"arcade/cluster/embed"
	"arcade/internal/freeport"
)

// noted is the note that says which node serves NATS, as one node reaches it.
type noted struct {
	common *struct {
		sync.Mutex
		raw json.RawMessage
	}
	dead atomic.Bool
}

func (n *noted) Read(context.Context) (json.RawMessage, error) {
	n.common.Lock()
	defer n.common.Unlock()
	return n.common.raw, n.err()
}

func (n *noted) Write(_ context.Context, from, to json.RawMessage) error {
	n.common.Lock()
	defer n.common.Unlock()
	if !bytes.Equal(from, n.common.raw) || n.dead.Load() {
		return errors.New("refused")
	}
	n.common.raw = to
	return nil
}

func (n *noted) err() error {
	if n.dead.Load() {
		return errors.New("dead")
	}
	return nil
}

// Three nodes with the NATS inside them. The one that serves dies, and the two others go on: they know that it is
// gone, throw nobody out, and of their jobs each is done once. Then another one dies, and the last one goes on.
func TestEmbedded(t *testing.T) {
	noLeaks(t)
	common := &struct {
		sync.Mutex
		raw json.RawMessage
	}{}
	type member struct {
		*Node
		inside *embed.NATS
		note   *noted
	}
	var all []*member
	var doing [3]atomic.Bool // who does the job
	for i := range 3 {
		addr, err := freeport.Addr()
		if err != nil {
			t.Fatal(err)
		}
		m := &member{note: &noted{common: common}}
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
		m.note.dead.Store(true)
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

package lobby

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"arcade/games"
	matgobots "arcade/games/matgo/bots"
	"arcade/lobby/directory"
	"arcade/lobby/nodestest"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/store"
)

// Things that nodes must not accumulate, or repeat, over weeks.

// A player who left after a match at another node is no longer here, and is not paired.
func TestStandInsEnd(t *testing.T) {
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, c *node) {
		id, kim, lee := begun(t, a, b, pairing.Offer{})
		a.play(id, 4, kim, lee)
		a.pass(time.Minute)
		if !a.Here(lee.Me().ID) || a.dir.Sizes().StandIns != 1 {
			t.Fatalf("while lee plays there are %d stand-ins", a.dir.Sizes().StandIns)
		}
		b.must(lee.Do(id, games.Resign))
		a.pass(time.Second)
		kim.Unwatch(id)
		lee.Unwatch(id)
		a.pass(20 * time.Second) // the follower ends
		person := lee.Me().ID
		lee.Leave()
		kim.Leave()
		a.pass(15 * time.Second)
		left := a.dir.Sizes().StandIns
		if left > 0 || a.Here(person) {
			t.Errorf("lee has left: %d stand-ins, here: %t", left, a.Here(person))
		}
		lee = a.enter("lee")
		seat, _, err := lee.Quick("othello", nil, "5+3")
		a.must(err)
		a.must(lee.Watch(seat))
		lee.Leave()
		a.pass(2 * time.Minute)
		if _, begun, err := a.enter("park").Quick("othello", nil, "5+3"); err != nil || begun {
			t.Errorf("park is paired with lee, who has left; %v", err)
		}
	})
}

// A visit that could not be claimed is set aside if its person has entered elsewhere since.
func TestLateClaim(t *testing.T) {
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, c *node) {
		b.link.Cut()
		old := b.enter("kim")
		a.pass(3 * time.Second)
		kim := a.enter("kim")
		a.pass(3 * time.Second)
		b.link.Back()
		a.pass(20 * time.Second)
		if err := kim.Over(); err != nil {
			t.Errorf("the newer visit: %v", err)
		}
		if err := old.Over(); err != nil || old.Active() || !kim.Active() {
			t.Errorf("the older visit: %v, active %t", err, old.Active())
		}
	})
}

// slowEntry is a store that delays one look-up of a key by a given time.
type slowEntry struct {
	store.Store
	wait atomic.Int64
}

func (s *slowEntry) PlayerByKey(ctx context.Context, key string) (store.Player, error) {
	time.Sleep(time.Duration(s.wait.Swap(0)))
	return s.Store.PlayerByKey(ctx, key)
}

// A player gives up waiting at a slow node and enters elsewhere, or there again. The newer visit stays active when
// the first one is let in: however late that is, and before anybody has seen the second.
func TestLateEntry(t *testing.T) {
	const shownTime = time.Second
	for _, late := range []time.Duration{900 * time.Millisecond, 4 * time.Second} {
		for _, before := range []time.Duration{late / 2, shownTime / 100} { // before the late entry's end
			for _, again := range []bool{false, true} {
				var slow *slowEntry
				onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, c *node) {
					a.enter("kim").Leave()
					slow.wait.Store(int64(late))
					old := make(chan *Visit)
					go func() {
						v, err := b.Enter(directory.Identity{Fingerprint: "SHA256:kim"})
						if err != nil {
							t.Error(err)
						}
						old <- v
					}()
					a.pass(late - before)
					to := a
					if again {
						to = b
					}
					kim := to.enter("kim")
					first := <-old
					if a.pass(20 * time.Second); first == nil || kim.Over() != nil || !kim.Active() || first.Active() {
						t.Errorf("%v late, %v before its end, at the same node %t: the newer visit: %v", late, before, again, kim.Over())
					}
				}, func(s store.Store) store.Store { slow = &slowEntry{Store: s}; return slow })
			}
		}
	}
}

// A program that came before the present one of its key, but is let in only now because the machine was stopped,
// ends nothing.
func TestCameBefore(t *testing.T) {
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, c *node) {
		came := time.Now()
		a.pass(4 * time.Second)
		kim, err := a.EnterBot(directory.Identity{Fingerprint: "SHA256:kim"}, true)
		a.must(err)
		late := directory.Identity{Fingerprint: "SHA256:kim", Came: came}
		for _, n := range []*node{a, b} {
			if _, err := n.EnterBot(late, false); !errors.Is(err, directory.ErrSuperseded) {
				t.Errorf("at node %s: %v", n.link.Name(), err)
			}
		}
		a.pass(20 * time.Second)
		if kim.Over() != nil {
			t.Errorf("the newer visit: %v", kim.Over())
		}
	})
}

// A visitor who saw that a match is moving also sees the end of the move, even without other events.
func TestMovedIsTold(t *testing.T) {
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, c *node) {
		kim, lee := a.enter("kim"), b.enter("lee")
		id := a.create(kim, pairing.Offer{Control: room.OneDay})
		b.must(lee.SitDown(id))
		a.must(kim.Watch(id))
		b.must(lee.Watch(id))
		a.play(id, 4, kim, lee)
		a.pass(3 * time.Second)
		drain(lee)
		hub.SetFate(func(_, _, kind string) (int, time.Duration) {
			if kind == "beat" {
				return 0, 0
			}
			return 1, 0
		})
		a.pass(8 * time.Second) // two requests in a row, each with its timeout and a rest before it
		if !b.see(lee, id).Moving || !woken(lee) {
			t.Fatal("the owner is silent, and the follower's visitor does not see it")
		}
		hub.SetFate(nil)
		a.pass(10 * time.Second)
		if b.see(lee, id).Moving || !woken(lee) {
			t.Error("the owner is back, and the follower's visitor does not see it")
		}
		drain(lee)
		b.link.Cut()
		a.pass(4 * time.Second)
		if !b.see(lee, id).Moving || !woken(lee) {
			t.Error("this node is cut off, and nobody is told")
		}
		b.link.Back()
		a.pass(10 * time.Second)
		if b.see(lee, id).Moving || !woken(lee) {
			t.Error("this node is back, and nobody is told")
		}
	})
}

// slowReads is a store that needs a fifth of a second to read a match.
type slowReads struct {
	store.Store
	on    atomic.Bool
	reads atomic.Int64
}

func (s *slowReads) Match(ctx context.Context, id string) (store.Match, error) {
	if s.on.Load() {
		s.reads.Add(1)
		time.Sleep(200 * time.Millisecond)
	}
	return s.Store.Match(ctx, id)
}

// A node that stood still looks at its tables once, however long that takes.
func TestLooksOnce(t *testing.T) {
	var slow *slowReads
	const tables = 600
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, c *node) {
		for range tables {
			a.create(a.guest(), pairing.Offer{Bot: "greedy", Seat: 0})
		}
		a.pass(time.Minute / 2)
		slow.on.Store(true)
		a.link.Cut()
		a.pass(2600 * time.Millisecond)
		a.link.Back()
		a.pass(2 * time.Minute)
		if n := slow.reads.Load(); n == 0 || n > 2*tables {
			t.Errorf("%d reads of %d tables", n, tables)
		}
		slow.on.Store(false)
		a.pass(time.Second) // the reads in progress
	}, func(s store.Store) store.Store { slow = &slowReads{Store: s}; return slow })
}

// A node does not take over a match whose game or rules it does not know: its owner continues.
func TestLeftToWhoKnows(t *testing.T) {
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, c *node) {
		b.kill()
		c.kill()
		a.pass(10 * time.Second)
		cfg := a.cfg
		cfg.Store, cfg.Nodes, cfg.Games = a.store, hub.Join("d"), games.NewRegistry(matgobots.Game{})
		d, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(d.Close)
		kim, lee := a.enter("kim"), a.enter("lee")
		id := a.start(kim, lee, pairing.Offer{})
		a.must(kim.Watch(id))
		a.must(lee.Watch(id))
		a.pass(time.Second)
		before := must1(a.store.Match(t.Context(), id))
		if err := a.HandOver(t.Context()); err == nil {
			t.Error("it was taken by a node that does not know the game")
		}
		a.pass(time.Minute)
		if rec := must1(a.store.Match(t.Context(), id)); rec.Owner != "a" || rec.Epoch != before.Epoch {
			t.Errorf("it is kept by %q in epoch %d, was in %d", rec.Owner, rec.Epoch, before.Epoch)
		}
		a.play(id, 2, kim, lee)
	})
}

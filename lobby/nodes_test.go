package lobby

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	matgobots "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/internal/chance"
	"arcade/lobby/config"
	"arcade/lobby/deals"
	"arcade/lobby/deals/dealstest"
	"arcade/lobby/nodestest"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// node is a house that shares a store with others.
type node struct {
	*house
	link *nodestest.Node
}

// onNodes runs a test on three nodes that share a store; b is of the next version.
func onNodes(t *testing.T, f func(t *testing.T, hub *nodestest.Hub, a, b, c *node), wrap ...func(store.Store) store.Store) {
	synctest.Test(t, func(t *testing.T) {
		chance.Deal(t)
		hub := nodestest.New(5*time.Second, room.WireErrors)
		cfg := config.Config{Games: games.NewRegistry(othello.Game{}, stones.Game{}, matgobots.Game{}, &dealstest.Patience{}), Deals: deals.Limits{Stock: -1}}
		var list []*node
		for i, name := range []string{"a", "b", "c"} {
			n := &node{link: hub.Join(name)}
			if name == "b" {
				n.link.Newer()
			}
			cfg.Nodes = n.link
			if i == 0 {
				n.house = openHouse(t, filepath.Join(t.TempDir(), "arcade.db"), cfg, wrap...)
			} else {
				cfg.Store = list[0].store
				n.house = &house{t: t, store: cfg.Store, cfg: cfg, rand: rand.New(rand.NewPCG(3, uint64(i)))}
				var err error
				if n.Lobby, err = New(cfg); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(n.Close) // before the store
			}
			list = append(list, n)
		}
		f(t, hub, list[0], list[1], list[2])
	})
}

// keeps checks that only owner has its own table of a match.
func keeps(t *testing.T, id string, owner *node, others ...*node) {
	t.Helper()
	if _, err := owner.Room(id); err != nil {
		t.Errorf("%s does not keep the match: %v", owner.link.Name(), err)
	}
	for _, o := range others {
		if _, err := o.Room(id); err == nil {
			t.Errorf("%s keeps the match", o.link.Name())
		}
	}
	rec, err := owner.store.Match(t.Context(), id)
	owner.must(err)
	if rec.Owner != owner.link.Name() && rec.Status != store.Done {
		t.Errorf("owner %q", rec.Owner)
	}
}

// same checks that visits see the same of a table, except for their private parts.
func same(t *testing.T, id string, visits ...*Visit) {
	t.Helper()
	synctest.Wait()
	var first *table.Snapshot
	for _, v := range visits {
		s, err := v.Table(id)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = s
			continue
		}
		if s.Status != first.Status || len(s.Plies) != len(first.Plies) || s.ToAct != first.ToAct || s.Watchers != first.Watchers ||
			len(s.Chat) != len(first.Chat) || s.DrawOffer != first.DrawOffer || s.Takeback != first.Takeback || s.Next != first.Next {
			t.Errorf("%s sees\n%+v\n%s sees\n%+v", visits[0].Me().Name, first, v.Me().Name, s)
		}
		for i := range s.Seats {
			a, b := s.Seats[i], first.Seats[i]
			if a.Person != b.Person || a.Away != b.Away || a.Here != b.Here || a.Left != b.Left || a.Rematch != b.Rematch || a.Change != b.Change {
				t.Errorf("seat %d: %+v, %+v", i, b, a)
			}
		}
	}
}

// A follower whose game panics while it receives the match is not locked for ever: nobody waits for it, and
// when the game recovers, it returns.
func TestFollowerPanics(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		kim, lee, park := a.enter("kim"), a.enter("lee"), c.enter("park")
		id := a.start(kim, lee, pairing.Offer{})
		seed := a.seedIn(id)
		c.house.Lobby.Tables.Terms.Games = games.NewRegistry(moody{seed: &seed})
		for range 2 {
			func() {
				defer func() { _ = recover() }() // its session would end
				if err := park.Watch(id); err == nil {
					t.Error("a game that panics is shown")
				}
			}()
			c.pass(time.Minute)
		}
		seed = ""
		c.must(park.Watch(id))
		same(t, id, kim, park)
	})
}

// A match between people of two nodes, with a spectator at a third, goes from the open seat to the rematch
// like on one node.
func TestPlayAcrossNodes(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		kim, lee, park := a.enter("kim"), b.enter("lee"), c.enter("park")
		id := a.create(kim, pairing.Offer{Rated: true})
		a.must(kim.Watch(id))
		b.must(lee.SitDown(id))
		b.must(lee.Watch(id))
		a.refused(park.SitDown(id), table.ErrFull)
		a.must(kim.Ready(id))
		c.must(park.Watch(id))
		keeps(t, id, a, b, c)
		same(t, id, kim, lee, park)
		if s := a.see(kim, id); s.Watchers != 1 || !s.Seats[0].Here || !s.Seats[1].Here {
			t.Errorf("%d look on, %+v", s.Watchers, s.Seats)
		}
		c.refused(park.Act(id, 0, "d3"), table.ErrNotSeated)
		b.refused(lee.Act(id, 0, "d3"), games.ErrNotYourTurn)
		var illegal *games.IllegalError
		a.must(kim.Act(id, 0, a.see(kim, id).Legal[0]))
		if err := lee.Act(id, 1, "a1"); !asIllegal(err, &illegal) || illegal.Action != "a1" || illegal.Reason == "" {
			t.Errorf("%v", err)
		}
		b.refused(lee.Act(id, 0, "a1"), table.ErrStale)
		b.play(id, 10, kim, lee)
		b.must(lee.Do(id, games.OfferDraw))
		a.pass(10 * time.Millisecond)
		same(t, id, kim, lee, park)
		a.must(kim.Do(id, games.DeclineDraw))
		a.pass(10 * time.Millisecond)
		same(t, id, kim, lee, park)
		b.must(lee.Say(id, 1, ""))
		c.must(park.Say(id, 0, "well played"))
		a.pass(10 * time.Millisecond)
		if s := c.see(park, id); len(s.Chat) != 2 {
			t.Errorf("the third hears %+v", s.Chat)
		}
		if s := b.see(lee, id); len(s.Chat) != 1 {
			t.Errorf("a player hears %+v", s.Chat)
		}
		lee.Unwatch(id)
		a.pass(10 * time.Millisecond)
		if s := a.see(kim, id); s.Seats[1].Away == 0 || !s.Seats[1].Stepped {
			t.Errorf("who has left is there: %+v", s.Seats[1])
		}
		b.must(lee.Watch(id))
		a.pass(10 * time.Millisecond)
		same(t, id, kim, lee)
		b.must(lee.Do(id, games.Resign))
		a.pass(10 * time.Millisecond)
		if s := a.see(kim, id); s.Result == nil || s.Result.Winner != 0 {
			t.Errorf("%+v", s.Result)
		}
		same(t, id, kim, lee)
		b.must(lee.Rematch(id))
		a.pass(10 * time.Millisecond)
		a.must(kim.Rematch(id))
		a.pass(10 * time.Millisecond)
		next := b.see(lee, id).Next
		if next == "" || lee.Call() != next || kim.Call() != next {
			t.Fatalf("next %q", next)
		}
		a.must(kim.Watch(next))
		b.must(lee.Watch(next))
		b.play(next, 4, kim, lee)
		same(t, next, kim, lee)
	})
}

// A player whose connection drops is away, whether the node lives or not. A player who enters at another
// node is present.
func TestAwayAcrossNodes(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		id, kim, lee := begun(t, a, b, pairing.Offer{})
		a.play(id, 4, kim, lee)
		lee.Leave()
		a.pass(time.Second)
		if s := a.see(kim, id); s.Seats[1].Away == 0 || s.Seats[1].Stepped {
			t.Errorf("%+v", s.Seats[1])
		}
		lee = c.enter("lee")
		c.must(lee.Watch(id))
		a.pass(time.Second)
		same(t, id, kim, lee)
		if s := a.see(kim, id); s.Seats[1].Away != 0 {
			t.Errorf("%+v", s.Seats[1])
		}
		c.link.Cut()
		a.pass(6 * time.Second)
		if s := a.see(kim, id); s.Seats[1].Away == 0 {
			t.Errorf("whose node is gone is there: %+v", s.Seats[1])
		}
	})
}

// A session that ends leaves first, and then its screens close. On the way to the owner the second must not
// overtake the first: the player has lost the connection, and has the longer grace.
func TestDroppedAcrossNodes(t *testing.T) {
	for late := range 2 {
		onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, _ *node) {
			id, kim, lee := begun(t, a, b, pairing.Offer{Rated: true, Control: "none"})
			a.play(id, 4, kim, lee)
			sent := -1
			hub.SetFate(func(from, _, kind string) (int, time.Duration) {
				if from != "b" || kind != "deed" {
					return 1, 0
				}
				if sent++; sent == late {
					return 1, time.Millisecond
				}
				return 1, 0
			})
			lee.Leave()
			lee.Unwatch(id)
			a.pass(time.Second)
			if s := a.see(kim, id).Seats[1]; s.Stepped || s.AwayUntil-s.Away != 40_000 {
				t.Errorf("message %d was late: %+v", late, s)
			}
		})
	}
}

// kill ends a node like kill -9: the others see it when its lease is over.
func (n *node) kill() {
	n.link.Cut()
	n.Close()
}

// again restarts an ended node under its name.
func (n *node) again(hub *nodestest.Hub) *node {
	cfg := n.cfg
	o := &node{link: hub.Join(n.link.Name())}
	cfg.Store, cfg.Nodes = n.store, o.link
	o.house = &house{t: n.t, store: cfg.Store, cfg: cfg, rand: n.rand}
	var err error
	if o.Lobby, err = New(cfg); err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(o.Close) // before the store
	return o
}

// When an owner dies, a node with people at its table continues the match within 10 s, with every
// acknowledged action. A third node's people see it there.
func TestOwnerDies(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		id, kim, lee := keptAt(t, a, b, c, pairing.Offer{Rated: true})
		b.play(id, 7, kim, lee)
		b.must(kim.Say(id, 2, ""))
		c.pass(3 * time.Second)
		before := b.entries(id)
		left := b.see(kim, id).Seats
		a.kill()
		b.pass(2 * time.Second)
		s, mover := b.see(kim, id), kim
		if s.You != s.ToAct {
			mover = lee
		}
		b.refused(mover.Act(id, len(s.Plies), legal2(t, id, mover)), room.ErrMoving)
		b.pass(500 * time.Millisecond)
		if s, err := mover.Table(id); err != nil || !s.Moving {
			t.Errorf("a player is not told that the match is being moved: %v", err)
		}
		b.pass(5 * time.Second)
		same(t, id, kim, lee)
		if s := b.see(kim, id); s.Moving || len(s.Chat) != 1 {
			t.Errorf("moving %v, %+v", s.Moving, s.Chat)
		}
		log := b.entries(id)
		if len(log) != len(before)+1 || log[len(before)].Kind != string(games.Restart) || !slices.Equal(log[:len(before)], before) {
			t.Errorf("log %v, before %v", log, before)
		}
		for i, seat := range b.see(kim, id).Seats {
			if seat.Left < left[i].Left {
				t.Errorf("seat %d has %d ms, had %d", i, seat.Left, left[i].Left)
			}
			if seat.Away != 0 || !seat.Here {
				t.Errorf("%+v", seat)
			}
		}
		b.play(id, 100, kim, lee)
		same(t, id, kim, lee)
	})
}

// legal2 returns an action of the seat on turn.
func legal2(t *testing.T, id string, v *Visit) games.Action {
	t.Helper()
	s, err := v.Table(id)
	if err != nil || len(s.Legal) == 0 {
		t.Fatal(s, err)
	}
	return s.Legal[0]
}

// goOnAt lets kim and lee enter at nodes and play their match to its end there. All watchers see the same.
func goOnAt(t *testing.T, id string, at, and *node, others ...*Visit) {
	t.Helper()
	kim, lee := at.enter("kim"), and.enter("lee")
	at.must(kim.Watch(id))
	and.must(lee.Watch(id))
	at.play(id, 100, kim, lee)
	same(t, id, append(others, kim, lee)...)
}

// begun starts a match of kim, at a, and lee, at b, that a owns. Both look at it.
func begun(t *testing.T, a, b *node, o pairing.Offer) (id string, kim, lee *Visit) {
	t.Helper()
	kim, lee = a.enter("kim"), b.enter("lee")
	id = a.create(kim, o)
	b.must(lee.SitDown(id))
	a.must(kim.Watch(id))
	b.must(lee.Watch(id))
	a.must(kim.Ready(id))
	return id, kim, lee
}

// keptAt begins a match of kim and lee at a node. They continue from others.
func keptAt(t *testing.T, at, b, c *node, o pairing.Offer) (id string, kim, lee *Visit) {
	t.Helper()
	kim, lee = at.enter("kim"), at.enter("lee")
	id = at.start(kim, lee, o)
	kim.Leave()
	lee.Leave()
	kim, lee = b.enter("kim"), c.enter("lee")
	at.must(kim.Watch(id))
	at.must(lee.Watch(id))
	return id, kim, lee
}

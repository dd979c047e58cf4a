package lobby

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"arcade/games"
	"arcade/internal/chance"
	"arcade/lobby/directory"
	"arcade/lobby/httpmatch"
	"arcade/lobby/nodestest"
	"arcade/lobby/pairing"
	"arcade/lobby/replica"
	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/store"
)

// The store refuses an owner that was stopped for longer than its lease. From then on it has a follower:
// its visitors are still at the table.
func TestStaleOwner(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		id, kim, lee := begun(t, a, b, pairing.Offer{Rated: true})
		a.play(id, 8, kim, lee)
		before := b.entries(id)
		a.link.Stop()
		b.pass(7 * time.Second)
		keeps(t, id, b, c)
		if s := b.see(lee, id); s.Moving || len(b.entries(id)) != len(before)+1 {
			t.Errorf("moving %v", s.Moving)
		}
		a.refused(kim.Do(id, games.Resign), table.ErrStale) // does not know yet
		a.link.Back()
		b.pass(3 * time.Second)
		keeps(t, id, b, a, c)
		same(t, id, kim, lee)
		if s := b.see(lee, id); !s.Seats[0].Here || !s.Seats[1].Here {
			t.Errorf("who has stayed is not there: %+v", s.Seats)
		}
		if log := b.entries(id); !slices.Equal(log[:len(before)], before) {
			t.Error("the log is another")
		}
		b.play(id, 100, kim, lee)
		same(t, id, kim, lee)
		b.must(kim.Rematch(id))
		b.must(lee.Rematch(id))
	})
}

// An owner that was stopped learns that it lost its match, even without a visitor's action.
func TestStaleOwnerHears(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		c.kill()
		kim, lee := a.enter("kim"), b.enter("lee")
		id := a.start(kim, lee, pairing.Offer{})
		a.must(kim.Watch(id))
		b.must(lee.Watch(id))
		if a.see(kim, id).You == a.see(kim, id).ToAct {
			a.play(id, 1, kim, lee)
		}
		a.link.Stop()
		b.pass(7 * time.Second)
		keeps(t, id, b)
		a.link.Back()
		b.play(id, 1, lee)
		b.pass(3 * time.Second)
		keeps(t, id, b, a)
		same(t, id, kim, lee)
		b.play(id, 100, kim, lee)
	})
}

// An owner was stopped, and another node took over and died. The first takes over again, because its
// visitors are at the table.
func TestStaleOwnerSweeps(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		kim, lee := a.enter("kim"), b.enter("lee")
		id := a.start(kim, lee, pairing.Offer{})
		a.must(kim.Watch(id))
		b.must(lee.Watch(id))
		a.play(id, 4, kim, lee)
		c.kill()
		a.link.Stop()
		b.pass(7 * time.Second)
		keeps(t, id, b)
		b.kill()
		a.pass(7 * time.Second)
		a.link.Back()
		a.pass(7 * time.Second)
		keeps(t, id, a)
		if s := a.see(kim, id); s.Moving || !s.Seats[0].Here {
			t.Errorf("moving %v, %+v", s.Moving, s.Seats)
		}
		lee = a.enter("lee")
		a.must(lee.Watch(id))
		a.play(id, 100, kim, lee)
		same(t, id, kim, lee)
	})
}

// A follower without watchers ends, even if its owner dies while it asks for the whole table. It takes
// nothing over any more.
func TestEndedFollowerTakesNothing(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		kim, lee, park := a.enter("kim"), a.enter("lee"), b.enter("park")
		id := a.start(kim, lee, pairing.Offer{})
		b.must(park.Watch(id))
		a.play(id, 4, kim, lee)
		place, err := b.Find(id)
		b.must(err)
		follower := place.Follower()
		park.Unwatch(id)
		b.pass(2500 * time.Millisecond)
		a.kill()
		b.pass(3 * time.Second)
		b.RefreshAsync(follower)        // which waits two seconds for an answer
		b.pass(1700 * time.Millisecond) // the sixth beat ends the follower, or the seventh
		follower.Mu.Lock()
		gone := follower.Gone
		follower.Mu.Unlock()
		if !gone || b.link.Gone("a", 1) {
			t.Fatal("the follower has not ended before its owner's lease")
		}
		b.pass(8 * time.Second)
		goOnAt(t, id, b, c)
	})
}

// A node that became the owner in the store, but could not read the match then, keeps the match as soon as
// somebody asks it.
func TestOwnerThatDoesNotKnow(t *testing.T) {
	var disk *failing
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		kim, lee, park := a.enter("kim"), a.enter("lee"), b.enter("park")
		id := a.start(kim, lee, pairing.Offer{})
		a.must(kim.Watch(id))
		b.must(park.Watch(id))
		a.play(id, 4, kim, lee)
		b.pass(3 * time.Second)
		a.link.Stop()
		c.link.Cut()
		b.pass(4 * time.Second)
		disk.reads.Store(true)
		b.pass(1500 * time.Millisecond)
		a.link.Back()
		c.link.Back()
		b.pass(time.Second)
		disk.reads.Store(false)
		if rec, err := b.store.Match(t.Context(), id); err != nil || rec.Owner != "b" {
			t.Fatalf("owner %q, %v", rec.Owner, err)
		}
		lee = c.enter("lee")
		c.must(lee.Watch(id))
		keeps(t, id, b)
		b.pass(3 * time.Second)
		b.play(id, 100, kim, lee)
		same(t, id, kim, lee, park)
	}, func(s store.Store) store.Store {
		disk = &failing{Store: s}
		return disk
	})
}

// A match that was taken over in one of two ways stays where it is when the other way finds it.
func TestTakenOverTwice(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
		park := b.enter("park")
		id := a.start(a.enter("kim"), a.enter("lee"), pairing.Offer{})
		b.must(park.Watch(id))
		place, err := b.Find(id)
		b.must(err)
		follower := place.Follower()
		a.kill()
		b.pass(8 * time.Second)
		keeps(t, id, b)
		if done, err := b.FindOwner(follower, "", nil); !done || err != nil {
			t.Errorf("%v, %v", done, err)
		}
		goOnAt(t, id, b, b, park)
	})
}

// An owner that dies and returns before it is missed takes over from itself. The other nodes' followers
// continue with it, and take nothing over.
func TestOwnerComesAgain(t *testing.T) {
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, _ *node) {
		kim, lee, park := a.enter("kim"), a.enter("lee"), b.enter("park")
		id := a.start(kim, lee, pairing.Offer{})
		b.must(park.Watch(id))
		a.play(id, 4, kim, lee)
		b.link.Cut() // it reads everything at once
		a.kill()
		again := a.again(hub)
		b.link.Back()
		b.pass(3 * time.Second)
		keeps(t, id, again, b)
		goOnAt(t, id, again, b, park)
	})
}

// A superseded owner that does not know it yet learns it from a request.
func TestStaleOwnerIsAsked(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
		id := a.start(a.enter("kim"), a.enter("lee"), pairing.Offer{})
		_, err := b.store.TakeOver(t.Context(), id, 0, "c")
		b.must(err)
		var got replica.SnapshotReply
		b.must(b.link.Ask(t.Context(), "a", "mirror", replica.SnapshotQuery{V: 1, Table: id, Epoch: 1}, &got))
		if err := room.WireErrors.Error(got.Err); !errors.Is(err, room.ErrElsewhere) {
			t.Errorf("%v, %+v", err, got.State)
		}
		if _, err := a.Room(id); err == nil {
			t.Error("it keeps the match")
		}
	})
}

// A superseded owner learns it from the new owner, even if the match ends before the new owner shows
// anything.
func TestOvertakenHears(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
		for name, watches := range map[string]bool{"a follower": true, "no follower": false} {
			id, kim, lee := begun(t, a, b, pairing.Offer{})
			a.play(id, 2, kim, lee)
			if !watches {
				lee.Unwatch(id)
				a.pass(20 * time.Second)
			}
			b.must(b.AdoptByID(id))
			b.must(lee.Do(id, games.Resign))
			a.pass(3 * time.Second)
			if s, err := kim.Table(id); err != nil && !errors.Is(err, table.ErrNoTable) || s != nil && s.Result == nil {
				t.Errorf("%s: kim sees the match as live: %+v, %v", name, s, err)
			}
		}
	})
}

// A follower ignores an owner whose epoch is older than the store's, and shows nothing of it.
func TestMirrorOfAnOlderEpoch(t *testing.T) {
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, _ *node) {
		kim, lee, park := a.enter("kim"), a.enter("lee"), b.enter("park")
		id := a.start(kim, lee, pairing.Offer{})
		rec, err := b.store.Match(t.Context(), id)
		b.must(err)
		rec.Epoch++
		hub.SetFate(func(string, string, string) (int, time.Duration) { return 1, time.Millisecond }) // asked for while the follower receives
		m := b.Tables.Follow(rec).Follower()
		if _, err := park.Table(id); !errors.Is(err, room.ErrMoving) {
			t.Errorf("before anything is heard: %v", err)
		}
		<-m.Loaded
		hub.SetFate(nil)
		b.pass(10 * time.Millisecond)
		b.must(park.Watch(id))
		same(t, id, kim, park)
	})
}

// An owner that is cut off stops. It refuses its visitors' commands with a sentence, and its clocks end
// nothing. If it is back within its lease it continues, otherwise it has a follower.
func TestCutOwner(t *testing.T) {
	for _, away := range []time.Duration{4 * time.Second, 20 * time.Second} {
		t.Run(fmt.Sprint(away), func(t *testing.T) {
			onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
				id, kim, lee := begun(t, a, b, pairing.Offer{Control: "1+0"})
				a.play(id, 8, kim, lee)
				alone := a.create(kim, pairing.Offer{Bot: "greedy", Seat: 0})
				a.link.Cut()
				a.pass(2600 * time.Millisecond) // more than half a lease
				a.refused(second(kim.Create(pairing.Offer{Game: "othello", Control: "5+3"})), room.ErrMoving)
				a.refused(kim.Do(id, games.Resign), room.ErrMoving)
				if away > 5*time.Second { // it waits for an answer
					b.refused(lee.Do(id, games.Resign), room.ErrMoving)
				}
				if !a.see(kim, id).Moving || away > 5*time.Second && !b.see(lee, id).Moving || !a.see(kim, alone).Moving {
					t.Error("nobody is told")
				}
				a.pass(away - 3*time.Second)
				a.link.Back()
				a.pass(3 * time.Second)
				same(t, id, kim, lee)
				if away > 5*time.Second {
					keeps(t, id, b, a)
				} else {
					keeps(t, id, a, b)
				}
				if a.see(kim, id).Moving || b.see(lee, id).Moving || a.see(kim, alone).Moving {
					t.Error("it is still being moved")
				}
				a.play(id, 100, kim, lee)
				same(t, id, kim, lee)
			})
		})
	}
}

// Messages are lost, late and doubled. Every acknowledged action is in the log once, in its place, and
// followers come to show all of them. If a bad line leaves no time for the whole match, the match ends on a
// good one.
func TestBadLine(t *testing.T) {
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, c *node) {
		id, kim, lee := begun(t, a, b, pairing.Offer{})
		park := c.enter("park")
		c.must(park.Watch(id))
		seed := chance.Seed(t)
		r, fate := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 2))
		hub.SetFate(func(_, _, _ string) (int, time.Duration) {
			return []int{0, 1, 1, 1, 2}[fate.IntN(5)], time.Duration(fate.IntN(4)*fate.IntN(2)*60) * time.Millisecond
		})
		played := 0
		for range 400 {
			s := b.see(lee, id)
			if s.Result != nil {
				break
			}
			mover := []*Visit{kim, lee}[max(s.ToAct, 0)]
			s = b.see(mover, id)
			if s.You != s.ToAct || heldAt(s) {
				a.pass(time.Second)
				continue
			}
			err := mover.Act(id, len(s.Plies), s.Legal[r.IntN(len(s.Legal))])
			if err == nil {
				played = len(s.Plies) + 1
			} else if !errors.Is(err, room.ErrMoving) && !errors.Is(err, table.ErrStale) {
				t.Fatal(err)
			} else {
				a.pass(300 * time.Millisecond)
			}
			if rec, err := a.store.Match(t.Context(), id); err != nil || rec.Status == store.Live && len(a.see(kim, id).Plies) < played {
				t.Fatalf("an acknowledged action is lost: %v", err)
			}
		}
		hub.SetFate(nil)
		a.pass(5 * time.Second)
		same(t, id, kim, lee, park)
		if s := c.see(park, id); len(s.Plies) < played {
			t.Errorf("%d played, %d stand", played, len(s.Plies))
		}
		a.playOut(id, kim, lee)
		same(t, id, kim, lee, park)
		if s := c.see(park, id); s.Result == nil {
			t.Errorf("%d stand, and it has not ended", len(s.Plies))
		}
	})
}

// heldAt reports whether the table must act first.
func heldAt(s *table.Snapshot) bool { return s.ForcedAt != 0 || s.HeldUntil > s.Now }

// Matches move in the middle of rapid play: no action is refused, no clock runs out, and the state outside
// the log moves with them.
func TestHandOver(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		id, kim, lee := begun(t, a, b, pairing.Offer{Control: "1+0"})
		park := c.enter("park")
		c.must(park.Watch(id))
		a.must(kim.Say(id, 1, ""))
		open := a.create(kim, pairing.Offer{})
		meeting := a.create(kim, pairing.Offer{})
		c.must(park.SitDown(meeting))
		bot := a.create(kim, pairing.Offer{Bot: "greedy", Seat: 1})
		a.must(kim.Watch(bot))
		done := make(chan error)
		go func() { done <- a.HandOver(t.Context()) }()
		for range 12 {
			s, err := kim.Table(id)
			b.must(err)
			v := []*Visit{kim, lee}[max(s.ToAct, 0)]
			if s, err = v.Table(id); err != nil || s.You != s.ToAct || heldAt(s) {
				a.pass(20 * time.Millisecond)
				continue
			}
			if err := v.Act(id, len(s.Plies), s.Legal[0]); err != nil {
				t.Errorf("refused: %v", err)
			}
		}
		a.must(<-done)
		a.pass(3 * time.Second)
		for _, id := range []string{id, open, meeting, bot} {
			if _, err := a.Room(id); err == nil {
				t.Errorf("match %s was not handed over", id)
			}
		}
		keeps(t, id, b, a, c)
		same(t, id, kim, lee, park)
		if s := a.see(kim, id); len(s.Chat) != 1 || !s.Seats[0].Here || !s.Seats[1].Here || s.Watchers != 1 {
			t.Errorf("%+v", s)
		}
		if s := a.see(kim, meeting); !s.Waits || s.Seats[0].ID == "" || s.Seats[1].ID == "" {
			t.Errorf("meeting %+v", s)
		}
		a.must(kim.Ready(meeting))
		a.must(kim.Cancel(open))
		a.play(bot, 6, kim)
		a.play(id, 100, kim, lee)
		same(t, id, kim, lee, park)
	})
}

// A meeting outlives its owner if its people are at other nodes.
func TestMeetingOutlivesItsOwner(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		kim := a.enter("kim")
		id := a.create(kim, pairing.Offer{Rated: true})
		kim.Leave()
		kim = b.enter("kim")
		lee := c.enter("lee")
		b.must(kim.Watch(id))
		c.must(lee.SitDown(id))
		c.must(lee.Watch(id))
		a.kill()
		b.pass(8 * time.Second)
		same(t, id, kim, lee)
		b.must(kim.Ready(id))
		b.play(id, 6, kim, lee)
		same(t, id, kim, lee)
	})
}

// If no player looks at a dead node's matches, one node sweeps them up.
func TestSweep(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		kim, lee := a.enter("kim"), a.enter("lee")
		id := a.start(kim, lee, pairing.Offer{Rated: true, Control: "1+0"})
		a.play(id, 6, kim, lee)
		a.kill()
		b.pass(9 * time.Second)
		rec, err := b.store.Match(t.Context(), id)
		b.must(err)
		if rec.Owner == "a" {
			t.Fatal("nobody keeps it")
		}
		b.pass(10 * time.Minute)
		if rec, err := b.store.Match(t.Context(), id); err != nil || rec.Status != store.Done {
			t.Errorf("%s, %v", rec.Status, err)
		}
	})
}

// unfolded is a store that fails to read logs, as often as it is told.
type unfolded struct {
	store.Store
	fails atomic.Int64
}

func (s *unfolded) Entries(ctx context.Context, id string, from, n int) ([]store.Entry, error) {
	if s.fails.Add(-1) >= 0 {
		return nil, errDisk
	}
	return s.Store.Entries(ctx, id, from, n)
}

// A node that starts again owns its match at once. If it cannot read the log then, it tries again by itself:
// the clocks run although nobody looks.
func TestOwnMatchesAreReadLater(t *testing.T) {
	disk := &unfolded{}
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, c *node) {
		kim, lee := a.enter("kim"), a.enter("lee")
		first := a.start(kim, lee, pairing.Offer{Control: "1+0"})
		a.play(first, 6, kim, lee)
		park, choi := a.enter("park"), a.enter("choi")
		second := a.start(park, choi, pairing.Offer{Control: "1+0"})
		a.play(second, 6, park, choi)
		a.kill()
		disk.fails.Store(5)
		a = a.again(hub)
		a.pass(20 * time.Second)
		for _, id := range []string{first, second} {
			if _, err := a.Room(id); err != nil {
				t.Errorf("%s: %v", id, err)
			}
		}
		a.pass(5 * time.Minute)
		for _, id := range []string{first, second} {
			if rec, err := a.store.Match(t.Context(), id); err != nil || rec.Status != store.Done {
				t.Errorf("%s is %s, %v", id, rec.Status, err)
			}
		}
	}, func(s store.Store) store.Store { disk.Store = s; return disk })
}

// Rounds of a series, guests and a bot across nodes.
func TestSeriesAcrossNodes(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		kim, lee := a.enter("kim"), b.guest()
		id := a.create(kim, pairing.Offer{Game: "matgo", Control: "none"})
		b.must(lee.SitDown(id))
		a.must(kim.Watch(id))
		b.must(lee.Watch(id))
		a.must(kim.Ready(id))
		for range 2 {
			a.playOut(id, kim, lee)
			same(t, id, kim, lee)
			b.must(lee.Rematch(id))
			a.must(kim.Rematch(id))
			id = a.see(kim, id).Next
			if id == "" {
				t.Fatal("no next round")
			}
			b.must(lee.Watch(id))
			a.must(kim.Watch(id))
		}
		a.play(id, 3, kim, lee)
		same(t, id, kim, lee)
		lee.Leave()
		a.pass(time.Second)
		if s := a.see(kim, id); s.Seats[0].Away == 0 && s.Seats[1].Away == 0 {
			t.Errorf("nobody has left: %+v", s)
		}
		_ = c
	})
}

// Commands for a program's match, and an operator's close, go to the owner, which all nodes know.
func TestKeptThere(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
		code, err := a.Share(httpmatch.SharedOffer{Game: "othello", How: games.Client, Names: []string{"A", "B"}, BotSeat: games.Nobody}, "192.0.2.1")
		a.must(err)
		kim := a.enter("kim")
		open := a.create(kim, pairing.Offer{})
		a.must(kim.Watch(open))
		for n, want := range map[*node]string{a: "", b: a.link.Name()} {
			if at, err := n.SharedAt(code); err != nil || at != want {
				t.Errorf("at %s it is kept at %q, %v", n.link.Name(), at, err)
			}
			if at := n.OwnerOf(open); at != a.link.Name() {
				t.Errorf("at %s the seat is kept at %q", n.link.Name(), at)
			}
		}
		if _, err := b.SharedAt("00000000-0000-4000-8000-000000000000"); !errors.Is(err, table.ErrNoTable) {
			t.Error(err)
		}
		b.refused(b.Shared(code, nil), table.ErrNoTable)
		b.refused(b.CloseTable(open, ""), table.ErrNoTable)
		a.must(a.Shared(code, func(m *httpmatch.SharedMatch) error { return m.Act(m.Match().Legal()[0]) }))
		a.must(a.CloseTable(open, ""))
		a.pass(time.Second)
		if n := kim.Notices(); len(n) != 1 || n[0].Kind != directory.TableShut {
			t.Errorf("%v", n)
		}
	})
}

// If the node with the table of a finished match dies, another node takes over the table with its watchers:
// the rematch, or the next round, begins as usual.
func TestRematchWhenTheNodeDies(t *testing.T) {
	for name, o := range map[string]pairing.Offer{"a rematch": {Rated: true}, "the next round": {Game: "matgo", Control: "none"}} {
		t.Run(name, func(t *testing.T) {
			onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
				id, kim, lee := keptAt(t, a, b, c, o)
				park := a.enter("park")
				a.must(park.Watch(id))
				b.playOut(id, kim, lee)
				b.must(kim.Rematch(id))
				same(t, id, kim, lee)
				a.link.Cut() // until it is too late
				b.pass(8 * time.Second)
				same(t, id, kim, lee)
				if s := c.see(lee, id); !s.Seats[0].Rematch || !s.Seats[0].Here || !s.Seats[1].Here || s.Moving {
					t.Errorf("%+v, moving %v", s.Seats, s.Moving)
				}
				a.link.Back()
				b.pass(2 * time.Second)
				c.must(lee.Rematch(id))
				b.pass(time.Second)
				next := b.see(kim, id).Next
				if next == "" || kim.Call() != next || lee.Call() != next {
					t.Fatalf("next %q", next)
				}
				same(t, id, kim, lee, park)
				b.must(kim.Watch(next))
				c.must(lee.Watch(next))
				b.play(next, 4, kim, lee)
				same(t, next, kim, lee)
				kim.Unwatch(id)
				lee.Unwatch(id)
				park.Unwatch(id)
				b.pass(time.Second)
				for _, n := range []*node{a, b, c} {
					if _, err := n.Room(id); err == nil {
						t.Errorf("%s has the table that nobody looks at", n.link.Name())
					}
				}
				if list := must1(b.store.Notes(t.Context(), room.FinishedTables.Name, "", 9)); len(list) != 0 {
					t.Errorf("notes are left: %v", list)
				}
			})
		})
	}
}

// A node that is cut off between two rounds loses the table to another node. When it is back its player sees
// what happens there, although its own table has changed more often meanwhile.
func TestNextRoundWhileTheNodeIsAway(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
		kim, lee := a.enter("kim"), b.enter("lee")
		id := a.start(kim, lee, pairing.Offer{Game: "matgo", Control: "none"})
		a.must(kim.Watch(id))
		b.must(lee.Watch(id))
		a.playOut(id, kim, lee)
		a.must(kim.Rematch(id))
		same(t, id, kim, lee)
		a.link.Cut()
		for range 20 {
			kim.NotReady(id)
			a.must(kim.Rematch(id))
		}
		b.pass(8 * time.Second)
		a.link.Back()
		a.pass(3 * time.Second)
		same(t, id, kim, lee)
		b.must(lee.Rematch(id))
		a.pass(time.Second)
		same(t, id, kim, lee)
		if a.see(kim, id).Next == "" {
			t.Error("the next round has not begun")
		}
	})
}

// The node with the table of a finished match dies, too; and a bot is ready on any node.
func TestRematchWhenTwoNodesDie(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		kim, lee, park := a.enter("kim"), b.enter("lee"), b.enter("park")
		id := a.create(kim, pairing.Offer{Bot: "greedy", Control: solo.NoClock})
		kim.Leave()
		kim = c.enter("kim")
		c.must(kim.Watch(id))
		b.must(lee.Watch(id))
		b.must(park.Watch(id))
		c.must(kim.Do(id, games.Resign))
		c.pass(time.Second)
		a.kill()
		c.pass(8 * time.Second)
		same(t, id, kim, lee, park)
		b.kill()
		c.pass(8 * time.Second)
		if _, err := c.Room(id); err != nil {
			t.Errorf("nobody has the table: %v", err)
		}
		c.must(kim.Rematch(id))
		if next := c.see(kim, id).Next; next == "" || kim.Call() != next {
			t.Errorf("next %q", next)
		}
	})
}

// The owner of a match dies, and another node goes on and ends it, while a third one is cut off. When that one is
// back it follows the node that has the table, and takes nothing from it. If that node dies too, it has the table.
func TestRematchAfterATakeOverUnheard(t *testing.T) {
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, c *node) {
		id, kim, lee := keptAt(t, a, b, c, pairing.Offer{})
		b.play(id, 4, kim, lee)
		c.link.Cut()
		a.kill()
		b.pass(8 * time.Second)
		b.must(kim.Do(id, games.Resign))
		c.link.Back()
		c.pass(3 * time.Second)
		if _, err := b.Room(id); err != nil {
			t.Errorf("the owner has lost its table: %v", err)
		}
		if _, err := c.Room(id); err == nil {
			t.Error("the node that was away has a table of its own")
		}
		if list := must1(b.store.Notes(t.Context(), room.FinishedTables.Name, "", 9)); len(list) != 0 {
			t.Errorf("notes %v", list)
		}
		same(t, id, kim, lee)
		b.must(kim.Rematch(id))
		c.must(lee.Watch(id))
		b.kill()
		c.pass(10 * time.Second)
		if _, err := c.Room(id); err != nil {
			t.Errorf("nobody has the table: %v", err)
		}
	})
}

// A rematch that had begun when its node died, unknown to all, is the rematch that follows.
func TestRematchThatNobodyHeardOf(t *testing.T) {
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, c *node) {
		id, kim, lee := keptAt(t, a, b, c, pairing.Offer{})
		b.playOut(id, kim, lee)
		b.must(kim.Rematch(id))
		hub.SetFate(func(from, to, kind string) (int, time.Duration) {
			if from == "a" {
				return 0, 0
			}
			return 1, 0
		})
		_ = lee.Rematch(id)
		hub.SetFate(nil)
		a.kill()
		b.pass(10 * time.Second)
		same(t, id, kim, lee)
		next := c.see(lee, id).Next
		if rec, err := b.store.Match(t.Context(), next); err != nil || rec.Previous != id {
			t.Fatalf("next %q: %v", next, err)
		}
		b.refused(kim.Rematch(id), games.ErrNotAllowed)
		b.must(kim.Watch(next))
		c.must(lee.Watch(next))
		b.play(next, 4, kim, lee)
	})
}

// slowly is a store that delays its answer about a new match, so that others see the match first.
type slowly struct {
	store.Store
	made func(id string)
}

func (s *slowly) CreateMatch(ctx context.Context, m store.Match) error {
	err := s.Store.CreateMatch(ctx, m)
	if err == nil && s.made != nil {
		s.made(m.ID)
	}
	return err
}

// A request for a match that is stored but has not begun does not make its node take it over from itself.
func TestFoundBeforeItBegins(t *testing.T) {
	slow := &slowly{}
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
		kim := a.enter("kim")
		slow.made = func(id string) {
			if _, err := a.Find(id); err != nil {
				t.Error(err)
			}
		}
		id := a.create(kim, pairing.Offer{Bot: "greedy", Control: solo.NoClock})
		slow.made = nil
		keeps(t, id, a, b)
		if rec := must1(a.store.Match(t.Context(), id)); rec.Epoch != 0 {
			t.Errorf("epoch %d", rec.Epoch)
		}
	}, func(s store.Store) store.Store {
		slow.Store = s
		return slow
	})
}

// A returning node finds that its lease ended and the match is over. During this the lists always have the
// table's summary, because readers take no lock.
func TestStepBackKeepsTheSummary(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
		id, kim, lee := begun(t, a, b, pairing.Offer{})
		a.play(id, 4, kim, lee)
		a.link.Stop()
		b.pass(7 * time.Second)
		b.must(lee.Do(id, games.Resign))
		own, err := a.Room(id)
		a.must(err)
		rec := must1(a.store.Match(t.Context(), id))
		own.Mu.Lock()
		own.Rec = rec
		own.Relist()
		if own.Shown.Load() == nil {
			t.Error("the table has no summary until it is shown anew")
		}
		own.Changed()
		own.Mu.Unlock()
		if list := a.dir.SummariesOf(kim.Me().ID); len(list) != 1 || list[0] == nil || list[0].Status != store.Done {
			t.Errorf("kim's own tables: %+v", list)
		}
	})
}

// A node that stood still while another took its match and ended it follows the table there: the two can play
// again.
func TestRematchAfterAnEndElsewhere(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
		id, kim, lee := begun(t, a, b, pairing.Offer{})
		a.play(id, 6, kim, lee)
		a.link.Stop()
		b.pass(8 * time.Second)
		b.must(lee.Do(id, games.Resign))
		a.link.Back()
		if err := kim.Act(id, 6, "a1"); err == nil {
			t.Error("an action after the end")
		}
		a.pass(5 * time.Second)
		keeps(t, id, b, a)
		a.must(kim.Rematch(id))
		b.must(lee.Rematch(id))
		same(t, id, kim, lee)
		if s := a.see(kim, id); s.Next == "" {
			t.Errorf("no rematch: %+v", s.Seats)
		}
	})
}

// A match whose owner has died is adopted in one way, whether another node followed it or a sweep finds it: who
// was on the dead node is gone for all to see, and who is on another one is back.
func TestAdoptedAlike(t *testing.T) {
	for name, followed := range map[string]bool{"a follower adopts it": true, "a sweep adopts it": false} {
		t.Run(name, func(t *testing.T) {
			onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
				kim, lee, park := b.enter("kim"), a.enter("lee"), c.enter("park")
				id := a.create(lee, pairing.Offer{Rated: true})
				b.must(kim.SitDown(id))
				b.must(kim.Watch(id))
				a.must(lee.Watch(id))
				a.must(lee.Ready(id))
				if !followed {
					kim.Leave()
				} else {
					c.must(park.Watch(id))
				}
				a.pass(2 * time.Second)
				a.kill()
				b.pass(10 * time.Second)
				c.must(park.Watch(id))
				for _, seat := range c.see(park, id).Seats {
					if gone := seat.ID == lee.Me().ID || !followed; (seat.Away != 0) != gone {
						t.Errorf("%s is away since %d", seat.Name, seat.Away)
					}
				}
			})
		})
	}
}

// A follower that misses what its owner publishes reads it from the store when it hears of the owner again, and
// asks nobody.
func TestFollowerReadsWhatItMissed(t *testing.T) {
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, c *node) {
		id, kim, lee := begun(t, a, b, pairing.Offer{})
		park := c.enter("park")
		c.must(park.Watch(id))
		c.pass(2 * time.Second)
		var deaf atomic.Bool
		var asked atomic.Int64
		hub.SetFate(func(from, to, kind string) (int, time.Duration) {
			if from == "c" && kind == "mirror" {
				asked.Add(1)
			}
			if to == "c" && kind == "table" && deaf.Load() {
				return 0, 0
			}
			return 1, 0
		})
		deaf.Store(true)
		a.play(id, 2*table.StateEntries, kim, lee)
		if missed := len(a.see(kim, id).Plies) - len(c.see(park, id).Plies); missed <= table.StateEntries {
			t.Errorf("it has missed %d plies", missed)
		}
		deaf.Store(false)
		c.pass(1500 * time.Millisecond) // a beat
		same(t, id, kim, lee, park)
		deaf.Store(true)
		a.play(id, 2*table.StateEntries, kim, lee)
		deaf.Store(false)
		a.play(id, 1, kim, lee)
		same(t, id, kim, lee, park)
		if n := asked.Load(); n > 0 {
			t.Errorf("it has asked %d times for the whole table", n)
		}
	})
}

package lobby

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/lobby/config"
	"arcade/lobby/nodestest"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/store"
)

// slowDisk is a store with slow writes to matches.
type slowDisk struct {
	store.Store
	takes atomic.Int64
}

func (s *slowDisk) Append(ctx context.Context, id string, epoch uint64, at int, e ...store.Entry) error {
	time.Sleep(time.Duration(s.takes.Load()))
	return s.Store.Append(ctx, id, epoch, at, e...)
}

func (s *slowDisk) UpdateMatch(ctx context.Context, m store.Match) error {
	time.Sleep(time.Duration(s.takes.Load()))
	return s.Store.UpdateMatch(ctx, m)
}

func (s *slowDisk) Finish(ctx context.Context, f store.Finish) error {
	time.Sleep(time.Duration(s.takes.Load()))
	return s.Store.Finish(ctx, f)
}

// onSlowDisk runs a test in a house whose store can be slowed.
func onSlowDisk(t *testing.T, f func(t *testing.T, h *house, disk *slowDisk)) {
	var disk *slowDisk
	inBubbleWith(t, config.Config{}, func(t *testing.T, h *house) { f(t, h, disk) }, func(s store.Store) store.Store {
		disk = &slowDisk{Store: s}
		return disk
	})
}

// mover returns the visitor on turn at a match, and the other one.
func (h *house) mover(id string, kim, lee *Visit) (mover, other *Visit) {
	h.t.Helper()
	if s := h.see(kim, id); s.You != s.ToAct {
		return lee, kim
	}
	return kim, lee
}

// left returns the time of the seat on turn, in ms.
func (h *house) left(v *Visit, id string) int64 {
	h.t.Helper()
	s := h.see(v, id)
	if s.ToAct == games.Nobody {
		h.t.Fatalf("the match is over: %+v", s.Result)
	}
	return s.Seats[s.ToAct].Left
}

// untilRestart waits until a log ends with a restart, so the table has tried again.
func (h *house) untilRestart(id string) {
	h.t.Helper()
	for range 33 {
		if log := h.entries(id); log[len(log)-1].Kind == string(games.Restart) {
			return
		}
		h.pass(time.Second)
	}
	h.t.Fatalf("no restart after half a minute: %v", h.kinds(id))
}

// After a long outage a table continues within a second of the store's return, and so does a house's bot.
// Whoever sees the store work again reports it, so nobody waits for the table's own next attempt.
func TestStoreIsBack(t *testing.T) {
	onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
		kim, lee, park := h.enter("kim"), h.enter("lee"), h.enter("park")
		id := h.start(kim, lee, pairing.Offer{Control: "10+0"})
		h.play(id, 4, kim, lee)
		alone := h.create(park, pairing.Offer{Bot: "greedy", Control: "none", Seat: 1})
		h.pass(5 * time.Second)
		s := h.see(park, alone)
		h.must(park.Act(alone, len(s.Plies), s.Legal[0]))
		disk.writes.Store(true) // before the bot moves
		mover, _ := h.mover(id, kim, lee)
		s = h.see(mover, id)
		if err := mover.Act(id, len(s.Plies), s.Legal[0]); !errors.Is(err, errDisk) {
			t.Fatalf("the mover is told %v", err)
		}
		h.pass(70 * time.Second) // the next attempts are after more than 90 s
		disk.writes.Store(false)
		for _, l := range []*Lobby{h.Lobby, h.other} {
			if l != nil {
				l.RetryWrites()
			}
		}
		h.pass(time.Second)
		if log := h.entries(id); log[len(log)-1].Kind != string(games.Restart) {
			t.Errorf("the table has not tried again: %v", h.kinds(id))
		}
		if s := h.see(park, alone); s.You != s.ToAct {
			t.Error("the bot has not moved")
		}
		h.play(id, 4, kim, lee)
	})
}

// Nobody loses by the clock because of an outage. The time is returned, both to refused players and to
// others, for any length and every kind of clock.
func TestOutageIsGivenBack(t *testing.T) {
	for _, control := range []string{"30s", "1+0", "0+20"} {
		for what, tries := range map[string]bool{"a refused action": true, "a flag": false} {
			t.Run(control+" "+what, func(t *testing.T) {
				onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
					kim, lee := h.enter("kim"), h.enter("lee")
					id := h.start(kim, lee, pairing.Offer{Control: control})
					h.play(id, 4, kim, lee)
					mover, other := h.mover(id, kim, lee)
					had := h.left(mover, id)
					h.pass(10 * time.Second)
					disk.writes.Store(true)
					if s := h.see(mover, id); tries {
						if err := mover.Act(id, len(s.Plies), s.Legal[0]); !errors.Is(err, errDisk) {
							t.Fatalf("the mover is told %v", err)
						}
					}
					h.pass(3 * time.Minute)
					disk.writes.Store(false)
					h.untilRestart(id)
					if s := h.see(other, id); s.Result != nil {
						t.Fatalf("the match ends: %+v", s.Result)
					}
					want := had + games.RestartBonus
					if control == "30s" {
						want = had
					}
					if got := h.left(mover, id); got != want {
						t.Errorf("%d ms are left of %d, want %d", got, had, want)
					}
					if kinds := h.kinds(id); len(kinds) != 1 || kinds[0] != games.Restart {
						t.Errorf("entries %v", kinds)
					}
					h.play(id, 4, kim, lee)
					if kinds := h.kinds(id); len(kinds) != 1 {
						t.Errorf("entries %v", kinds)
					}
					if control != "30s" { // in which nobody loses a decision
						return
					}
					h.pass(time.Minute)
					if s := h.see(kim, id); s.Result == nil || s.Result.Reason != games.TimedOut {
						t.Errorf("a flag that falls later: %+v", s.Result)
					}
				})
			})
		}
	}
}

// A player who moves as soon as the store is back, before the table tries again, also gets the time back.
func TestOutageIsGivenBackAtOnce(t *testing.T) {
	onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Control: "30s"})
		h.play(id, 4, kim, lee)
		mover, _ := h.mover(id, kim, lee)
		disk.writes.Store(true)
		s := h.see(mover, id)
		for range 50 {
			if err := mover.Act(id, len(s.Plies), s.Legal[0]); !errors.Is(err, errDisk) {
				t.Fatalf("the mover is told %v", err)
			}
			h.pass(time.Second)
		}
		disk.writes.Store(false)
		h.must(mover.Act(id, len(s.Plies), s.Legal[0]))
		log := h.entries(id)
		if got := log[len(log)-2]; got.Kind != string(games.Restart) || got.At > log[len(log)-1].At {
			t.Errorf("before the action there is %+v", got)
		}
		if got := h.left(mover, id); got != 30_000 {
			t.Errorf("the other has %d ms", got)
		}
	})
}

// Without a running clock nothing is given back.
func TestOutageWithoutClock(t *testing.T) {
	onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
		kim, lee := h.enter("kim"), h.enter("lee")
		for _, control := range []string{"none", "5+3"} {
			id := h.start(kim, lee, pairing.Offer{Control: control})
			disk.writes.Store(true)
			s := h.see(kim, id)
			if err := kim.Act(id, 0, s.Legal[0]); !errors.Is(err, errDisk) {
				t.Fatalf("the mover is told %v", err)
			}
			h.pass(5 * time.Second)
			disk.writes.Store(false)
			h.must(kim.Act(id, 0, s.Legal[0]))
			if kinds := h.kinds(id); len(kinds) != 0 {
				t.Errorf("%s: entries %v", control, kinds)
			}
		}
	})
}

// A write without an answer that is found later costs the opponent no time.
func TestOutageThatWasWritten(t *testing.T) {
	for _, tries := range []bool{false, true} {
		onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
			kim, lee := h.enter("kim"), h.enter("lee")
			id := h.start(kim, lee, pairing.Offer{Control: "30s"})
			h.play(id, 4, kim, lee)
			mover, other := h.mover(id, kim, lee)
			s := h.see(mover, id)
			disk.unread = true
			disk.unanswer(func() { disk.reads.Store(true) })
			if err := mover.Act(id, len(s.Plies), s.Legal[0]); !errors.Is(err, errDisk) {
				t.Fatalf("the mover is told %v", err)
			}
			h.pass(time.Minute)
			disk.unanswered.Store(nil)
			disk.reads.Store(false)
			if tries {
				h.refused(mover.Act(id, len(s.Plies), s.Legal[0]), table.ErrStale)
			} else {
				h.untilRestart(id)
			}
			now := h.see(other, id)
			if now.Result != nil || now.ToAct != now.You || len(now.Plies) != len(s.Plies)+1 {
				t.Fatalf("the action is not seen, or too late: %+v", now)
			}
			if got := h.left(other, id); got != 30_000 {
				t.Errorf("the other has %d ms left", got)
			}
			h.must(other.Act(id, len(now.Plies), now.Legal[0]))
		})
	}
}

// A slow write of an action costs the opponent no time.
func TestSlowStore(t *testing.T) {
	onSlowDisk(t, func(t *testing.T, h *house, disk *slowDisk) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Control: "30s"})
		h.play(id, 4, kim, lee)
		mover, other := h.mover(id, kim, lee)
		s := h.see(mover, id)
		disk.takes.Store(int64(25 * time.Second))
		h.must(mover.Act(id, len(s.Plies), s.Legal[0]))
		disk.takes.Store(0)
		h.pass(2 * time.Second)
		if got := h.left(other, id); got < 29_000 {
			t.Errorf("the other has %d ms of 30,000 left", got)
		}
		h.play(id, 4, kim, lee)
		if kinds := h.kinds(id); len(kinds) != 1 || kinds[0] != games.Restart {
			t.Errorf("entries %v", kinds)
		}
	})
}

// A slow write of a new match costs the first player no time.
func TestSlowStart(t *testing.T) {
	onSlowDisk(t, func(t *testing.T, h *house, disk *slowDisk) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{Control: "30s", Player: lee.Me().ID}) // nobody comes of itself meanwhile
		h.must(kim.Watch(id))
		h.must(lee.SitDown(id))
		h.must(lee.Watch(id))
		disk.takes.Store(int64(25 * time.Second))
		h.must(kim.Ready(id))
		disk.takes.Store(0)
		h.pass(2 * time.Second)
		if got := h.left(kim, id); got < 28_000 {
			t.Errorf("%d ms of 30,000 are left", got)
		}
	})
}

// A permanently slow store does not fill the logs: each action is stored twice, with a restart of its own,
// and an idle table writes nothing.
func TestSlowStoreForGood(t *testing.T) {
	onSlowDisk(t, func(t *testing.T, h *house, disk *slowDisk) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Control: "10+0"})
		h.play(id, 4, kim, lee)
		disk.takes.Store(int64(3 * time.Second))
		before := len(h.entries(id))
		h.play(id, 1, kim, lee)
		h.pass(time.Minute)
		if got := len(h.entries(id)) - before; got != 2 {
			t.Errorf("one action is %d entries", got)
		}
	})
}

// A player who could not enter during an outage has the whole grace after it.
func TestOutageIsNoAbsence(t *testing.T) {
	for _, control := range []string{"10+0", "none"} {
		onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
			kim, lee := h.enter("kim"), h.enter("lee")
			id := h.start(kim, lee, pairing.Offer{Control: control, Rated: true})
			h.play(id, 4, kim, lee)
			lee.Leave()
			h.pass(5 * time.Second)
			disk.writes.Store(true)
			if err := kim.Do(id, games.OfferDraw); !errors.Is(err, errDisk) {
				t.Fatalf("the offer: %v", err)
			}
			h.pass(time.Minute)
			for range 3 {
				if err := kim.Do(id, games.OfferDraw); !errors.Is(err, errDisk) {
					t.Fatalf("the offer: %v", err)
				}
			}
			disk.writes.Store(false)
			h.refused(kim.Do(id, games.ClaimWin), games.ErrNotAllowed)
			h.pass(35 * time.Second)
			h.refused(kim.Do(id, games.ClaimWin), games.ErrNotAllowed)
			h.pass(40 * time.Second)
			h.must(kim.Do(id, games.ClaimWin))
		})
	}
}

// slowRatings is a store that is slow to read a rating, once.
type slowRatings struct {
	store.Store
	takes atomic.Int64
}

func (s *slowRatings) Rating(ctx context.Context, game, player string) (store.Rating, error) {
	time.Sleep(time.Duration(s.takes.Swap(0)))
	return s.Store.Rating(ctx, game, player)
}

// A node whose search waits for a slow store sees the other nodes' rows as soon as any other node.
func TestSlowStoreBlindsNobody(t *testing.T) {
	var disk *slowRatings
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, _, c *node) {
		kim, park := a.enter("kim"), c.enter("park")
		a.pass(shown)
		disk.takes.Store(int64(10 * time.Second))
		found := make(chan error)
		go func() {
			_, _, err := kim.Quick("othello", nil, "5+3")
			found <- err
		}()
		synctest.Wait()
		if disk.takes.Load() != 0 {
			t.Fatal("no rating was read")
		}
		id := c.create(park, pairing.Offer{Control: "5+3"})
		c.pass(2 * shown)
		if a.live(id) == nil {
			t.Error("what a third node shows is not seen")
		}
		if err := <-found; err != nil {
			t.Error(err)
		}
	}, func(s store.Store) store.Store { disk = &slowRatings{Store: s}; return disk })
}

// An outage that ends all nodes' leases is given back to absent players, too.
func TestCutOfAllNodesIsNoAbsence(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		id, kim, lee := begun(t, a, b, pairing.Offer{Rated: true, Control: "10+0"})
		a.play(id, 4, kim, lee)
		lee.Leave()
		a.pass(2 * time.Second)
		for _, n := range []*node{a, b, c} {
			n.link.Cut()
		}
		a.pass(time.Minute)
		for _, n := range []*node{a, b, c} {
			n.link.Back()
		}
		a.pass(2 * time.Second)
		keeps(t, id, a, b)
		if a.see(kim, id).CanClaim {
			t.Error("the absent player can be claimed against at once")
		}
		if got := a.kinds(id); len(got) != 1 {
			t.Errorf("entries of the table: %v", got)
		}
		a.pass(40 * time.Second)
		if !a.see(kim, id).CanClaim {
			t.Error("the absent player cannot be claimed against after the grace")
		}
	})
}

// A bot thinks no more on a node that may not own matches, and goes on when it may.
func TestBotOfACutNode(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		kim := a.enter("kim")
		a.pass(10 * time.Second)
		for _, n := range []*node{a, b, c} {
			n.link.Cut()
		}
		a.pass(2400 * time.Millisecond) // just before half a lease is over
		id := a.create(kim, pairing.Offer{Bot: "greedy", Control: "none", Seat: 1})
		a.must(kim.Watch(id))
		a.pass(time.Second)
		was := kim.Woken()
		a.pass(time.Minute)
		if n := kim.Woken() - was; n > 10 {
			t.Errorf("woken %d times in a minute", n)
		}
		for _, n := range []*node{a, b, c} {
			n.link.Back()
		}
		a.pass(5 * time.Second)
		if s := a.see(kim, id); len(s.Plies) != 1 {
			t.Errorf("the bot has played %d actions", len(s.Plies))
		}
	})
}

package lobby

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/games/rng"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// failing is a store whose disk can be full, or also unreadable, on command.
type failing struct {
	store.Store
	writes, reads atomic.Bool
	unread        bool                   // matches cannot be read either
	unanswered    atomic.Pointer[func()] // if set, writes succeed but report failure
	calls         atomic.Int64
}

var errDisk = errors.New("no space left on device")

func (f *failing) write() error {
	f.calls.Add(1)
	if f.writes.Load() {
		return errDisk
	}
	return nil
}

func (f *failing) answer(err error) error {
	if lost := f.unanswered.Load(); err == nil && lost != nil {
		(*lost)()
		return errDisk
	}
	return err
}

// unanswer makes writes succeed but report failure, and calls lost after each.
func (f *failing) unanswer(lost func()) { f.unanswered.Store(&lost) }

func (f *failing) Append(ctx context.Context, id string, epoch uint64, at int, e ...store.Entry) error {
	if err := f.write(); err != nil {
		return err
	}
	return f.answer(f.Store.Append(ctx, id, epoch, at, e...))
}

func (f *failing) Finish(ctx context.Context, x store.Finish) error {
	if err := f.write(); err != nil {
		return err
	}
	return f.answer(f.Store.Finish(ctx, x))
}

func (f *failing) CreateMatch(ctx context.Context, m store.Match) error {
	if err := f.write(); err != nil {
		return err
	}
	return f.answer(f.Store.CreateMatch(ctx, m))
}

func (f *failing) UpdateMatch(ctx context.Context, m store.Match) error {
	if err := f.write(); err != nil {
		return err
	}
	return f.answer(f.Store.UpdateMatch(ctx, m))
}

func (f *failing) DeleteMatch(ctx context.Context, m store.Match) error {
	if err := f.write(); err != nil {
		return err
	}
	return f.answer(f.Store.DeleteMatch(ctx, m))
}

func (f *failing) PutPlayer(ctx context.Context, p store.Player) error {
	if err := f.write(); err != nil {
		return err
	}
	return f.Store.PutPlayer(ctx, p)
}

func (f *failing) Entries(ctx context.Context, id string, from, n int) ([]store.Entry, error) {
	if f.reads.Load() {
		return nil, errDisk
	}
	return f.Store.Entries(ctx, id, from, n)
}

func (f *failing) Match(ctx context.Context, id string) (store.Match, error) {
	if f.reads.Load() && f.unread {
		return store.Match{}, errDisk
	}
	return f.Store.Match(ctx, id)
}

func (f *failing) Rating(ctx context.Context, game, player string) (store.Rating, error) {
	if f.reads.Load() {
		return store.Rating{}, errDisk
	}
	return f.Store.Rating(ctx, game, player)
}

// onBadDisk runs a test in a house whose store can fail.
func onBadDisk(t *testing.T, f func(t *testing.T, h *house, disk *failing)) {
	var disk *failing
	inBubbleWith(t, config.Config{}, func(t *testing.T, h *house) { f(t, h, disk) }, func(s store.Store) store.Store {
		disk = &failing{Store: s}
		return disk
	})
}

// view returns a visitor's view of a match, for comparison.
func (h *house) view(v *Visit, id string) string {
	h.t.Helper()
	s := h.see(v, id)
	return fmt.Sprint(s.View, s.ToAct, s.Plies, s.Result, s.DrawOffer, s.Takeback, s.Status)
}

// onReads runs a test on a rated match with a spectator, on a disk that can still be read and on one that
// cannot.
func onReads(t *testing.T, f func(t *testing.T, h *house, disk *failing, reads bool, id string, kim, lee, park *Visit)) {
	for _, reads := range []bool{false, true} {
		t.Run(fmt.Sprintf("reads fail %v", reads), func(t *testing.T) {
			onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
				id, kim, lee := h.midgame(pairing.Offer{Rated: true})
				park := h.enter("park")
				h.must(park.Watch(id))
				f(t, h, disk, reads, id, kim, lee, park)
			})
		})
	}
}

func TestWhatIsNotStoredIsNotSeen(t *testing.T) {
	onReads(t, func(t *testing.T, h *house, disk *failing, reads bool, id string, kim, lee, park *Visit) {
		h.pass(time.Second)
		before := h.view(park, id)
		legal := h.see(kim, id).Legal
		drain(park)

		disk.writes.Store(true)
		disk.reads.Store(reads)
		for _, try := range []func() error{
			func() error { return kim.Act(id, 4, legal[0]) },
			func() error { return kim.Do(id, games.OfferDraw) },
			func() error { return lee.Do(id, games.Resign) }, // Finish
		} {
			if err := try(); !errors.Is(err, errDisk) {
				t.Fatalf("the actor is told %v", err)
			}
			if woken(park) {
				t.Error("the watchers are woken for nothing")
			}
			for _, v := range []*Visit{kim, lee, park} {
				if got := h.view(v, id); got != before {
					t.Fatalf("%s sees %s, before %s", v.Me().Name, got, before)
				}
			}
		}
		if got := tableAt(h.Lobby, id).Broken; got != reads {
			t.Errorf("broken: %v", got)
		}
		if reads {
			disk.writes.Store(false)
			h.refused(kim.Act(id, 4, legal[0]), room.ErrBroken)
		}

		disk.writes.Store(false)
		disk.reads.Store(false)
		h.must(kim.Act(id, 4, legal[0]))
		h.playOut(id, kim, lee)
		if s := h.see(park, id); s.Result == nil || len(h.entries(id))-len(h.kinds(id)) != len(s.Plies) {
			t.Errorf("after the recovery: %d entries for %d plies", len(h.entries(id)), len(s.Plies))
		}
		if r := h.Rating(t.Context(), "othello", kim.Me().ID); r.Games != 1 {
			t.Errorf("rating %+v", r)
		}
	})
}

// If the store has written something but could not say so, everybody at the table sees the store's state:
// an action, or an end with its ratings. This also holds if it cannot be read at once.
func TestWhatIsStoredUnanswered(t *testing.T) {
	onReads(t, func(t *testing.T, h *house, disk *failing, reads bool, id string, kim, lee, park *Visit) {
		disk.unread = true
		h.play(id, 16, kim, lee)
		mover := map[games.Seat]*Visit{0: kim, 1: lee}[h.see(kim, id).ToAct]
		for _, try := range []func() error{
			func() error { return mover.Act(id, 20, h.see(mover, id).Legal[0]) },
			func() error { return lee.Do(id, games.Resign) },
		} {
			h.pass(time.Second)
			drain(park)
			disk.unanswer(func() { disk.reads.Store(reads) })
			if err := try(); !errors.Is(err, errDisk) {
				t.Fatalf("the actor is told %v", err)
			}
			disk.unanswered.Store(nil)
			h.pass(5 * time.Second)
			disk.reads.Store(false)
			h.pass(5 * time.Second)
			if !woken(park) {
				t.Error("the watchers hear nothing")
			}
		}
		s := h.see(park, id)
		if len(s.Plies) != 21 || s.Status != store.Done || s.Result == nil || s.Seats[0].Change <= 0 || s.Seats[1].Change >= 0 {
			t.Errorf("%d plies, %s, %+v", len(s.Plies), s.Status, s.Seats)
		}
		h.must(kim.Rematch(id))
	})
}

// A player who asks again and again for a lost write sees it as soon as it can be read, and so do the
// others, even if the table itself would wait longer.
func TestAskedAgainForWhatIsStored(t *testing.T) {
	onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
		id, kim, lee := h.midgame(pairing.Offer{})
		park := h.enter("park")
		h.must(park.Watch(id))
		legal := h.see(kim, id).Legal
		disk.unread = true
		disk.unanswer(func() { disk.reads.Store(true) })
		for range 20 {
			if err := kim.Act(id, 4, legal[0]); !errors.Is(err, errDisk) {
				t.Fatalf("the actor is told %v", err)
			}
		}
		disk.unanswered.Store(nil)
		disk.reads.Store(false)
		drain(park)
		h.refused(kim.Act(id, 4, legal[0]), table.ErrStale)
		if !woken(park) {
			t.Error("the watchers hear nothing")
		}
		if s := h.see(park, id); len(s.Plies) != 5 {
			t.Errorf("%d plies", len(s.Plies))
		}
		h.must(lee.Act(id, 5, h.see(lee, id).Legal[0]))
	})
}

// The table's own actions wait for the store, and are not retried in a hurry.
func TestTableTriesAgain(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(h *house, kim, lee *Visit) string
		done    func(h *house, id string) bool
	}{
		"flag": {
			func(h *house, kim, lee *Visit) string {
				id := h.start(kim, lee, pairing.Offer{Control: "1+0"})
				h.play(id, 2, kim, lee)
				return id
			},
			func(h *house, id string) bool {
				rec, _ := h.store.Match(t.Context(), id)
				return rec.Reason == games.TimedOut
			},
		},
		"forced pass": {
			func(h *house, kim, lee *Visit) string {
				id := h.start(kim, lee, pairing.Offer{Control: "none"})
				h.untilForced(id, kim, lee)
				return id
			},
			func(h *house, id string) bool { return len(h.entries(id)) == len(forcedLine())+1 },
		},
		"abort": {
			func(h *house, kim, lee *Visit) string {
				id := h.start(kim, lee, pairing.Offer{Control: "none"})
				lee.Leave()
				return id
			},
			func(h *house, id string) bool { return h.live(id) == nil || h.live(id).Status == store.Done },
		},
		"bot": {
			func(h *house, kim, lee *Visit) string {
				id := h.create(kim, pairing.Offer{Bot: "greedy", Control: "none", Seat: 1})
				h.must(kim.Watch(id))
				return id
			},
			func(h *house, id string) bool { return len(h.entries(id)) == 1 },
		},
		"open seat": {
			func(h *house, kim, lee *Visit) string {
				id := h.create(kim, pairing.Offer{})
				kim.Leave()
				return id
			},
			func(h *house, id string) bool { _, err := h.store.Match(t.Context(), id); return err != nil },
		},
	} {
		t.Run(name, func(t *testing.T) {
			onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
				id := c.prepare(h, h.enter("kim"), h.enter("lee"))
				disk.writes.Store(true)
				calls := disk.calls.Load()
				h.pass(10 * time.Minute)
				if c.done(h, id) {
					t.Fatal("done without the store")
				}
				if n := disk.calls.Load() - calls; n < 5 || n > 40 {
					t.Errorf("the store was tried %d times in ten minutes", n)
				}
				disk.writes.Store(false)
				h.pass(2 * time.Minute) // the clock gets its time back
				if !c.done(h, id) {
					t.Error("not done after the store has recovered")
				}
				calls = disk.calls.Load()
				h.pass(10 * time.Minute)
				if n := disk.calls.Load() - calls; n > 1 {
					t.Errorf("and tried %d times more", n)
				}
			})
		})
	}
}

// The table does not wait longer because of visitors' attempts meanwhile.
func TestTableTriesAgainWhoeverTries(t *testing.T) {
	onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Control: "none"})
		h.untilForced(id, kim, lee)
		disk.writes.Store(true)
		for range 40 {
			if err := kim.Do(id, games.OfferDraw); !errors.Is(err, errDisk) {
				t.Fatalf("the offer: %v", err)
			}
			h.pass(100 * time.Millisecond)
		}
		disk.writes.Store(false)
		h.enter("park").Watch(id)
		h.pass(5 * time.Second)
		if n := len(h.entries(id)); n != len(forcedLine())+1 {
			t.Errorf("%d entries of %d", n, len(forcedLine())+1)
		}
	})
}

func TestOffersOnABadDisk(t *testing.T) {
	onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{})
		code := h.see(kim, id).Code
		disk.writes.Store(true)
		for what, err := range map[string]error{
			"create":  second(lee.Create(pairing.Offer{Game: "othello", Control: "5+3"})),
			"to days": kim.ToDays(id),
			"ready":   func() error { h.must(lee.SitDown(id)); return kim.Ready(id) }(), // sitting down writes nothing
			"cancel":  kim.Cancel(id),
			"rename":  kim.Rename("gim"),
			"enter":   func() error { _, err := h.Enter(directory.Identity{Fingerprint: "SHA256:new"}); return err }(),
		} {
			if !errors.Is(err, errDisk) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if s := h.see(kim, id); s.Status != store.Open || s.Control.Correspondence() || s.Code != code || s.Seats[0].Rematch {
			t.Errorf("the seat has changed: %+v", s)
		}
		if kim.Me().Name != "kim" || len(h.dir.Lists().All) != 1 || h.Online() != 2 {
			t.Error("something has changed")
		}
		disk.writes.Store(false)
		h.must(kim.Ready(id))
	})
}

// A failed refusal does not take a seat down later.
func TestDeclinedOnABadDisk(t *testing.T) {
	onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{Player: lee.Me().ID, Control: room.OneDay})
		kim.Leave()
		h.pass(time.Hour)
		disk.writes.Store(true)
		if err := lee.Cancel(id); !errors.Is(err, errDisk) {
			t.Fatal(err)
		}
		disk.writes.Store(false)
		h.pass(time.Hour)
		h.must(lee.SitDown(id))
	})
}

// A rating that cannot be read is not a newcomer's.
func TestRatingThatCannotBeRead(t *testing.T) {
	onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
		kim, lee := h.rated("kim", 2000), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Rated: true})
		h.play(id, 10, kim, lee)
		disk.reads.Store(true)
		if err := lee.Do(id, games.Resign); !errors.Is(err, errDisk) {
			t.Fatalf("resigned: %v", err)
		}
		disk.reads.Store(false)
		h.must(lee.Do(id, games.Resign))
		if r := h.Rating(t.Context(), "othello", kim.Me().ID); r.Rating.Rating < 2000 || r.Games != 10 {
			t.Errorf("rating %+v", r)
		}
	})
}

// wild is Othello with bots that play nonsense.
type wild struct{ othello.Game }

func (wild) Bots() []games.Bot { return []games.Bot{mad("panics"), mad("cheats")} }

type mad string

func (m mad) Name() string { return string(m) }

func (m mad) Choose(any, *rng.Source) games.Action {
	if m == "panics" {
		panic("out of my mind")
	}
	return "a1"
}

func TestBotsOutOfTheirMind(t *testing.T) {
	for _, bot := range (wild{}).Bots() {
		t.Run(bot.Name(), func(t *testing.T) {
			inBubbleWith(t, config.Config{Games: games.NewRegistry(wild{})}, func(t *testing.T, h *house) {
				kim := h.enter("kim")
				id := h.create(kim, pairing.Offer{Bot: bot.Name(), Control: "none"})
				h.must(kim.Watch(id))
				h.playOut(id, kim)
				if h.see(kim, id).Result == nil {
					t.Error("the game hangs")
				}
			})
		})
	}
}

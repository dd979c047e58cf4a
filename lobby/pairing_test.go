package lobby

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade/internal/chance"
	"arcade/lobby/nodestest"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// A search finds a waiting player at another node, and both play.
func TestQuickAtTwoNodes(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		kim, lee := a.enter("kim"), b.enter("lee")
		id, found := a.search(kim)
		if found {
			t.Fatal("found alone")
		}
		a.pass(shown)
		got, found := b.search(lee)
		if !found || got != id {
			t.Fatalf("found %q, %v", got, found)
		}
		if again, found := b.search(lee); !found || again != id {
			t.Errorf("who searches again goes elsewhere: %s, %v", again, found)
		}
		if list := kim.Invitations(); len(list) != 1 || list[0].Why != pairing.Coming || list[0].From.Name != "lee" {
			t.Errorf("who waits is asked %+v", list)
		}
		a.must(kim.Ready(id))
		synctest.Wait()
		for i, v := range []*Visit{kim, lee} {
			if s := h[i].see(v, id); s.Status != store.Live || !s.Rated {
				t.Errorf("%s sees %+v", v.Me().Name, s)
			}
		}
		if _, err := b.Room(id); err == nil {
			t.Error("both nodes keep the match")
		}
	})
}

// Two players who search at the same moment at two nodes do not see each other's seat yet. They are paired
// when they do.
func TestQuickAtTheSameMoment(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		kim, lee := a.enter("kim"), b.enter("lee")
		mine, _ := a.search(kim)
		a.pass(50 * time.Millisecond)
		yours, found := b.search(lee)
		if found || mine == yours {
			t.Fatal("a seat was seen at once")
		}
		a.pass(shown)
		if got := lee.Call(); got != mine {
			t.Errorf("who searched later is called to %q, not %q", got, mine)
		}
		for i, l := range h {
			if s := l.live(mine); s == nil || !s.Meets || s.SeatOf(lee.Me().ID) < 0 {
				t.Errorf("node %d: the seat of who searched first is %+v", i, s)
			}
		}
		a.pass(shown)
		if a.live(yours) != nil || b.live(yours) != nil {
			t.Error("the other seat is open")
		}
		a.must(kim.Ready(mine))
		if s := a.see(kim, mine); s.Status != store.Live {
			t.Errorf("the match: %+v", s)
		}
	})
}

// A searcher is seated at another node's older seat even if that seat appears just while the searcher's own
// seat opens: the search did not see it, and it came before the own seat.
func TestSeatShownWhileOneSearches(t *testing.T) {
	slow := &slowly{}
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
		kim, lee := a.enter("kim"), b.enter("lee")
		b.pass(shown)
		seat, _, err := kim.Quick("othello", nil, "5+3")
		a.must(err)
		b.pass(50 * time.Millisecond)
		slow.made = func(string) { time.Sleep(shown) }
		_, _, err = lee.Quick("othello", nil, "5+3")
		b.must(err)
		slow.made = nil
		b.pass(shown)
		if s := a.see(kim, seat); !slices.ContainsFunc(s.Seats, func(i table.SeatInfo) bool { return i.ID == lee.Me().ID }) || len(lee.Mine("", store.Open)) != 1 {
			t.Errorf("both wait: %+v", s.Seats)
		}
	}, func(s store.Store) store.Store {
		slow.Store = s
		return slow
	})
}

// Two players who sit down at each other's seats at the same moment meet at one of them.
func TestTakeEachOthersSeats(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, hub *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		defer slow(t, hub, a, 3*time.Millisecond)()
		starts := rand.New(rand.NewPCG(chance.Seed(t), 2))
		for round := range 40 {
			kim, lee := a.enter(fmt.Sprint("kim", round)), b.enter(fmt.Sprint("lee", round))
			mine := a.create(kim, pairing.Offer{Quick: true})
			a.pass(shown)
			yours := b.create(lee, pairing.Offer{Quick: true})
			a.pass(shown)
			var errs [2]error
			var all sync.WaitGroup
			from := [2]time.Duration{time.Duration(starts.IntN(5)) * time.Millisecond, time.Duration(starts.IntN(5)) * time.Millisecond}
			all.Go(func() { time.Sleep(from[0]); errs[0] = kim.SitDown(yours) })
			all.Go(func() { time.Sleep(from[1]); errs[1] = lee.SitDown(mine) })
			all.Wait()
			if (errs[0] == nil) == (errs[1] == nil) {
				t.Fatalf("round %d: %v, %v", round, errs[0], errs[1])
			}
			a.pass(shown)
			meets, open := 0, 0
			for _, l := range h {
				for _, s := range l.AllTables() {
					if s.SeatOf(kim.Me().ID) < 0 && s.SeatOf(lee.Me().ID) < 0 {
						continue
					}
					if open++; s.Meets {
						meets++
					}
				}
			}
			if meets != 2 || open != 2 { // each node lists it
				t.Fatalf("round %d: %d tables, of which they meet at %d", round, open, meets)
			}
			kim.Leave()
			lee.Leave()
		}
	})
}

// A person accepts an invitation, and then a second one from an older list. The second is refused;
// otherwise two opponents would each begin a match with the same person.
func TestOneInvitationOfTwo(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		kim, lee, ann := a.enter("kim"), b.enter("lee"), b.enter("ann")
		a.search(kim)
		a.pass(shown) // a search goes to a seat that is older, on whatever terms
		seats := []string{b.create(lee, pairing.Offer{Control: "10+5"}), b.create(ann, pairing.Offer{Control: "10+5"})}
		a.pass(shown)
		list := kim.Invitations()
		if len(list) != 2 || list[0].Why != pairing.Both || list[1].Why != pairing.Both {
			t.Fatalf("invitations: %+v", list)
		}
		if _, err := kim.Accept(list[0]); err != nil {
			t.Fatal(err)
		}
		if id, err := kim.Accept(list[1]); !errors.Is(err, table.ErrFull) {
			t.Errorf("the other: %s, %v", id, err)
		}
		for i, v := range []*Visit{lee, ann} {
			if seats[i] == list[0].ID {
				b.must(v.Ready(seats[i]))
			} else if err := v.Ready(seats[i]); err == nil {
				t.Error("both have begun with one")
			}
		}
	})
}

// However many search at three nodes at once, and however slow the messages are: nobody is seated twice, no
// seat has two players, and in the end no player waits who could play.
func TestQuickStorm(t *testing.T) {
	onHouses(t, 3, func(t *testing.T, hub *nodestest.Hub, h []*house) {
		const people = 60
		defer slow(t, hub, h[0], 20*time.Millisecond)()
		r := rand.New(rand.NewPCG(chance.Seed(t), 2))
		var all sync.WaitGroup
		visits := make([]*Visit, people)
		for i := range visits {
			v := h[i%3].enter(fmt.Sprint("p", i))
			visits[i] = v
			r := rand.New(rand.NewPCG(r.Uint64(), 3))
			all.Go(func() {
				time.Sleep(time.Duration(r.IntN(3000)) * time.Millisecond)
				if _, _, err := v.Quick("othello", nil, "5+3"); err != nil && !errors.Is(err, room.ErrMoving) {
					t.Error(err)
				}
				for range 400 {
					time.Sleep(time.Duration(50+r.IntN(50)) * time.Millisecond)
					for _, in := range v.Invitations() {
						if in.Why == pairing.Coming || in.Why == pairing.Both {
							_, _ = v.Accept(in) // the invitation may be over
						}
					}
				}
			})
		}
		all.Wait()
		h[0].pass(shown)
		in := map[string][]string{}
		list, err := h[0].store.Unfinished(t.Context())
		h[0].must(err)
		for _, rec := range list {
			for _, s := range rec.Seats {
				in[s.Player] = append(in[s.Player], rec.ID)
			}
			if rec.Status != store.Live {
				t.Errorf("somebody waits at %+v", rec)
			}
		}
		for _, v := range visits {
			if n := len(in[v.Me().ID]); n != 1 {
				t.Errorf("%s is at %d tables: %v", v.Me().Name, n, in[v.Me().ID])
			}
		}
		if len(list) != people/2 {
			t.Errorf("%d matches of %d people", len(list), people)
		}
	})
}

// slow delays messages between nodes until end is called.
func slow(t *testing.T, hub *nodestest.Hub, h *house, most time.Duration) (end func()) {
	r := rand.New(rand.NewPCG(chance.Seed(t), 1))
	hub.SetFate(func(string, string, string) (int, time.Duration) { return 1, time.Duration(r.Int64N(int64(most))) })
	return func() {
		hub.SetFate(nil)
		h.pass(time.Second) // messages under way arrive
	}
}

// A host with a guest at the own seat does not go to the guest's seat.
func TestWhoHasCome(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		kim, lee := a.enter("kim"), b.enter("lee")
		mine := a.create(kim, pairing.Offer{Quick: true})
		a.pass(shown)
		yours := b.create(lee, pairing.Offer{Seat: 1})
		a.pass(shown)
		b.must(lee.SitDown(mine))
		a.refused(kim.SitDown(yours), table.ErrFull)
		if s := a.live(mine); s == nil || !s.Meets {
			t.Errorf("its own seat: %+v", s)
		}
		a.must(kim.Ready(mine))
	})
}

package lobby

import (
	"slices"
	"sync"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

const comeTime = table.ComeTime * time.Millisecond

// enterGame lets a visitor play whom Enter gives it, and go to the table.
func (h *house) enterGame(v *Visit) (id string, found bool) {
	h.t.Helper()
	h.across()
	id, found, err := v.Play("othello", nil, "5+3", "greedy")
	h.must(err)
	h.must(v.Watch(id))
	h.across()
	return id, found
}

// across waits until each node shows what the other has.
func (h *house) across() {
	if h.other != nil {
		h.pass(shown)
	}
}

// Two newcomers who do the same thing, one after the other, sit opposite each other within six seconds, in a
// match that counts. The one who waited is called there from its game with the bot, which goes on later.
func TestTwoNewcomersMeet(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		bot, seat := h.beside(kim)
		h.play(bot, 2, kim)
		h.pass(time.Minute)
		drain(kim)
		id, found := h.enterGame(lee)
		if !found || id != seat {
			t.Fatalf("lee is at %q, found %v; kim's seat is %q", id, found, seat)
		}
		if i := h.invited(kim, pairing.Coming, lee); i.Until != h.see(lee, id).ReadyBy || i.ID != id || !woken(kim) {
			t.Errorf("kim is told %+v", i)
		}
		if s := h.see(lee, id); !s.Waits || !s.Comes || s.Status != store.Open || !s.Rated {
			t.Errorf("lee waits at %+v", s)
		}
		h.pass(time.Until(time.UnixMilli(h.see(lee, id).ReadyBy - 1)))
		if h.see(lee, id).Status != store.Open || kim.Call() != "" {
			t.Error("it begins too early")
		}
		h.play(bot, 2, kim) // a key for the bot's board is still the board's
		h.pass(time.Millisecond)
		h.across()
		if s := h.see(lee, id); s.Status != store.Live || !s.Rated || s.Control.String() != "5+3" {
			t.Fatalf("it does not begin: %+v", s)
		}
		if kim.Call() != id || lee.Call() != "" {
			t.Error("who waited is not called, or who came is")
		}
		kim.Unwatch(bot)
		h.must(kim.Watch(id))
		if s := h.see(kim, bot); s.Status != store.Live || s.Result != nil || len(s.Plies) < 4 {
			t.Errorf("the game with the bot: %+v", s)
		}
		h.pass(5 * time.Second)
		h.play(id, 60, kim, lee)
		if m, err := h.store.Match(t.Context(), id); err != nil || m.Status != store.Done || !m.Rated || m.Ledger != ledger.Rules {
			t.Errorf("the first game does not count: %+v, %v", m, err)
		}
		if list := kim.Home().Resume; len(list) != 1 || list[0].ID != bot {
			t.Errorf("kim may continue %+v", list)
		}
		h.must(kim.Watch(bot))
		h.play(bot, 2, kim)
	})
}

// Two who look at the same moment meet, whoever is first, also from two nodes.
func TestTwoLookAtOnce(t *testing.T) {
	for range 20 {
		inBubble(t, func(t *testing.T, h *house) {
			kim, lee := h.enter("kim"), h.enter("lee")
			var both sync.WaitGroup
			for _, v := range []*Visit{kim, lee} {
				both.Go(func() {
					if id, _, err := v.Play("othello", nil, "5+3", "greedy"); err != nil || v.Watch(id) != nil {
						t.Errorf("%s: %v", v.Me().Name, err)
					}
				})
			}
			both.Wait()
			h.pass(comeTime + 2*time.Second)
			var met []string
			for _, s := range kim.Home().Resume {
				if s.Status == store.Live && s.SeatOf(lee.Me().ID) != games.Nobody {
					met = append(met, s.ID)
				}
			}
			if len(met) != 1 {
				t.Fatalf("they play at %v; kim has %+v, lee %+v", met, kim.Home(), lee.Home())
			}
			if len(kim.Home().Seats)+len(lee.Home().Seats) != 0 {
				t.Error("a seat is left over")
			}
		})
	}
}

// A person of near rating comes first, then any person, then a bot.
func TestOrderOfChoice(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		far, near, nearest := h.rated("far", 2300), h.rated("near", 1690), h.rated("nearest", 1590)
		other, guest := h.rated("other", 1600), h.guest()
		seats := map[*Visit]string{}
		open := func(v *Visit, control string) {
			h.pass(time.Millisecond)
			seats[v] = h.create(v, pairing.Offer{Control: control, Rated: !v.Me().Guest, Quick: true, Seat: games.Nobody})
		}
		open(other, "1+0") // the clock is another one
		open(far, "5+3")
		open(guest, "5+3")
		open(near, "5+3")
		open(nearest, "5+3")
		lee := h.rated("lee", 1610)
		for _, want := range []*Visit{nearest, near, far, guest, other} {
			s := lee.Opposite("othello", nil, "5+3")
			if s == nil || s.ID != seats[want] {
				t.Fatalf("home names %+v, want the seat of %s", s, want.Me().Name)
			}
			id, found := h.enterGame(lee)
			if !found || id != seats[want] {
				t.Fatalf("lee is at %q, found %v; want %q of %s", id, found, seats[want], want.Me().Name)
			}
			if rated := h.see(lee, id).Rated; rated != slices.Contains([]*Visit{nearest, near, far}, want) { // then lee has called off too many rated ones

				t.Errorf("opposite %s: rated %v", want.Me().Name, rated)
			}
			h.must(lee.Cancel(id))
		}
		if s := lee.Opposite("othello", nil, "5+3"); s != nil {
			t.Errorf("home names %+v after all were called off", s)
		}
		if id, found := h.enterGame(lee); found || h.see(lee, id).Seats[1].Bot != "greedy" {
			t.Errorf("the last choice is %q", id)
		}
	})
}

// Who stays with the bot is left alone for that game, and it costs nothing. The newcomer's next choice is
// another person, or the bot.
func TestStayWithTheBot(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, park := h.enter("kim"), h.enter("lee"), h.enter("park")
		bot, seat := h.beside(kim)
		id, _ := h.enterGame(lee)
		drain(lee)
		h.must(kim.Decline(h.invited(kim, pairing.Coming, lee)))
		h.across()
		if h.live(seat) != nil || !woken(lee) {
			t.Fatal("lee is not told, or the seat stays")
		}
		lee.Unwatch(id)
		if id, found := h.enterGame(lee); found || id == bot {
			t.Errorf("lee goes on to %q, found %v", id, found)
		}
		if id, found := h.enterGame(park); !found || h.see(park, id).Own == games.Nobody || h.invited(lee, pairing.Coming, park).ID != id {
			t.Error("the third does not find the second")
		}
		h.pass(time.Minute)
		if kim.Call() != "" || h.see(kim, bot).Status != store.Live || len(kim.Invitations()) != 0 {
			t.Error("who stays is asked again")
		}
		if list := must1(h.store.Matches(t.Context(), kim.Me().ID, "", 10)); slices.ContainsFunc(list, func(m store.Match) bool { return m.Rated }) {
			t.Errorf("staying is a match called off: %+v", list)
		}
	})
}

// A guest is never in a rated match, and whoever meets one plays for nothing. If the guest goes, the seat is
// rated as before.
func TestGuestMakesItCasual(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, g := h.enter("kim"), h.enter("lee"), h.guest()
		_, seat := h.beside(kim)
		id, found := h.enterGame(g)
		if !found || id != seat || h.see(g, id).Rated || h.see(kim, id).Rated {
			t.Fatalf("the guest is at %q, %+v", id, h.see(g, id))
		}
		if i := h.invited(kim, pairing.Coming, g); i.Rated {
			t.Error("kim is promised a rated match")
		}
		h.must(g.Cancel(id))
		h.across()
		if s := h.see(kim, id); !s.Rated || s.Waits {
			t.Errorf("after the guest: %+v", s)
		}
		g.Leave()
		g = h.guest()
		h.enterGame(g)
		h.pass(comeTime)
		if s := h.see(g, id); s.Status != store.Live || s.Rated {
			t.Errorf("with a guest: %+v", s)
		}
		_, seat = h.beside(h.guest())
		if id, found := h.enterGame(lee); !found || id != seat || h.see(lee, id).Rated {
			t.Error("a player does not find a guest who waits")
		}
	})
}

// People of one network meet too, for nothing.
func TestOneNetworkMeets(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enterFrom("kim", "192.0.2.7"), h.enterFrom("lee", "192.0.2.8")
		_, seat := h.beside(kim)
		id, found := h.enterGame(lee)
		h.pass(comeTime)
		if s := h.see(lee, id); !found || id != seat || s.Status != store.Live || s.Rated || s.Casual != ledger.OneNetwork {
			t.Errorf("found %v: %+v", found, s)
		}
	})
}

// Nobody is taken to a table while a person sits opposite, and a private seat, a challenge, a seat over days,
// the own seat and the seat of a person who is gone are nobody's choice.
func TestSeatsThatAreNotTaken(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, park := h.enter("kim"), h.enter("lee"), h.enter("park")
		h.create(kim, pairing.Offer{Private: true})
		h.create(kim, pairing.Offer{Player: park.Me().ID})
		h.create(kim, pairing.Offer{Control: room.OneDay})
		gone := h.enter("gone")
		h.create(gone, pairing.Offer{})
		gone.Leave()
		h.create(lee, pairing.Offer{})
		if s := lee.Opposite("othello", nil, "5+3"); s != nil {
			t.Errorf("lee would sit at %+v", s)
		}
		if _, found := h.enterGame(lee); found {
			t.Error("lee has found a seat")
		}
		again := h.enter("lee") // the same key in another window
		if _, found, err := again.Play("othello", nil, "5+3", "greedy"); err != nil || found {
			t.Errorf("the own seat: found %v, %v", found, err)
		}
		// kim opens a seat for anybody, and begins a match with park meanwhile.
		seat := h.create(kim, pairing.Offer{})
		match := h.create(park, pairing.Offer{})
		h.must(kim.SitDown(match))
		h.must(kim.Watch(match))
		h.must(park.Watch(match))
		h.must(park.Ready(match))
		if h.live(seat) == nil || h.see(kim, match).Status != store.Live {
			t.Fatal("kim does not wait while it plays park")
		}
		if id, found := h.enterGame(h.enter("choi")); found && id == seat {
			t.Error("a seat of somebody who plays a person is taken")
		}
	})
}

// Who came leaves before the host has come, by choice or by a lost line: the seat is free again, and nobody
// is moved.
func TestGuestLeavesBeforeTheHostComes(t *testing.T) {
	for name, leave := range map[string]func(h *house, v *Visit, id string){
		"by choice":     func(h *house, v *Visit, id string) { h.must(v.Cancel(id)) },
		"lost":          func(_ *house, v *Visit, _ string) { v.Leave() },
		"goes and sits": func(_ *house, v *Visit, id string) { v.Unwatch(id) },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, h *house) {
				kim, lee := h.enter("kim"), h.enter("lee")
				bot, seat := h.beside(kim)
				h.enterGame(lee)
				h.pass(2 * time.Second)
				leave(h, lee, seat)
				h.pass(comeTime)
				h.across()
				if s := h.see(kim, seat); s.Waits || s.Status != store.Open || kim.Call() != "" {
					t.Errorf("kim's seat: %+v", s)
				}
				if len(kim.Invitations()) != 0 || h.see(kim, bot).Status != store.Live {
					t.Error("kim is still invited, or the bot has gone")
				}
				if id, found := h.enterGame(h.enter("park")); !found || id != seat {
					t.Error("the next one does not find the seat")
				}
			})
		})
	}
}

// The host leaves, or sits down elsewhere, before it has come: who came is told, and the seat is gone.
func TestHostLeavesBeforeItComes(t *testing.T) {
	for name, leave := range map[string]func(h *house, v *Visit){
		"lost":     func(_ *house, v *Visit) { v.Leave() },
		"sits":     func(h *house, v *Visit) { h.must(v.SitDown(h.create(h.enter("park"), pairing.Offer{}))) },
		"declines": func(h *house, v *Visit) { h.must(v.Decline(v.Invitations()[0])) },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, h *house) {
				kim, lee := h.enter("kim"), h.enter("lee")
				_, seat := h.beside(kim)
				h.enterGame(lee)
				h.pass(2 * time.Second)
				drain(lee)
				leave(h, kim)
				h.pass(comeTime)
				h.across()
				if h.live(seat) != nil || !woken(lee) {
					t.Errorf("the seat is still there: %+v", h.live(seat))
				}
				if s := lee.Home(); len(s.Seats)+len(s.Resume) != 0 {
					t.Errorf("lee has %+v", s)
				}
			})
		})
	}
}

// A person who has called off too many rated matches meets others for nothing.
func TestWaitErrorMakesItCasual(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		for range 3 {
			id := h.create(lee, pairing.Offer{Rated: true})
			h.must(kim.SitDown(id))
			h.must(kim.Cancel(id))
			h.must(lee.Cancel(id))
		}
		h.refusedWait(kim)
		_, seat := h.beside(lee)
		id, found := h.enterGame(kim)
		h.pass(comeTime)
		if s := h.see(kim, id); !found || id != seat || s.Status != store.Live || s.Rated {
			t.Errorf("found %v: %+v", found, s)
		}
	})
}

package lobby

import (
	"context"
	"fmt"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/store"
)

// midgame starts a rated match in which both have moved; black is on turn.
func (h *house) midgame(o pairing.Offer) (id string, black, white *Visit) {
	h.t.Helper()
	black, white = h.enter("kim"), h.enter("lee")
	id = h.start(black, white, o)
	h.play(id, 4, black, white)
	return id, black, white
}

func TestClaimFromWhoVanished(t *testing.T) {
	for name, test := range map[string]struct {
		go_   func(v *Visit, id string)
		grace time.Duration
	}{
		"connection dropped": {func(v *Visit, _ string) { v.Leave() }, 40 * time.Second},
		"left the table":     {func(v *Visit, id string) { v.Unwatch(id) }, 10 * time.Second},
		"left, then dropped": {func(v *Visit, id string) { v.Unwatch(id); v.Leave() }, 10 * time.Second},
	} {
		for kind, winner := range map[games.Kind]games.Seat{games.ClaimWin: 0, games.ClaimDraw: games.Nobody} {
			t.Run(name+"/"+string(kind), func(t *testing.T) {
				inBubble(t, func(t *testing.T, h *house) {
					id, kim, lee := h.midgame(pairing.Offer{Rated: true, Control: "none"})
					test.go_(lee, id)
					s := h.see(kim, id)
					if s.Seats[1].Away != s.Now || s.Seats[1].AwayUntil != s.Now+test.grace.Milliseconds() {
						t.Fatalf("gone since %d, until %d, now %d", s.Seats[1].Away, s.Seats[1].AwayUntil, s.Now)
					}
					h.pass(test.grace - time.Millisecond)
					if h.see(kim, id).CanClaim {
						t.Error("offered before the grace was over")
					}
					h.refused(kim.Do(id, kind), games.ErrNotAllowed)
					drain(kim)
					h.pass(time.Millisecond)
					if !woken(kim) || !h.see(kim, id).CanClaim {
						t.Fatal("not offered after the grace")
					}
					h.refused(lee.Do(id, kind), map[bool]error{true: directory.ErrLeft, false: games.ErrNotAllowed}[name != "left the table"])
					h.pass(24 * time.Hour)
					if h.see(kim, id).Result != nil {
						t.Fatal("taken by itself")
					}
					h.must(kim.Do(id, kind))
					if s := h.see(kim, id); s.Result.Reason != games.Abandoned || s.Result.Winner != winner {
						t.Errorf("result %+v", s.Result)
					}
				})
			})
		}
	}
}

// drain empties a visit's wake channel; woken reports whether it had a token.
func drain(v *Visit) { woken(v) }

func woken(v *Visit) bool {
	select {
	case <-v.Wake():
		return true
	default:
		return false
	}
}

func TestComingBackWithdrawsTheClaim(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{Rated: true, Control: "none"})
		lee.Leave()
		h.pass(50 * time.Second)
		if !h.see(kim, id).CanClaim {
			t.Fatal("not offered")
		}
		lee = h.enter("lee")
		if !h.see(kim, id).CanClaim {
			t.Fatal("withdrawn before the player is back at the table")
		}
		h.must(lee.Watch(id))
		if s := h.see(kim, id); s.CanClaim || s.Seats[1].Away != 0 {
			t.Error("still offered")
		}
		h.refused(kim.Do(id, games.ClaimWin), games.ErrNotAllowed)
	})
}

// A short visit to the house does not restart the grace.
func TestLookingInDoesNotProlongTheGrace(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{Rated: true, Control: "none"})
		lee.Leave()
		h.pass(30 * time.Second)
		lee = h.enter("lee")
		h.pass(time.Second)
		lee.Leave()
		h.pass(9 * time.Second)
		if !h.see(kim, id).CanClaim {
			t.Error("not offered 40 s after the player was last at the table")
		}
	})
}

func TestWhatCannotBeClaimed(t *testing.T) {
	for name, o := range map[string]pairing.Offer{
		"friends":        {Private: true, Control: "none"},
		"one day a move": {Control: room.OneDay},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, h *house) {
				id, kim, lee := h.midgame(o)
				lee.Leave()
				h.pass(time.Hour)
				s := h.see(kim, id)
				if s.CanClaim || s.Seats[1].AwayUntil != 0 {
					t.Errorf("offered: %+v", s.Seats[1])
				}
				if s.Seats[1].Away == 0 {
					t.Error("the player is not shown as gone")
				}
				h.refused(kim.Do(id, games.ClaimWin), games.ErrNotAllowed)
				h.refused(kim.Do(id, games.ClaimDraw), games.ErrNotAllowed)
			})
		})
	}
}

// If both players have gone, neither has won: the clock decides.
func TestEverybodyGone(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{Rated: true})
		kim.Leave()
		lee.Leave()
		h.pass(4 * time.Minute)
		if h.live(id) == nil {
			t.Fatal("the match has gone")
		}
		h.pass(2 * time.Minute)
		if h.live(id) != nil {
			t.Fatal("the match is still in memory")
		}
		for _, name := range []string{"kim", "lee"} {
			if list := h.enter(name).Home().Unseen; len(list) != 1 || list[0].Reason != games.TimedOut || list[0].Winner != 1 {
				t.Errorf("%s: unseen %+v", name, list)
			}
		}
	})
}

func TestNewerWindowTakesTheSeatOver(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, laptop, lee := h.midgame(pairing.Offer{Control: "none"})
		drain(laptop)
		phone := h.window("kim")
		if !woken(laptop) || !laptop.Superseded() || phone.Superseded() {
			t.Fatal("the older window has not been told")
		}
		if s := h.see(lee, id); s.Seats[0].Away != 0 {
			t.Error("the player is shown as gone while moving over")
		}
		h.must(phone.Watch(id))
		s := h.see(phone, id)
		if s.You != 0 || s.ToAct != 0 {
			t.Fatalf("the phone has seat %d", s.You)
		}
		for what, err := range map[string]error{
			"act":     laptop.Act(id, len(s.Plies), s.Legal[0]),
			"resign":  laptop.Do(id, games.Resign),
			"watch":   laptop.Watch(id),
			"say":     laptop.Say(id, 1, ""),
			"create":  second(laptop.Create(pairing.Offer{Game: "othello", Control: "5+3", Seat: games.Nobody})),
			"quick":   third(laptop.Quick("othello", nil, "5+3")),
			"take":    laptop.SitDown(id),
			"rematch": laptop.Rematch(id),
			"cancel":  laptop.Cancel(id),
			"to days": laptop.ToDays(id),
			"rename":  laptop.Rename("kim2"),
		} {
			if err != directory.ErrSuperseded {
				t.Errorf("%s in the old window: %v", what, err)
			}
		}
		laptop.Unwatch(id)
		laptop.Leave()
		h.pass(time.Minute)
		if s := h.see(lee, id); s.Seats[0].Away != 0 || s.CanClaim {
			t.Error("what the old window does makes the player gone")
		}
		if got := h.Online(); got != 2 {
			t.Errorf("%d people are here", got)
		}
		h.must(phone.Act(id, len(s.Plies), s.Legal[0]))
		if phone.First() {
			t.Error("the second visit is a first one")
		}
	})
}

func second(_ string, err error) error        { return err }
func third(_ string, _ bool, err error) error { return err }

// A newer window that does not open the table leaves the seat empty.
func TestNewerWindowElsewhere(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, _, lee := h.midgame(pairing.Offer{Control: "none"})
		h.window("kim")
		h.pass(39 * time.Second)
		if h.see(lee, id).CanClaim {
			t.Fatal("offered before the grace is over")
		}
		h.pass(2 * time.Second)
		if s := h.see(lee, id); !s.CanClaim || s.Seats[0].Away == 0 {
			t.Errorf("a player who is elsewhere holds the other one up: %+v", s.Seats[0])
		}
	})
}

// Calls to the older window reach the newer one.
func TestCallsFollowThePlayer(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{})
		h.sit(id, lee, kim)
		lee = h.window("lee")
		if got := lee.Call(); got != id {
			t.Errorf("called to %q", got)
		}
	})
}

func TestOpenSeatFollowsItsHost(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.create(kim, pairing.Offer{})
		h.must(kim.Watch(id))
		kim.Unwatch(id) // elsewhere in the house
		h.pass(time.Hour)
		if h.live(id) == nil {
			t.Fatal("the seat went while its host was here")
		}
		phone := h.enter("kim")
		kim.Leave()
		h.pass(time.Hour)
		if h.live(id) == nil {
			t.Fatal("the seat went with the older window")
		}
		phone.Leave()
		h.pass(30 * time.Second)
		phone = h.enter("kim")
		h.pass(time.Hour)
		if h.live(id) == nil {
			t.Fatal("the seat went although its host came back in time")
		}
		phone.Leave()
		h.pass(40 * time.Second)
		if h.live(id) != nil {
			t.Error("the seat stays without its host")
		}
		if _, err := h.store.Match(t.Context(), id); err == nil {
			t.Error("the seat stays in the store")
		}
		if _, err := h.enter("park").FindCode(t.Context(), "ABCDEF"); err != room.ErrNoCode || h.dir.Sizes().Codes != 0 {
			t.Errorf("%v, %d codes", err, h.dir.Sizes().Codes)
		}
	})
}

// After Leave a visit's late commands do nothing, and use no memory.
func TestVisitThatHasLeft(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{Control: "none"})
		lee.Leave()
		lee.Leave()
		for what, err := range map[string]error{
			"watch":  lee.Watch(id),
			"create": second(lee.Create(pairing.Offer{Game: "othello", Control: "none"})),
			"quick":  third(lee.Quick("othello", nil, "5+3")),
			"say":    lee.Say(id, 1, ""),
			"resign": lee.Do(id, games.Resign),
		} {
			if err != directory.ErrLeft {
				t.Errorf("%s after Leave: %v", what, err)
			}
		}
		if s := h.see(kim, id); s.Seats[1].Away == 0 || s.Watchers != 0 {
			t.Errorf("%+v", s.Seats[1])
		}
		kim.Leave()
		h.enter("kim").Leave()
		if n := len(h.dir.Tables()); n != 1 {
			t.Errorf("%d tables", n)
		}
	})
}

// The late end of an old connection does not remove a player who is back.
func TestLateEndOfAnOlderVisit(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{Control: "none"})
		h.dir.Leave(kim.Presence) // the point that kim's Leave has reached when kim is back
		again := h.enter("kim")
		h.must(again.Watch(id))
		tableAt(h.Lobby, id).VisitLeft(kim.Participant, true)
		if s := h.see(lee, id); s.Seats[0].Away != 0 || s.Watchers != 0 {
			t.Errorf("gone: %+v", s.Seats[0])
		}
	})
}

// An older window may close after a newer one is let in and before the older one is taken from its tables.
// Its seat is empty all the same.
func TestOlderWindowClosesWhileItIsTakenOver(t *testing.T) {
	for name, go_ := range map[string]func(v *Visit, table *room.Room){
		"unwatch": func(v *Visit, table *room.Room) { v.Unwatch(table.ID) },
		"leave":   func(v *Visit, table *room.Room) { table.VisitLeft(v.Participant, false) },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, h *house) {
				id, kim, lee := h.midgame(pairing.Offer{Control: "none"})
				newer := h.dir.New(kim.Identity, false, kim.Participant)
				newer.Be(kim.Me())
				_, err := h.dir.Appear(newer)
				h.must(err)
				h.dir.Activate(newer, false)
				h.dir.Supersede(kim.Presence)
				go_(kim, tableAt(h.Lobby, id))
				h.Supersede(kim.Participant)
				if s := h.see(lee, id); s.Seats[0].Away != 0 {
					t.Error("shown as gone at once")
				}
				h.pass(40 * time.Second)
				if s := h.see(lee, id); s.Seats[0].Away == 0 || !s.CanClaim {
					t.Error("the empty seat counts as taken")
				}
			})
		})
	}
}

func TestHostWhoIsGoneWhenItsSeatIsTaken(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{})
		kim.Leave()
		h.must(lee.SitDown(id))
		if s := h.see(lee, id); s.Seats[0].Away == 0 || s.Seats[1].Away != 0 || !s.Waits {
			t.Errorf("seats %+v", s.Seats)
		}
		h.pass(40 * time.Second)
		if h.live(id) != nil {
			t.Error("the seat of a host who does not come back is still up")
		}
	})
}

// leaver is a store that lets a visitor leave while it writes a new match.
type leaver struct {
	store.Store
	leave func()
}

func (l *leaver) CreateMatch(ctx context.Context, m store.Match) error {
	err := l.Store.CreateMatch(ctx, m)
	if l.leave != nil {
		l.leave()
	}
	return err
}

// A seat closes if its host leaves while it is being opened.
func TestHostLeavesWhileTheSeatIsOpened(t *testing.T) {
	for name, o := range map[string]pairing.Offer{"open seat": {}, "bot": {Bot: "greedy"}} {
		for _, guest := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, guest %v", name, guest), func(t *testing.T) {
				slow := &leaver{}
				inBubbleWith(t, config.Config{}, func(t *testing.T, h *house) {
					v := h.enter("kim")
					if guest {
						v = h.guest()
					}
					slow.leave = v.Leave
					o.Game, o.Control = "othello", "none"
					_, _ = v.Create(o)
					h.pass(time.Hour)
					if want := map[bool]int{true: 1}[o.Bot != "" && !guest]; len(h.dir.Tables()) != want {
						t.Errorf("%d tables, want %d", len(h.dir.Tables()), want)
					}
					if list, err := h.store.Unfinished(t.Context()); err != nil || len(list) != len(h.dir.Tables()) {
						t.Errorf("%d unfinished matches, %v", len(list), err)
					}
				}, func(s store.Store) store.Store { slow.Store = s; return slow })
			})
		}
	}
}

// A guest cannot come back, so a guest's friends' game can be claimed. The guest cannot claim it.
func TestGuestForfeitsAFriendsGame(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, g := h.enter("kim"), h.guest()
		id := h.start(kim, g, pairing.Offer{Private: true, Control: "none"})
		h.play(id, 4, kim, g)
		kim.Leave()
		h.pass(time.Minute)
		if s := h.see(g, id); s.CanClaim || s.Seats[0].AwayUntil != 0 {
			t.Error("the guest is offered the game")
		}
		h.refused(g.Do(id, games.ClaimWin), games.ErrNotAllowed)
		kim = h.enter("kim")
		h.must(kim.Watch(id))
		g.Leave()
		h.pass(40*time.Second - time.Millisecond)
		h.refused(kim.Do(id, games.ClaimWin), games.ErrNotAllowed)
		h.pass(time.Millisecond)
		h.must(kim.Do(id, games.ClaimWin))
	})
}

func TestDesertedTablesAreNotListed(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{})
		lee.Leave()
		if len(h.PublicTables("")) != 1 {
			t.Error("not listed while one of them is there")
		}
		kim.Unwatch(id)
		park := h.enter("park")
		if len(h.PublicTables("")) != 0 || len(park.Home().Live) != 0 {
			t.Error("listed with nobody there")
		}
		if list := kim.Home().Resume; len(list) != 1 {
			t.Error("its player does not find it")
		}
		h.must(kim.Watch(id))
		if len(h.PublicTables("")) != 1 {
			t.Error("not listed again")
		}
	})
}

// While a player is away from a bot the clocks stand still, even over a crash of the server. Over days, and
// against people, they run on.
func TestBotWaits(t *testing.T) {
	for control, waits := range map[string]bool{"5+3": true, room.OneDay: false} {
		inBubble(t, func(t *testing.T, h *house) {
			v := h.enter("kim")
			id := h.create(v, pairing.Offer{Control: control, Bot: "greedy", Seat: 0})
			h.must(v.Watch(id))
			for range 2 {
				s := h.see(v, id)
				h.must(v.Act(id, len(s.Plies), s.Legal[0]))
				h.pass(time.Minute) // the bot has moved
			}
			left := h.see(v, id).Seats[0].Left
			v.Unwatch(id)
			h.pass(time.Hour)
			if deadline := h.live(id).Deadline; (deadline == 0) != waits {
				t.Errorf("%s: the list counts down to %d", control, deadline)
			}
			v.Leave()
			h.pass(time.Hour)
			h = h.kill()
			v = h.enter("kim")
			h.pass(time.Hour)
			h.must(v.Watch(id))
			s := h.see(v, id)
			if used := left - s.Seats[0].Left; s.Result != nil || !s.Seats[0].Running || (used <= 0) != waits {
				t.Errorf("%s: used %d ms while away, result %v, running %v", control, used, s.Result, s.Seats[0].Running)
			}
		})
	}
}

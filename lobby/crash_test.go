package lobby

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/games/othello"
	"arcade/lobby/clock"
	"arcade/lobby/config"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// The server is killed at every ply of a game and started again, each time from the file that the previous
// one left.
func TestKilledAtEveryPly(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Rated: true})
		h.pass(5 * time.Second)
		kills := 0
		for h.see(kim, id).Result == nil {
			before := h.see(kim, id)
			durable := before.Seats // the clocks as they stood at the last action
			h.pass(700 * time.Millisecond)
			if h.see(kim, id).Result != nil || len(h.see(kim, id).Plies) != len(before.Plies) {
				continue // a pass came in between
			}
			h = h.kill()
			kills++
			h.pass(time.Duration(kills) * time.Second / 4) // the time until they return counts as their time
			kim, lee = h.enter("kim"), h.enter("lee")
			for _, v := range []*Visit{kim, lee} {
				list := v.Home().Resume
				if len(list) != 1 || list[0].ID != id {
					t.Fatalf("ply %d: home resumes %v", len(before.Plies), list)
				}
				h.must(v.Watch(id))
			}
			after := h.see(kim, id)
			if !reflect.DeepEqual(after.View, before.View) || after.ToAct != before.ToAct || !reflect.DeepEqual(after.Plies, before.Plies) {
				t.Fatalf("ply %d: another position: %+v, before %+v", len(before.Plies), after.View, before.View)
			}
			away := after.Now - lastAt(h.entries(id))
			for i, s := range after.Seats {
				want := durable[i].Left + games.RestartBonus
				if s.Running {
					want -= away
				}
				if s.Left != want {
					t.Fatalf("ply %d: seat %d has %d ms, want %d (before %d)", len(before.Plies), i, s.Left, want, durable[i].Left)
				}
				if s.Away != 0 {
					t.Fatalf("ply %d: seat %d is gone", len(before.Plies), i)
				}
			}
			h.play(id, 1, kim, lee)
		}
		if kills < 55 {
			t.Fatalf("only %d kills", kills)
		}
		if got := h.Rating(t.Context(), "othello", kim.Me().ID); got.Games != 1 {
			t.Errorf("rating %+v", got)
		}
		f, err := h.Kibo(t.Context(), "", id)
		h.must(err)
		if _, err := kibo.Verify(h.Lobby.cfg.Games, f, nil); err != nil {
			t.Error(err)
		}
		restarts := 0
		for _, k := range h.kinds(id) {
			if k == games.Restart {
				restarts++
			}
		}
		if restarts != kills {
			t.Errorf("%d restarts in the log, %d kills", restarts, kills)
		}
		h = h.kill()
		if h.live(id) != nil {
			t.Error("a finished match is taken up again")
		}
	})
}

func lastAt(log []store.Entry) int64 { return log[len(log)-1].At }

func TestKilledWithOffersStanding(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{})
		h.play(id, 3, kim, lee)
		h.must(kim.Do(id, games.OfferDraw))
		h.must(lee.Do(id, games.AskTakeback))
		h = h.kill()
		kim, lee = h.enter("kim"), h.enter("lee")
		h.must(kim.Watch(id))
		h.must(lee.Watch(id))
		s := h.see(lee, id)
		if s.DrawOffer != 0 || s.Takeback != 1 {
			t.Fatalf("draw offer by %d, takeback asked by %d", s.DrawOffer, s.Takeback)
		}
		h.must(kim.Do(id, games.GrantTakeback))
		if s := h.see(lee, id); len(s.Plies) != 1 || s.ToAct != 1 || s.DrawOffer != games.Nobody {
			t.Fatalf("after the takeback %+v", s)
		}
		h.play(id, 1, kim, lee)
		h.must(lee.Do(id, games.OfferDraw))
		h = h.kill()
		kim = h.enter("kim")
		h.must(kim.Watch(id))
		h.must(kim.Do(id, games.AcceptDraw))
		if s := h.see(kim, id); s.Result == nil || s.Result.Reason != games.Agreed || s.Result.Winner != games.Nobody {
			t.Errorf("result %+v", s.Result)
		}
	})
}

func TestKilledWhileAPassIsAnnounced(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{})
		plies := len(h.untilForced(id, kim, lee).Plies)
		h = h.kill()
		kim = h.enter("kim")
		h.must(kim.Watch(id))
		if s := h.see(kim, id); s.ForcedAt != s.Now+1500 || len(s.Plies) != plies {
			t.Fatalf("after the restart: %d plies, the pass in %d ms", len(s.Plies), s.ForcedAt-s.Now)
		}
		h.pass(1500 * time.Millisecond)
		if s := h.see(kim, id); len(s.Plies) != plies+1 {
			t.Error("the table has not passed")
		}
	})
}

func TestKilledBeforeTheBotAnswered(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.create(kim, pairing.Offer{Bot: "greedy", Control: "none"})
		h.must(kim.Watch(id))
		h.play(id, 2, kim)
		// The request is in the log, the answer is not, as in the file after a power cut.
		log := h.entries(id)
		h.append(id, len(log), store.Entry{Kind: string(games.AskTakeback), Seat: 0, At: clock.MS()})
		h = h.kill()
		kim = h.enter("kim")
		h.must(kim.Watch(id))
		if s := h.see(kim, id); s.Takeback != games.Nobody || len(s.Plies) >= 3 {
			t.Errorf("the bot has not answered: %+v", s)
		}
	})
}

func TestBotGamesGoOnAfterAKill(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.create(kim, pairing.Offer{Bot: "greedy", Control: "none", Seat: 1})
		h.must(kim.Watch(id))
		h.play(id, 1, kim)
		h = h.kill() // while the bot thinks
		kim = h.enter("kim")
		if list := kim.Home().Resume; len(list) != 1 {
			t.Fatalf("home %+v", list)
		}
		h.must(kim.Watch(id))
		if s := h.see(kim, id); s.Seats[0].Away != 0 || s.Seats[0].Bot != "greedy" {
			t.Errorf("the bot's seat: %+v", s.Seats[0])
		}
		h.playOut(id, kim)
		if s := h.see(kim, id); s.Result == nil {
			t.Error("no end")
		}
		v, err := h.store.VersusOne(t.Context(), "othello", kim.Me().ID, "bot:greedy")
		if err != nil || resultsOf(v.Tally) != 1 {
			t.Errorf("versus the bot: %+v, %v", v, err)
		}
	})
}

func TestKilledWithOpenSeats(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, park := h.enter("kim"), h.enter("lee"), h.enter("park")
		now := h.create(kim, pairing.Offer{Rated: true})
		friend := h.create(kim, pairing.Offer{Private: true})
		days := h.create(kim, pairing.Offer{Control: room.OneDay})
		duel := h.create(kim, pairing.Offer{Player: lee.Me().ID, Control: room.OneDay})
		left := h.create(park, pairing.Offer{})
		code := h.see(kim, friend).Code
		running := h.start(kim, lee, pairing.Offer{Control: room.OneDay})
		h.play(running, 3, kim, lee)

		h = h.kill()
		kim, lee = h.enter("kim"), h.enter("lee") // park does not come back
		h.pass(50 * time.Second)
		var ids []string
		for _, s := range kim.Home().Seats {
			ids = append(ids, s.ID)
		}
		if len(ids) != 4 {
			t.Errorf("kim's open seats: %v", ids)
		}
		if h.live(left) != nil {
			t.Error("a seat whose host has not come back is still open")
		}
		if list := lee.Home().Invites; len(list) != 1 || list[0].ID != duel {
			t.Errorf("lee's invitations: %v", list)
		}
		if got, err := lee.JoinCode(t.Context(), code); err != nil || got != friend {
			t.Errorf("the friend's code leads to %q, %v", got, err)
		}
		h.must(lee.Ready(friend))
		h.must(kim.Ready(friend))
		for _, id := range []string{now, days, duel} {
			h.sit(id, lee, kim)
		}
		if list := append(lee.Home().Turn, lee.Home().Waiting...); len(list) != 3 {
			t.Errorf("lee's matches over days: %d", len(list))
		}
		if s := h.see(lee, running); len(s.Plies) != 3 || s.ToAct != 1 {
			t.Errorf("the match over days: %+v", s)
		}
	})
}

func TestOneDaySeatWaitsForAnAnswer(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.create(kim, pairing.Offer{Rated: true})
		h.must(kim.ToDays(id))
		kim.Leave()
		h = h.kill()
		h.pass(72 * time.Hour)
		lee := h.enter("lee")
		h.must(lee.SitDown(id)) // over days players need not say that they are ready
		if s := h.see(lee, id); !s.Control.Correspondence() || s.Status != store.Live {
			t.Errorf("%+v", s)
		}
	})
}

// The file's clock may be ahead of the server's: no entry goes back in time.
func TestClockSetBack(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{})
		h.play(id, 2, kim, lee)
		ahead := clock.MS() + time.Minute.Milliseconds()
		h.append(id, 2, store.Entry{Kind: string(games.OfferDraw), Seat: 0, At: ahead})
		h = h.kill()
		kim, lee = h.enter("kim"), h.enter("lee")
		h.must(kim.Watch(id))
		h.must(lee.Watch(id))
		h.play(id, 2, kim, lee)
		if !slices.IsSortedFunc(h.entries(id), func(a, b store.Entry) int { return int(a.At - b.At) }) {
			t.Errorf("the log goes back in time: %+v", h.entries(id))
		}
		if _, err := h.Kibo(t.Context(), "", id); err != nil {
			t.Error(err)
		}
	})
}

// A log that does not fold is left alone; the other matches are restored.
func TestDamagedLogIsLeftAlone(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		bad := h.start(kim, lee, pairing.Offer{})
		good := h.start(kim, lee, pairing.Offer{})
		h.play(bad, 2, kim, lee)
		h.append(bad, 2, store.Entry{Kind: "act", Seat: 0, Action: "a1", At: clock.MS()})
		h = h.kill()
		kim = h.enter("kim")
		if h.live(bad) != nil || h.live(good) == nil {
			t.Error("wrong tables after the start")
		}
		h.refused(kim.Watch(bad), table.ErrNoTable)
		if got := len(h.entries(bad)); got != 3 {
			t.Errorf("the damaged log has %d entries", got)
		}
	})
}

// moody is Othello that panics on one seed.
type moody struct {
	othello.Game
	seed *string
}

func (g moody) Start(s games.Setup) (games.Position, error) {
	if s.Seed == *g.seed {
		panic("moody")
	}
	return g.Game.Start(s)
}

// A log that makes its game panic does not keep the others, or the house, from starting, either.
func TestLogThatPanicsIsLeftAlone(t *testing.T) {
	g := moody{seed: new(string)}
	inBubbleWith(t, config.Config{Games: games.NewRegistry(g)}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		bad, good := h.start(kim, lee, pairing.Offer{}), h.start(kim, lee, pairing.Offer{})
		*g.seed = h.seedIn(bad)
		h = h.kill()
		if h.live(bad) != nil || h.live(good) == nil {
			t.Error("wrong tables after the start")
		}
	})
}

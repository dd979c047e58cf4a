package lobby

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	matgobots "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/lobby/account"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/limit"
	"arcade/lobby/names"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/store"
)

func TestDrawOffers(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{Rated: true})
		h.refused(lee.Do(id, games.AcceptDraw), games.ErrNotAllowed)
		h.must(kim.Do(id, games.OfferDraw))
		h.refused(kim.Do(id, games.AcceptDraw), games.ErrNotAllowed)
		if s := h.see(lee, id); s.DrawOffer != 0 || s.CanDraw {
			t.Errorf("offer by %d", s.DrawOffer)
		}
		h.must(lee.Do(id, games.DeclineDraw))
		if s := h.see(kim, id); s.DrawOffer != games.Nobody || s.CanDraw {
			t.Error("it can be offered again at once")
		}
		h.refused(kim.Do(id, games.OfferDraw), games.ErrNotAllowed)
		h.play(id, 2, kim, lee)
		h.must(kim.Do(id, games.OfferDraw))
		h.must(lee.Do(id, games.AcceptDraw))
		for _, v := range []*Visit{kim, lee} {
			if tally, err := h.store.Tally(t.Context(), "othello", v.Me().ID); err != nil || tally != (store.Tally{Drawn: 1}) {
				t.Errorf("tally %+v, %v", tally, err)
			}
		}
	})
}

// The other player sees one question at a time, so a second one is refused until the first is answered.
func TestOneQuestionAtATime(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{})
		for _, two := range [][2]games.Kind{{games.AskTakeback, games.OfferDraw}, {games.OfferDraw, games.AskTakeback}} {
			h.must(kim.Do(id, two[0]))
			if s := h.see(kim, id); s.CanDraw || s.CanTakeback {
				t.Errorf("after %s: draw %t, takeback %t", two[0], s.CanDraw, s.CanTakeback)
			}
			h.refused(kim.Do(id, two[1]), table.ErrAsked)
			h.refused(kim.Do(id, two[0]), table.ErrAsked)
			if s := h.see(lee, id); (s.Takeback == 0) == (s.DrawOffer == 0) {
				t.Errorf("lee is asked for a takeback by %d, for a draw by %d", s.Takeback, s.DrawOffer)
			}
			h.must(lee.Do(id, map[games.Kind]games.Kind{games.AskTakeback: games.DeclineTakeback, games.OfferDraw: games.DeclineDraw}[two[0]]))
			h.play(id, 2, kim, lee)
		}
		h.must(kim.Do(id, games.AskTakeback))
		h.must(lee.Do(id, games.OfferDraw)) // each of them sees the other's
	})
}

func TestTakebackInUnratedGamesOnly(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, _ := h.midgame(pairing.Offer{Rated: true})
		if h.see(kim, id).CanTakeback {
			t.Error("offered in a rated game")
		}
		h.refused(kim.Do(id, games.AskTakeback), games.ErrNotAllowed)
	})
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{})
		h.must(kim.Do(id, games.AskTakeback))
		h.refused(kim.Do(id, games.GrantTakeback), games.ErrNotAllowed)
		h.must(lee.Do(id, games.GrantTakeback))
		if s := h.see(kim, id); len(s.Plies) != 2 || s.ToAct != 0 {
			t.Errorf("%d plies, seat %d on turn", len(s.Plies), s.ToAct)
		}
		h.refused(lee.Act(id, 4, "d3"), table.ErrStale) // chosen in the undone position
	})
}

func TestBotsAnswer(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.create(kim, pairing.Offer{Bot: "greedy", Control: "none"})
		h.must(kim.Watch(id))
		h.play(id, 2, kim)
		for h.see(kim, id).ToAct != 0 {
			h.pass(time.Second)
		}
		h.must(kim.Do(id, games.OfferDraw))
		if s := h.see(kim, id); s.DrawOffer != games.Nobody || s.Result != nil {
			t.Errorf("the bot has not declined: %+v", s)
		}
		plies := len(h.see(kim, id).Plies)
		h.must(kim.Do(id, games.AskTakeback))
		if s := h.see(kim, id); len(s.Plies) != plies-2 || s.ToAct != 0 {
			t.Errorf("%d plies of %d", len(s.Plies), plies)
		}
		// Undo while the bot thinks: it does not play its choice for the old position.
		s := h.see(kim, id)
		h.must(kim.Act(id, len(s.Plies), s.Legal[0]))
		h.must(kim.Do(id, games.AskTakeback))
		h.pass(5 * time.Second)
		if got := len(h.see(kim, id).Plies); got != len(s.Plies) {
			t.Errorf("%d plies, want %d", got, len(s.Plies))
		}
		if h.see(kim, id).Result != nil {
			t.Error("over")
		}
	})
}

// A bot takes its game's pace for a decision, up to twice as long where it has a choice, or the house's pace for
// all.
func TestBotPace(t *testing.T) {
	for _, tc := range []struct {
		game, bot         string
		cfg, pause, until time.Duration
	}{
		{othello.Name, "greedy", 0, 600 * time.Millisecond, 1200 * time.Millisecond},
		{matgo.Name, "random", 0, 1200 * time.Millisecond, 2400 * time.Millisecond},
		{matgo.Name, "random", 50 * time.Millisecond, 50 * time.Millisecond, 50 * time.Millisecond},
	} {
		cfg := config.Config{BotPause: tc.cfg, Games: games.NewRegistry(othello.Game{}, matgobots.Game{})}
		inBubbleWith(t, cfg, func(t *testing.T, h *house) {
			kim := h.enter("kim")
			id := h.create(kim, pairing.Offer{Game: tc.game, Bot: tc.bot, Control: "none"})
			h.must(kim.Watch(id))
			for {
				s := h.see(kim, id)
				if s.Result != nil { // a president may end the round at once
					id = h.create(kim, pairing.Offer{Game: tc.game, Bot: tc.bot, Control: "none"})
					h.must(kim.Watch(id))
					continue
				}
				if s.ToAct != s.You {
					h.pass(2 * time.Second)
					continue
				}
				if s.HeldUntil > s.Now {
					h.pass(time.Duration(s.HeldUntil-s.Now) * time.Millisecond)
					continue
				}
				h.must(kim.Act(id, len(s.Plies), s.Legal[0]))
				if s = h.see(kim, id); s.Result == nil && s.ToAct != s.You && s.HeldUntil <= s.Now && s.ForcedAt == 0 {
					break
				}
			}
			n := len(h.see(kim, id).Plies)
			if h.pass(tc.pause - time.Millisecond); len(h.see(kim, id).Plies) != n {
				t.Errorf("%s: decided before %v", tc.game, tc.pause)
			}
			h.pass(tc.until - tc.pause + 2*time.Millisecond)
			if got := len(h.see(kim, id).Plies); got == n || got != n+1 && tc.pause == tc.until {
				t.Errorf("%s: %d actions after %v", tc.game, got-n, tc.until)
			}
		})
	}
}

// If its position changes, a thinking bot starts again with the new one.
func TestBotThinksAnew(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.create(kim, pairing.Offer{Bot: "greedy", Control: "none"})
		h.must(kim.Watch(id))
		legal := h.see(kim, id).Legal
		h.must(kim.Act(id, 0, legal[0]))
		h.must(kim.Do(id, games.AskTakeback))
		h.must(kim.Act(id, 0, legal[1]))
		h.pass(1199 * time.Millisecond) // twice the least time of a move
		if got := len(h.see(kim, id).Plies); got != 1 {
			t.Fatalf("%d plies: the bot plays what it chose before", got)
		}
		h.pass(1202 * time.Millisecond) // twice the most
		if got := len(h.see(kim, id).Plies); got != 2 {
			t.Errorf("%d plies: the bot does not move", got)
		}
	})
}

// Takebacks cannot lengthen a log for ever.
func TestTakebacksHaveAnEnd(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.create(kim, pairing.Offer{Bot: "greedy", Control: "none"})
		h.must(kim.Watch(id))
		for range table.MaxLog {
			s := h.see(kim, id)
			h.must(kim.Act(id, len(s.Plies), s.Legal[0]))
			if !h.see(kim, id).CanTakeback {
				h.refused(kim.Do(id, games.AskTakeback), games.ErrNotAllowed)
				if n := len(h.entries(id)); n < table.MaxLog || n > table.MaxLog+5 {
					t.Errorf("the log has %d entries", n)
				}
				return
			}
			h.must(kim.Do(id, games.AskTakeback)) // granted at once, before the bot moves
		}
		t.Error("no end")
	})
}

func TestToDays(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id, _ := h.search(kim)
		h.refused(lee.ToDays(id), room.ErrNotYours)
		h.must(kim.ToDays(id))
		if s := h.see(kim, id); s.Quick || !s.Control.Correspondence() || !s.Rated {
			t.Errorf("%+v", s)
		}
		if rec, err := h.store.Match(t.Context(), id); err != nil || rec.Control != room.OneDay {
			t.Errorf("record %+v, %v", rec, err)
		}
		kim.Leave()
		h.pass(100 * time.Hour)
		h.must(lee.SitDown(id))
		h.refused(lee.ToDays(id), table.ErrFull)
		kim = h.enter("kim")
		if list := kim.Home().Turn; len(list) != 0 { // the seat is random, so it is one of the two lists
			if list[0].ID != id {
				t.Error("another match")
			}
		} else if list := kim.Home().Waiting; len(list) != 1 || list[0].ID != id {
			t.Error("the host does not find the match")
		}
	})
}

func TestCancel(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{})
		code := h.see(kim, id).Code
		h.must(lee.Watch(id)) // a stranger watches the open seat
		h.refused(lee.Cancel(id), room.ErrNotYours)
		drain(lee)
		h.must(kim.Cancel(id))
		h.nothingLeft(id, kim)
		if !woken(lee) {
			t.Error("who looked at it is not told")
		}
		h.refused(lee.SitDown(id), table.ErrNoTable)
		h.refused(kim.Cancel(id), table.ErrNoTable)
		h.refused(second(lee.JoinCode(t.Context(), code)), room.ErrNoCode)
		for _, p := range h.People() {
			if p.Table != "" {
				t.Errorf("%s is at a table that is no more", p.Name)
			}
		}
		running := h.start(kim, lee, pairing.Offer{})
		h.refused(kim.Cancel(running), table.ErrFull)
	})
}

func TestChallenge(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, park, g := h.enter("kim"), h.enter("lee"), h.enter("park"), h.guest()
		drain(lee)
		id := h.create(kim, pairing.Offer{Player: lee.Me().ID, Rated: true})
		if !woken(lee) {
			t.Error("the challenged player is not woken")
		}
		if list := lee.Home().Invites; len(list) != 1 || list[0].ID != id || list[0].Host().Name != "kim" {
			t.Fatalf("invitations %+v", list)
		}
		if len(h.PublicTables("")) != 0 || len(park.Home().Invites) != 0 || h.see(kim, id).Code != "" {
			t.Error("others can see or enter it")
		}
		h.refused(park.SitDown(id), table.ErrPrivate)
		h.refused(g.SitDown(id), table.ErrPrivate)
		h.refused(kim.SitDown(id), table.ErrOwnSeat)
		h.refused(park.Cancel(id), room.ErrNotYours)
		h.sit(id, lee, kim)
		if lee.Call() != id {
			t.Error("who waited is not called")
		}
		if list := h.PublicTables(""); len(list) != 1 || list[0].ID != id {
			t.Error("once played it is a public match, and not listed")
		}

		id = h.create(kim, pairing.Offer{Player: lee.Me().ID})
		h.must(lee.Cancel(id))
		h.nothingLeft(id)
		if len(kim.Home().Seats) != 0 {
			t.Error("a declined challenge stays with the challenger")
		}
		h.refused(second(kim.Create(pairing.Offer{Game: "othello", Control: "5+3", Player: "nobody"})), records.ErrNoPlayer)
		h.refused(second(kim.Create(pairing.Offer{Game: "othello", Control: "5+3", Player: kim.Me().ID})), table.ErrOwnSeat)
		h.refused(second(kim.Create(pairing.Offer{Game: "othello", Control: "5+3", Player: lee.Me().ID, Bot: "greedy"})), solo.ErrBadOffer)
	})
}

func TestCodes(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		for _, form := range []func(string) string{
			func(c string) string { return c },
			strings.ToLower,
			names.ShowCode,
			func(c string) string { return " " + strings.ToLower(c[:2]) + " - " + c[2:] },
			func(c string) string { return strings.NewReplacer("0", "o", "1", "l").Replace(c) },
			func(c string) string { return strings.NewReplacer("0", "O", "1", "I").Replace(c) },
		} {
			id := h.create(kim, pairing.Offer{Private: true})
			code := h.see(kim, id).Code
			if len(code) != 6 || strings.ContainsAny(code, "ILOU") {
				t.Fatalf("code %q", code)
			}
			h.refused(lee.SitDown(id), table.ErrPrivate)
			h.refused(lee.Watch(id), table.ErrPrivate)
			got, err := lee.JoinCode(t.Context(), form(code))
			if err != nil || got != id {
				t.Errorf("%q: %q, %v", form(code), got, err)
			}
			h.refused(second(h.enter("park").JoinCode(t.Context(), code)), table.ErrFull) // it opened one seat
			h.must(second(lee.JoinCode(t.Context(), code)))
			h.must(kim.Ready(id))
			if h.see(kim, id).Status != store.Open {
				t.Fatal("a friend who has only come is ready")
			}
			h.must(lee.Ready(id))
			h.refused(second(lee.JoinCode(t.Context(), code)), room.ErrNoCode)
			h.must(kim.Do(id, games.Resign))
		}
		id := h.create(kim, pairing.Offer{Private: true})
		h.refused(second(kim.JoinCode(t.Context(), h.see(kim, id).Code)), table.ErrOwnSeat)
		for _, code := range []string{"", "-", "AAAAAA", "......", strings.Repeat("A", 1<<20), "\x00\xff", id} {
			h.refused(second(lee.JoinCode(t.Context(), code)), room.ErrNoCode)
		}
	})
}

func TestLimits(t *testing.T) {
	inBubbleWith(t, config.Config{MaxSeats: 2, MaxGames: 3}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		offer := pairing.Offer{Game: "othello", Control: "none"}
		a, b := h.create(kim, offer), h.create(kim, offer)
		h.refused(second(kim.Create(offer)), room.ErrTooMany)
		h.refused(third(kim.Quick("othello", nil, "5+3")), room.ErrTooMany)
		bot := offer
		bot.Bot = "greedy"
		id := h.create(kim, bot) // a game with a bot is not an open seat
		if again := h.create(kim, bot); again != id {
			t.Error("two games with a bot, and nobody has done anything in either")
		}
		bot.Seat = 1
		h.sit(a, lee, kim)
		h.sit(b, lee, kim)
		h.refused(second(kim.Create(bot)), room.ErrTooMany)
		h.refused(second(kim.Create(offer)), room.ErrTooMany)
		c := h.create(lee, offer)
		h.refused(kim.SitDown(c), room.ErrTooMany)
		h.must(kim.Do(a, games.Resign))
		h.must(kim.SitDown(c))
	})
	inBubble(t, func(t *testing.T, h *house) { // opening and closing seats over and over
		kim := h.enter("kim")
		for range room.MadeRate.Burst {
			h.must(kim.Cancel(h.create(kim, pairing.Offer{})))
		}
		h.refused(second(kim.Create(pairing.Offer{Game: "othello", Control: "5+3"})), table.ErrTooFast)
		kim = h.enter("kim") // not by another window either
		h.refused(kim.Rename("kim3"), table.ErrTooFast)
		h.pass(time.Minute)
		h.must(kim.Rename("kim3"))
	})
}

func TestOffersThatMakeNoSense(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		for name, o := range map[string]pairing.Offer{
			"control":       {Game: "othello", Control: "5+"},
			"no control":    {Game: "othello"},
			"seat 2":        {Game: "othello", Control: "none", Seat: 2},
			"seat -2":       {Game: "othello", Control: "none", Seat: -2},
			"bot":           {Game: "othello", Control: "none", Bot: strings.Repeat("x", 1<<20)},
			"rated bot":     {Game: "othello", Control: "none", Bot: "greedy", Rated: true},
			"rated private": {Game: "othello", Control: "none", Private: true, Rated: true},
			"options":       {Game: "othello", Control: "none", Options: []byte(`{"size":6}`)},
			"no JSON":       {Game: "othello", Control: "none", Options: []byte(`{`)},
		} {
			if _, err := kim.Create(o); !errors.Is(err, solo.ErrBadOffer) || len(err.Error()) > 300 {
				t.Errorf("%s: %.300v", name, err)
			}
		}
		h.refused(second(kim.Create(pairing.Offer{Game: "\x00", Control: "none"})), games.ErrUnknownGame)
		h.nothing()
	})
}

func TestRandomSeat(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		var seats []games.Seat
		for range room.MadeRate.Burst {
			id := h.create(kim, pairing.Offer{Seat: games.Nobody})
			seats = append(seats, h.see(kim, id).You)
			h.must(kim.Cancel(id))
		}
		if !slices.Contains(seats, 0) || !slices.Contains(seats, 1) { // wrong once in 2^29 runs
			t.Errorf("seats %v", seats)
		}
	})
}

// Codes of open seats cannot be guessed: neither by one visitor nor by one who keeps returning as
// another guest, and visitors elsewhere notice nothing.
func TestSeatCodesCannotBeGuessed(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		code := h.see(kim, h.create(kim, pairing.Offer{Private: true})).Code
		from := func(name, address string) *Visit {
			id := directory.Identity{From: address, Lang: "en"}
			if name != "" {
				id.Fingerprint, id.Login = "SHA256:"+name, name
			}
			v, err := h.Enter(id)
			h.must(err)
			return v
		}
		lee := from("lee", "192.0.2.1/32")
		for i := range pairing.WrongCodes {
			h.refused(second(lee.JoinCode(t.Context(), noCode(i))), room.ErrNoCode)
		}
		h.refused(second(lee.JoinCode(t.Context(), code)), account.ErrGuessing) // even with the right one
		h.refused(second(lee.JoinCode(t.Context(), "too long for a code")), room.ErrNoCode)
		lee = from("lee", "192.0.2.9/32")
		h.refused(second(lee.JoinCode(t.Context(), code)), account.ErrGuessing) // also from elsewhere
		for i := range pairing.WrongCodesFrom - pairing.WrongCodes {
			h.refused(second(from("", "192.0.2.1/32").JoinCode(t.Context(), noCode(i))), room.ErrNoCode)
		}
		h.refused(second(from("", "192.0.2.1/32").JoinCode(t.Context(), code)), account.ErrGuessing)
		if seats, keys := h.Guesses(); seats != pairing.WrongCodesFrom || keys != 0 {
			t.Errorf("%d and %d wrong codes", seats, keys)
		}
		_, err := from("park", "198.51.100.7/32").JoinCode(t.Context(), code)
		h.must(err)

		code = h.see(kim, h.create(kim, pairing.Offer{Private: true})).Code
		h.pass(limit.GuessTime)
		_, err = lee.JoinCode(t.Context(), code)
		h.must(err)
	})
}

// noCode returns a code that opens nothing.
func noCode(i int) string { return "ZZZZ" + string(rune('0'+i/10)) + string(rune('0'+i%10)) }

package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/matgo"
	"arcade/lobby/clock"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/fair"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// invited returns a visitor's only invitation.
func (h *house) invited(v *Visit, why pairing.Why, from *Visit) pairing.Invitation {
	h.t.Helper()
	list := v.Invitations()
	if len(list) != 1 || list[0].Why != why || list[0].From.ID != from.Me().ID {
		h.t.Fatalf("%s is invited to %+v, want one of kind %d from %s", v.Me().Name, list, why, from.Me().Name)
	}
	return list[0]
}

// beside lets a visitor play where nobody waits: with a bot, while its own seat is open.
func (h *house) beside(v *Visit) (bot, seat string) {
	h.t.Helper()
	bot, found, err := v.Play("othello", nil, "5+3", "greedy")
	h.must(err)
	if found {
		h.t.Fatalf("%s has found a person at %s", v.Me().Name, bot)
	}
	h.must(v.Watch(bot))
	v.Call() // to the game with the bot
	return bot, v.Home().Seats[0].ID
}

// waiting lets kim wait with a bot, and lee open a seat of its own on another clock.
func (h *house) waiting() (kim, lee *Visit, bot, seat, other string) {
	kim, lee = h.enter("kim"), h.enter("lee")
	bot, seat = h.beside(kim)
	drain(kim)
	kim.SetSight(directory.Sight{}) // at a table a visitor looks at no lists
	return kim, lee, bot, seat, h.create(lee, pairing.Offer{Control: "1+0", Rated: true})
}

// Two players who wait on different terms, one of them in a game with a bot, are told of each other at
// once. The one who accepts sits down, and the other comes.
func TestBothWhoWaitAreTold(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, bot, seat, other := h.waiting()
		h.pass(directory.WakeDelay)
		if !woken(kim) {
			t.Error("who plays a bot is not woken")
		}
		i := h.invited(kim, pairing.Both, lee)
		if i.ID != other || !i.Rated || i.Until != clock.MS()-directory.WakeDelay.Milliseconds()+pairing.InviteTime {
			t.Errorf("kim is invited to %+v", i)
		}
		if j := h.invited(lee, pairing.Both, kim); j.ID != seat {
			t.Errorf("lee is invited to %+v", j)
		}
		if list := lee.Others("othello"); len(list) != 1 || list[0].ID != seat {
			t.Errorf("who waits sees %+v", list)
		}
		if got := must1(kim.Accept(i)); got != other {
			t.Errorf("accepted %q", got)
		}
		if h.live(seat) != nil {
			t.Error("kim, who has found somebody, still looks for others")
		}
		h.invited(lee, pairing.Coming, kim)
		if s := h.see(lee, other); s.Status != store.Open || s.ReadyBy != clock.MS()+comeTime.Milliseconds() {
			t.Fatalf("it began at once: %+v", s)
		}
		h.must(lee.Ready(other))
		if s := h.see(lee, other); s.Status != store.Live {
			t.Fatalf("both are ready: %+v", s)
		}
		if s := h.live(bot); s == nil || s.Status != store.Live {
			t.Error("the game with the bot does not wait")
		}
		if kim.Call() != other || lee.Call() != "" {
			t.Error("who waited is not called, or who came last is")
		}
	})
}

// A guest is not asked to a seat that it may not take; the other player is asked to the guest's.
func TestGuestsAreFound(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		g, lee := h.guest(), h.enter("lee")
		h.beside(g)
		rated := h.create(lee, pairing.Offer{Control: "1+0", Rated: true})
		if list := g.Invitations(); len(list) != 0 {
			t.Errorf("a guest is asked to a rated game: %+v", list)
		}
		if list := g.Others("othello"); len(list) != 1 || list[0].ID != rated {
			t.Errorf("a guest sees %+v", list)
		}
		if s := g.Opposite("othello", nil, "5+3"); s != nil {
			t.Errorf("a guest would sit at %+v", s)
		}
		id := must1(lee.Accept(h.invited(lee, pairing.Both, g)))
		if got := must1(g.Accept(h.invited(g, pairing.Coming, lee))); got != id || h.see(g, id).Status != store.Live {
			t.Error("they do not play")
		}
	})
}

// Two who accept at the same time find the same seat, whoever came first.
func TestTwoAcceptAtOnce(t *testing.T) {
	for range 20 {
		inBubble(t, func(t *testing.T, h *house) {
			kim, lee, _, _, _ := h.waiting()
			ids, errs := [2]string{}, [2]error{}
			var both sync.WaitGroup
			asked := [2]pairing.Invitation{kim.Invitations()[0], lee.Invitations()[0]} // before one of them is settled
			for n, v := range []*Visit{kim, lee} {
				both.Go(func() { ids[n], errs[n] = v.Accept(asked[n]) })
			}
			both.Wait()
			if errs != [2]error{} || ids[0] != ids[1] || h.see(kim, ids[0]).Status != store.Live {
				t.Fatalf("they went to %v, %v", ids, errs)
			}
		})
	}
}

// If two want one seat, one gets it and the other gets a refusal.
func TestTwoTakeOneSeat(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.create(kim, pairing.Offer{})
		errs := make([]error, 10)
		var all sync.WaitGroup
		for n := range errs {
			v := h.enter(fmt.Sprintf("p%d", n))
			all.Go(func() { errs[n] = v.SitDown(id) })
		}
		all.Wait()
		if n := len(errs) - len(slices.DeleteFunc(errs, func(err error) bool { return err == nil })); n != 1 {
			t.Fatalf("%d sit there", n)
		}
		for _, err := range errs {
			if err != nil {
				h.refused(err, table.ErrFull)
			}
		}
	})
}

// An invitation ends after a minute. The host of a seat for anybody who does not answer comes; the friend or
// the challenger who does not answer is not there any more, and who came is free again.
func TestInvitationsEnd(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, _, seat, other := h.waiting()
		h.pass(time.Minute - time.Second)
		h.invited(kim, pairing.Both, lee)
		h.pass(time.Second)
		if len(kim.Invitations())+len(lee.Invitations()) != 0 {
			t.Error("the invitations stay")
		}
		if len(kim.Others("othello")) != 1 || h.live(other) == nil || h.live(seat) == nil {
			t.Error("the seats do not")
		}
		asked := h.create(kim, pairing.Offer{Player: lee.Me().ID})
		h.must(lee.SitDown(asked))
		h.invited(kim, pairing.Found, lee)
		drain(lee)
		h.pass(time.Minute)
		if h.live(asked) != nil || !woken(lee) {
			t.Error("a challenge whose host does not answer stays up, or who came is not told")
		}
		if bot := kim.Home().Resume; len(bot) != 1 {
			t.Error("the game with the bot is gone")
		}
	})
}

// A declined invitation is not repeated, and a seat that is declined to its guest is taken down.
func TestDecline(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, _, seat, _ := h.waiting()
		park := h.enter("park")
		h.must(kim.Decline(h.invited(kim, pairing.Both, lee)))
		if len(kim.Invitations()) != 0 {
			t.Error("asked again")
		}
		h.invited(lee, pairing.Both, kim) // other players may still come
		h.must(lee.SitDown(seat))
		h.refused(park.Decline(h.invited(kim, pairing.Coming, lee)), room.ErrNotYours)
		h.must(kim.Decline(h.invited(kim, pairing.Coming, lee)))
		if h.live(seat) != nil {
			t.Error("the seat stays")
		}

		id := h.create(kim, pairing.Offer{Private: true})
		must1(lee.JoinCode(t.Context(), h.see(kim, id).Code))
		h.must(lee.Cancel(id)) // the guest leaves: the seat stays the host's, with its code
		if s := h.see(kim, id); s.Waits || s.Seats[0].ID == "" || s.Seats[1].ID != "" || s.Code == "" {
			t.Errorf("the seat %+v", s)
		}
		must1(park.JoinCode(t.Context(), h.see(kim, id).Code))
	})
}

// A player who accepts while the other leaves finds the seat free, or nobody there.
func TestAcceptWhileTheOtherLeaves(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, _, _, _ := h.waiting()
		i := h.invited(kim, pairing.Both, lee)
		lee.Leave()
		if len(kim.Invitations()) != 0 {
			t.Error("invited by somebody who is not here")
		}
		id := must1(kim.Accept(i)) // it is still on the screen
		h.pass(41 * time.Second)
		if h.live(id) != nil {
			t.Error("a table whose host is gone for good is still up")
		}

		lee = h.enter("lee")
		id = h.create(kim, pairing.Offer{})
		h.must(lee.SitDown(id))
		lee.Leave()
		h.must(kim.Ready(id)) // a player who has left is no longer ready
		if s := h.see(kim, id); s.Status != store.Open {
			t.Fatalf("it began with somebody who is not here: %+v", s)
		}
		h.pass(time.Minute)
		if s := h.see(kim, id); s.Waits || s.Seats[1].ID != "" {
			t.Errorf("the seat is not free again: %+v", s)
		}
	})
}

// A table does nothing more if its meeting is called off at the moment of its timeout.
func TestCalledOffTableRests(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{Rated: true})
		h.must(lee.SitDown(id))
		h.must(lee.Watch(id))
		table := must1(h.Lobby.Room(id))
		h.must(kim.Cancel(id))
		h.pass(time.Minute)
		table.Tick() // had to wait for Cancel
		if table.Timer.Stop() {
			t.Error("the table is gone and its timer runs")
		}
	})
}

// A restart between the invitation and the answer keeps the open seats and nothing else.
func TestRestartDuringAMeeting(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{Rated: true})
		h.must(lee.SitDown(id))
		h.must(kim.Rename("gim"))
		h = h.kill()
		kim, lee = h.enter("kim"), h.enter("lee")
		if s := h.see(kim, id); s.Status != store.Open || s.Waits || s.Seats[1].ID != "" {
			t.Fatalf("after the restart: %+v", s)
		}
		if list := append(lee.Home().Seats, lee.Home().Resume...); len(list) != 0 {
			t.Errorf("lee has %+v", list)
		}
		h.sit(id, lee, kim)
		if h.see(kim, id).Status != store.Live {
			t.Error("it does not begin")
		}
	})
}

// A seat beside a game with a bot ends with it, or stays beside the rounds that follow.
func TestSeatEndsWithTheBotGame(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		bot, seat := h.beside(kim)
		h.play(bot, 4, kim)
		if h.live(seat) == nil {
			t.Fatal("it ended before")
		}
		h.must(kim.Do(bot, games.Resign))
		h.pass(time.Second)
		if h.live(seat) != nil {
			t.Error("the seat stays after the game")
		}
	})
	withMatgo(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id, _, err := kim.Play(matgo.Name, nil, "30s", "random")
		h.must(err)
		h.must(kim.Watch(id))
		for range 2 {
			h.playOut(id, kim)
			h.must(kim.Rematch(id))
			next := h.see(kim, id).Next
			h.must(kim.Watch(next))
			kim.Unwatch(id)
			id = next
			h.pass(time.Second)
			if len(kim.Home().Seats) != 1 {
				t.Fatal("the seat ended with a round")
			}
		}
		h.playOut(id, kim)
		kim.Unwatch(id)
		h.pass(time.Second)
		if len(kim.Home().Seats) != 0 {
			t.Error("the seat stays after the series")
		}
	})
}

// If hands are hidden, nothing is dealt before both are ready, and nothing can be called off after: leaving
// is a loss, even at the first decision.
func TestDealtWhenBothAreReady(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{Game: matgo.Name, Control: "30s", Rated: true})
		h.must(lee.SitDown(id))
		for _, v := range []*Visit{kim, lee} {
			if s := h.see(v, id); s.View != nil || s.Plies != nil || s.Status != store.Open {
				t.Fatalf("dealt before both are ready: %+v", s)
			}
		}
		h.must(kim.Watch(id))
		h.must(lee.Watch(id))
		h.must(kim.Ready(id))
		s := h.see(kim, id)
		if s.Status != store.Live || s.View == nil || s.CanAbort {
			t.Fatalf("after the deal: %+v", s)
		}
		h.refused(kim.Do(id, games.Abort), games.ErrNotAllowed)
		lee.Unwatch(id)
		h.pass(11 * time.Second)
		h.must(kim.Do(id, games.ClaimWin))
		if rec, err := h.store.Match(t.Context(), id); err != nil || rec.Reason != games.Abandoned || h.Rating(t.Context(), matgo.Name, lee.Me().ID).Games != 1 {
			t.Errorf("leaving before the first decision: %+v, %v", rec, err)
		}
		f, err := h.Kibo(t.Context(), "", id)
		h.must(err)
		if !f.Agreed {
			t.Error("the export does not say that it counts from its start")
		}
	})
}

// A rated match that is called off before the deal stays in the records with the seat that did it. It has
// another seed than the open seat. A player who does it often must wait.
func TestCalledOff(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{Game: matgo.Name, Control: "30s", Rated: true})
		for n := range 4 {
			if n == 2 { // no answer counts as calling off
				h.pass(time.Second)
				asked := h.create(kim, pairing.Offer{Game: matgo.Name, Control: "30s", Rated: true, Player: lee.Me().ID})
				h.must(lee.SitDown(asked))
				h.pass(time.Minute)
				if h.live(asked) != nil {
					t.Error("the host was not ready, and the seat stays")
				}
			}
			err := lee.SitDown(id)
			if n == 3 {
				var wait *fair.WaitError
				if !errors.As(err, &wait) || time.Until(wait.Until) != time.Minute {
					t.Fatalf("after three: %v", err)
				}
				if search, found, err := lee.Quick(matgo.Name, nil, "30s"); err != nil || found || h.see(lee, search).Rated {
					t.Errorf("a search: found %v, %v", found, err)
				} else {
					h.must(lee.Cancel(search))
				}
				break
			}
			h.must(err)
			h.must(lee.Cancel(id))
		}
		open := must1(h.store.Match(t.Context(), id))
		list, err := h.Matches(t.Context(), lee.Me().ID, "", 10)
		h.must(err)
		if len(list) != 4 {
			t.Fatalf("%d matches are kept", len(list))
		}
		for _, rec := range list {
			if rec.Seed == open.Seed {
				t.Error("the record shows the seed of a seat that is still open")
			}
			by := lee
			if rec.Created != open.Created && rec.Ended != rec.Created { // the match that kim did not answer
				by = kim
			}
			h.calledOff(rec.ID, rec.SeatOf(by.Me().ID), kim, lee)
		}
		h.pass(time.Minute)
		h.must(lee.SitDown(id))
		h.must(lee.Cancel(id))
		var wait *fair.WaitError
		if err := lee.SitDown(id); !errors.As(err, &wait) || time.Until(wait.Until) != 2*time.Minute {
			t.Errorf("after the fourth: %v", err)
		}
		h.must(lee.SitDown(h.create(kim, pairing.Offer{Game: matgo.Name, Control: "30s"}))) // casual matches are free
		h.shut()
		if list, _ := checkFile(t, h.path); len(list) > 0 {
			t.Errorf("what is kept does not agree: %.500q", list)
		}
	})
}

// A rated match that is resigned in its first moves changes no ratings, so it counts as called off: a
// player who does it often must wait. The opponent need not. Matches that were played on do not count here.
func TestGivenUpEarly(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		others := []*Visit{lee, h.enter("park"), h.enter("choi"), h.enter("han")}
		give := func(other *Visit, plies int) {
			t.Helper()
			id := h.start(kim, other, pairing.Offer{Rated: true})
			h.play(id, plies, kim, other)
			h.must(kim.Do(id, games.Resign))
		}
		for i, other := range others {
			if i == 3 {
				break
			}
			give(other, 12)
			give(other, 3)
		}
		_, err := kim.Create(pairing.Offer{Game: "othello", Control: "5+3", Rated: true})
		var wait *fair.WaitError
		if !errors.As(err, &wait) || time.Until(wait.Until) > time.Minute {
			t.Errorf("after three: %v", err)
		}
		for _, other := range others {
			if err := h.fair.MayRate(other.Me().ID); err != nil {
				t.Errorf("%s: %v", other.Me().Name, err)
			}
		}
		h.pass(time.Minute)
		give(others[3], 9)
		if err := h.fair.MayRate(kim.Me().ID); !errors.As(err, &wait) || time.Until(wait.Until) <= time.Minute {
			t.Errorf("after the fourth: %v", err)
		}
	})
}

// The wait for called-off matches does not end because of other matches.
func TestCalledOffBeforeManyRuns(t *testing.T) {
	inBubbleWith(t, config.Config{Games: allGames()}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		for _, name := range []string{"lee", "park", "choi"} {
			h.lose(h.enter(name), kim, 3)
		}
		h.refusedWait(kim)
		for range 25 {
			id := must1(kim.Create(pairing.Offer{Game: klondike.Name, Seed: "7"}))
			h.must(kim.Watch(id))
			h.steps(kim, id, "draw")
			h.must(kim.Do(id, games.Resign))
			kim.Unwatch(id)
		}
		if list := must1(h.store.Matches(t.Context(), kim.Me().ID, "", 99)); len(list) != 28 {
			t.Errorf("%d matches are stored", len(list))
		}
		h.refusedWait(kim)
	})
}

// refusedWait wants a player to be refused a rated match for a while.
func (h *house) refusedWait(v *Visit) {
	h.t.Helper()
	var wait *fair.WaitError
	if err := h.fair.MayRate(v.Me().ID); !errors.As(err, &wait) {
		h.t.Errorf("a rated match: %v", err)
	}
}

// An evicted table ignores a late leave. Otherwise the time for its cancelled meeting would be up for ever.
func TestForgottenTableRests(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{})
		h.must(kim.Watch(id))
		h.must(lee.SitDown(id))
		h.must(lee.Watch(id))
		table := tableAt(h.Lobby, id)
		h.must(kim.Cancel(id))
		table.VisitLeft(lee.Participant, true)
		h.pass(time.Hour)
		table.Mu.Lock()
		defer table.Mu.Unlock()
		if table.Timer.Stop() {
			t.Error("its timer is set")
		}
	})
}

// undeletable is a store that deletes no match while it is on. It remembers the last one that it should have deleted.
type undeletable struct {
	store.Store
	on    atomic.Bool
	asked store.Match
}

func (s *undeletable) DeleteMatch(ctx context.Context, m store.Match) error {
	if s.on.Load() {
		s.asked = m
		return errDisk
	}
	return s.Store.DeleteMatch(ctx, m)
}

// A meeting that cannot be called off at first counts once.
func TestCalledOffOnce(t *testing.T) {
	disk := &undeletable{}
	inBubbleWith(t, config.Config{}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{Rated: true})
		h.must(lee.SitDown(id))
		disk.on.Store(true)
		if err := kim.Cancel(id); !errors.Is(err, errDisk) {
			t.Fatalf("the host leaves: %v", err)
		}
		disk.on.Store(false)
		h.must(kim.Cancel(id))
		if list := must1(h.store.Matches(t.Context(), kim.Me().ID, "", 10)); len(list) != 1 {
			t.Errorf("%d matches are called off", len(list))
		}
	}, func(s store.Store) store.Store { disk.Store = s; return disk })
}

package lobby

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/lobby/clock"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

func TestWholeRatedGame(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{Rated: true})
		if list := h.PublicTables("othello"); len(list) != 1 || list[0].ID != id || list[0].Status != store.Open {
			t.Fatalf("open seats: %v", list)
		}
		h.sit(id, lee, kim)
		if got := lee.Call(); got != id {
			t.Fatalf("the one who waited was called to %q", got)
		}
		if got := kim.Call(); got != "" {
			t.Fatalf("the one who came last was called to %q", got)
		}
		h.must(kim.Watch(id))
		h.must(lee.Watch(id))
		h.play(id, 10, kim, lee)
		h.playOut(id, kim, lee)

		s := h.see(kim, id)
		if s.Status != store.Done || s.Result == nil || s.ToAct != games.Nobody || s.Legal != nil {
			t.Fatalf("after the end: %+v", s)
		}
		h.refused(kim.Act(id, len(s.Plies), "pass"), games.ErrOver)
		h.refused(kim.Do(id, games.Resign), games.ErrOver)

		rec, err := h.store.Match(t.Context(), id)
		h.must(err)
		if rec.Status != store.Done || rec.Reason != s.Result.Reason || rec.Winner != int(s.Result.Winner) ||
			rec.Plies != len(s.Plies) || rec.Entries != len(h.entries(id)) || rec.Ended == 0 {
			t.Errorf("record %+v of result %+v", rec, s.Result)
		}

		var change float64
		for seat, v := range []*Visit{kim, lee} {
			me := v.Me().ID
			r := h.Rating(t.Context(), "othello", me)
			if r.Games != 1 || r.Deviation >= 350 || r.Deviation < 200 || r.Match != id {
				t.Errorf("rating of %s: %+v", v.Me().Name, r)
			}
			if got := s.Seats[seat].Change; math.Abs(got-(r.Rating.Rating-1500)) > 1e-9 {
				t.Errorf("change %v, rating %v", got, r.Rating.Rating)
			}
			switch s.Result.Winner {
			case games.Seat(seat):
				if r.Rating.Rating <= 1500 {
					t.Errorf("the winner fell to %v", r.Rating.Rating)
				}
			case games.Nobody:
			default:
				if r.Rating.Rating >= 1500 {
					t.Errorf("the loser rose to %v", r.Rating.Rating)
				}
			}
			change += s.Seats[seat].Change

			tally, err := h.store.Tally(t.Context(), "othello", me)
			h.must(err)
			if want := map[games.Seat]store.Tally{games.Seat(seat): {Won: 1}, games.Seat(1 - seat): {Lost: 1}, games.Nobody: {Drawn: 1}}[s.Result.Winner]; tally != want {
				t.Errorf("tally %+v, want %+v", tally, want)
			}
			versus, err := h.store.VersusOne(t.Context(), "othello", me, []*Visit{lee, kim}[seat].Me().ID)
			h.must(err)
			if versus.Tally != tally || versus.Match != id {
				t.Errorf("versus %+v, want %+v", versus, tally)
			}
			if list := v.Home().Unseen; len(list) != 0 {
				t.Errorf("%s has seen the end, but is told of %v", v.Me().Name, list)
			}
		}
		if math.Abs(change) > 1e-6 { // two newcomers gain and lose the same
			t.Errorf("the changes add up to %v", change)
		}
		board, err := h.Board(t.Context(), "othello", 0, 10)
		h.must(err)
		if len(board) != 0 {
			t.Errorf("one opponent has made a board: %+v", board)
		}
		place, of, err := h.Rank(t.Context(), "othello", kim.Me().ID)
		h.must(err)
		if place != 0 || of != 0 {
			t.Errorf("rank %d of %d", place, of)
		}
		if list, err := h.Recent(t.Context(), "", 5); err != nil || len(list) != 1 || list[0].ID != id {
			t.Errorf("recent %v, %v", list, err)
		}
		profile, err := h.Profile(t.Context(), kim.Me().ID)
		h.must(err)
		if len(profile.Games) != 1 || resultsOf(profile.Games[0].Tally) != 1 || len(profile.Versus) != 1 || !profile.Online {
			t.Errorf("profile %+v", profile)
		}

		f, err := h.Kibo(t.Context(), "", id)
		h.must(err)
		if _, err := kibo.Verify(h.Lobby.cfg.Games, f, nil); err != nil {
			t.Error(err)
		}
		kim.Unwatch(id)
		lee.Unwatch(id)
		if h.live(id) != nil {
			t.Error("a finished table that nobody looks at stays in memory")
		}
		h.refused(kim.Watch(id), table.ErrNoTable)
	})
}

func TestResultWaitsForWhoLeft(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Rated: true})
		h.play(id, 4, kim, lee)
		lee.Leave()
		h.must(kim.Do(id, games.Resign))
		lee = h.enter("lee")
		list := lee.Home().Unseen
		if len(list) != 1 || list[0].ID != id || list[0].Reason != games.Resigned || list[0].Winner != 1 {
			t.Fatalf("unseen %+v", list)
		}
		if len(kim.Home().Unseen) != 0 {
			t.Error("the one who was there has a result to be shown")
		}
		h.must(lee.Seen(id))
		if list := lee.Home().Unseen; len(list) != 0 {
			t.Errorf("struck off, and still unseen: %v", list)
		}
	})
}

// A second game starts from the ratings after the first. A newcomer's third win of a day in a row is beyond the
// rating's reach, and moves it no more.
func TestRatingsFollowEachOther(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		var before float64 = 1500
		deviation := 350.0
		for range 3 {
			id := h.start(kim, lee, pairing.Offer{Rated: true})
			h.play(id, 10, kim, lee)
			if got := h.see(lee, id).Seats[0].Rating; math.Abs(got-before) > 1e-9 {
				t.Fatalf("sat down with %v, want %v", got, before)
			}
			h.must(lee.Do(id, games.Resign))
			r := h.Rating(t.Context(), "othello", kim.Me().ID)
			if limited := before > 1700; limited != (r.Rating.Rating == before && r.Deviation == deviation) || r.Rating.Rating < before {
				t.Fatalf("after a win %v ± %v, before it %v ± %v", r.Rating.Rating, r.Deviation, before, deviation)
			}
			before, deviation = r.Rating.Rating, r.Deviation
		}
		if r := h.Rating(t.Context(), "othello", kim.Me().ID); r.Games != 3 {
			t.Errorf("%d games", r.Games)
		}
	})
}

func TestUnratedGameCountsButDoesNotRate(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{})
		h.play(id, 2, kim, lee)
		h.must(kim.Do(id, games.Resign))
		if r := h.Rating(t.Context(), "othello", kim.Me().ID); r.Games != 0 {
			t.Errorf("rating %+v", r)
		}
		if tally, err := h.store.Tally(t.Context(), "othello", kim.Me().ID); err != nil || tally != (store.Tally{Lost: 1}) {
			t.Errorf("tally %+v, %v", tally, err)
		}
		if f, err := h.Kibo(t.Context(), "", id); err != nil || f.Seats[0].Rating != 0 {
			t.Errorf("an unrated game is exported with ratings: %+v, %v", f.Seats, err)
		}
	})
}

func TestClocks(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Rated: true})
		left := func(v *Visit) (black, white int64) {
			s := h.see(v, id)
			return s.Seats[0].Left, s.Seats[1].Left
		}
		h.pass(4 * time.Minute) // neither has moved
		h.play(id, 1, kim, lee)
		h.pass(10 * time.Minute) // longer than the clock: it stands still until both have moved
		h.play(id, 1, kim, lee)
		if b, w := left(kim); b != 300_000 || w != 300_000 {
			t.Fatalf("before the clocks run: %d %d", b, w)
		}
		h.pass(7 * time.Second)
		if b, w := left(kim); b != 293_000 || w != 300_000 {
			t.Fatalf("after 7 s of black's turn: %d %d", b, w)
		}
		h.play(id, 1, kim, lee)
		if b, w := left(lee); b != 296_000 || w != 300_000 {
			t.Fatalf("after black's move: %d %d, want 7 s off and 3 s on", b, w)
		}
		h.pass(300*time.Second - time.Millisecond)
		if s := h.see(kim, id); s.Result != nil || s.Seats[1].Left != 1 {
			t.Fatalf("a millisecond before the flag: %+v", s)
		}
		h.pass(2 * time.Millisecond)
		s := h.see(kim, id)
		if s.Result == nil || s.Result.Reason != games.TimedOut || s.Result.Winner != 0 {
			t.Fatalf("after the flag: %+v", s.Result)
		}
		if kinds := h.kinds(id); !slices.Equal(kinds, []games.Kind{games.Timeout}) {
			t.Errorf("the log has %v", kinds)
		}
		log := h.entries(id)
		if last := log[len(log)-1]; last.Seat != 1 || last.At-log[len(log)-2].At < 300_000 {
			t.Errorf("timeout entry %+v", last)
		}
		if tally, _ := h.store.Tally(t.Context(), "othello", lee.Me().ID); tally.Lost != 1 {
			t.Errorf("the loser's tally: %+v", tally)
		}
	})
}

// A control by the decision runs from the first turn: a player who never moves ends the match without a
// result.
func TestFlagBeforeTheMatchHasBegunIsAnAbort(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Control: "30s", Rated: true})
		h.pass(30 * time.Second)
		if s := h.see(kim, id); s.Result == nil || s.Result.Reason != games.Aborted {
			t.Fatalf("result %+v", s.Result)
		}
		if r := h.Rating(t.Context(), "othello", kim.Me().ID); r.Games != 0 {
			t.Errorf("it was rated: %+v", r)
		}
	})
}

func TestOneDayAMove(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Control: room.OneDay, Rated: true})
		h.play(id, 2, kim, lee)
		for _, v := range []*Visit{kim, lee} {
			v.Unwatch(id)
			v.Leave()
		}
		h.pass(23 * time.Hour)
		kim = h.enter("kim")
		home := kim.Home()
		if len(home.Turn) != 1 || home.Turn[0].ID != id || len(home.Resume) != 0 {
			t.Fatalf("home %+v", home)
		}
		if got := home.Turn[0].Deadline - clock.MS(); got != time.Hour.Milliseconds() {
			t.Errorf("deadline in %d ms", got)
		}
		h.play(id, 1, kim)
		if home := kim.Home(); len(home.Waiting) != 1 || len(home.Turn) != 0 {
			t.Errorf("after the move: %+v", home)
		}
		h.pass(24*time.Hour + time.Second)
		lee = h.enter("lee")
		if list := lee.Home().Unseen; len(list) != 1 || list[0].Reason != games.TimedOut || list[0].Winner != 0 {
			t.Errorf("unseen %+v", list)
		}
	})
}

func TestAbortIsFreeUntilBothHaveMoved(t *testing.T) {
	for _, plies := range []int{0, 1} {
		inBubble(t, func(t *testing.T, h *house) {
			kim, lee := h.enter("kim"), h.enter("lee")
			id := h.start(kim, lee, pairing.Offer{Rated: true})
			h.play(id, plies, kim, lee)
			if !h.see(lee, id).CanAbort {
				t.Fatal("abort is not offered")
			}
			h.must(lee.Do(id, games.Abort))
			h.calledOff(id, 1, kim, lee)
			if s := h.see(kim, id); s.Result == nil || s.Result.Reason != games.Aborted || s.Status != store.Done {
				t.Errorf("the other sees %+v", s)
			}
		})
	}
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Rated: true})
		h.play(id, 2, kim, lee)
		if h.see(lee, id).CanAbort {
			t.Error("abort is offered after both have moved")
		}
		h.refused(lee.Do(id, games.Abort), games.ErrNotAllowed)
	})
}

// calledOff checks that a seat has called off a rated match, that the match is stored, and that its players
// are unchanged.
func (h *house) calledOff(id string, by int, players ...*Visit) {
	h.t.Helper()
	rec, err := h.store.Match(context.Background(), id)
	h.must(err)
	last := h.entries(id)[rec.Entries-1]
	if rec.Status != store.Done || rec.Reason != games.Aborted || last.Kind != string(games.Abort) || last.Seat != by {
		h.t.Errorf("called off as %+v, %+v", rec, last)
	}
	for _, v := range players {
		me := v.Me().ID
		tally, err := h.store.Tally(context.Background(), rec.Game, me)
		h.must(err)
		if r := h.Rating(context.Background(), rec.Game, me); r.Games != 0 || tally != (store.Tally{}) || len(v.Home().Unseen) != 0 {
			h.t.Errorf("%s: rating %+v, tally %+v", v.Me().Name, r, tally)
		}
	}
	if list, err := h.Recent(context.Background(), "", 10); err != nil || len(list) != 0 {
		h.t.Errorf("it is among the recent matches: %v, %v", list, err)
	}
}

// nothingLeft checks that a match has left nothing in the store, and its players unchanged.
func (h *house) nothingLeft(id string, players ...*Visit) {
	h.t.Helper()
	if _, err := h.store.Match(context.Background(), id); err == nil {
		h.t.Error("the match is in the store")
	}
	if _, err := h.store.Entries(context.Background(), id, 0, -1); err == nil {
		h.t.Error("the log is in the store")
	}
	for _, v := range players {
		me := v.Me().ID
		tally, err := h.store.Tally(context.Background(), "othello", me)
		h.must(err)
		versus, err := h.store.Versus(context.Background(), me, 10)
		h.must(err)
		matches, err := h.Matches(context.Background(), me, "", 10)
		h.must(err)
		if r := h.Rating(context.Background(), "othello", me); r.Games != 0 || tally != (store.Tally{}) || len(versus)+len(matches) != 0 {
			h.t.Errorf("%s: rating %+v, tally %+v, versus %v, matches %v", v.Me().Name, r, tally, versus, matches)
		}
		if list := v.Home().Unseen; len(list) != 0 {
			h.t.Errorf("%s has a result to be shown: %v", v.Me().Name, list)
		}
	}
}

func TestVanishedBeforeTheBeginning(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Rated: true})
		h.play(id, 1, kim, lee)
		lee.Leave()
		h.pass(39 * time.Second)
		if h.see(kim, id).Result != nil {
			t.Fatal("it ended before the grace was over")
		}
		h.pass(time.Second)
		if s := h.see(kim, id); s.Result == nil || s.Result.Reason != games.Aborted || !s.Late {
			t.Fatalf("after the grace: %+v, late %v", s.Result, s.Late)
		}
		h.calledOff(id, 1, kim)
	})
}

// A match in which one has moved ends without a trace only if it was casual and one of the two called it off, or stayed
// away or let the clock run out before both had moved. Whoever is at the table is told so.
func TestMatchOfOnePlyIsGone(t *testing.T) {
	for name, c := range map[string]struct {
		control string
		off     func(h *house, id string, first, second *Visit)
	}{
		"called off by the first":  {"5+3", func(h *house, id string, first, _ *Visit) { h.must(first.Do(id, games.Abort)) }},
		"called off by the second": {"5+3", func(h *house, id string, _, second *Visit) { h.must(second.Do(id, games.Abort)) }},
		"the second leaves":        {"5+3", func(h *house, id string, _, second *Visit) { second.Unwatch(id); h.pass(10 * time.Second) }},
		"the second is cut off":    {"5+3", func(h *house, id string, _, second *Visit) { second.Leave(); h.pass(40 * time.Second) }},
		"the second's time is up":  {"30s", func(h *house, _ string, _, _ *Visit) { h.pass(30 * time.Second) }},
	} {
		t.Run(name, func(t *testing.T) {
			for _, rated := range []bool{false, true} {
				inBubble(t, func(t *testing.T, h *house) {
					kim, lee := h.enter("kim"), h.enter("lee")
					id := h.start(kim, lee, pairing.Offer{Control: c.control, Rated: rated})
					h.play(id, 1, kim, lee)
					c.off(h, id, kim, lee)
					if s := h.see(kim, id); s.Result == nil || s.Result.Reason != games.Aborted {
						t.Errorf("the one who has moved is told %+v", s.Result)
					}
					if _, err := h.store.Match(t.Context(), id); (err == nil) != rated {
						t.Errorf("rated %v: %v", rated, err)
					}
				})
			}
		})
	}
}

// Nothing else ends it: not a store that is away, nor an answer that is lost, nor people who leave and come back in time.
func TestMatchOfOnePlyStays(t *testing.T) {
	for name, happens := range map[string]func(h *house, disk *failing, id string, first, second *Visit){
		"both come back in time": func(h *house, _ *failing, id string, first, second *Visit) {
			first.Unwatch(id)
			second.Unwatch(id)
			h.pass(9 * time.Second)
			h.must(first.Watch(id))
			h.must(second.Watch(id))
		},
		"nothing is written for minutes": func(h *house, disk *failing, _ string, _, _ *Visit) {
			disk.writes.Store(true)
			h.pass(5 * time.Minute)
			disk.writes.Store(false)
		},
		"nothing is read for minutes": func(h *house, disk *failing, _ string, _, _ *Visit) {
			disk.reads.Store(true)
			h.pass(5 * time.Minute)
			disk.reads.Store(false)
		},
		"an action has no answer": func(h *house, disk *failing, id string, _, second *Visit) {
			disk.unanswer(func() {})
			_ = second.Act(id, 1, h.see(second, id).Legal[0])
			disk.unanswered.Store(nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			onBadDisk(t, func(t *testing.T, h *house, disk *failing) {
				kim, lee := h.enter("kim"), h.enter("lee")
				id := h.start(kim, lee, pairing.Offer{})
				h.play(id, 1, kim, lee)
				happens(h, disk, id, kim, lee)
				h.pass(time.Minute)
				if s := h.see(kim, id); s.Result != nil {
					t.Errorf("it has ended: %+v", s.Result)
				}
				h.play(id, 4, kim, lee)
			})
		})
	}
}

// A host who is in the house but does not open the table does not hold the guest up.
func TestWhoIsCalledAndDoesNotCome(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{Rated: true})
		h.sit(id, lee, kim)
		h.must(lee.Watch(id))
		if s := h.see(lee, id); s.Seats[0].Away != 0 {
			t.Error("who has just been called is shown as gone")
		}
		h.pass(41 * time.Second)
		if s := h.see(lee, id); s.Result == nil || s.Result.Reason != games.Aborted {
			t.Errorf("result %+v", s.Result)
		}
	})
}

func TestForcedPass(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Rated: true})
		s := h.untilForced(id, kim, lee)
		if s.ForcedAt != s.Now+1500 {
			t.Fatalf("announced for %d ms from now", s.ForcedAt-s.Now)
		}
		seat, plies := s.ToAct, len(s.Plies)
		left := s.Seats[seat].Left
		h.pass(1400 * time.Millisecond)
		s = h.see(kim, id)
		if len(s.Plies) != plies || s.Seats[seat].Running {
			t.Fatalf("before the notice is over: %d plies, clock running %v", len(s.Plies), s.Seats[seat].Running)
		}
		h.pass(100 * time.Millisecond)
		s = h.see(kim, id)
		if len(s.Plies) != plies+1 {
			t.Fatal("the table has not passed")
		}
		if p := s.Plies[plies]; p.Action != "pass" || !p.Forced || p.Seat != seat {
			t.Errorf("ply %+v", p)
		}
		if s.Seats[seat].Left != left {
			t.Errorf("the pass was charged: %d ms, before %d", s.Seats[seat].Left, left)
		}
	})
}

func TestForcedPassPlayedByThePlayer(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Rated: true})
		s := h.untilForced(id, kim, lee)
		me, other := kim, lee
		if s.ToAct == 1 {
			me, other = lee, kim
		}
		if legal := h.see(me, id).Legal; !slices.Equal(legal, []games.Action{"pass"}) {
			t.Fatalf("legal: %v", legal)
		}
		h.refused(other.Act(id, len(s.Plies), "pass"), games.ErrNotYourTurn)
		h.must(me.Act(id, len(s.Plies), "pass"))
		after := h.see(kim, id)
		if len(after.Plies) != len(s.Plies)+1 || after.ForcedAt != 0 || after.Seats[s.ToAct].Left != s.Seats[s.ToAct].Left {
			t.Fatalf("after the pass: %+v", after)
		}
		h.pass(2 * time.Second) // the table does not pass again
		if got := len(h.see(kim, id).Plies); got != len(after.Plies) {
			t.Errorf("%d plies, then %d", len(after.Plies), got)
		}
	})
}

func TestActions(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, park := h.enter("kim"), h.enter("lee"), h.enter("park")
		id := h.start(kim, lee, pairing.Offer{})
		var illegal *games.IllegalError
		for _, a := range []games.Action{"a1", "pass", "", "d3 ", "Z9", games.Action(make([]byte, 1<<20))} {
			if err := kim.Act(id, 0, a); !asIllegal(err, &illegal) {
				t.Errorf("%.20q: %v", string(a), err)
			}
		}
		h.refused(lee.Act(id, 0, "d3"), games.ErrNotYourTurn)
		h.refused(park.Act(id, 0, "d3"), table.ErrNotSeated)
		h.refused(kim.Act(id, 1, "d3"), table.ErrStale)
		h.refused(kim.Act("NONE", 0, "d3"), table.ErrNoTable)
		for _, k := range []games.Kind{games.Act, games.Timeout, games.Restart, games.ClaimWin, games.ClaimDraw,
			games.AcceptDraw, games.GrantTakeback, games.OfferDraw, "", "x"} {
			h.refused(kim.Do(id, k), games.ErrNotAllowed)
		}
		h.refused(park.Do(id, games.Resign), table.ErrNotSeated)
		if len(h.entries(id)) != 0 {
			t.Error("something refused is in the log")
		}
		h.must(kim.Act(id, 0, h.see(kim, id).Legal[0]))
		h.refused(kim.Act(id, 0, "d3"), table.ErrStale) // the same key pressed twice
		// The operator can read what was refused to whom, and why.
		last := h.Refused(func(r room.Refused) bool { return r.Player == kim.Me().ID && r.Match == id })
		if n := len(last); n != 18 || last[n-1].What != "act d3" || last[n-1].Why != table.ErrStale.Error() {
			t.Errorf("kept: %+v", last)
		}
		if counts := h.RefusedCounts(); counts["stale"] != 2 || counts["not seated"] != 2 || counts["other"] != 6 {
			t.Errorf("counted: %v", counts)
		}
	})
}

func TestABetterOpponentIsWorthMore(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		gain := func(winner, loser *Visit) float64 {
			id := h.start(winner, loser, pairing.Offer{Rated: true})
			h.play(id, 10, winner, loser)
			h.must(loser.Do(id, games.Resign))
			s := h.see(winner, id)
			if s.Seats[0].Change <= 0 || s.Seats[1].Change >= 0 {
				t.Errorf("changes %v and %v", s.Seats[0].Change, s.Seats[1].Change)
			}
			return s.Seats[0].Change
		}
		settled := func(name string, rating float64) *Visit { // whose wins stay within a rating's reach
			return h.ratedWith(name, store.Rating{Rating: rating, Deviation: 50, Volatility: 0.06, Games: 40, At: clock.MS()})
		}
		weak := gain(settled("a", 1500), settled("b", 1200))
		even := gain(settled("c", 1500), settled("d", 1500))
		strong := gain(settled("e", 1500), settled("f", 1800))
		if !(weak < even && even < strong) {
			t.Errorf("beating 1200, 1500 and 1800 gains %v, %v and %v", weak, even, strong)
		}
	})
}

// Matches of one player that end at the same moment all count.
func TestMatchesThatEndTogether(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		const n = 30
		kim := h.enter("kim")
		var ids []string
		for i := range n {
			lee := h.enter(fmt.Sprint("lee", i))
			id := h.start(lee, kim, pairing.Offer{Rated: true})
			h.play(id, 10, lee, kim)
			ids = append(ids, id)
			lee.Leave()
		}
		var all sync.WaitGroup
		for _, id := range ids {
			all.Go(func() {
				if err := kim.Do(id, games.Resign); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if r := h.Rating(t.Context(), "othello", kim.Me().ID); r.Games != n {
			t.Errorf("the rating counts %d of %d matches", r.Games, n)
		}
	})
}

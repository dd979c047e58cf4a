package lobby

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"testing/cryptotest"
	"time"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/games/matgo"
	matgobots "arcade/games/matgo/bots"
	"arcade/games/matgo/export"
	"arcade/games/othello"
	"arcade/lobby/config"
	"arcade/lobby/ledger"
	"arcade/lobby/pairing"
	"arcade/lobby/solo"
	"arcade/lobby/thinking"
	"arcade/store"
)

// longRounds sets chance so that rounds of Matgo last: some deals end as they are dealt, or in a few plies with three
// ppuk in a row.
func longRounds(t *testing.T) { cryptotest.SetGlobalRandom(t, 1) }

// withMatgo opens a house in which series are played.
func withMatgo(t *testing.T, f func(t *testing.T, h *house)) {
	inBubbleDealt(t, longRounds, config.Config{Games: games.NewRegistry(othello.Game{}, matgobots.Game{})}, f)
}

// round begins a round of matgo with both at the table.
func (h *house) round(o pairing.Offer) (id string, kim, lee *Visit) {
	h.t.Helper()
	o.Game = matgo.Name
	if o.Control == "" {
		o.Control = "30s"
	}
	kim, lee = h.enter("kim"), h.enter("lee")
	return h.start(kim, lee, o), kim, lee
}

// dealt has the options of a round.
type dealt struct {
	First *int
	Hour  *int
	Carry int
	Gold  [2]int
}

func (h *house) dealt(id string) (d dealt) {
	h.t.Helper()
	rec, err := h.store.Match(context.Background(), id)
	h.must(err)
	h.must(json.Unmarshal(rec.Options, &d))
	return d
}

func (h *house) matgoStats(v *Visit) matgo.Stats {
	h.t.Helper()
	raw, err := h.Stats(context.Background(), matgo.Name, v.Me().ID)
	h.must(err)
	s, err := matgo.ReadStats(raw)
	h.must(err)
	return s
}

// Five rounds in a row: each begins with the last one's results.
func TestSeries(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		id, kim, lee := h.round(pairing.Offer{Rated: true})
		first := h.dealt(id)
		if first.First != nil || first.Hour == nil || *first.Hour != time.Now().In(thinking.Zone).Hour() || first.Gold != [2]int{1e6, 1e6} {
			t.Fatalf("the first round: %+v", first)
		}
		for round := 1; round <= 5; round++ {
			if s := h.see(kim, id); s.Round != round || s.You != 0 {
				t.Fatalf("round %d, seat %d; want %d, 0", s.Round, s.You, round)
			}
			h.playOut(id, kim, lee)
			s := h.see(kim, id)
			v := s.View.(*matgo.View)
			if !s.Waits || s.ReadyBy != must1(h.store.Match(t.Context(), id)).Ended+60_000 || v.Outcome == nil {
				t.Fatalf("the end: waits %v until %d, outcome %v", s.Waits, s.ReadyBy, v.Outcome)
			}
			mine, theirs := h.matgoStats(kim).Rated, h.matgoStats(lee).Rated
			if mine.Rounds != round || mine.Gold != v.Outcome.Gold[0] || theirs.Gold != v.Outcome.Gold[1] ||
				mine.Won != theirs.Lost || mine.Nagari != theirs.Nagari || mine.PointsWon != theirs.PointsLost {
				t.Fatalf("statistics %+v and %+v, outcome %+v", mine, theirs, v.Outcome)
			}
			row, place, of, err := h.ScoreOf(t.Context(), "matgo/gold", kim.Me().ID)
			h.must(err)
			if row.Value != float64(mine.Listed) || place != 0 || of != 0 {
				t.Errorf("row %+v, %d of %d, purse %+v", row, place, of, mine)
			}
			if h.Rating(t.Context(), matgo.Name, kim.Me().ID).Games != round {
				t.Errorf("round %d was not rated", round)
			}
			h.must(lee.Rematch(id))
			if s := h.see(kim, id); !s.Seats[1].Rematch || s.Next != "" {
				t.Fatalf("one is ready: %+v", s.Seats)
			}
			kim.Call()
			h.must(kim.Rematch(id))
			next := h.see(kim, id).Next
			if next == "" || kim.Call() != next || lee.Call() != next {
				t.Fatalf("the next round %q has not called both", next)
			}
			d := h.dealt(next)
			if round == 5 { // the sixth of the day counts for the other purse
				if s := h.see(kim, next); s.Rated || s.Casual != ledger.TooOften || d.Gold != [2]int{1e6, 1e6} {
					t.Errorf("round 6: rated %t, %q, gold %v", s.Rated, s.Casual, d.Gold)
				}
				break
			}
			if want := int(v.Outcome.NextFirst); d.First == nil || *d.First != want || d.Carry != v.Outcome.NextCarry || d.Gold != v.Outcome.Gold {
				t.Fatalf("round %d begins with %+v, the last one ended with %+v", round+1, d, v.Outcome)
			}
			f, err := h.Kibo(t.Context(), "", id)
			h.must(err)
			if _, err := kibo.Verify(h.Lobby.cfg.Games, f, nil); err != nil {
				t.Error(err)
			}
			r, err := h.Replay(t.Context(), "", id)
			h.must(err)
			if _, err := h.Export(r, "here", export.Format); err != nil {
				t.Error(err)
			}
			for _, v := range []*Visit{kim, lee} {
				v.Unwatch(id)
				h.must(v.Watch(next))
			}
			id = next
		}
	})
}

func must1[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Nothing begins by itself: a player who is not ready within a minute ends the series.
func TestSeriesWaitsAMinute(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		id, kim, lee := h.round(pairing.Offer{})
		h.playOut(id, kim, lee)
		h.must(kim.Rematch(id))
		h.pass(59 * time.Second)
		if s := h.see(kim, id); s.Next != "" || !s.Waits {
			t.Fatalf("before its time: %+v", s)
		}
		h.pass(2 * time.Second)
		if s := h.see(kim, id); s.Next != "" || s.Waits {
			t.Fatalf("after a minute: %+v", s)
		}
		h.refused(lee.Rematch(id), games.ErrNotAllowed)
	})
}

// A player who does something else, such as watch the replay, is no longer ready.
func TestNotReady(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		id, kim, lee := h.round(pairing.Offer{})
		h.playOut(id, kim, lee)
		h.must(kim.Rematch(id))
		kim.NotReady(id)
		h.must(lee.Rematch(id))
		if s := h.see(lee, id); s.Next != "" || s.Seats[0].Rematch {
			t.Fatalf("a round began without one: %+v", s)
		}
		list := kim.Invitations()
		if len(list) != 1 || list[0].Why != pairing.NextRound || list[0].From.ID != lee.Me().ID {
			t.Fatalf("who reads is not told: %+v", list)
		}
		if got := must1(kim.Accept(list[0])); got != id || h.see(kim, id).Next == "" {
			t.Error("accepting is to be ready")
		}
	})
}

// A player between two rounds looks for nobody else.
func TestNobodyIsFoundBetweenRounds(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		id, kim, lee := h.round(pairing.Offer{})
		h.playOut(id, kim, lee)
		if !h.see(kim, id).Waits {
			t.Fatal("no next round")
		}
		h.create(h.enter("park"), pairing.Offer{Game: matgo.Name, Control: "30s"})
		if list := kim.Invitations(); len(list) > 0 {
			t.Errorf("invited to %+v", list)
		}
	})
}

// A bot waits for its opponent without limit.
func TestBotWaitsForTheNextRound(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.create(kim, pairing.Offer{Game: matgo.Name, Bot: "random", Control: "30s"})
		h.must(kim.Watch(id))
		h.playOut(id, kim)
		h.pass(time.Hour)
		if s := h.see(kim, id); s.Next != "" || !s.Waits || s.ReadyBy != 0 {
			t.Fatalf("an hour later: next %q, waits %v", s.Next, s.Waits)
		}
		h.must(kim.Rematch(id))
		if h.see(kim, id).Next == "" {
			t.Error("the bot is not ready")
		}
	})
}

func TestSeriesEndsWhenOneLeaves(t *testing.T) {
	for name, leave := range map[string]func(h *house, v *Visit, id string){
		"the table": func(h *house, v *Visit, id string) { v.Unwatch(id) },
		"the house": func(h *house, v *Visit, id string) { v.Leave(); h.pass(61 * time.Second) },
	} {
		t.Run(name, func(t *testing.T) {
			withMatgo(t, func(t *testing.T, h *house) {
				id, kim, lee := h.round(pairing.Offer{})
				h.playOut(id, kim, lee)
				h.must(kim.Rematch(id))
				leave(h, lee, id)
				if s := h.see(kim, id); s.Waits || s.Next != "" {
					t.Fatalf("next %q, and nobody to play it with", s.Next)
				}
				h.refused(kim.Rematch(id), games.ErrNotAllowed)
			})
		})
	}
}

// After the round nobody waits for a player who left during it, either.
func TestSeriesEndsWithAClaim(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		id, kim, lee := h.round(pairing.Offer{})
		s := h.see(kim, id)
		first := map[games.Seat]*Visit{0: kim, 1: lee}[s.ToAct]
		legal := h.see(first, id).Legal // a president would end the round at once
		h.must(first.Act(id, len(s.Plies), legal[len(legal)-1]))
		lee.Unwatch(id)
		h.pass(11 * time.Second)
		h.must(kim.Do(id, games.ClaimWin))
		if s := h.see(kim, id); s.Result == nil || s.Waits {
			t.Fatalf("result %+v, and it goes on", s.Result)
		}
		h.refused(kim.Rematch(id), games.ErrNotAllowed)
	})
}

// A player who returns in another window within the pause is not gone.
func TestSeriesOutlivesANewConnection(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		id, kim, lee := h.round(pairing.Offer{})
		h.playOut(id, kim, lee)
		again := h.enter("lee")
		h.must(again.Watch(id))
		h.pass(21 * time.Second)
		h.must(kim.Rematch(id))
		h.must(again.Rematch(id))
		if h.see(kim, id).Next == "" {
			t.Error("the series ended with the old connection")
		}
	})
}

// A seat that never decides: the table plays its mildest action twice, then it loses the other's points, at
// least 7.
func TestLapses(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		id, kim, lee := h.round(pairing.Offer{Rated: true})
		visits := []*Visit{kim, lee}
		first := h.see(kim, id).ToAct
		h.play(id, 1, kim, lee)
		for h.see(kim, id).ToAct == first && h.see(kim, id).Result == nil {
			h.play(id, 1, kim, lee)
		}
		lazy := 1 - first
		for {
			s := h.see(visits[first], id)
			if s.Result != nil {
				break
			}
			if s.ToAct == first && s.HeldUntil <= s.Now {
				h.must(visits[first].Act(id, len(s.Plies), goingOn(s.Legal)[0]))
				continue
			}
			h.pass(5 * time.Second)
		}
		var lapses int
		for _, k := range h.kinds(id) {
			if k == games.Lapse {
				lapses++
			}
		}
		s := h.see(kim, id)
		if s.Result.Reason == games.TimedOut {
			var won struct{ Total [2]int }
			h.must(s.Result.Read(&won))
			if lapses != 2 || s.Result.Winner != first || won.Total[first] < 7 {
				t.Errorf("%d lapses, result %+v", lapses, s.Result)
			}
		} else {
			t.Errorf("the round ended by %s after %d lapses", s.Result.Reason, lapses)
		}
		stats := h.matgoStats(visits[lazy]).Rated
		if stats.Lost != 1 || stats.Forfeits != 1 || stats.Gold >= 1_000_000 {
			t.Errorf("the one who did not play: %+v", stats)
		}
	})
}

// A shake is shown for two seconds, in which nobody may act, bots included.
func TestShown(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		for {
			id := h.start(kim, lee, pairing.Offer{Game: matgo.Name, Control: "30s"})
			for {
				s := h.see(kim, id)
				if s.Result != nil {
					break
				}
				v := []*Visit{kim, lee}[s.ToAct]
				s = h.see(v, id)
				at := slices.IndexFunc(s.Legal, func(a games.Action) bool { return len(a) > 6 && a[:6] == "shake " })
				if at < 0 {
					h.play(id, 1, kim, lee)
					continue
				}
				h.must(v.Act(id, len(s.Plies), s.Legal[at]))
				s = h.see(v, id)
				if s.HeldUntil != s.Now+2000 {
					t.Fatalf("held until %d at %d", s.HeldUntil, s.Now)
				}
				h.refused(v.Act(id, len(s.Plies), s.Legal[0]), games.ErrHeld)
				h.pass(2 * time.Second)
				h.must(v.Act(id, len(s.Plies), s.Legal[0]))
				return
			}
			h.must(kim.Rematch(id))
			kim.Unwatch(id)
			lee.Unwatch(id)
		}
	})
}

// A round with a bot or a guest does not change the rated purse.
func TestPracticeRounds(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.create(kim, pairing.Offer{Game: matgo.Name, Bot: "random", Control: "30s"})
		h.must(kim.Watch(id))
		h.playOut(id, kim)
		s := h.matgoStats(kim)
		if s.Practice.Rounds != 1 || s.Rated.Rounds != 0 || s.Rated.Gold != matgo.InitialGold {
			t.Errorf("statistics %+v", s)
		}
		if list, err := h.Scores(t.Context(), "matgo/gold", 0, 10); err != nil || len(list) != 0 {
			t.Errorf("board %v, %v", list, err)
		}
		h.must(kim.Rematch(id))
		next := h.see(kim, id).Next
		if d := h.dealt(next); d.Gold[0] != s.Practice.Gold {
			t.Errorf("the next round's gold %v, the purse %d", d.Gold, s.Practice.Gold)
		}
	})
}

// kill -9 in the second round: it continues where it was, and counts as the second.
func TestSeriesAfterACrash(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		id, kim, lee := h.round(pairing.Offer{Rated: true})
		h.playOut(id, kim, lee)
		h.must(kim.Rematch(id))
		h.must(lee.Rematch(id))
		id = h.see(kim, id).Next
		h.must(kim.Watch(id))
		h.must(lee.Watch(id))
		for range 4 { // so early only a president's stop ends a round
			h.pass(3 * time.Second) // longer than any event is shown
			v := kim
			if s := h.see(kim, id); s.ToAct != s.You {
				v = lee
			}
			s := h.see(v, id)
			h.must(v.Act(id, len(s.Plies), goingOn(s.Legal)[0]))
		}
		before := h.see(kim, id)
		h = h.kill()
		kim, lee = h.enter("kim"), h.enter("lee")
		h.must(kim.Watch(id))
		h.must(lee.Watch(id))
		s := h.see(kim, id)
		if s.Round != 2 || len(s.Plies) != len(before.Plies) || s.Status != store.Live || s.CanAbort {
			t.Fatalf("after the crash: round %d, %d plies of %d, abort %v", s.Round, len(s.Plies), len(before.Plies), s.CanAbort)
		}
		a, _ := json.Marshal(before.View)
		b, _ := json.Marshal(s.View)
		if string(a) != string(b) {
			t.Errorf("another position:\n%s\n%s", a, b)
		}
		h.playOut(id, kim, lee)
		if !h.see(kim, id).Waits {
			t.Error("the series ended with the crash")
		}
	})
}

func TestExhibit(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		r, err := h.Exhibit(context.Background(), matgo.Name, []string{"random", "sensible"}, nil)
		h.must(err)
		if r.Match.Round != 1 || r.Result == nil || len(r.Views) != len(r.Plies)+1 || r.Match.ID != "" {
			t.Fatalf("round %d, result %v, %d views of %d plies", r.Match.Round, r.Result, len(r.Views), len(r.Plies))
		}
		next, err := h.Exhibit(context.Background(), matgo.Name, []string{"random", "sensible"}, r)
		h.must(err)
		end := r.Views[len(r.Plies)].(*matgo.View).Outcome
		begin := next.Views[0].(*matgo.View)
		if next.Match.Round != 2 || begin.First != end.NextFirst || begin.Carry < end.NextCarry || begin.Sides[0].Gold != end.Gold[0] {
			t.Errorf("round %d begins with %+v after %+v", next.Match.Round, begin.Opening, end)
		}
		if _, err := h.Exhibit(context.Background(), "othello", []string{"greedy", "greedy"}, nil); err != nil {
			t.Error(err)
		}
		for _, bots := range [][]string{{"random"}, {"random", "nobody"}, nil} {
			_, err := h.Exhibit(context.Background(), matgo.Name, bots, nil)
			h.refused(err, solo.ErrBadOffer)
		}
		gone, leave := context.WithCancel(context.Background())
		leave() // the match ends with its visitor; otherwise it would keep people's bots from thinking
		_, err = h.Exhibit(gone, "othello", []string{"greedy", "greedy"}, nil)
		h.refused(err, context.Canceled)
		if list, err := h.store.Unfinished(t.Context()); err != nil || len(list) != 0 {
			t.Errorf("an exhibition left %v, %v", list, err)
		}
	})
}

// A series whose players are not ready ends in time, also if the end of the round took the store long, or was
// stored without an answer.
func TestSeriesEndsAfterASlowStore(t *testing.T) {
	cfg := config.Config{Games: games.NewRegistry(othello.Game{}, matgobots.Game{})}
	ends := func(t *testing.T, h *house, resign func(v *Visit, id string)) {
		id, kim, lee := h.round(pairing.Offer{})
		h.play(id, 3, kim, lee)
		mover, other := h.mover(id, kim, lee)
		resign(mover, id)
		h.pass(30 * time.Second)
		if s := h.see(other, id); !s.Waits {
			t.Fatalf("the series does not wait: %+v", s)
		}
		h.must(mover.Rematch(id))
		h.pass(31 * time.Second)
		if h.see(other, id).Waits || h.see(mover, id).Waits {
			t.Error("the series waits after its time")
		}
	}
	t.Run("slow", func(t *testing.T) {
		disk := &slowDisk{}
		inBubbleWith(t, cfg, func(t *testing.T, h *house) {
			ends(t, h, func(v *Visit, id string) {
				disk.takes.Store(int64(3 * time.Second))
				h.must(v.Do(id, games.Resign))
				disk.takes.Store(0)
			})
		}, func(s store.Store) store.Store { disk.Store = s; return disk })
	})
	t.Run("unanswered", func(t *testing.T) {
		disk := &failing{}
		inBubbleWith(t, cfg, func(t *testing.T, h *house) {
			ends(t, h, func(v *Visit, id string) {
				disk.unanswer(func() {})
				_ = v.Do(id, games.Resign)
				disk.unanswered.Store(nil)
			})
		}, func(s store.Store) store.Store { disk.Store = s; return disk })
	})
}

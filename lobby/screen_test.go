package lobby

import (
	"errors"
	"slices"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	matgobots "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/lobby/config"
	"arcade/lobby/names"
	"arcade/lobby/pairing"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/store"
)

// Two people at one screen: the visitor plays for both, may undo in play, and has the match among the own
// ones, with both names and unrated.
func TestScreen(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		for _, o := range []pairing.Offer{{Rated: true, Control: solo.NoClock}, {Control: "5m"}, {Bot: "greedy", Control: solo.NoClock}, {Private: true, Control: solo.NoClock}} {
			o.Game, o.Second = othello.Name, "lee"
			if _, err := kim.Create(o); !errors.Is(err, solo.ErrBadOffer) {
				t.Errorf("%+v: %v", o, err)
			}
		}
		if _, err := kim.Create(pairing.Offer{Game: othello.Name, Second: "\x1b", Control: solo.NoClock}); !errors.Is(err, names.ErrBad) {
			t.Errorf("a bad name: %v", err)
		}
		id := h.create(kim, pairing.Offer{Second: "minsu", Control: solo.NoClock})
		h.must(kim.Watch(id))
		h.must(lee.Watch(id))
		h.refused(lee.Act(id, 0, "e6"), table.ErrNotSeated)
		for i, a := range blackWins[:8] {
			if s := h.see(kim, id); s.You != games.Seat(i%2) || s.ToAct != s.You || len(s.Legal) == 0 || s.Curtain != games.Nobody || s.CanDraw {
				t.Fatalf("before ply %d: %+v", i, s)
			}
			h.must(kim.Act(id, i, a))
		}
		if s := h.see(lee, id); s.You != games.Nobody || s.Seats[1].Name != "minsu" {
			t.Errorf("watched: %+v", s)
		}
		for _, k := range []games.Kind{games.OfferDraw, games.AskTakeback, games.ClaimWin} {
			h.refused(kim.Do(id, k), games.ErrNotAllowed)
		}
		h.must(kim.Do(id, games.Undo))
		h.must(kim.Act(id, 7, blackWins[7]))
		kim.Leave()
		h.pass(time.Hour)
		h = h.kill()
		h.pass(time.Hour)
		kim = h.enter("kim")
		h.must(kim.Watch(id))
		h.must(kim.Act(id, 8, blackWins[8]))
		h.refused(kim.Do(id, games.Undo), games.ErrNotAllowed)
		rec, err := h.store.Match(t.Context(), id)
		h.must(err)
		if rec.Status != store.Done || rec.Winner != 0 || rec.Seats[1].Name != "minsu" {
			t.Errorf("record %+v", rec)
		}
		me := kim.Me().ID
		if list, err := h.Matches(t.Context(), me, "", 5); err != nil || len(list) != 1 {
			t.Errorf("own matches: %v, %v", list, err)
		}
		if p, err := h.Profile(t.Context(), me); err != nil || p.Games[0].Tally != (store.Tally{}) {
			t.Errorf("profile %+v, %v", p, err)
		}
		f, err := h.Kibo(t.Context(), me, id)
		if err != nil || f.Shared != games.Screen || f.Seats[0].Name != "kim" || f.Seats[1].Name != "minsu" {
			t.Errorf("kibo %+v, %v", f, err)
		}
		h.must(kim.Rematch(id))
		if s := h.see(kim, kim.Call()); s.Shared != games.Screen || s.You != 0 || s.Seats[1].Name != "kim" {
			t.Errorf("rematch %+v", s)
		}
		h.agrees()
	})
}

// Hidden cards are behind a curtain at each change of turns, and spectators never see them.
func TestCurtain(t *testing.T) {
	inBubbleWith(t, config.Config{Games: games.NewRegistry(matgobots.Game{})}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.create(kim, pairing.Offer{Game: matgo.Name, Second: "minsu", Control: solo.NoClock})
		h.must(kim.Watch(id))
		h.must(lee.Watch(id))
		seats := map[games.Seat]bool{}
		for h.see(kim, id).Result == nil {
			s := h.see(kim, id)
			if s.HeldUntil > s.Now {
				h.pass(time.Duration(s.HeldUntil-s.Now+1) * time.Millisecond)
				continue
			}
			if s.You != games.Nobody || s.Curtain != s.ToAct || s.Legal != nil {
				t.Fatalf("no curtain: %+v", s)
			}
			if w := h.see(lee, id); w.Curtain != games.Nobody || w.Legal != nil {
				t.Fatalf("who watches: %+v", w)
			}
			h.refused(lee.Lift(id), table.ErrNotSeated)
			h.must(kim.Lift(id))
			for s = h.see(kim, id); s.You != games.Nobody && s.Result == nil; s = h.see(kim, id) {
				if s.HeldUntil > s.Now {
					h.pass(time.Duration(s.HeldUntil-s.Now+1) * time.Millisecond)
					continue
				}
				seats[s.You] = true
				if s.You != s.ToAct || len(s.Legal) == 0 {
					t.Fatalf("lifted: %+v", s)
				}
				// Take the last choice: the first, a whole month dealt, would end the round before the
				// other seat's turn.
				h.must(kim.Act(id, len(s.Plies), s.Legal[len(s.Legal)-1]))
			}
		}
		if !seats[0] || !seats[1] {
			t.Errorf("seats on turn: %v", seats)
		}
		h.refused(kim.Do(id, games.Undo), games.ErrNotAllowed)
		h.must(kim.Rematch(id))
		next := h.see(kim, id).Next
		if s := h.see(kim, next); s.Round != 2 || s.Shared != games.Screen {
			t.Errorf("the next round is %d, %q", s.Round, s.Shared)
		}
		h.must(kim.Watch(next))
		s := h.see(kim, next)
		h.must(kim.Lift(next))
		kim.Unwatch(next)
		h.must(kim.Watch(next))
		if again := h.see(kim, next); again.Curtain != s.Curtain || again.You != games.Nobody {
			t.Errorf("who comes back is %d", again.You)
		}
		if stats, err := h.Stats(t.Context(), matgo.Name, kim.Me().ID); err != nil || stats != nil {
			t.Errorf("statistics %s, %v", stats, err)
		}
		if list, _ := h.Matches(t.Context(), kim.Me().ID, "", 9); !slices.ContainsFunc(list, func(m store.Match) bool { return m.ID == id && m.Reason != "" }) {
			t.Errorf("own matches: %v", list)
		}
		h.agrees()
	})
}

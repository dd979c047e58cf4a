package lobby

import (
	"context"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

func TestGuestsArePaidInFun(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		g, kim := h.guest(), h.enter("kim")
		if me := g.Me(); !me.Guest || !strings.HasPrefix(me.Name, "guest-") || !g.First() {
			t.Errorf("a guest is %+v", me)
		}
		rated := h.create(kim, pairing.Offer{Rated: true})
		days := h.create(kim, pairing.Offer{Control: room.OneDay})
		h.refused(second(g.Create(pairing.Offer{Game: "othello", Control: "5+3", Rated: true})), table.ErrGuestRated)
		h.refused(second(g.Create(pairing.Offer{Game: "othello", Control: room.OneDay})), table.ErrGuestDays)
		h.refused(g.SitDown(rated), table.ErrGuestRated)
		h.refused(g.SitDown(days), table.ErrGuestDays)
		h.refused(g.ToDays(h.create(g, pairing.Offer{})), table.ErrGuestDays)
		h.must(g.SaveSettings([]byte(`{"a":1}`)))
		if string(g.Settings()) != `{"a":1}` {
			t.Error("a guest's settings are not kept during the visit")
		}
	})
}

func TestGuestAgainstBotLeavesNothing(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		g := h.guest()
		id := h.create(g, pairing.Offer{Bot: "greedy", Control: "none"})
		h.must(g.Watch(id))
		h.playOut(id, g)
		if s := h.see(g, id); s.Result == nil || s.Status != store.Done {
			t.Fatal("no end")
		}
		h.nothingLeft(id)

		unfinished := h.create(g, pairing.Offer{Bot: "greedy", Control: "none"})
		h.must(g.Watch(unfinished))
		h.play(unfinished, 3, g)
		g.Leave()
		h.nothingLeft(unfinished)
		h.nothing()
	})
}

// nothing checks that no match is in memory or in the store.
func (h *house) nothing() {
	h.t.Helper()
	tables := len(h.dir.Lists().All)
	list, err := h.store.Unfinished(context.Background())
	recent, err2 := h.Recent(context.Background(), "", 5)
	if err != nil || err2 != nil || tables+len(list)+len(recent) != 0 {
		h.t.Errorf("%d tables, %d unfinished, %d recent matches, %v, %v", tables, len(list), len(recent), err, err2)
	}
}

func TestGuestAgainstGuestLeavesNothing(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		a, b := h.guest(), h.guest()
		id := h.start(a, b, pairing.Offer{})
		h.playOut(id, a, b)
		h.nothingLeft(id)
		a.Unwatch(id)
		b.Unwatch(id)

		id = h.start(a, b, pairing.Offer{Control: "none"})
		h.play(id, 5, a, b)
		a.Leave()
		h.pass(time.Minute)
		if h.live(id) == nil {
			t.Fatal("dropped while one of them is at the table")
		}
		b.Leave()
		h.pass(time.Minute)
		h.nothingLeft(id)
		h.nothing()
	})
}

func TestGuestsMatchIsDroppedAfterARestart(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		a, b := h.guest(), h.guest()
		id := h.start(a, b, pairing.Offer{})
		h.play(id, 5, a, b)
		open := h.create(a, pairing.Offer{})
		bot := h.create(b, pairing.Offer{Bot: "greedy"})
		h = h.kill()
		for _, id := range []string{id, open, bot} {
			h.nothingLeft(id)
		}
		h.nothing()
	})
}

func TestGuestsOpponentKeepsTheKibo(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		g, kim := h.guest(), h.enter("kim")
		id := h.start(g, kim, pairing.Offer{})
		h.play(id, 6, g, kim)
		h.must(g.Do(id, games.Resign))
		f, err := h.Kibo(t.Context(), kim.Me().ID, id)
		h.must(err)
		if f.Seats[0].Kind != kibo.Guest || f.Seats[1].Kind != kibo.Player {
			t.Errorf("seats %+v", f.Seats)
		}
		if _, err := kibo.Verify(h.Lobby.cfg.Games, f, nil); err != nil {
			t.Error(err)
		}
		me := kim.Me().ID
		if list, err := h.Matches(t.Context(), me, "", 5); err != nil || len(list) != 1 {
			t.Errorf("kim's matches %v, %v", list, err)
		}
		if versus, err := h.store.Versus(t.Context(), me, 5); err != nil || len(versus) != 0 {
			t.Errorf("a guest is among the opponents: %v, %v", versus, err)
		}
		if h.Rating(t.Context(), "othello", me).Games != 0 {
			t.Error("a game against a guest was rated")
		}
	})
}

// A guest who is gone cannot come back: the opponent may claim the game, even after a restart.
func TestGuestDoesNotComeBack(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		g, kim := h.guest(), h.enter("kim")
		id := h.start(g, kim, pairing.Offer{Control: "none"})
		h.play(id, 6, g, kim)
		h = h.kill()
		kim = h.enter("kim")
		h.must(kim.Watch(id))
		h.pass(40 * time.Second)
		h.must(kim.Do(id, games.ClaimWin))
	})
}

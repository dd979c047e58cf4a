package lobby

import (
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
)

// A visit that never looks blocks nobody, and one token waits for it however much happens.
func TestSlowWatcher(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, slow := h.enter("kim"), h.enter("lee"), h.enter("slow")
		id := h.start(kim, lee, pairing.Offer{Control: "none"})
		h.must(slow.Watch(id))
		began := time.Now()
		h.play(id, 100, kim, lee)
		if h.see(kim, id).Result == nil {
			t.Fatal("no end")
		}
		passes := 0
		for _, p := range h.see(kim, id).Plies {
			if p.Forced {
				passes++
			}
		}
		if took := time.Since(began); took != time.Duration(passes)*1500*time.Millisecond {
			t.Errorf("the game took %v of the bubble's time", took)
		}
		h.pass(time.Second)
		if !woken(slow) || woken(slow) {
			t.Error("not exactly one token waits")
		}
		if s := h.see(slow, id); s.Result == nil {
			t.Error("the newest snapshot is an old one")
		}
	})
}

// Everything visible wakes the visits that show it.
func TestWhatWakesAWatcher(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{})
		park := h.enter("park")
		h.must(park.Watch(id))
		for _, step := range []struct {
			what string
			do   func() error
		}{
			{"a move", func() error { s := h.see(kim, id); return kim.Act(id, len(s.Plies), s.Legal[0]) }},
			{"a draw offer", func() error { return kim.Do(id, games.OfferDraw) }},
			{"its answer", func() error { return lee.Do(id, games.DeclineDraw) }},
			{"a line", func() error { return kim.Say(id, 1, "") }},
			{"somebody who comes", func() error { return h.guest().Watch(id) }},
			{"a player who goes", func() error { lee.Unwatch(id); return nil }},
			{"a player who is back", func() error { return lee.Watch(id) }},
			{"the end", func() error { return lee.Do(id, games.Resign) }},
			{"a rematch asked for", func() error { return lee.Rematch(id) }},
			{"a rematch", func() error { return kim.Rematch(id) }},
		} {
			h.pass(time.Second) // longer than the lobby gathers changes
			drain(park)
			h.must(step.do())
			if !woken(park) {
				t.Errorf("%s wakes nobody", step.what)
			}
		}
		// A refusal wakes no visit.
		next := h.see(kim, id).Next
		h.must(park.Watch(next))
		h.pass(time.Second)
		drain(park)
		_ = kim.Act(next, 0, "a1")
		_ = lee.Act(next, 7, "d3")
		h.pass(time.Second)
		if woken(park) {
			t.Error("a refused action wakes the watchers")
		}
	})
}

// Changes of the lists reach everybody, gathered.
func TestLobbyWakesAreGathered(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, park := h.enter("kim"), h.enter("park")
		h.pass(time.Second)
		drain(park)
		for range 5 {
			h.must(kim.Cancel(h.create(kim, pairing.Offer{})))
		}
		if woken(park) {
			t.Error("woken before the changes are gathered")
		}
		h.pass(directory.WakeDelay)
		if !woken(park) {
			t.Error("not woken")
		}
		h.pass(time.Second)
		if woken(park) {
			t.Error("woken twice")
		}
	})
}

func TestWhatWakesTheLobby(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, park := h.enter("kim"), h.enter("lee"), h.enter("park")
		var id string
		for _, step := range []struct {
			what string
			do   func()
		}{
			{"an open seat", func() { id = h.create(kim, pairing.Offer{}) }},
			{"a seat that is taken", func() { h.sit(id, lee, kim) }},
			{"a move", func() { h.play(id, 1, kim) }},
			{"the end", func() { h.must(kim.Do(id, games.Resign)) }},
			{"another name", func() { h.must(kim.Rename("gim")) }},
			{"somebody who goes", func() { lee.Leave() }},
			{"somebody who comes", func() { h.guest() }},
		} {
			h.pass(time.Second)
			drain(park)
			step.do()
			h.pass(directory.WakeDelay)
			if !woken(park) {
				t.Errorf("%s wakes nobody", step.what)
			}
		}
	})
}

func TestCloseSendsEverybodyAway(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{})
		bot := h.create(kim, pairing.Offer{Bot: "greedy", Control: "none", Seat: 1}) // the bot thinks
		h.pass(10 * time.Millisecond)
		s := h.see(kim, id)
		drain(kim)
		h.Close()
		if !woken(kim) || !h.Closing() {
			t.Error("nobody is told")
		}
		h.Close()
		log, botLog := len(h.entries(id)), len(h.entries(bot))
		for what, err := range map[string]error{
			"act":    kim.Act(id, len(s.Plies), s.Legal[0]),
			"resign": lee.Do(id, games.Resign),
			"create": second(kim.Create(pairing.Offer{Game: "othello", Control: "none"})),
			"enter":  func() error { _, err := h.Enter(directory.Identity{}); return err }(),
		} {
			if err == nil {
				t.Errorf("%s after Close", what)
			}
		}
		lee.Leave()
		h.pass(time.Hour)
		if len(h.entries(id)) != log || len(h.entries(bot)) != botLog {
			t.Error("something was written after Close")
		}
		h = h.kill()
		if h.live(id) == nil || h.live(bot) == nil {
			t.Error("the matches are not taken up again")
		}
	})
}

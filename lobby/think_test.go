package lobby

import (
	"sync/atomic"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/games/rng"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
)

// pondering is Othello with a bot that thinks until it is stopped.
type pondering struct {
	othello.Game
	asked, stopped *atomic.Int64
	limit          *atomic.Int64
}

func (p pondering) Bots() []games.Bot { return []games.Bot{ponderer{p}} }

type ponderer struct{ pondering }

func (ponderer) Name() string { return "ponderer" }

func (p ponderer) Choose(view any, r *rng.Source) games.Action {
	panic("asked without a limit")
}

func (p ponderer) Think(view any, r *rng.Source, limit games.Limit) games.Action {
	p.asked.Add(1)
	p.limit.Store(limit.Nodes)
	for !limit.Stop() {
		time.Sleep(time.Millisecond)
	}
	p.stopped.Add(1)
	return games.FindBot(othello.Game{}, "greedy").Choose(view, r)
}

func withPonderer(t *testing.T, f func(t *testing.T, h *house, p pondering)) {
	p := pondering{asked: &atomic.Int64{}, stopped: &atomic.Int64{}, limit: &atomic.Int64{}}
	inBubbleWith(t, config.Config{Games: games.NewRegistry(p)}, func(t *testing.T, h *house) { f(t, h, p) })
}

// A bot stops thinking when its time is up, and its answer is played.
func TestThinkingEndsWithItsTime(t *testing.T) {
	withPonderer(t, func(t *testing.T, h *house, p pondering) {
		kim := h.enter("kim")
		id := h.create(kim, pairing.Offer{Bot: "ponderer", Seat: 1, Control: "5+3"})
		h.must(kim.Watch(id))
		h.pass(time.Second)
		if p.asked.Load() != 1 || p.stopped.Load() != 0 {
			t.Fatalf("asked %d, stopped %d", p.asked.Load(), p.stopped.Load())
		}
		if n := p.limit.Load(); n < 1_000_000 || n > 4_000_000 {
			t.Errorf("%d positions with five minutes on the clock", n)
		}
		h.pass(9 * time.Second)
		if s := h.see(kim, id); len(s.Plies) != 1 || p.stopped.Load() != 1 {
			t.Errorf("%d plies after its time", len(s.Plies))
		}
	})
}

// It ends at once with the match or the house.
func TestThinkingEndsWithTheMatch(t *testing.T) {
	for name, end := range map[string]func(h *house, kim *Visit, id string){
		"resigned":   func(h *house, kim *Visit, id string) { h.must(kim.Do(id, games.Resign)) },
		"called off": func(h *house, kim *Visit, id string) { h.must(kim.Do(id, games.Abort)) },
		"closed":     func(h *house, kim *Visit, id string) { h.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			withPonderer(t, func(t *testing.T, h *house, p pondering) {
				kim := h.enter("kim")
				id := h.create(kim, pairing.Offer{Bot: "ponderer", Seat: 1, Control: "none"})
				h.must(kim.Watch(id))
				h.pass(time.Second)
				end(h, kim, id)
				h.pass(5 * time.Millisecond)
				if p.stopped.Load() != 1 {
					t.Error("it thinks on")
				}
			})
		})
	}
}

// At most as many bots think at a time as there are processors for them; the others wait.
func TestThinkersTakeTurns(t *testing.T) {
	withPonderer(t, func(t *testing.T, h *house, p pondering) {
		kim := h.enter("kim")
		n := int64(h.turns.Places())
		for range n + 2 {
			h.create(kim, pairing.Offer{Bot: "ponderer", Seat: 1, Control: "none"})
		}
		h.pass(time.Second)
		if p.asked.Load() != n {
			t.Fatalf("%d think, want %d", p.asked.Load(), n)
		}
		h.pass(30 * time.Second)
		if p.stopped.Load() < n+2 {
			t.Errorf("%d have had their turn of %d", p.stopped.Load(), n+2)
		}
	})
}

// Many tables of one address do not keep the bots from another address's table.
func TestThinkersGoRoundByAddress(t *testing.T) {
	withPonderer(t, func(t *testing.T, h *house, p pondering) {
		offer := pairing.Offer{Bot: "ponderer", Seat: 1, Control: "none"}
		sit := func(name, from string) {
			v, err := h.Enter(directory.Identity{Fingerprint: "SHA256:" + name, Login: name, Lang: "en", From: from})
			h.must(err)
			h.create(v, offer)
		}
		for i := range 15 {
			sit("many"+string(rune('a'+i)), "192.0.2.1/32")
		}
		h.pass(time.Second)
		n := p.asked.Load()
		sit("one", "192.0.2.2/32")
		h.pass(200 * time.Millisecond)
		if p.asked.Load() != n+1 {
			t.Errorf("its bot waits behind %d others", 15-n)
		}
	})
}

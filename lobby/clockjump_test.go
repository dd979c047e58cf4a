package lobby

import (
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/nodestest"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// jump moves the system's clock by some time until the test ends or jumps again. Spans between two moments
// stay right, as with a real clock.
func jump(t *testing.T, by time.Duration) {
	t.Helper()
	clock.Jump(by)
	t.Cleanup(func() { clock.Jump(0) })
}

// ahead appends to a match's log the entries that its owner would write with a clock ahead.
func (h *house) ahead(id string, v *Visit, by time.Duration) {
	h.t.Helper()
	s, at := h.see(v, id), len(h.entries(id))
	h.append(id, at, store.Entry{Kind: string(games.Act), Seat: int(s.ToAct), Action: string(legalFor(h, s, v)), At: clock.MS() + by.Milliseconds()})
}

// legalFor returns a legal action of the seat on turn.
func legalFor(h *house, s *table.Snapshot, v *Visit) games.Action {
	h.t.Helper()
	t, err := v.l.Room(s.ID)
	h.must(err)
	t.Mu.Lock()
	defer t.Mu.Unlock()
	return t.M.Legal()[0]
}

// runs checks that the clock of the seat on turn runs, and that its flag falls in time.
func (h *house) runs(id string, v *Visit) {
	h.t.Helper()
	had := h.left(v, id)
	h.pass(10 * time.Second)
	if got := h.left(v, id); got != had-10_000 {
		h.t.Errorf("after 10 s %d ms are left of %d", got, had)
	}
	h.pass(time.Duration(had-10_000) * time.Millisecond)
	if s := h.see(v, id); s.Result == nil || s.Result.Reason != games.TimedOut {
		h.t.Errorf("the flag has not fallen: %+v", s.Result)
	}
}

// If the last entry of a match is in the future, because the writer's clock was ahead, its clocks run from
// there on: at the start of a server, and when a node takes over.
func TestEntriesFromTheFuture(t *testing.T) {
	t.Run("start", func(t *testing.T) {
		inBubble(t, func(t *testing.T, h *house) {
			kim, lee := h.enter("kim"), h.enter("lee")
			id := h.start(kim, lee, pairing.Offer{Control: "5+0"})
			h.play(id, 4, kim, lee)
			h.ahead(id, kim, 90*time.Second)
			h = h.kill()
			kim = h.enter("kim")
			h.must(kim.Watch(id))
			h.enter("lee").Watch(id)
			h.runs(id, kim)
		})
	})
	t.Run("take-over", func(t *testing.T) {
		onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
			kim, lee := a.enter("kim"), a.enter("lee")
			id := a.start(kim, lee, pairing.Offer{Control: "5+0"})
			a.play(id, 4, kim, lee)
			a.ahead(id, kim, 90*time.Second)
			kim.Leave()
			lee.Leave()
			kim, lee = b.enter("kim"), c.enter("lee")
			b.must(kim.Watch(id))
			c.must(lee.Watch(id))
			a.kill()
			b.pass(10 * time.Second)
			same(t, id, kim, lee)
			for _, v := range []*Visit{kim, lee} { // one of them is at a follower
				had := b.left(v, id)
				b.pass(10 * time.Second)
				if got := b.left(v, id); got != had-10_000 {
					t.Errorf("after 10 s %d ms are left of %d", got, had)
				}
			}
			same(t, id, kim, lee)
			b.runs(id, kim)
		})
	})
}

// A clock that jumps to and fro during matches neither takes nor gives time, and no log entry is in the
// future.
func TestClockJumps(t *testing.T) {
	for _, by := range []time.Duration{90 * time.Second, -90 * time.Second} {
		inBubble(t, func(t *testing.T, h *house) {
			kim, lee := h.enter("kim"), h.enter("lee")
			id := h.start(kim, lee, pairing.Offer{Control: "1+0"})
			h.play(id, 4, kim, lee)
			jump(t, by)
			h.play(id, 4, kim, lee)
			h.pass(time.Second) // until the lists are rebuilt
			if list := h.dir.Lists().All; len(list) != 1 || list[0].Deadline-clock.MS() > 60_000 || list[0].Deadline-clock.MS() < 50_000 {
				t.Errorf("the lists have %d ms", list[0].Deadline-clock.MS())
			}
			jump(t, 0)
			h.play(id, 2, kim, lee)
			if log := h.entries(id); log[len(log)-1].At != clock.MS() {
				t.Errorf("the last entry is %d ms ahead", log[len(log)-1].At-clock.MS())
			}
			h.runs(id, kim)
		})
	}
}

// Over days the system's clock counts, because the machine may have slept.
func TestClockOfDays(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Control: room.OneDay})
		h.play(id, 4, kim, lee)
		jump(t, 10*time.Hour)
		if got := h.left(kim, id); got != (14 * time.Hour).Milliseconds() {
			t.Errorf("%d ms are left", got)
		}
	})
}

// A follower shows the same clocks as its owner, whatever its own node's clock shows.
func TestFollowerHasItsOwnersTime(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
		jump(t, -3*time.Second)
		kim := a.enter("kim")
		id := a.create(kim, pairing.Offer{Control: "5+0"})
		a.must(kim.Watch(id))
		jump(t, 0)
		lee := b.enter("lee")
		b.must(lee.SitDown(id))
		b.must(lee.Watch(id))
		a.must(kim.Ready(id))
		a.play(id, 4, kim, lee)
		a.pass(10 * time.Second)
		if mine, others := a.left(kim, id), b.left(lee, id); mine != 290_000 || others != mine {
			t.Errorf("%d ms are left, and %d at the other node", mine, others)
		}
	})
}

package lobby

import (
	"context"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/store"
)

// While the lobby drains nothing new begins, in any way.
func TestDrainBeginsNothing(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		round, kim, lee := h.round(pairing.Offer{})
		h.playOut(round, kim, lee)
		seat := h.create(lee, pairing.Offer{Game: matgo.Name, Control: "30s"})
		friend := h.create(lee, pairing.Offer{Game: matgo.Name, Control: "30s", Private: true})
		code := h.see(lee, friend).Code
		h.Drain()
		if !h.Draining() || h.Closing() {
			t.Fatal("drains like one that has closed")
		}

		_, err := h.Enter(directory.Identity{Fingerprint: "SHA256:park", Login: "park"})
		h.refused(err, directory.ErrClosing)
		h.refused(second(kim.Create(pairing.Offer{Game: matgo.Name, Control: "30s"})), directory.ErrClosing)
		h.refused(second(kim.Create(pairing.Offer{Game: matgo.Name, Control: "30s", Bot: "random"})), directory.ErrClosing)
		h.refused(third(kim.Quick(matgo.Name, nil, "30s")), directory.ErrClosing)
		h.refused(kim.SitDown(seat), directory.ErrClosing)
		h.refused(second(kim.JoinCode(t.Context(), code)), directory.ErrClosing)
		_, err = h.Exhibit(context.Background(), matgo.Name, []string{"random", "random"}, nil)
		h.refused(err, directory.ErrClosing)
		h.must(kim.Rematch(round)) // ready for the next round, which the other player would begin
		h.refused(lee.Rematch(round), directory.ErrClosing)
		h.pass(time.Minute)
		if s := h.see(kim, round); s.Next != "" {
			t.Error("the next round has begun by itself")
		}
		if s := h.see(lee, seat); s.Status != store.Open {
			t.Errorf("the open seat is %s", s.Status)
		}
	})
}

// While the lobby drains nobody loses by the clock, or because a player has gone. Moves and forced passes
// are accepted. After the restart everybody has the time left at the last move and 20 s more.
func TestDrainKeepsEverybodysTime(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		begun := h.start(kim, lee, pairing.Offer{Control: "1+0"})
		h.play(begun, 4, kim, lee)
		fresh := h.start(kim, lee, pairing.Offer{}) // would be aborted if nobody begins
		seat := h.create(kim, pairing.Offer{})
		h.pass(50 * time.Second)
		before := h.see(kim, begun)

		h.Drain()
		kim.Leave()
		lee.Leave()
		h.pass(5 * time.Minute) // longer than any clock or grace
		for _, id := range []string{begun, fresh} {
			if table := h.live(id); table == nil {
				t.Fatalf("match %s has ended", id)
			}
		}

		h = h.kill()
		kim, lee = h.enter("kim"), h.enter("lee")
		h.must(kim.Watch(begun))
		h.must(lee.Watch(begun))
		after := h.see(kim, begun)
		for i, s := range after.Seats {
			want := before.Seats[i].Left + games.RestartBonus
			if before.Seats[i].Running { // the present turn begins again
				want += before.Now - lastAt(h.entries(begun)[:len(h.entries(begun))-1])
			}
			if s.Left != want {
				t.Errorf("seat %d has %d ms, want %d", i, s.Left, want)
			}
		}
		if h.live(fresh) == nil || h.see(kim, seat).Status != store.Open {
			t.Error("a match or a seat was taken down")
		}
		h.play(begun, 1, kim, lee)
	})
}

// While the lobby drains, who lost the connection before cannot come back, and loses nothing by that.
func TestDrainIsNoAbsence(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Control: "10+0", Rated: true})
		h.play(id, 4, kim, lee)
		lee.Leave()
		h.Drain()
		h.pass(time.Minute)
		h.refused(kim.Do(id, games.ClaimWin), directory.ErrClosing)
		h.refused(kim.Do(id, games.ClaimDraw), directory.ErrClosing)
		if h.see(kim, id).CanClaim {
			t.Error("a claim is offered")
		}
	})
}

func TestDrainPlaysForcedPasses(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{})
		s := h.untilForced(id, kim, lee)
		h.Drain()
		h.pass(time.Second) // before it is due
		kim.Unwatch(id)     // an unrelated change
		h.pass(time.Second)
		if got := len(h.entries(id)); got != len(s.Plies)+1 {
			t.Errorf("%d entries, want %d", got, len(s.Plies)+1)
		}
		h.must(kim.Watch(id))
		h.play(id, 1, kim, lee)
	})
}

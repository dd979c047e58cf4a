package lobby

import (
	"testing"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/pairing"
)

// The public view of a match exists while it is live and public, and only then.
func TestPeek(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{})
		h.play(id, 4, kim, lee)
		if v, ok := h.Peek(id).(othello.View); !ok || v.Counts[0]+v.Counts[1] != 8 {
			t.Errorf("after four moves: %+v", h.Peek(id))
		}
		h.must(lee.Do(id, games.Resign))
		if v := h.Peek(id); v != nil {
			t.Errorf("when it is over: %+v", v)
		}
		private := h.start(kim, lee, pairing.Offer{Private: true, Control: "none"})
		if v := h.Peek(private); v != nil {
			t.Errorf("of a friends' game: %+v", v)
		}
		open := h.create(kim, pairing.Offer{})
		if v := h.Peek(open); v != nil {
			t.Errorf("of an open seat: %+v", v)
		}
		if v := h.Peek("NOSUCHID"); v != nil {
			t.Errorf("of none: %+v", v)
		}
	})
}

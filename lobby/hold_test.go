package lobby

import (
	"testing"

	"arcade/games"
)

// What screens hold open in replays has a bound by address and for the whole house, and
// comes back when they close them or leave.
func TestHold(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		longest := func() *Replay { return &Replay{Plies: make([]games.Ply, fullLog)} }
		from := func(address string) *Visit {
			v, err := h.Enter(Identity{Login: "someone", From: address})
			h.must(err)
			return v
		}
		fill := func(v *Visit) (list []*Replay) {
			for range heldPerAddress / fullLog {
				list = append(list, longest())
				h.must(v.Hold(list[len(list)-1]))
			}
			return list
		}
		kim, lee := from("a"), from("a") // of one address
		mine := fill(kim)
		h.refused(lee.Hold(&Replay{}), ErrManyReplays) // one without actions counts, too
		kim.Drop(mine[0])
		kim.Drop(mine[0])
		kim.Drop(nil)
		h.must(lee.Hold(mine[0]))
		h.refused(kim.Hold(longest()), ErrManyReplays)

		for i := range heldInAll/heldPerAddress - 1 {
			fill(from(string(rune('b' + i))))
		}
		park := from("z")
		h.refused(park.Hold(&Replay{}), ErrAllReplays)
		lee.Leave()
		h.must(park.Hold(longest()))
		lee.Drop(mine[0]) // it is held no more
		h.refused(lee.Hold(longest()), ErrLeft)
		h.refused(park.Hold(longest()), ErrAllReplays)
		for _, v := range h.visits {
			v.Leave()
		}
		if len(h.held) != 0 || h.heldAll != 0 {
			t.Errorf("%v, in all %d, are held by nobody", h.held, h.heldAll)
		}
	})
}

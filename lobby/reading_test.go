package lobby

import (
	"testing"

	"arcade/lobby/directory"
	"arcade/lobby/records"
)

// A visit that is over holds no replay open, and makes room for others.
func TestHold(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		from := func(address string) *Visit {
			v, err := h.Enter(directory.Identity{Login: "someone", From: address})
			h.must(err)
			return v
		}
		r := &records.Replay{}
		kim, lee := from("a"), from("a")
		for err := error(nil); err == nil; {
			if err = kim.Hold(r); err != nil {
				h.refused(err, records.ErrManyReplays)
			}
		}
		h.refused(lee.Hold(r), records.ErrManyReplays) // from the same address
		kim.Leave()
		h.refused(kim.Hold(r), directory.ErrLeft)
		h.must(lee.Hold(r))
		lee.Drop(r)
		lee.Drop(r)
		lee.Drop(nil)
	})
}

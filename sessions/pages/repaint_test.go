package pages

import (
	"testing"
	"testing/synctest"

	"arcade/sessions/app"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// However often a client requests the whole screen, it is drawn at most twice a second, and the last
// request is drawn.
func TestRepaint(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		drawn := func() (n int) {
			for _, msg := range p.Out {
				if msg == screentest.Whole {
					n++
				}
			}
			return n
		}
		expect := func(want int) {
			t.Helper()
			if n := drawn(); n != want {
				t.Errorf("drawn %d times, want %d", n, want)
			}
		}
		start := drawn()
		p.Press("ctrl+l")
		expect(start + 1)
		for range 20 {
			p.Press("ctrl+l")
		}
		expect(start + 1)
		h.Pass(app.RepaintPause)
		expect(start + 2) // the waiting one
		h.Pass(app.RepaintPause)
		expect(start + 2)
		p.Press("ctrl+l")
		expect(start + 3)
		for range 100 {
			h.Pass(app.RepaintPause / 10)
			p.Press("ctrl+l")
		}
		if n := drawn() - start; n < 12 || n > 14 {
			t.Errorf("drawn %d times in ten pauses", n)
		}
	})
}

// Leaving cancels a waiting repaint: nothing outlives a session.
func TestRepaintOfWhoLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := screentest.NewHall(t, words.EN).Me()
		p.Press("ctrl+l", "ctrl+l")
	})
}

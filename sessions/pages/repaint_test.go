package sessions

import (
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/words"
)

// However often somebody asks for the whole screen again, it is drawn twice a second
// at most; and what was asked for last is drawn.
func TestRepaint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p := h.me()
		drawn := func() (n int) {
			for _, msg := range p.out {
				if msg == tea.ClearScreen() {
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
		p.press("ctrl+l")
		expect(start + 1)
		for range 20 {
			p.press("ctrl+l")
		}
		expect(start + 1)
		h.pass(repaintPause)
		expect(start + 2) // the one that waited
		h.pass(repaintPause)
		expect(start + 2)
		p.press("ctrl+l")
		expect(start + 3)
		for range 100 {
			h.pass(repaintPause / 10)
			p.press("ctrl+l")
		}
		if n := drawn() - start; n < 12 || n > 14 {
			t.Errorf("drawn %d times in ten pauses", n)
		}
	})
}

// Who leaves takes along the repaint that still waits: nothing outlives a session.
func TestRepaintOfWhoLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newHall(t, words.EN).me()
		p.press("ctrl+l", "ctrl+l")
	})
}

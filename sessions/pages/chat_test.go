package pages_test

import (
	"fmt"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// Each line of chat is announced, also when the table keeps only the latest lines. At the end of a match
// its players get the spectators' lines too, and no line that they have read is announced again.
func TestEachLineIsAnnounced(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := screentest.MyTurn(h, pairing.Offer{})
		id := p.Top().(*play.Table).ID
		watcher := h.Player(h.Name(2))
		h.Must(watcher.Visit.Watch(id))
		for i := range 60 {
			if i > 45 {
				h.Must(watcher.Visit.Say(id, 0, "well"))
			}
			text := fmt.Sprintf("line %d.", i)
			p.Toasts = nil
			h.Must(o.Visit.Say(id, 0, text))
			h.Settle()
			if n := len(p.Toasts); n != 1 {
				t.Fatalf("%d notices of %s", n, text)
			}
			h.Pass(2 * time.Second)
		}
		h.Pass(10 * time.Second)
		h.Must(o.Visit.Do(id, games.Resign))
		h.Settle()
		if n := len(p.Toasts); n > 0 {
			t.Errorf("%d lines are announced again at the end", n)
		}
	})
}

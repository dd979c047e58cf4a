package pages

import (
	"testing"
	"time"

	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// Bots of any game for two can be watched.
func TestExhibitOthello(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		p.Press("n", "5", "down", "1", "down", "1", "enter", "5")
		h.Pass(12 * time.Second)
		e, ok := p.Top().(*play.Exhibit)
		if !ok || e.Won[0]+e.Won[1]+e.Drawn != 1 {
			t.Fatalf("%T", p.Top())
		}
		for _, problem := range p.Problems() {
			t.Error(problem)
		}
	})
}

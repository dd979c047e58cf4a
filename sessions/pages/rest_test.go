package pages

import (
	"testing"
	"time"

	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// Nothing ticks on a screen on which nothing changes, but when the day does; what says
// how long ago something was is drawn again when it reads otherwise.
func TestNothingTicksWhileNothingChanges(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		for _, screen := range []struct {
			name string
			keys []string
			most int
		}{
			{"home", nil, 1},
			{"help", []string{"?"}, 1},
			{"settings", []string{"esc", "s"}, 1},
			{"lobby", []string{"esc", "l"}, 1},
		} {
			p.Press(screen.keys...)
			h.Pass(time.Minute)
			n := p.Ticks
			h.Pass(23 * time.Hour)
			if n = p.Ticks - n; n > screen.most {
				t.Errorf("%s, %T: %d ticks in 23 hours", screen.name, p.Top(), n)
			}
		}
	})
}

package pages

import (
	"testing"

	"arcade/sessions/app"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// The settings get their defaults after a question.
func TestResetAsks(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		p.Change(func(s *app.Settings) { s.Confirm = true })
		for _, answer := range []string{"esc", "2"} {
			p.Press("s", "r")
			if !p.Set.Confirm {
				t.Fatal("reset without a question")
			}
			h.Pass(screentest.BeforeAnswer)
			if p.Press(answer, "esc"); p.Set.Confirm != (answer == "esc") {
				t.Errorf("%s: confirm is %v", answer, p.Set.Confirm)
			}
		}
	})
}

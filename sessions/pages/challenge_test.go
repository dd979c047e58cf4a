package pages

import (
	"testing"
	"time"

	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// The people here are listed below the field for a challenge: Tab completes the typed text, and a click
// takes a name.
func TestChallengeCompletes(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		h.Other()
		h.Player(h.Name(2))
		h.Guest()
		h.Pass(time.Second) // home has read who is here
		p.Do(func(a *app.App) { a.Push(newChallenge(a, pairing.Offer{Game: "othello", Control: "none"})) })
		entry := p.Top().(*app.Entry)
		field := func(want string) {
			t.Helper()
			if got := entry.Input.String(); got != want {
				t.Errorf("the field has %q, not %q", got, want)
			}
		}
		p.Wants(h.Name(1), true)
		p.Wants("guest-4821", false)
		p.Typed("D")
		p.Wants(h.Name(1), false)
		p.Press("tab")
		field(h.Name(2))
		p.Press("tab", "shift+tab")
		field(h.Name(2))
		p.Do(func(*app.App) { entry.Input.Set("", 0) })
		p.ClickOn(h.Name(1))
		field(h.Name(1))
		p.Press("enter")
		if s := playing(p); s == nil || s.Status != "open" {
			t.Errorf("no challenge: %T", p.Top())
		}
	})
}

// From a profile its player can be challenged to any game for two.
func TestChallengeToAnyGame(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		p.Do(func(a *app.App) { a.Push(newProfile(o.Visit.Me().ID)) })
		p.Press("n")
		h.Pass(screentest.BeforeAnswer)
		p.Press("2")
		s, ok := p.Top().(*Setup)
		if !ok || s.game != "matgo" || s.to.ID != o.Visit.Me().ID {
			t.Errorf("at %T", p.Top())
		}
	})
}

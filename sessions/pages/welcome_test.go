package pages

import (
	"strings"
	"testing"

	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// The welcome of a first visit shows the effect of Enter on the focused game. n opens a new table there, as
// anywhere.
func TestWelcomeFollowsTheFocus(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			p := h.First(h.Name(0))
			p.Wants(p.T("home.now", "game", p.T("game.othello")), true)
			p.Press("2")
			p.Wants(p.T("home.now", "game", p.T("game.stones")), false)
			p.Wants(p.T("home.run.how"), true)
			p.Press("4")
			p.Wants(p.T("home.now", "game", p.T("game.matgo")), true)
			p.LookAs(80, 24, ui.LevelRich)
			p.Press("3")
			if text := p.Canvas().Plain(ui.LevelRich); !strings.Contains(text, p.T("home.run.how")) {
				t.Errorf("rich: no %q in\n%s", p.T("home.run.how"), text)
			}
			p.Press("1", "n")
			if _, ok := p.Top().(*Setup); !ok {
				t.Errorf("n leads to %T", p.Top())
			}
		})
	}
}

// In a private house the first visit leads to the form of a new table, too.
func TestAloneFirstVisitHasTheForm(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		h.House.Alone = true
		p := h.First(h.Name(0))
		p.Wants("n "+p.T("key.new"), true)
		p.Press("n")
		if _, ok := p.Top().(*Setup); !ok {
			t.Errorf("n leads to %T", p.Top())
		}
	})
}

// Guests can read how to make a key, on the first screen and when they leave.
func TestGuestsReadHowAKeyIsMade(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		p := h.Guest()
		p.Wants("ssh-keygen -t ed25519", true)
		p.Press("p")
		p.Wants("ssh-keygen -t ed25519", true)
		if !strings.Contains(p.Bye(), "ssh-keygen -t ed25519") {
			t.Errorf("the goodbye: %q", p.Bye())
		}
	})
}

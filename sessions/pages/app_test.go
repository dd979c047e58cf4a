package pages

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// An invitation can be answered by key and by click, whatever toasts there are.
func TestInvitationsAreAnswered(t *testing.T) {
	for name, answer := range map[string]func(p *screentest.Person){
		"key":   func(p *screentest.Person) { p.Press("+") },
		"click": func(p *screentest.Person) { p.ClickOn("+ 받기") },
	} {
		t.Run(name, func(t *testing.T) {
			screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
				p, o := h.Me(), h.Other()
				o.Create(pairing.Offer{Player: p.Visit.Me().ID})
				p.Press("ㅎ")
				if len(p.Toasts) != 1 {
					t.Fatalf("%d toasts", len(p.Toasts))
				}
				answer(p)
				if s := playing(p); s == nil || !s.Waits || len(p.Toasts) != 1 {
					t.Errorf("%T, %d toasts", p.Top(), len(p.Toasts))
				}
			})
		})
	}
}

// In a terminal that is too small only Esc works: it leaves, as the screen says. When the terminal is large
// again everything is as before.
func TestTooSmall(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, _ := screentest.MyTurn(h, pairing.Offer{})
		p.Press("r")
		h.Pass(screentest.BeforeAnswer)
		before := p.State()
		p.Send(tea.WindowSizeMsg{Width: 60, Height: 18})
		p.Press("2", "y", "enter", "q", "space")
		p.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
		if p.State() != before {
			t.Errorf("another screen than before:\n%s", p.Canvas().Plain(p.Glyphs))
		}
		p.Send(tea.WindowSizeMsg{Width: 60, Height: 18})
		if p.Press("esc"); !p.Quit {
			t.Error("Esc does not leave")
		}
	})
}

// In a window with room for a table but not for a page over it, Esc goes back from the page to the table, which can be
// played there.
func TestBackToTheTable(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, _ := screentest.MyTurn(h, pairing.Offer{})
		p.Press("?")
		p.Send(tea.WindowSizeMsg{Width: 40, Height: 20})
		if p.State(); !p.Canvas().Short {
			t.Fatalf("the page has room:\n%s", p.Canvas().Plain(p.Glyphs))
		}
		p.Wants(p.T("ui.small.back"), true)
		p.Press("x", "enter")
		p.Press("esc")
		tb, ok := p.Top().(*play.Table)
		if !ok || p.Quit {
			t.Fatalf("%T, left %v", p.Top(), p.Quit)
		}
		if p.Press("tab", "enter"); len(tb.Snap.Plies) == 0 {
			t.Errorf("Enter does not play:\n%s", p.State())
		}
	})
}

// Ctrl+C asks, and a second one within a second leaves. A later one keeps the question.
func TestCtrlC(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		p.Press("ctrl+c")
		h.Pass(2 * time.Second)
		p.Press("ctrl+c")
		if _, ok := p.Top().(*app.Leave); p.Quit || !ok {
			t.Fatalf("quit %v, %T", p.Quit, p.Top())
		}
		if p.Press("ctrl+c"); !p.Quit {
			t.Error("twice does not leave")
		}
	})
}

// A note in the message row disappears after 2.5 s without a key.
func TestRow22Returns(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		p, _ := screentest.MyTurn(h, pairing.Offer{Control: "none"})
		prompt := p.Canvas().Message
		p.Do(func(a *app.App) { a.Say(a.T("set.reset")) })
		p.Send(tea.FocusMsg{})
		h.Pass(2400 * time.Millisecond)
		p.Wants(p.T("set.reset"), true)
		h.Pass(200 * time.Millisecond)
		p.Wants(p.T("set.reset"), false)
		if p.Canvas().Message != prompt {
			t.Errorf("row 22 says %q, not %q", p.Canvas().Message, prompt)
		}
	})
}

package sessions

import (
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/words"
)

// An invitation can be answered while a newer toast stands below it.
func TestToastsAreAnswered(t *testing.T) {
	for name, answer := range map[string]func(p *person){
		"key":   func(p *person) { p.press("o") },
		"click": func(p *person) { p.click(p.w-4, p.h-5) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHall(t, words.KO)
				p, o := h.me(), h.other()
				o.create(lobby.Offer{Player: p.visit.Me().ID})
				p.press("ㅎ")
				if len(p.toasts) != 2 {
					t.Fatalf("%d toasts", len(p.toasts))
				}
				answer(p)
				if _, ok := p.top().(*lazyAsk); !ok || len(p.toasts) != 1 {
					t.Errorf("%T, %d toasts", p.top(), len(p.toasts))
				}
			})
		})
	}
}

// In a terminal that is too small Esc leaves, as it says there, and no other key
// does anything; when it is large again everything is as it was.
func TestTooSmall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p, _ := myTurn(h, lobby.Offer{})
		p.press("r")
		h.pass(beforeAnswer)
		before := p.state()
		p.send(tea.WindowSizeMsg{Width: 60, Height: 18})
		p.press("2", "y", "enter", "q", "space")
		p.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		if p.state() != before {
			t.Errorf("another screen than before:\n%s", p.canvas.Plain(p.glyphs))
		}
		p.send(tea.WindowSizeMsg{Width: 60, Height: 18})
		if p.press("esc"); !p.quit {
			t.Error("Esc does not leave")
		}
	})
}

// What was said in the colour of a refusal leaves it with the words.
func TestRefusalLeavesItsColour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p := h.me()
		p.do(func(a *App) tea.Cmd { return a.push(newKlondikeStats(a.visit.Me().ID)) })
		before := p.View().Content
		p.press("v") // there is no try yet
		if p.View().Content == before {
			t.Fatal("nothing was refused")
		}
		p.press("1") // the order that it has already
		if p.View().Content != before {
			t.Error("row 22 keeps the colour")
		}
	})
}

// Ctrl+C asks, and a second one within a second leaves; a later one asks on.
func TestCtrlC(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.KO)
		p := h.me()
		p.press("ctrl+c")
		h.pass(2 * time.Second)
		p.press("ctrl+c")
		if _, ok := p.top().(*leave); p.quit || !ok {
			t.Fatalf("quit %v, %T", p.quit, p.top())
		}
		if p.press("ctrl+c"); !p.quit {
			t.Error("twice does not leave")
		}
	})
}

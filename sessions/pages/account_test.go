package sessions

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/words"
)

// accountSizes are those of the golden frames of the pages about one's account.
var accountSizes = []Size{{80, 24}, {120, 40}}

func init() {
	pages = append(pages,
		page{name: "keys", sizes: accountSizes, make: func(h *hall) *person { return withKeys(h, 2) }},
		page{name: "keys-one", make: func(h *hall) *person {
			p := withKeys(h, 0)
			p.press("d")
			return p
		}, deaf: []string{"d", "down"}}, // the last key stays
		page{name: "keys-full", make: func(h *hall) *person {
			p := withKeys(h, lobby.MaxKeys-1)
			p.press("end")
			return p
		}},
		page{name: "keys-remove", sizes: accountSizes, make: func(h *hall) *person {
			p := withKeys(h, 2)
			p.press("d")
			h.pass(beforeAnswer)
			return p
		}},
		page{name: "keys-remove-other", make: func(h *hall) *person {
			p := withKeys(h, 2)
			p.press("down", "d")
			h.pass(beforeAnswer)
			return p
		}},
		page{name: "keys-code", sizes: accountSizes, make: func(h *hall) *person {
			p := withKeys(h, 1)
			p.press("a")
			h.pass(19 * time.Second)
			return p
		}},
		page{name: "keys-code-over", make: func(h *hall) *person {
			p := withKeys(h, 1)
			p.press("a")
			h.pass(10*time.Minute + time.Second)
			return p
		}},
		page{name: "export", sizes: accountSizes, make: then((*hall).me, "p", "x")},
		page{name: "erase", sizes: accountSizes, make: func(h *hall) *person {
			p := h.me()
			p.press("p", "d")
			p.typed("ba")
			return p
		}},
		page{name: "erase-other-name", make: func(h *hall) *person {
			p := h.me()
			p.press("p", "d")
			p.typed("ba")
			p.press("enter")
			return p
		}, deaf: []string{"enter"}}, // it is still another name
		page{name: "profile-gone", make: then(afterGone, "v", "esc", "p", "enter"), deaf: []string{"enter"}}, // whoever has gone has no profile
		page{name: "matches-gone", make: then(afterGone, "v")},
		page{name: "help-account", make: func(h *hall) *person {
			p := withKeys(h, 1)
			p.press("?")
			return p
		}},
	)
}

// withKeys is somebody with n more keys who looks at them.
func withKeys(h *hall, n int) *person {
	p := h.me()
	for i := range n {
		h.add(p, fmt.Sprintf("%043d", i))
		h.pass(time.Hour)
	}
	p.press("p", "c")
	return p
}

// add makes a key one of a person's by a code.
func (h *hall) add(p *person, key string) {
	h.t.Helper()
	code, _, err := p.visit.NewKeyCode()
	h.must(err)
	_, err = h.house.Lobby.AddKey("SHA256:"+key, "192.0.2.7", code)
	h.must(err)
	h.settle()
}

// afterGone is somebody whose only opponent has deleted the account.
func afterGone(h *hall) *person {
	p, o := h.me(), h.other()
	h.duel(p, o, lobby.Offer{Rated: true}, whiteGone)
	p.do((*App).home)
	o.do((*App).home)
	h.must(o.visit.Forget(h.name(1)))
	h.pass(2 * time.Minute)
	return p
}

func inHall(t *testing.T, f func(h *hall)) {
	synctest.Test(t, func(t *testing.T) { f(newHall(t, words.EN)) })
}

// The page of the code goes back to the keys when the other machine has used it.
func TestKeyIsAddedWhileTheCodeShows(t *testing.T) {
	inHall(t, func(h *hall) {
		p := withKeys(h, 0)
		p.press("a")
		first := p.top().(*codePage).code
		p.press("r")
		page := p.top().(*codePage)
		if page.code == first {
			t.Error("no new code")
		}
		p.wants("ssh arcade.example keys add "+page.code, true)
		p.press("x")
		if len(p.out) == 0 || fmt.Sprint(p.out[len(p.out)-1]) != "ssh arcade.example keys add "+page.code {
			t.Errorf("copied %v", p.out)
		}
		if v := p.View(); v.MouseMode != tea.MouseModeNone {
			t.Error("the mouse is not the terminal's")
		}
		_, err := h.house.Lobby.AddKey("SHA256:other", "192.0.2.7", page.code)
		h.must(err)
		h.pass(time.Second)
		if k, ok := p.top().(*keysPage); !ok || len(k.list) != 2 {
			t.Errorf("on %T", p.top())
		}
		p.wants("The key was added", true)
	})
}

func TestKeyIsRemoved(t *testing.T) {
	inHall(t, func(h *hall) {
		p := withKeys(h, 1)
		p.press("down", "d")
		h.pass(beforeAnswer)
		p.press("enter") // the mild answer is in focus
		if list := p.top().(*keysPage).list; len(list) != 2 {
			t.Errorf("Enter removed a key: %v", list)
		}
		p.press("d")
		h.pass(beforeAnswer)
		p.press("y")
		p.wants("The key was removed", true)
		if list := p.top().(*keysPage).list; len(list) != 1 || list[0].Fingerprint != keyOf(h.name(0)) {
			t.Errorf("left: %v", list)
		}
		p.press("d") // the last one
		p.wants("The last key stays", true)

		h.add(p, "second")
		h.pass(time.Second)
		p.press("home", "d")
		h.pass(beforeAnswer)
		p.press("2")
		if !p.quit || p.Bye() != p.T("acc.bye.removed") {
			t.Errorf("quit %v: %s", p.quit, p.Bye())
		}
	})
}

// A key that is removed elsewhere closes the window that came by it.
func TestSessionEndsWithItsKey(t *testing.T) {
	inHall(t, func(h *hall) {
		p := h.me()
		h.add(p, "second")
		p.press("n") // wherever it is
		_, err := h.house.Lobby.RemoveKey("SHA256:second", keyOf(h.name(0)))
		h.must(err)
		h.settle()
		if !p.quit || p.Bye() != p.T("acc.bye.removed") {
			t.Errorf("quit %v: %s", p.quit, p.Bye())
		}
	})
}

func TestErase(t *testing.T) {
	inHall(t, func(h *hall) {
		p, o := myTurn(h, lobby.Offer{})
		p.do((*App).home)
		p.press("p", "d")
		for _, text := range []string{"", "BACKPIE", "backpi", "\x1b[31m"} {
			p.top().(*erase).input.Set(text)
			p.press("enter")
			if p.quit {
				t.Fatalf("deleted by %q", text)
			}
			p.wants("Nothing was deleted", true)
		}
		p.top().(*erase).input.Set("backpie")
		p.press("enter")
		if !p.quit || p.Bye() != p.T("acc.deleted") {
			t.Fatalf("quit %v: %s", p.quit, p.Bye())
		}
		p.End()
		h.pass(4 * time.Second)
		o.lookAs(80, 24, o.glyphs)
		if text := o.canvas.Plain(o.glyphs); !strings.Contains(text, "(gone)") || strings.Contains(text, "backpie") {
			t.Errorf("the opponent sees\n%s", text)
		}
		again := h.first("backpie")
		if !again.visit.First() {
			t.Error("known still")
		}
	})
}

// By the mouse alone.
func TestAccountByMouse(t *testing.T) {
	inHall(t, func(h *hall) {
		p := h.me()
		h.add(p, "second")
		p.press("p")
		for _, x := range []struct {
			label string
			ok    func(screen) bool
		}{
			{"c SSH keys", func(s screen) bool { _, ok := s.(*keysPage); return ok }},
			{"x Get my data", func(s screen) bool { _, ok := s.(*exportPage); return ok }},
			{"d Delete me", func(s screen) bool { _, ok := s.(*erase); return ok }},
		} {
			p.clickText(x.label)
			if !x.ok(p.top()) {
				t.Errorf("%s: %T", x.label, p.top())
			}
			p.press("esc")
		}
		p.clickText("c SSH keys")
		p.clickText("SHA256:second")
		p.clickText("d remove")
		h.pass(beforeAnswer)
		p.clickText("2 Remove it")
		if list := p.top().(*keysPage).list; len(list) != 1 {
			t.Errorf("left: %v", list)
		}
	})
}

// clickText clicks on a text in view, its last place where it has several.
func (p *person) clickText(text string) {
	p.hall.t.Helper()
	p.lookAs(80, 24, p.glyphs)
	rows := strings.Split(p.canvas.Plain(p.glyphs), "\n")
	for y := len(rows) - 1; y >= 0; y-- {
		if x := strings.Index(rows[y], text); x >= 0 {
			p.click(cells(rows[y][:x])+1, y)
			return
		}
	}
	p.hall.t.Fatalf("no %q in\n%s", text, strings.Join(rows, "\n"))
}

package pages

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby/account"
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// accountSizes has the sizes of the golden frames of the account pages.
var accountSizes = []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}}

func init() {
	frames = append(frames,
		screentest.Page{Name: "keys", Sizes: accountSizes, Make: func(h *screentest.Hall) *screentest.Person { return withKeys(h, 2) }},
		screentest.Page{Name: "keys-one", Make: func(h *screentest.Hall) *screentest.Person {
			p := withKeys(h, 0)
			p.Press("d")
			return p
		}, Deaf: []string{"d", "down"}}, // the last key cannot be removed
		screentest.Page{Name: "keys-full", Make: func(h *screentest.Hall) *screentest.Person {
			p := withKeys(h, account.MaxKeys-1)
			p.Press("end")
			return p
		}},
		screentest.Page{Name: "keys-remove", Sizes: accountSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := withKeys(h, 2)
			p.Press("d")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		screentest.Page{Name: "keys-remove-other", Make: func(h *screentest.Hall) *screentest.Person {
			p := withKeys(h, 2)
			p.Press("down", "d")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		screentest.Page{Name: "keys-code", Sizes: accountSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := withKeys(h, 1)
			p.Press("a")
			h.Pass(19 * time.Second)
			return p
		}},
		screentest.Page{Name: "keys-code-over", Make: func(h *screentest.Hall) *screentest.Person {
			p := withKeys(h, 1)
			p.Press("a")
			h.Pass(10*time.Minute + time.Second)
			return p
		}},
		screentest.Page{Name: "export", Sizes: accountSizes, Make: screentest.Then((*screentest.Hall).Me, "p", "x")},
		screentest.Page{Name: "erase", Sizes: accountSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("p", "d")
			p.Typed("ba")
			return p
		}},
		screentest.Page{Name: "erase-other-name", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("p", "d")
			p.Typed("ba")
			p.Press("enter")
			return p
		}, Deaf: []string{"enter"}}, // it is still another name
		screentest.Page{Name: "profile-gone", Make: screentest.Then(afterGone, "v", "esc", "p", "enter"), Deaf: []string{"enter"}}, // a deleted player has no profile
		screentest.Page{Name: "matches-gone", Make: screentest.Then(afterGone, "v")},
		screentest.Page{Name: "help-account", Make: func(h *screentest.Hall) *screentest.Person {
			p := withKeys(h, 1)
			p.Press("?")
			return p
		}},
	)
}

// withKeys returns a player with n more keys on the page of keys.
func withKeys(h *screentest.Hall, n int) *screentest.Person {
	p := h.Me()
	for i := range n {
		add(h, p, fmt.Sprintf("%043d", i))
		h.Pass(time.Hour)
	}
	p.Press("p", "a")
	return p
}

// add adds a key to a person by a code.
func add(h *screentest.Hall, p *screentest.Person, key string) {
	h.T.Helper()
	code, _, err := p.Visit.NewKeyCode()
	h.Must(err)
	_, err = h.House.Lobby.AddKey("SHA256:"+key, "192.0.2.7", code)
	h.Must(err)
	h.Settle()
}

// afterGone returns a player whose only opponent has deleted the account.
func afterGone(h *screentest.Hall) *screentest.Person {
	p, o := h.Me(), h.Other()
	h.Duel(p, o, pairing.Offer{Rated: true}, screentest.WhiteGone)
	p.Do((*app.App).Home)
	o.Do((*app.App).Home)
	h.Must(o.Visit.Forget(h.Name(1)))
	h.Pass(2 * time.Minute)
	return p
}

// The page of the code goes back to the keys when the other machine has used it.
func TestKeyIsAddedWhileTheCodeShows(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := withKeys(h, 0)
		p.Press("a")
		first := p.Top().(*codePage).code
		p.Press("r")
		page := p.Top().(*codePage)
		if page.code == first {
			t.Error("no new code")
		}
		p.Wants("ssh arcade.example keys add "+page.code, true)
		p.Press("x")
		if len(p.Out) == 0 || fmt.Sprint(p.Out[len(p.Out)-1]) != "ssh arcade.example keys add "+page.code {
			t.Errorf("copied %v", p.Out)
		}
		if p.Frame().Mouse {
			t.Error("the mouse is not the terminal's")
		}
		p.Wants(p.T("copy.wait"), true)
		h.Pass(app.AnswerTime)
		p.Wants(p.T("copy.hand"), true)
		p.Press("x")
		p.Send(tea.ClipboardMsg{Content: "another text"})
		p.Wants(p.T("copy.done"), false)
		p.Send(tea.ClipboardMsg{Content: "ssh arcade.example keys add " + page.code})
		p.Wants(p.T("copy.done"), true)
		_, err := h.House.Lobby.AddKey("SHA256:other", "192.0.2.7", page.code)
		h.Must(err)
		h.Pass(time.Second)
		if k, ok := p.Top().(*keysPage); !ok || len(k.list) != 2 {
			t.Errorf("on %T", p.Top())
		}
		p.Wants("The key was added", true)
	})
}

func TestKeyIsRemoved(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := withKeys(h, 1)
		p.Press("down", "d")
		h.Pass(screentest.BeforeAnswer)
		p.Press("enter") // the harmless answer is in focus
		if list := p.Top().(*keysPage).list; len(list) != 2 {
			t.Errorf("Enter removed a key: %v", list)
		}
		p.Press("d")
		h.Pass(screentest.BeforeAnswer)
		p.Press("2")
		p.Wants("The key was removed", true)
		if list := p.Top().(*keysPage).list; len(list) != 1 || list[0].Fingerprint != screentest.KeyOf(h.Name(0)) {
			t.Errorf("left: %v", list)
		}
		p.Press("d") // the last one
		p.Wants("The last key stays", true)

		add(h, p, "second")
		h.Pass(time.Second)
		p.Press("home", "d")
		h.Pass(screentest.BeforeAnswer)
		p.Press("2")
		if !p.Quit || p.Bye() != p.T("acc.bye.removed") {
			t.Errorf("quit %v: %s", p.Quit, p.Bye())
		}
	})
}

// A key that is removed elsewhere closes the window of that key.
func TestSessionEndsWithItsKey(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		add(h, p, "second")
		p.Press("n") // on any screen
		_, err := h.House.Lobby.RemoveKey("SHA256:second", screentest.KeyOf(h.Name(0)))
		h.Must(err)
		h.Settle()
		if !p.Quit || p.Bye() != p.T("acc.bye.removed") {
			t.Errorf("quit %v: %s", p.Quit, p.Bye())
		}
	})
}

func TestErase(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := screentest.MyTurn(h, pairing.Offer{})
		p.Do((*app.App).Home)
		p.Press("p", "d")
		typed := func(text string) {
			p.Send(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl})
			p.Pasted(text)
		}
		for _, text := range []string{"", "BACKPIE", "backpi", "\x1b[31m"} {
			typed(text)
			p.Press("enter")
			if p.Quit {
				t.Fatalf("deleted by %q", text)
			}
			p.Wants("Nothing was deleted", true)
		}
		typed("backpie")
		p.Press("enter")
		if !p.Quit || p.Bye() != p.T("acc.deleted") {
			t.Fatalf("quit %v: %s", p.Quit, p.Bye())
		}
		p.End()
		h.Pass(4 * time.Second)
		o.LookAs(80, 24, o.Glyphs)
		if text := o.Canvas().Plain(o.Glyphs); !strings.Contains(text, "(gone)") || strings.Contains(text, "backpie") {
			t.Errorf("the opponent sees\n%s", text)
		}
		again := h.First("backpie")
		if !again.Visit.First() {
			t.Error("known still")
		}
	})
}

// With the mouse alone.
func TestAccountByMouse(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		add(h, p, "second")
		p.Press("p")
		menu := func(label string) {
			p.ClickText("Space menu")
			h.Pass(screentest.BeforeAnswer)
			p.ClickText(label)
		}
		for _, x := range []struct {
			label string
			ok    func(app.Screen) bool
		}{
			{"Keys", func(s app.Screen) bool { _, ok := s.(*keysPage); return ok }},
			{"Get my data", func(s app.Screen) bool { _, ok := s.(*exportPage); return ok }},
			{"Delete me", func(s app.Screen) bool { _, ok := s.(*erase); return ok }},
		} {
			menu(x.label)
			if !x.ok(p.Top()) {
				t.Errorf("%s: %T", x.label, p.Top())
			}
			p.Press("esc")
		}
		menu("Keys")
		p.ClickText("SHA256:second")
		p.ClickText("d remove")
		h.Pass(screentest.BeforeAnswer)
		p.ClickText("2 Remove it")
		if list := p.Top().(*keysPage).list; len(list) != 1 {
			t.Errorf("left: %v", list)
		}
	})
}

package pages

import (
	"testing"

	lobbynames "arcade/lobby/names"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// A visitor whose client names no language first chooses one with one key, gets a name in it, goes on to
// the connection's destination, and is not asked again.
func TestFirstLanguage(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		key := screentest.KeyOf("new")
		p := h.Unnamed(key, "root", "play", "othello")
		p.Wants("언어를 골라 주세요 / Choose a language", true)
		h.Pass(screentest.BeforeAnswer)
		if lobbynames.Lang(p.Visit.Me().Name) != "ko" {
			t.Fatalf("called %q", p.Visit.Me().Name)
		}
		p.Press("2")
		p.Wants("Lobby", true)
		if name := p.Visit.Me().Name; lobbynames.Lang(name) != "en" || !lobbynames.Invented(name) {
			t.Errorf("called %q in English", name)
		}
		p.End()
		p = h.Unnamed(key, "root")
		p.Wants("Choose a language", false)
		p.Wants("a bot until a person comes", true)
	})
}

// A chosen name stays, and so does an invented one in its own language. A guest is not told that the
// language is remembered.
func TestFirstLanguageKeepsNames(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		p := h.Unnamed(screentest.KeyOf("mina"), "mina")
		h.Pass(screentest.BeforeAnswer)
		if p.Press("down", "enter"); p.Visit.Me().Name != "mina" {
			t.Errorf("called %q", p.Visit.Me().Name)
		}
		guest := h.Unnamed("", "x")
		guest.Wants("We will remember it", false)
		was := guest.Visit.Me().Name
		h.Pass(screentest.BeforeAnswer)
		if guest.Press("1"); guest.Visit.Me().Name != was {
			t.Errorf("%q is called %q", was, guest.Visit.Me().Name)
		}
	})
}

// A name is drawn by lot in the language of the screens.
func TestRedrawnName(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.First("mina")
		p.Press("u", "tab", "enter")
		if name := p.Visit.Me().Name; !lobbynames.Invented(name) || lobbynames.Lang(name) != "en" {
			t.Errorf("called %q", name)
		}
	})
}

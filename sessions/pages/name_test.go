package pages

import (
	"testing"

	given "arcade/lobby/names"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// An invented name is redrawn in the language that its player chooses. A name that the player brought
// stays.
func TestNameInTheChosenLanguage(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			p := h.First("root") // a login name that says nothing about its player
			first := p.Visit.Me().Name
			if !given.Invented(first) {
				t.Fatalf("the given name is %q", first)
			}
			p.Press("u", "tab", "enter")
			if got := p.Visit.Me().Name; got == first || !given.Invented(got) || given.Lang(got) != lang.String() {
				t.Errorf("%v: redrawn as %q, given %q", lang, got, first)
			}
			for _, to := range []string{"en", "ko"} {
				h.Must(p.Visit.RenameIn(to))
				if got := p.Visit.Me().Name; given.Lang(got) != to {
					t.Errorf("%q in %s", got, to)
				}
			}
			own := h.First("dandelion")
			h.Must(own.Visit.RenameIn("ko"))
			if got := own.Visit.Me().Name; got != "dandelion" {
				t.Errorf("a name of one's own became %q", got)
			}
		})
	}
}

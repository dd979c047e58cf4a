package klondike

import (
	"testing"

	"arcade/sessions/app"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// The colour of a refusal disappears with its words.
func TestRefusalLeavesItsColour(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		p.Do(func(a *app.App) { a.Push(pages.NewStats(a.Visit.Me().ID)) })
		before := p.Look()
		p.Press("v") // there is no try yet
		if p.Look() == before {
			t.Fatal("nothing was refused")
		}
		p.Press("1") // the order is already chosen
		if p.Look() != before {
			t.Error("row 22 keeps the colour")
		}
	})
}

package klondike

import (
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/app"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// What was said in the colour of a refusal leaves it with the words.
func TestRefusalLeavesItsColour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := screentest.NewHall(t, words.EN)
		p := h.Me()
		p.Do(func(a *app.App) tea.Cmd { return a.Push(newStats(a.Visit.Me().ID)) })
		before := p.View().Content
		p.Press("v") // there is no try yet
		if p.View().Content == before {
			t.Fatal("nothing was refused")
		}
		p.Press("1") // the order that it has already
		if p.View().Content != before {
			t.Error("row 22 keeps the colour")
		}
	})
}

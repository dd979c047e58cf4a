package sessions

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// clickOn clicks a text that is in view.
func (p *person) clickOn(text string) {
	p.hall.t.Helper()
	for y, line := range strings.Split(p.canvas.Plain(p.glyphs), "\n") {
		if x := strings.Index(line, text); x >= 0 {
			p.click(ui.Width(line[:x]), y)
			return
		}
	}
	p.hall.t.Fatalf("no %q in view:\n%s", text, p.canvas.Plain(p.glyphs))
}

// A button does what it says, whichever is in focus and whatever its key.
func TestAskButtons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newHall(t, words.EN).me()
		keys := []ui.Key{"enter", "v", "space", "esc", "x", "r", "t", "u", "d", "e"}
		for focus := -1; focus < len(keys); focus++ {
			for i := range keys {
				done := ""
				p.do(func(a *App) tea.Cmd {
					return a.push(&lazyAsk{build: func(_ *App, q *ask) {
						q.title, q.focus, q.width = "?", focus, 30
						for i, key := range keys {
							name := fmt.Sprintf("answer-%c", 'a'+i)
							q.answers = append(q.answers, answer{key, name, func(*App) tea.Cmd { done = name; return nil }})
						}
					}})
				})
				p.hall.pass(beforeAnswer)
				want := fmt.Sprintf("answer-%c", 'a'+i)
				if p.clickOn(want); done != want {
					t.Fatalf("a click on %s with %d in focus did %q", want, focus, done)
				}
			}
		}
	})
}

// What cannot be done now keeps its number in a table's menu, so that no number comes
// to mean another thing; pressed, it says why not.
func TestMenuNumbersStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, o := myTurn(newHall(t, words.EN), lobby.Offer{})
		p.press("d")
		o.hall.pass(beforeAnswer)
		p.press("space")
		p.hall.pass(beforeAnswer)
		if text := p.text(); !strings.Contains(text, "  2 Offer a draw  ") || !strings.Contains(text, "[ 3 Resign ]") {
			t.Fatalf("the numbers have changed:\n%s", text)
		}
		p.press("2")
		if text := p.text(); !strings.Contains(text, words.T(words.EN, "tb.no.asked")) {
			t.Errorf("nothing says why there is no draw to offer:\n%s", text)
		}
	})
}

package pages

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// A button does what it says, whatever has the focus and whatever its key.
func TestAskButtons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := screentest.NewHall(t, words.EN).Me()
		keys := []ui.Key{"enter", "v", "space", "esc", "x", "r", "t", "u", "d", "e"}
		for focus := 0; focus < len(keys); focus++ {
			for i := range keys {
				done := ""
				p.Do(func(a *app.App) {
					a.Push(&app.LazyAsk{Build: func(_ *app.App, q *app.Ask) {
						q.Title, q.Focus, q.Width, q.Lettered = "?", focus, 30, true
						for i, key := range keys {
							name := fmt.Sprintf("answer-%c", 'a'+i)
							q.Answers = append(q.Answers, app.Answer{Key: key, Label: name, Do: func(*app.App) { done = name }})
						}
					}})
				})
				p.Hall.Pass(screentest.BeforeAnswer)
				want := fmt.Sprintf("answer-%c", 'a'+i)
				if p.ClickOn(want); done != want {
					t.Fatalf("a click on %s with %d in focus did %q", want, focus, done)
				}
			}
		}
	})
}

// An impossible command keeps its number in a table's menu, so that numbers never change their meaning.
// Pressed, it gives the reason.
func TestMenuNumbersStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, o := screentest.MyTurn(screentest.NewHall(t, words.EN), pairing.Offer{})
		p.Press("d")
		o.Hall.Pass(screentest.BeforeAnswer)
		p.Press("space")
		p.Hall.Pass(screentest.BeforeAnswer)
		if text := p.Text(); !strings.Contains(text, "  7 Offer a draw  ") || !strings.Contains(text, "[ 9 Resign ]") {
			t.Fatalf("the numbers have changed:\n%s", text)
		}
		p.Press("7")
		if text := p.Text(); !strings.Contains(text, words.T(words.EN, "tb.no.asked")) {
			t.Errorf("nothing says why there is no draw to offer:\n%s", text)
		}
	})
}

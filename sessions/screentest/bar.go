package screentest

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	"arcade/internal/race"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// testKeyBar: every key in a key bar does something there, and a click on its name does the same. The
// arrows are excepted: they move only if there is somewhere to go.
func testKeyBar(t *testing.T, pages []Page) {
	if race.On {
		t.Skip("one screen and one key at a time, thousands of them")
	}
	clicked := map[string]bool{}
	for _, pg := range pages {
		var bar map[ui.Key]int
		top := ""
		synctest.Test(t, func(t *testing.T) {
			p := pg.Make(NewHall(t, words.KO))
			bar, top = p.bar(), fmt.Sprintf("%T", p.Top())
			if key := p.ambiguous(); key != "" {
				t.Errorf("%s: two commands have the key %s", pg.Name, key)
			}
			for _, wrong := range p.misspelt() {
				t.Errorf("%s: %s", pg.Name, wrong)
			}
		})
		for key, x := range bar {
			if slices.Contains([]ui.Key{"up", "down", "left", "right"}, key) || slices.Contains(pg.Deaf, string(key)) {
				continue
			}
			click := !clicked[top+string(key)] // once on each kind of screen
			clicked[top+string(key)] = true
			t.Run(fmt.Sprintf("%s/%s", pg.Name, key), func(t *testing.T) {
				t.Parallel()
				pressed := ""
				synctest.Test(t, func(t *testing.T) {
					p := pg.Make(NewHall(t, words.KO))
					before := p.State()
					p.Press(string(key))
					if p.State() == before {
						t.Errorf("%s does nothing", key)
					}
					pressed = p.where()
				})
				if !click {
					return
				}
				synctest.Test(t, func(t *testing.T) {
					p := pg.Make(NewHall(t, words.KO))
					p.Click(x, p.H-1)
					if got := p.where(); got != pressed {
						t.Errorf("a click on %s leads to %s, the key to %s", key, got, pressed)
					}
				})
			})
		}
	}
}

// ambiguous returns a key with two meanings on the top screen, "" for none.
func (p *Person) ambiguous() ui.Key {
	top, ok := p.Top().(interface {
		Commands(a *app.App) []app.Command
	})
	if _, table := p.Top().(*play.Table); !ok || table { // a game's key may replace its table's
		return ""
	}
	seen := map[ui.Key]bool{}
	for _, c := range top.Commands(p.App) {
		for _, key := range c.Keys() {
			if seen[key] {
				return key
			}
			seen[key] = true
		}
	}
	return ""
}

package sessions

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// state is what a key may change.
func (p *person) state() string {
	p.drawn = false
	p.View()
	return fmt.Sprint(p.quit, len(p.out), p.canvas.Plain(p.glyphs))
}

// place is where a key has led, without what is random there.
func (p *person) where() string {
	at := fmt.Sprint(p.quit, len(p.out), p.note)
	for _, s := range p.stack {
		at += fmt.Sprintf(" %T", s)
	}
	return at
}

// testKeyBar: every key that a key bar names does something there, and a click on its name
// does the same. The arrows are left out: they move where there is where to go.
func testKeyBar(t *testing.T, pages []page) {
	if raced {
		t.Skip("one screen and one key at a time, thousands of them")
	}
	clicked := map[string]bool{}
	for _, pg := range pages {
		var bar map[ui.Key]int
		top := ""
		synctest.Test(t, func(t *testing.T) {
			p := pg.make(newHall(t, words.KO))
			bar, top = p.bar(), fmt.Sprintf("%T", p.top())
		})
		for key, x := range bar {
			if slices.Contains([]ui.Key{"up", "down", "left", "right"}, key) || slices.Contains(pg.deaf, string(key)) {
				continue
			}
			click := !clicked[top+string(key)] // once on each kind of screen
			clicked[top+string(key)] = true
			t.Run(fmt.Sprintf("%s/%s", pg.name, key), func(t *testing.T) {
				t.Parallel()
				pressed := ""
				synctest.Test(t, func(t *testing.T) {
					p := pg.make(newHall(t, words.KO))
					before := p.state()
					p.press(string(key))
					if p.state() == before {
						t.Errorf("%s does nothing", key)
					}
					pressed = p.where()
				})
				if !click {
					return
				}
				synctest.Test(t, func(t *testing.T) {
					p := pg.make(newHall(t, words.KO))
					p.click(x, p.h-1)
					if got := p.where(); got != pressed {
						t.Errorf("a click on %s leads to %s, the key to %s", key, got, pressed)
					}
				})
			})
		}
	}
}

// testSizes: whatever size the window takes on, the screen is as it was in the old one.
func testSizes(t *testing.T, pages []page) {
	if raced {
		t.Skip("layouts alone")
	}
	for _, pg := range pages {
		t.Run(pg.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := pg.make(newHall(t, words.KO))
				p.send(tea.WindowSizeMsg{Width: 80, Height: 24})
				before := p.state()
				for _, s := range []Size{{120, 40}, {60, 18}, {1, 1}, {100, 30}, {500, 200}, {80, 24}} {
					p.send(tea.WindowSizeMsg{Width: s.Width, Height: s.Height})
				}
				if p.state() != before {
					t.Errorf("another screen than before:\n%s", p.canvas.Plain(p.glyphs))
				}
			})
		})
	}
}

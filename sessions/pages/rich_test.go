package pages

import (
	"fmt"
	"testing"
	"time"

	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// hits returns all clickable things in the frame in view, except the key bar: caps take more room than
// names, so that some are omitted.
func hits(p *screentest.Person) map[any]bool {
	found := map[any]bool{}
	for y := range p.H - 1 {
		for x := range p.W {
			if hit, ok := p.Canvas().HitAt(x, y); ok {
				found[hit] = true
			}
		}
	}
	return found
}

// Everything that can be clicked on the other levels can be clicked on the pictures.
func TestRichHits(t *testing.T) {
	for _, page := range []struct {
		name  string
		make  func(*screentest.Hall) *screentest.Person
		loses func(hit any) bool // things without room there
	}{
		{"home", (*screentest.Hall).Me, nil},
		{"full home", fullHome, nil},
		{"lobby", screentest.Then(othelloLobby), nil},
		{"people", screentest.Then(othelloLobby, "tab"), nil},
		{"form", screentest.Then((*screentest.Hall).Me, "n"), nil},
		{"profile", func(h *screentest.Hall) *screentest.Person { return myMatches(h, "esc", "p") }, func(hit any) bool {
			row, ok := hit.(ui.RowHit)                                                       // a game without statistics is not in the list
			return ok && row > 0 || fmt.Sprintf("%T(%[1]v)", hit) == "profile.statsHit(yut)" // never played: t leads there
		}},
		{"board", screentest.Then(ranked, "b"), nil},
		{"matches", func(h *screentest.Hall) *screentest.Person { return myMatches(h) }, nil},
		{"settings", screentest.Then((*screentest.Hall).Me, "s"), nil},
	} {
		t.Run(page.name, func(t *testing.T) {
			screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
				p := page.make(h)
				for _, size := range screentest.RichSizes {
					p.LookAs(size.Width, size.Height, ui.LevelLines)
					want := hits(p)
					p.LookAs(size.Width, size.Height, ui.LevelRich)
					got := hits(p)
					for hit := range want {
						if !got[hit] && (page.loses == nil || !page.loses(hit)) {
							t.Errorf("%dx%d: nothing is %T(%v)", size.Width, size.Height, hit, hit)
						}
					}
				}
			})
		})
	}
}

// Home shows the visitor's streak, and leads to the day.
func TestStreak(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		for range 3 {
			h.Finished(p, "othello", "", 0, "")
			h.Pass(24 * time.Hour)
		}
		p.Stack[0].(*Home).Refresh(p.App)
		for _, level := range []ui.Level{ui.LevelRich, ui.LevelLines} {
			p.LookAs(80, 24, level)
			p.Wants("3 days", true)
		}
		p.Press("t")
		p.Wants("Any one of them keeps your streak of 3 days", true)
	})
}

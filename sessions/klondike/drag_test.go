package klondike

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/client"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
)

// dragged moves the pressed pointer to so many cells from where it presses a spot.
func dragged(p *screentest.Person, from spot, dx, dy int) {
	x, y := cell(p, from)
	p.Send(tea.MouseMotionMsg{X: x + dx, Y: y + dy, Button: tea.MouseLeft})
}

// rankOf returns the first cell within a spot's area that has a rank's sign.
func rankOf(p *screentest.Person, at spot, rank rune) (x, y int) {
	for y := range p.H {
		for x := range p.W {
			if hit, ok := p.Canvas().HitAt(x, y); ok && hit == any(at) && p.Canvas().Cells().At(x, y).Rune == rank {
				return x, y
			}
		}
	}
	p.Hall.T.Fatalf("no %c in %+v:\n%s", rank, at, p.Canvas().Plain(p.Glyphs))
	return 0, 0
}

// A dragged card follows the pointer, and where it lay is what was below it. Each cell that the pointer crosses is a
// frame, and nothing else is. Let go over a place that does not accept it, it is back, with the reason.
func TestDragged(t *testing.T) {
	const nine = "draw w>7 draw w>7 draw w>7 draw"
	waste, ten, six := spot{zone: onWaste}, spot{inColumn, 6, 9}, spot{inColumn, 2, 2}
	const dx, dy = 5, 2
	sizes := append([]client.Size{{Width: 48, Height: 49}, {Width: 105, Height: 26}}, screentest.AllSizes...)
	for _, size := range sizes {
		for _, level := range []ui.Level{ui.LevelPlain, ui.LevelLines, ui.LevelRich} {
			inKlondike(t, "1", withDeck(longDeck()), nine, func(h *screentest.Hall, p *screentest.Person) {
				p.LookAs(size.Width, size.Height, level)
				before := played(p)
				x, y := rankOf(p, waste, '9')
				at := func(dx, dy int) rune { return p.Canvas().Cells().At(x+dx, y+dy).Rune }
				follows := func(where string, moved bool) {
					t.Helper()
					if there, still := at(dx, dy) == '9', at(0, 0) == '9'; there != moved || still == moved {
						t.Errorf("%v, %v, %s: there %v, in its place %v\n%s", size, level, where, there, still, p.Canvas().Plain(level))
					}
					for _, problem := range p.Problems() {
						t.Errorf("%v, %v, %s: %s", size, level, where, problem)
					}
				}
				mouse(p, "press", waste)
				follows("pressed", false)
				dragged(p, waste, dx, dy)
				follows("dragged", true)
				p.Canvas()
				if dragged(p, waste, dx, dy); !p.Drawn {
					t.Errorf("%v: a frame though the pointer is in the same cell", size)
				}
				mouse(p, "release", six)
				follows("let go where it may not lie", false)
				if want := viewOf(p).wants(p.App, kl(p), 2); p.Note != want || viewOf(p).held != nil {
					t.Errorf("%q, not %q; held %v", p.Note, want, viewOf(p).held)
				}
				expect(p, before, "")

				h.Pass(time.Second)
				mouse(p, "press", waste)
				dragged(p, waste, dx, dy)
				p.Send(tea.MouseReleaseMsg{X: 0, Y: 0, Button: tea.MouseLeft})
				follows("let go over nothing", false)

				h.Pass(time.Second)
				mouse(p, "press", waste)
				dragged(p, waste, 1, 0)
				mouse(p, "release", waste) // a finger that is not quite still
				if v := viewOf(p); v.held == nil || *v.held != waste {
					t.Errorf("%v: a tap holds %v", size, v.held)
				}
				mouse(p, "press", six) // not a place for it
				dragged(p, six, dx, dy)
				mouse(p, "release", six)

				h.Pass(time.Second)
				mouse(p, "press", waste)
				dragged(p, waste, dx, dy)
				mouse(p, "release", ten)
				expect(p, before, "w>7")
				if tb := p.Top().(*play.Table); tb.Scene.MotionLeft(p.App, tb.Game) > 0 {
					t.Errorf("%v: the card flies to where it was let go", size)
				}
			})
		}
	}
}

// What lies on a dragged card goes with it, and a card that cannot move does not.
func TestRunDragged(t *testing.T) {
	screentest.In(t, 0, func(t *testing.T, h *screentest.Hall) {
		p := runHeld(h)
		from := *viewOf(p).held
		p.Press("esc")
		for _, level := range []ui.Level{ui.LevelLines, ui.LevelRich} {
			h.Pass(time.Second)
			p.LookAs(120, 40, level)
			column := kl(p).Tableau[from.n]
			rank := func(i int) rune { return []rune(column[i].Card.Rank().String())[0] }
			last := len(column) - 1
			x0, y0 := rankOf(p, from, rank(from.i))
			x1, y1 := rankOf(p, spot{inColumn, from.n, last}, rank(last))
			mouse(p, "press", from)
			dragged(p, from, 2, 3)
			for at, want := range map[[2]int]rune{{x0 + 2, y0 + 3}: rank(from.i), {x1 + 2, y1 + 3}: rank(last)} {
				if got := p.Canvas().Cells().At(at[0], at[1]).Rune; got != want {
					t.Errorf("%v: %c at %v, not %c\n%s", level, got, at, want, p.Canvas().Plain(level))
				}
			}
			p.Press("esc") // lets it go
			if viewOf(p).pulled != nil {
				t.Error("a key does not put the cards back")
			}
			p.Send(tea.MouseReleaseMsg{X: 0, Y: 0, Button: tea.MouseLeft})
		}
		for n, column := range kl(p).Tableau {
			at := spot{inColumn, n, len(column) - 1}
			if len(column) == 0 || len(viewOf(p).targets(kl(p), at)) > 0 {
				continue
			}
			mouse(p, "press", at)
			p.Canvas()
			if dragged(p, at, 2, 3); !p.Drawn {
				t.Errorf("a card of column %d that cannot move follows the pointer", n+1)
			}
			return
		}
		t.Error("every card can move")
	})
}

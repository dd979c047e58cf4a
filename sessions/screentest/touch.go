package screentest

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"arcade/internal/keynames"
	"arcade/internal/race"
	"arcade/sessions/paint"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// testTouch: where a finger points, no sentence names a key or the mouse.
func testTouch(t *testing.T, pages []Page) {
	if race.On {
		t.Skip("texts alone")
	}
	for _, pg := range pages {
		t.Run(pg.Name, func(t *testing.T) {
			t.Parallel()
			for _, lang := range []words.Lang{words.EN, words.KO} {
				synctest.Test(t, func(t *testing.T) {
					h := NewHall(t, lang)
					h.finger = true
					p := pg.Make(h)
					for _, s := range tablets[:3] {
						p.LookAs(s.Width, s.Height, ui.LevelRich)
						for _, problem := range p.keyNames() {
							t.Errorf("%dx%d: %s\n%s", s.Width, s.Height, problem, p.Canvas.Plain(p.Glyphs))
						}
					}
				})
			}
		})
	}
}

// keyNames returns the sentences of a screen for a finger that name a key. Buttons may: a press on them is the key.
func (p *Person) keyNames() (list []string) {
	button := map[[2]int]bool{}
	for _, at := range p.Canvas.Areas() {
		if _, ok := at.Msg.(ui.Press); ok {
			for y := at.Y; y < at.Y+at.H; y++ {
				for x := at.X; x < at.X+at.W; x++ {
					button[[2]int{x, y}] = true
				}
			}
		}
	}
	cells := p.Canvas.Cells()
	for y := range cells.H() {
		var row strings.Builder
		for x, at := range cells.Row(y) {
			switch {
			case button[[2]int{x, y}]:
				row.WriteByte('_') // not the end of a word beside it
			case at.Rune != paint.Tail:
				row.WriteRune(at.Rune)
			}
		}
		if m := keynames.In(row.String()); m != "" {
			list = append(list, fmt.Sprintf("a key for a finger, %q: %s", m, strings.TrimSpace(row.String())))
		}
	}
	return list
}

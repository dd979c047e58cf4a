package screentest

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"arcade/internal/race"
	"arcade/sessions/paint"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// moves are the keys that move a focus or a choice, and change nothing else.
var moves = []string{"down", "right", "tab", "up", "left"}

// testColourAlone: colour alone never carries information. If a key changes a screen, the frames also
// differ without colours: in a character, or in bold, underlined or reversed ones.
func testColourAlone(t *testing.T, pages []Page) {
	if race.On {
		t.Skip("layouts alone")
	}
	for i, pg := range pages {
		t.Run(pg.Name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := pg.Make(NewHall(t, []words.Lang{words.KO, words.EN}[i%2]))
				for _, level := range []ui.Level{ui.LevelRich, ui.LevelLines, ui.LevelPlain} {
					p.LookAs(120, 40, level)
					for _, key := range moves {
						was := p.seen()
						p.Press(key)
						is := p.seen()
						if was.coloured != is.coloured && was.bare == is.bare {
							t.Errorf("%s: %s changes colours alone:\n%s", glyphNames[level], key, difference(was.coloured, is.coloured))
						}
					}
				}
			})
		})
	}
}

// sight is a frame as seen with colours and without.
type sight struct{ coloured, bare string }

// seen returns the frame in view.
func (p *Person) seen() sight {
	p.View()
	var coloured, bare strings.Builder
	mono := ui.Mono.Palette()
	for y := range p.Canvas.Cells().H() {
		for _, at := range p.Canvas.Cells().Row(y) {
			attr := paint.Attr(0)
			if p.Glyphs != ui.LevelRich { // its pictures need shades
				attr = mono.Look(at.Surface, at.Ink).Attr
			} else if at.Ink&paint.BoldInk != 0 {
				attr = paint.Bold
			}
			fmt.Fprintf(&coloured, "%c%d,%d", at.Rune, at.Surface, at.Ink)
			fmt.Fprintf(&bare, "%c%d", at.Rune, attr)
		}
		coloured.WriteByte('\n')
	}
	if x, y, ok := p.Canvas.Cells().Cursor(); ok {
		fmt.Fprintf(&bare, "%d,%d", x, y)
	}
	return sight{coloured.String(), bare.String()}
}

package screentest

import (
	"fmt"
	"slices"
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
						if !slices.Equal(was.coloured, is.coloured) && slices.Equal(was.bare, is.bare) {
							t.Errorf("%s: %s changes colours alone:\n%s", glyphNames[level], key, difference(was.String(), is.String()))
						}
					}
				}
			})
		})
	}
}

// sight is a frame: its cells, and the same with the attributes that are left without colours as their ink.
type sight struct {
	w              int
	coloured, bare []paint.Cell
}

// seen returns the frame in view. The bare one ends with the cursor.
func (p *Person) seen() sight {
	is := sight{w: p.Canvas().Cells().W()}
	mono := ui.Mono.Palette()
	for y := range p.Canvas().Cells().H() {
		row := p.Canvas().Cells().Row(y)
		is.coloured = append(is.coloured, row...)
		for _, at := range row {
			attr := paint.Attr(0)
			if p.Glyphs != ui.LevelRich { // its pictures need shades
				attr = mono.Look(at.Surface, at.Ink).Attr
			} else if at.Ink&paint.BoldInk != 0 {
				attr = paint.Bold
			}
			is.bare = append(is.bare, paint.Cell{Rune: at.Rune, Ink: uint16(attr)})
		}
	}
	if x, y, ok := p.Canvas().Cells().Cursor(); ok {
		is.bare = append(is.bare, paint.Cell{Surface: uint16(x), Ink: uint16(y)})
	}
	return is
}

// String writes each row of the coloured frame with its surfaces and inks.
func (s sight) String() string {
	var text strings.Builder
	for i, at := range s.coloured {
		fmt.Fprintf(&text, "%c%d,%d", at.Rune, at.Surface, at.Ink)
		if (i+1)%s.w == 0 {
			text.WriteByte('\n')
		}
	}
	return text.String()
}

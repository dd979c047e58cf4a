package ui

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Sprite is a picture in cells, each with a character, an ink and a ground.
type Sprite struct {
	W, H  int
	cells []spriteCell // by rows; a zero rune draws nothing
}

type spriteCell struct {
	r      rune
	fg, bg Token
}

// nightPage is the ground on which sprites were drawn; it becomes the page.
const nightPage = "#11131a"

// Sprites reads pictures by name from JSON: rows of [character, ink, ground], null for an empty cell.
// Colours are "#rrggbb", which become new paints, or named colours in colours. It panics on malformed
// data, since the data is embedded. Package variables call it, like [NewPaint].
func Sprites(data []byte, colours map[string]Token) map[string]*Sprite {
	var all map[string][][]*[3]string
	if err := json.Unmarshal(data, &all); err != nil {
		panic(fmt.Errorf("ui: sprites: %w", err))
	}
	token := func(name string) Token {
		if tok, ok := colours[name]; ok {
			return tok
		}
		if name == nightPage {
			return Page
		}
		rgb, err := strconv.ParseUint(strings.TrimPrefix(name, "#"), 16, 32)
		if err != nil {
			panic(fmt.Errorf("ui: sprites: %w", err))
		}
		return NewPaint(Paint{Night: uint32(rgb)})
	}
	sprites := map[string]*Sprite{}
	for name, rows := range all {
		s := &Sprite{H: len(rows)}
		for _, row := range rows {
			s.W = len(row)
			for _, c := range row {
				if c == nil {
					s.cells = append(s.cells, spriteCell{})
					continue
				}
				s.cells = append(s.cells, spriteCell{[]rune(c[0])[0], token(c[1]), token(c[2])})
			}
		}
		sprites[name] = s
	}
	return sprites
}

// Stamp draws a sprite with its top left cell at x, y.
func (g Region) Stamp(x, y int, s *Sprite) {
	for i, c := range s.cells {
		if c.r != 0 {
			g.Cell(x+i%s.W, y+i/s.W, c.r, Ground(c.fg), c.bg)
		}
	}
}

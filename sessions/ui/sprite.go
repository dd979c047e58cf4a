package ui

import (
	"fmt"

	"arcade/sessions/art"
)

// Sprite is a picture in cells, each with a character, an ink and a ground.
type Sprite struct {
	W, H  int
	cells []spriteCell // by rows
}

type spriteCell struct {
	r      rune
	fg, bg Token
}

// nightPage is the ground on which sprites were drawn; it becomes the page.
const nightPage = "#11131a"

// Sprites reads pictures by name from a text, see [art.Parse]. Its colours become new paints, or are named in colours. It
// panics on malformed data, since the data is embedded. Package variables call it, like [NewPaint].
func Sprites(text string, colours map[string]Token) map[string]*Sprite {
	list, err := art.Parse(text)
	if err != nil {
		panic(fmt.Errorf("ui: sprites: %w", err))
	}
	token := func(name string) Token {
		if tok, ok := colours[name]; ok {
			return tok
		}
		if name == nightPage {
			return Page
		}
		rgb, ok := art.RGB(name)
		if !ok {
			panic("ui: sprites: there is no colour " + name)
		}
		return NewPaint(Paint{Night: rgb})
	}
	sprites := map[string]*Sprite{}
	for _, p := range list {
		s := &Sprite{W: p.W, H: p.H}
		for _, c := range p.Cells {
			s.cells = append(s.cells, spriteCell{c.Rune, token(c.Ink), token(c.Ground)})
		}
		sprites[p.Name] = s
	}
	return sprites
}

// Stamp draws a sprite with its top left cell at x, y.
func (g Region) Stamp(x, y int, s *Sprite) {
	for i, c := range s.cells {
		g.Cell(x+i%s.W, y+i/s.W, c.r, SolidInk(c.fg), c.bg)
	}
}

package paint

import (
	"strconv"
	"sync/atomic"

	"github.com/charmbracelet/x/ansi"
)

// Colour is a colour of a terminal. The zero value is the terminal's own.
type Colour uint16

const indexed Colour = 1 << 8

// Index is a colour of the table of 256; the first 16 are what users redefine.
func Index(n uint8) Colour { return indexed | Colour(n) }

// Attr are attributes of characters.
type Attr uint8

// The attributes that the arcade uses. Every terminal knows them.
const (
	Bold Attr = 1 << iota
	Underline
	Reverse
)

// onBlank are the attributes that show without a character.
const onBlank = Underline | Reverse

// Style is how a cell looks. The zero value is a terminal's plain state.
type Style struct {
	Fg, Bg Colour
	Attr   Attr
}

// blank is the style in which a blank looks the same, one for all such styles.
func (s Style) blank() Style {
	if s.Attr&onBlank != 0 {
		return s
	}
	return Style{Bg: s.Bg}
}

// params appends what leads from one style to this one, each parameter with ';'
// before it.
func (s Style) params(b []byte, from Style) []byte {
	if on, off := s.Attr&^from.Attr, from.Attr&^s.Attr; on|off != 0 {
		for i, code := range [...]struct{ on, off string }{{";1", ";22"}, {";4", ";24"}, {";7", ";27"}} {
			switch a := Attr(1) << i; {
			case on&a != 0:
				b = append(b, code.on...)
			case off&a != 0:
				b = append(b, code.off...)
			}
		}
	}
	if s.Fg != from.Fg {
		b = s.Fg.params(b, 30)
	}
	if s.Bg != from.Bg {
		b = s.Bg.params(b, 40)
	}
	return b
}

// params appends the parameters of a colour; base is 30 for the ink, 40 for the ground.
func (c Colour) params(b []byte, base int64) []byte {
	b = append(b, ';')
	n := int64(c & 0xFF)
	switch {
	case c == 0:
		return strconv.AppendInt(b, base+9, 10)
	case n < 8:
		return strconv.AppendInt(b, base+n, 10)
	case n < 16:
		return strconv.AppendInt(b, base+60+n-8, 10)
	}
	b = strconv.AppendInt(b, base+8, 10)
	return strconv.AppendInt(append(b, ";5;"...), n, 10)
}

// Depth is how many colours a terminal has.
type Depth uint8

// The depths, from the least.
const (
	NoColours Depth = iota
	Colours16
	Colours256
)

// in is the colour that a terminal of this depth shows for c.
func (c Colour) in(d Depth) Colour {
	switch {
	case d == NoColours:
		return 0
	case c == 0, d == Colours256, c&0xFF < 16:
		return c
	}
	return Index(uint8(ansi.Convert16(ansi.IndexedColor(c & 0xFF))))
}

// Palette says how inks look on surfaces. It is made once, does not change and may
// be shared.
type Palette struct {
	inks   int
	number []uint8 // of the style, by surface and ink
	styles []Style // by number, each once; the first is the plain one
	blank  []uint8 // by number: the style of a blank that looks the same
	depths [Colours256]atomic.Pointer[Palette]
}

// NewPalette makes a palette of so many surfaces and inks. There may be 256 styles.
func NewPalette(surfaces, inks int, look func(surface, ink int) Style) *Palette {
	p := &Palette{inks: inks, number: make([]uint8, surfaces*inks)}
	known := map[Style]uint8{}
	number := func(s Style) uint8 {
		n, ok := known[s]
		if !ok {
			if len(p.styles) == 256 {
				panic("paint: a palette of more than 256 styles")
			}
			n = uint8(len(p.styles))
			known[s] = n
			p.styles = append(p.styles, s)
		}
		return n
	}
	number(Style{})
	for i := range p.number {
		p.number[i] = number(look(i/inks, i%inks))
	}
	for i := 0; i < len(p.styles); i++ {
		p.blank = append(p.blank, number(p.styles[i].blank()))
	}
	return p
}

// Size is how many surfaces and inks the palette has.
func (p *Palette) Size() (surfaces, inks int) { return len(p.number) / p.inks, p.inks }

// Look is the style of an ink on a surface.
func (p *Palette) Look(surface, ink uint8) Style { return p.styles[p.style(surface, ink)] }

func (p *Palette) style(surface, ink uint8) uint8 { return p.number[int(surface)*p.inks+int(ink)] }

// in is the palette as a terminal of this depth shows it.
func (p *Palette) in(d Depth) *Palette {
	if d >= Colours256 {
		return p
	}
	if q := p.depths[d].Load(); q != nil {
		return q
	}
	surfaces, inks := p.Size()
	q := NewPalette(surfaces, inks, func(surface, ink int) Style {
		s := p.Look(uint8(surface), uint8(ink))
		return Style{s.Fg.in(d), s.Bg.in(d), s.Attr}
	})
	p.depths[d].CompareAndSwap(nil, q)
	return p.depths[d].Load()
}

package paint

import (
	"strconv"
	"sync/atomic"

	"github.com/charmbracelet/x/ansi"
)

// Colour is a colour of a terminal, with its kind above the lowest 24 bits. The zero value is the
// terminal's own.
type Colour uint32

const (
	indexed Colour = 1 << 24 // the lowest byte is a number in the table of 256
	direct  Colour = 2 << 24 // red, green and blue
)

// Index returns a colour of the table of 256; users redefine the first 16.
func Index(n uint8) Colour { return indexed | Colour(n) }

// RGB returns the 24-bit colour 0xRRGGBB.
func RGB(rgb uint32) Colour { return direct | Colour(rgb&0xFFFFFF) }

// RGB returns the red, green and blue of a 24-bit colour as 0xRRGGBB. It is not ok for other
// colours.
func (c Colour) RGB() (rgb uint32, ok bool) { return uint32(c & 0xFFFFFF), c&direct != 0 }

// Index returns a colour's number in the table of 256. It is not ok for other colours.
func (c Colour) Index() (n uint8, ok bool) { return uint8(c), c&indexed != 0 }

// Attr is a set of attributes of a character.
type Attr uint8

// The attributes that the arcade uses. Every terminal knows them.
const (
	Bold Attr = 1 << iota
	Underline
	Reverse
)

// onBlank has the attributes that show on a blank.
const onBlank = Underline | Reverse

// Style is a cell's colours and attributes. The zero value is a terminal's plain state.
type Style struct {
	Fg, Bg Colour
	Attr   Attr
}

// blank returns the one style for all blanks that look the same as in s.
func (s Style) blank() Style {
	if s.Attr&onBlank != 0 {
		return s
	}
	return Style{Bg: s.Bg}
}

// params appends the change from one style to this one, each parameter with ';' before it.
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
	case c&direct != 0:
		b = append(strconv.AppendInt(b, base+8, 10), ";2"...)
		for shift := 16; shift >= 0; shift -= 8 {
			b = strconv.AppendInt(append(b, ';'), int64(c>>shift&0xFF), 10)
		}
		return b
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

// Depth is a terminal's number of colours.
type Depth uint8

// The depths, from the least.
const (
	NoColours Depth = iota
	Colours16
	Colours256
	TrueColour // 24 bits
)

// in returns the colour that a terminal of this depth shows for c.
func (c Colour) in(d Depth) Colour {
	if d == NoColours {
		return 0
	}
	if rgb, ok := c.RGB(); ok && d < TrueColour {
		c = Index(Nearest(rgb))
	}
	if n, ok := c.Index(); ok && d == Colours16 && n >= 16 {
		return Index(uint8(ansi.Convert16(ansi.IndexedColor(n))))
	}
	return c
}

// FirstPaint is the number of the first paint, a colour without a role. Lower numbers are roles: the style
// of an ink depends on its surface.
const FirstPaint = 256

// Bits of an ink's number.
const (
	// BoldInk makes any ink bold.
	BoldInk = 1 << 15
	// GroundInk marks the number of a surface in place of an ink: the ink has that surface's colour. Two
	// pixels in a cell are an ink and a ground.
	GroundInk = 1 << 14
	// DimInk moves both colours of the cell most of the way to the page's. Cells under a dialogue have it.
	DimInk = 1 << 13

	inkMask = DimInk - 1
)

// Palette has the styles of inks on surfaces. It does not change and may be shared.
type Palette struct {
	inks   int
	roles  []Style // by surface and ink
	paints []Colour
	dim    func(Colour) Colour
	clear  func(ink, ground Colour) Colour
	depths [TrueColour]atomic.Pointer[Palette]
}

// NewPalette returns a palette of so many surfaces and inks with roles, each at most FirstPaint.
func NewPalette(surfaces, inks int, look func(surface, ink int) Style) *Palette {
	p := &Palette{inks: inks, roles: make([]Style, surfaces*inks), dim: func(c Colour) Colour { return c }}
	for i := range p.roles {
		p.roles[i] = look(i/inks, i%inks)
	}
	return p
}

// With returns the palette with paints and the function that dims a colour; nil for no change.
func (p *Palette) With(paints []Colour, dim func(Colour) Colour) *Palette {
	q := &Palette{inks: p.inks, roles: p.roles, paints: paints, dim: dim, clear: p.clear}
	if dim == nil {
		q.dim = p.dim
	}
	return q
}

// Clear returns the palette in which clear returns the ink of text from its usual ink and its ground.
func (p *Palette) Clear(clear func(ink, ground Colour) Colour) *Palette {
	return &Palette{inks: p.inks, roles: p.roles, paints: p.paints, dim: p.dim, clear: clear}
}

// Size returns the numbers of the palette's surfaces, inks and paints.
func (p *Palette) Size() (surfaces, inks, paints int) {
	return len(p.roles) / p.inks, p.inks, len(p.paints)
}

// Look returns the style of an ink on a surface. Either may be a paint: on a paint, a role's ink has its
// colour on the first surface.
func (p *Palette) Look(surface, ink uint16) Style {
	n := ink & inkMask
	var s Style
	if surface < FirstPaint && n < FirstPaint && ink&GroundInk == 0 {
		s = p.roles[int(surface)*p.inks+int(n)]
	} else {
		s.Bg = p.ground(surface)
		if n < FirstPaint && ink&GroundInk == 0 { // not a surface's number, of which there may be fewer
			s.Fg, s.Attr = p.roles[n].Fg, p.roles[n].Attr&Bold
		} else {
			s.Fg = p.ground(n)
		}
	}
	if ink&BoldInk != 0 {
		s.Attr |= Bold
	}
	if ink&DimInk != 0 {
		s.Fg, s.Bg = p.dim(s.Fg), p.dim(s.Bg)
	}
	return s
}

// Shown returns Look of a cell, with the palette's clear ink if the cell is text. Pictures are not text:
// blocks, lines and Braille whose ink has no role.
func (p *Palette) Shown(at Cell) Style {
	s := p.Look(at.Surface, at.Ink)
	if p.clear == nil || at.Ink&DimInk != 0 {
		return s
	}
	role := at.Ink&inkMask < FirstPaint && at.Ink&GroundInk == 0
	if picture := at.Rune >= 0x2500 && at.Rune < 0x25A0 || at.Rune >= 0x2800 && at.Rune < 0x2900; role || !picture {
		s.Fg = p.clear(s.Fg, s.Bg)
	}
	return s
}

// ground returns the colour of a surface or a paint.
func (p *Palette) ground(n uint16) Colour {
	if n >= FirstPaint {
		return p.paints[n-FirstPaint]
	}
	return p.roles[int(n)*p.inks].Bg
}

// in returns the palette as a terminal of this depth shows it.
func (p *Palette) in(d Depth) *Palette {
	if d >= TrueColour {
		return p
	}
	if q := p.depths[d].Load(); q != nil {
		return q
	}
	surfaces, inks, _ := p.Size()
	paints := make([]Colour, len(p.paints))
	for i, c := range p.paints {
		paints[i] = c.in(d)
	}
	q := NewPalette(surfaces, inks, func(surface, ink int) Style {
		s := p.roles[surface*inks+ink]
		return Style{s.Fg.in(d), s.Bg.in(d), s.Attr}
	}).With(paints, p.dim)
	if p.clear != nil {
		q.clear = func(ink, ground Colour) Colour { return p.clear(ink, ground).in(d) }
	}
	p.depths[d].CompareAndSwap(nil, q)
	return p.depths[d].Load()
}

package ui

import "sync"

// Picture is a drawing of pixels, two in a cell, one above the other. Soft edges depend on the colours
// below, so they are drawn here first and then shown.
type Picture struct {
	W, H int // in pixels: twice as many rows as of cells
	at   []Token
}

// NewPicture makes a picture of w by h cells in one colour.
func NewPicture(w, h int, tok Token) *Picture {
	p := &Picture{w, 2 * h, make([]Token, 2*w*h)}
	for i := range p.at {
		p.at[i] = tok
	}
	return p
}

// Set draws one pixel; it ignores pixels outside.
func (p *Picture) Set(x, y int, tok Token) {
	if x >= 0 && x < p.W && y >= 0 && y < p.H {
		p.at[y*p.W+x] = tok
	}
}

// At returns a pixel's colour; Page outside.
func (p *Picture) At(x, y int) Token {
	if x < 0 || x >= p.W || y < 0 || y >= p.H {
		return Page
	}
	return p.at[y*p.W+x]
}

// Dot draws part of a pixel, in quarters: on an edge it is mixed with the colour below.
func (p *Picture) Dot(x, y, quarters int, s *Soft) {
	if quarters > 0 {
		p.Set(x, y, s.on(p.At(x, y), quarters))
	}
}

// Stamp draws a mask with its centre in the cell x, y, counted in cells.
func (p *Picture) Stamp(x, y int, m *Mask, s *Soft) {
	for i, q := range m.quarters {
		p.Dot(x-m.reach+i%m.w, 2*y-m.reach+i/m.w, int(q), s)
	}
}

// copies has the pictures that ShowWith draws on.
var copies = sync.Pool{New: func() any { return new(Picture) }}

// ShowWith shows a picture with what draw adds, which does not stay on it.
func (g Region) ShowWith(x, y int, p *Picture, draw func(*Picture)) {
	one := copies.Get().(*Picture)
	one.W, one.H, one.at = p.W, p.H, append(one.at[:0], p.at...)
	draw(one)
	g.Show(x, y, one)
	copies.Put(one)
}

// Show draws a picture with its top left cell at x, y.
func (g Region) Show(x, y int, p *Picture) {
	for row := range p.H / 2 {
		for i := range p.W {
			X, Y := x+i+g.bounds.X, y+row+g.bounds.Y
			if !g.clip.Contains(X, Y) {
				continue
			}
			above, below := p.at[2*row*p.W+i], p.at[(2*row+1)*p.W+i]
			if above == below {
				at := g.c.cells.Put(X, Y, ' ')
				at.Surface, at.Ink = surface(above), ink(Text)
				continue
			}
			at := g.c.cells.Put(X, Y, lowerHalf)
			at.Surface, at.Ink = surface(above), uint16(SolidInk(below))
		}
	}
}

// Mask is a shape around the middle of a cell: the number of filled quarters of each pixel.
type Mask struct {
	w, reach int
	quarters []uint8
}

// Disc returns a disc of a radius in pixels, up pixels above the middle of its cell.
func Disc(radius, up float64) *Mask {
	m := &Mask{reach: int(radius) + 2}
	m.w = 2*m.reach + 2
	for y := range m.w {
		for x := range m.w {
			n := 0
			for k := range 16 {
				dx := float64(x-m.reach) + (float64(k%4)+0.5)/4 - 0.5
				dy := float64(y-m.reach) + (float64(k/4)+0.5)/4 - 1 + up
				if dx*dx+dy*dy <= radius*radius {
					n++
				}
			}
			q := (n + 2) / 4
			if n < 4 {
				q = 0
			}
			m.quarters = append(m.quarters, uint8(q))
		}
	}
	return m
}

// Soft is a colour whose edges are mixed with some colours below it; on any other the edges are hard.
type Soft struct {
	Token Token
	over  []softened
}

// softened are three quarters of a colour on one below.
type softened struct {
	below    Token
	quarters [3]Token
}

// NewSoft makes a colour soft over others. Package variables call it, like [NewPaint].
func NewSoft(tok Token, over ...Token) *Soft {
	s := &Soft{Token: tok}
	for _, below := range over {
		var list [3]Token
		for i := range list {
			list[i] = edge(below, tok, i+1)
		}
		s.over = append(s.over, softened{below, list})
	}
	return s
}

// All returns the colour and all its edges, over which another colour may be soft.
func (s *Soft) All() []Token {
	list := []Token{s.Token}
	for _, o := range s.over {
		list = append(list, o.quarters[:]...)
	}
	return list
}

// on returns the mixture of so many quarters of it with another colour.
func (s *Soft) on(below Token, quarters int) Token {
	if quarters >= 4 || below == s.Token {
		return s.Token
	}
	for i := range s.over {
		if s.over[i].below == below {
			return s.over[i].quarters[quarters-1]
		}
	}
	if quarters > 2 {
		return s.Token
	}
	return below
}

// edge returns the paint of some quarters of a colour on another.
func edge(below, above Token, quarters int) Token {
	return NewPaint(paintOf(below).Soft(paintOf(above), float64(quarters)/4, woodMids))
}

package paint

import "unicode/utf8"

// cell is one cell as a terminal shows it: a character in a style.
type cell struct {
	r     rune // all blanks that look the same have the same style
	wide  bool // the left cell of a wide character; the right one's r is Tail
	style Style
}

// A packed row is the text in UTF-8, with codes in it that no cell can hold.
const (
	packStyle  = 1 // and the style from here on: see appendStyle
	packWide   = 2 // the next character is wide
	packRepeat = 3 // and the number of further copies of the last character
)

// A packed style is a byte with its attributes and the kinds of its two colours, then the data of the
// kinds: a byte for an index, three for 24 bits, nothing for the terminal's own colour or the colour of the
// style before.
const (
	attrBits = 3
	kindBits = 2
	kindMask = 1<<kindBits - 1
	sameKind = 3
)

// appendStyle appends a packed style that follows the style before.
func appendStyle(b []byte, s, before Style) []byte {
	b = append(b, packStyle, byte(s.Attr))
	at := len(b) - 1
	for i, c := range [...]struct{ is, was Colour }{{s.Fg, before.Fg}, {s.Bg, before.Bg}} {
		kind := byte(c.is >> 24)
		switch {
		case c.is == c.was:
			kind = sameKind
		case c.is&direct != 0:
			b = append(b, byte(c.is>>16), byte(c.is>>8), byte(c.is))
		case c.is&indexed != 0:
			b = append(b, byte(c.is))
		}
		b[at] |= kind << (attrBits + kindBits*i)
	}
	return b
}

// takeStyle reads the bytes that appendStyle appended after its code, and returns the rest.
func takeStyle(b []byte, before Style) (Style, []byte) {
	head, b := b[0], b[1:]
	s := Style{Attr: Attr(head & (1<<attrBits - 1))}
	for i, c := range [...]*Colour{&s.Fg, &s.Bg} {
		switch kind := Colour(head >> (attrBits + kindBits*i) & kindMask); kind << 24 {
		case sameKind << 24:
			*c = [...]Colour{before.Fg, before.Bg}[i]
		case direct:
			*c = direct | Colour(b[0])<<16 | Colour(b[1])<<8 | Colour(b[2])
			b = b[3:]
		case indexed:
			*c = indexed | Colour(b[0])
			b = b[1:]
		}
	}
	return s, b
}

// packer packs rows.
type packer struct {
	palette *Palette
	glyph   func(rune) rune
	b       []byte
	style   Style // the last in this row; the plain one at its start
}

// row appends a canvas's row as a terminal shows it. Rows that look the same have the same bytes.
func (p *packer) row(row []Cell) {
	p.style = Style{}
	var last cell // n copies are pending
	n := 0
	for x := 0; x < len(row); {
		at := row[x]
		c := p.look(at)
		if x+1 < len(row) && row[x+1].Rune == Tail {
			p.run(last, n)
			n = 0
			c.wide = true
			p.run(c, 1)
			x += 2
			continue
		}
		if c.r == ' ' {
			c.style = c.style.blank()
		}
		if c != last {
			p.run(last, n)
			last, n = c, 0
		}
		n++
		for x++; x < len(row) && row[x] == at; x++ { // equal cells need one look-up
			n++
		}
		if x < len(row) && row[x].Rune == Tail { // the last is the left half of a wide character
			n--
			x--
		}
	}
	p.run(last, n)
}

// look returns a cell as the terminal shows it.
func (p *packer) look(at Cell) cell {
	c := cell{r: at.Rune, style: p.palette.Shown(at)}
	if c.r >= utf8.RuneSelf && p.glyph != nil {
		c.r = p.glyph(c.r)
	}
	switch { // no cell may have a control character, but the output must not trust that
	case c.r <= ' ' || c.r == 0x7F:
		c.r = ' '
	case c.r >= 0x80 && c.r < 0xA0 || !utf8.ValidRune(c.r):
		c.r = '?'
	}
	return c
}

// run appends n equal cells.
func (p *packer) run(c cell, n int) {
	switch {
	case n == 0:
		return
	case n == 1 && c.r < utf8.RuneSelf && !c.wide && c.style == p.style: // most text
		p.b = append(p.b, byte(c.r))
		return
	}
	if c.style != p.style {
		p.b = appendStyle(p.b, c.style, p.style)
		p.style = c.style
	}
	if c.wide {
		p.b = append(p.b, packWide)
	}
	at := len(p.b)
	p.b = utf8.AppendRune(p.b, c.r)
	r := p.b[at:]
	if n--; n*len(r) <= 2 {
		for range n {
			p.b = append(p.b, r...)
		}
		return
	}
	for ; n > 0; n -= min(n, 255) {
		p.b = append(p.b, packRepeat, byte(min(n, 255)))
	}
}

// unpack returns a packed row's cells, in row's memory if that is large enough.
func unpack(row []cell, b []byte) []cell {
	row = row[:0]
	var c cell
	for len(b) > 0 {
		switch b[0] {
		case packStyle:
			c.style, b = takeStyle(b[1:], c.style)
		case packRepeat:
			for range b[1] {
				row = append(row, c)
			}
			b = b[2:]
		case packWide:
			r, n := utf8.DecodeRune(b[1:])
			row = append(row, cell{r, true, c.style}, cell{Tail, false, c.style})
			b = b[1+n:]
		default:
			r, n := utf8.DecodeRune(b)
			c.r = r
			row = append(row, c)
			b = b[n:]
		}
	}
	return row
}

package paint

import "unicode/utf8"

// cell is one place of what a terminal shows: a character in a style of the palette.
type cell struct {
	r     rune // a blank's style is that of all blanks which look the same
	style uint8
	wide  bool // the left cell of a wide character; the right one's r is Tail
}

// A packed row is the text in UTF-8, with codes in it that no cell can hold.
const (
	packStyle  = 1 // and the number of the style from here on
	packWide   = 2 // the next character is a wide one
	packRepeat = 3 // and how many times more the last character comes
)

// packer packs rows.
type packer struct {
	palette *Palette
	glyph   func(rune) rune
	b       []byte
	style   int // the last in this row; -1 at its begin
}

// row appends a canvas's row as a terminal shows it. Rows that look the same are the
// same bytes.
func (p *packer) row(row []Cell) {
	p.style = -1
	var last cell // n of it wait
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
			c.style = p.palette.blank[c.style]
		}
		if c != last {
			p.run(last, n)
			last, n = c, 0
		}
		n++
		for x++; x < len(row) && row[x] == at; x++ { // what is drawn the same is looked up once
			n++
		}
		if x < len(row) && row[x].Rune == Tail { // the last of them is half of a wide one
			n--
			x--
		}
	}
	p.run(last, n)
}

// look is what a terminal shows of a cell.
func (p *packer) look(at Cell) cell {
	c := cell{r: at.Rune, style: p.palette.style(at.Surface, at.Ink)}
	if c.r >= utf8.RuneSelf && p.glyph != nil {
		c.r = p.glyph(c.r)
	}
	switch { // no cell may hold a control character, but what goes out is not for trust
	case c.r <= ' ' || c.r == 0x7F:
		c.r = ' '
	case c.r >= 0x80 && c.r < 0xA0 || !utf8.ValidRune(c.r):
		c.r = '?'
	}
	return c
}

// run appends n cells that are the same.
func (p *packer) run(c cell, n int) {
	switch {
	case n == 0:
		return
	case n == 1 && c.r < utf8.RuneSelf && !c.wide && int(c.style) == p.style: // most of any text
		p.b = append(p.b, byte(c.r))
		return
	}
	if int(c.style) != p.style {
		p.b = append(p.b, packStyle, c.style)
		p.style = int(c.style)
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

// unpack gives a packed row's cells, in row's memory where it is enough.
func unpack(row []cell, b []byte) []cell {
	row = row[:0]
	var c cell
	for len(b) > 0 {
		switch b[0] {
		case packStyle:
			c.style = b[1]
			b = b[2:]
		case packRepeat:
			for range b[1] {
				row = append(row, c)
			}
			b = b[2:]
		case packWide:
			r, n := utf8.DecodeRune(b[1:])
			row = append(row, cell{r, c.style, true}, cell{Tail, c.style, false})
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

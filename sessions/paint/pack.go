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

// pack appends a row. Rows that are the same are the same bytes.
func pack(dst []byte, row []cell) []byte {
	style := -1
	for i := 0; i < len(row); {
		c := row[i]
		if int(c.style) != style {
			dst = append(dst, packStyle, c.style)
			style = int(c.style)
		}
		if c.wide {
			dst = utf8.AppendRune(append(dst, packWide), c.r)
			i += 2
			continue
		}
		was := len(dst)
		dst = utf8.AppendRune(dst, c.r)
		i++
		n := 0
		for n < 255 && i+n < len(row) && row[i+n] == c {
			n++
		}
		if n*(len(dst)-was) > 2 {
			dst = append(dst, packRepeat, byte(n))
			i += n
		}
	}
	return dst
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

// view gives the cells that a terminal shows for a canvas's row.
func view(row []cell, from []Cell, p *Palette, glyph func(rune) rune) []cell {
	row = row[:0]
	for x := 0; x < len(from); x++ {
		at := from[x]
		c := cell{r: at.Rune, style: p.style(at.Surface, at.Ink)}
		if c.r >= utf8.RuneSelf && glyph != nil {
			c.r = glyph(c.r)
		}
		switch { // no cell may hold a control character, but what goes out is not for trust
		case c.r <= ' ' || c.r == 0x7F:
			c.r = ' '
		case c.r >= 0x80 && c.r < 0xA0 || !utf8.ValidRune(c.r):
			c.r = '?'
		}
		if x+1 < len(from) && from[x+1].Rune == Tail {
			c.wide = true
			row = append(row, c, cell{Tail, c.style, false})
			x++
			continue
		}
		if c.r == ' ' {
			c.style = p.blank[c.style]
		}
		row = append(row, c)
	}
	return row
}

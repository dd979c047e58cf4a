package paint

import (
	"strconv"
	"unicode/utf8"
)

// pen has the place and the style of the terminal's next character.
type pen struct {
	style  Style
	known  bool // the style is known
	placed bool // the place is known: not after the last column, where terminals differ
	// drifts reports whether the terminal may count characters left of x differently. Text continues there,
	// but the next move does not rely on x.
	drifts bool
	x, y   int
}

// out writes cells to a terminal.
type out struct {
	pen
	b      []byte
	w, h   int
	erases bool
	ascii  bool
	ground Style // of blanks on an empty screen
}

// shorter does one or the other, whichever writes less.
func (o *out) shorter(one, other func()) {
	at, before := len(o.b), o.pen
	one()
	end, after := len(o.b), o.pen
	o.pen = before
	other()
	if len(o.b)-end < end-at {
		o.b = append(o.b[:at], o.b[end:]...)
		return
	}
	o.b, o.pen = o.b[:end], after
}

// row makes the row y, now old, show new. It may change old.
func (o *out) row(y int, old, new []cell) {
	if len(new) == 0 {
		return
	}
	if s, ok := findShift(old, new); ok {
		o.shorter(func() { o.cells(y, 0, old, new) }, func() { o.shift(s, y, old, new) })
		return
	}
	o.cells(y, 0, old, new)
}

// cells makes the row y, now old, show new from a column on, cell by cell.
func (o *out) cells(y, x int, old, new []cell) {
	end, from, erase := o.tail(y, old, new)
	o.write(y, x, end, old, new)
	if erase < 0 {
		return
	}
	if o.y != y || !o.placed || o.x < from || o.x > erase {
		o.move(erase, y)
	}
	o.set(o.styleAt(erase, new))
	o.b = append(o.b, "\x1b[K"...)
}

// write makes the row y show new from column x up to end.
func (o *out) write(y, x, end int, old, new []cell) {
	for x < end {
		if old[x] == new[x] {
			x++
			continue
		}
		o.reach(x, y, new)
		x += o.put(x, y, old, new[:end])
	}
}

// tail finds the part of a row that is shorter to erase than to write: the cells from erase to the end; -1
// for none. Erasing may begin at from already. The other cells end at end.
func (o *out) tail(y int, old, new []cell) (end, from, erase int) {
	end = len(new)
	last := new[end-1]
	if !o.erasable(last) {
		return end, 0, -1
	}
	from = end
	for from > 0 && new[from-1] == last {
		from--
	}
	first, n := -1, 0
	for x := from; x < end; x++ {
		if old[x] != new[x] {
			if first < 0 {
				first = x
			}
			n = x - first + 1
		}
	}
	if first < 0 {
		return end, 0, -1
	}
	if corner := y == o.h-1 && first+n == end; n > len("\x1b[K") || corner {
		return first, from, first
	}
	return end, 0, -1
}

// erasable reports whether erasing a cell leaves c.
func (o *out) erasable(c cell) bool {
	s := c.style
	return c.r == ' ' && !c.wide && s.Attr == 0 && (s.Bg == 0 || o.erases)
}

// reach moves the cursor to x, y over cells that are right already, or writes them again if that is
// shorter.
func (o *out) reach(x, y int, new []cell) {
	if o.placed && o.y == y && o.x < x && x-o.x < 12 && new[o.x].r != Tail {
		was, cost := *o, o.moveLen(x, y)+o.switchLen(o.styleAt(x, new))
		for o.x < x {
			o.cell(new[o.x], o.styleAt(o.x, new))
		}
		again := len(o.b) - len(was.b) + o.switchLen(o.styleAt(x, new))
		if o.x == x && again < cost {
			return
		}
		*o = was
	}
	o.move(x, y)
}

// styleAt returns the best style for writing the cell at x: a blank takes the style of the text behind it
// if it can.
func (o *out) styleAt(x int, row []cell) Style {
	c := row[x]
	s := c.style
	if c.r != ' ' || c.wide {
		return s
	}
	if o.known && o.style.blank() == s {
		return o.style
	}
	for _, c := range row[x+1:] {
		if c.r != ' ' {
			if next := c.style; next.blank() == s {
				return next
			}
			break
		}
	}
	if s.Attr&onBlank == 0 && o.known {
		s.Fg, s.Attr = o.style.Fg, o.style.Attr&^onBlank
	}
	return s
}

// put writes one character at x, the cursor's place, or several blanks at once, and returns the number of
// cells.
func (o *out) put(x, y int, old, new []cell) int {
	c := new[x]
	if o.erasable(c) {
		n, changed := 1, 1
		for x+n < len(new) && new[x+n] == c {
			n++
			if old[x+n-1] != c {
				changed = n
			}
		}
		if changed > len("\x1b[10X")+len("\x1b[10C") {
			o.set(o.styleAt(x, new))
			o.b = appendCSI(o.b, changed, 'X')
			return changed
		}
	}
	n := 1
	if c.wide {
		n = 2
	}
	if corner := y == o.h-1 && x+n == o.w; corner { // some terminals would scroll
		o.b = append(o.b, "\x1b[?7l"...)
		o.cell(c, o.styleAt(x, new))
		o.b = append(o.b, "\x1b[?7h"...)
		return n
	}
	o.cell(c, o.styleAt(x, new))
	return n
}

// cell writes one character.
func (o *out) cell(c cell, s Style) {
	o.set(s)
	switch {
	case !o.ascii || c.r < utf8.RuneSelf:
		o.b = utf8.AppendRune(o.b, c.r)
		o.drifts = o.drifts || c.r >= utf8.RuneSelf
	case c.wide:
		o.b = append(o.b, "??"...)
	default:
		o.b = append(o.b, '?')
	}
	o.x++
	if c.wide {
		o.x++
	}
	if o.x >= o.w {
		o.placed = false
	}
}

// set changes the pen's style.
func (o *out) set(s Style) {
	if !o.known || s != o.style {
		o.b = o.appendSwitch(o.b, s)
		o.style, o.known = s, true
	}
}

func (o *out) switchLen(s Style) int {
	if o.known && s == o.style {
		return 0
	}
	var b [96]byte
	return len(o.appendSwitch(b[:0], s))
}

// appendSwitch appends the change to a style, or the whole style if that is shorter.
func (o *out) appendSwitch(b []byte, s Style) []byte {
	var all, change [64]byte
	all[0] = '0'
	params := s.params(all[:1], Style{})
	if len(params) == 1 {
		params = nil // the plain style
	}
	if o.known {
		if change := s.params(change[:0], o.style)[1:]; len(change) <= len(params) {
			params = change
		}
	}
	b = append(append(b, "\x1b["...), params...)
	return append(b, 'm')
}

// appendCSI appends a control sequence with a number. It leaves out the number 1.
func appendCSI(b []byte, n int, final byte) []byte {
	b = append(b, "\x1b["...)
	if n != 1 {
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return append(b, final)
}

// move moves the cursor to x, y in the fewest bytes, if it is not there.
func (o *out) move(x, y int) {
	if o.placed && o.x == x && o.y == y {
		return
	}
	o.find(x, y)
}

// find moves the cursor to x, y even if it should be there already.
func (o *out) find(x, y int) {
	var best, try [32]byte
	n := len(o.way(best[:0], x, y, absolute))
	for w := byLine; w <= byCHA && o.placed; w++ {
		if b := o.way(try[:0], x, y, w); b != nil && len(b) < n {
			n = copy(best[:], b)
		}
	}
	o.b = append(o.b, best[:n]...)
	o.x, o.y, o.placed, o.drifts = x, y, true, false
}

func (o *out) moveLen(x, y int) int {
	was := len(o.b)
	p := *o
	p.move(x, y)
	return len(p.b) - was
}

// The ways to a place.
const (
	absolute = iota
	byLine   // to the start of the line, down, and along it
	byColumn // up or down, and to the left or right
	byCHA    // up or down, and to a column
)

// appendUp appends a move n lines up; there must be as many.
func appendUp(b []byte, n int) []byte {
	if n == 1 {
		return append(b, "\x1bM"...)
	}
	return appendCSI(b, n, 'A')
}

// way appends one way to x, y; nil if this way does not lead there.
func (o *out) way(b []byte, x, y, way int) []byte {
	switch way {
	case absolute:
		b = append(b, "\x1b["...)
		if y > 0 || x > 0 {
			b = strconv.AppendInt(b, int64(y+1), 10)
		}
		if x > 0 {
			b = strconv.AppendInt(append(b, ';'), int64(x+1), 10)
		}
		return append(b, 'H')
	case byLine:
		if y > o.y+4 {
			return nil
		}
		b = append(b, '\r')
		for range max(0, y-o.y) { // there are lines below: nothing scrolls
			b = append(b, '\n')
		}
		if y < o.y {
			b = appendUp(b, o.y-y)
		}
		if x > 0 {
			b = appendCSI(b, x, 'C')
		}
		return b
	}
	switch {
	case y < o.y:
		b = appendUp(b, o.y-y)
	case y > o.y:
		b = appendCSI(b, y-o.y, 'B')
	}
	switch {
	case way == byCHA:
		return appendCSI(b, x+1, 'G')
	case o.drifts:
		return nil
	case x > o.x:
		return appendCSI(b, x-o.x, 'C')
	case x < o.x && o.x-x <= 3:
		for range o.x - x {
			b = append(b, '\b')
		}
	case x < o.x:
		return appendCSI(b, o.x-x, 'D')
	}
	return b
}

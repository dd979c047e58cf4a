package paint

import (
	"slices"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Run is a stretch of a row: characters of one style, all one cell wide or all two.
type Run struct {
	Style Style
	Wide  bool
	Text  []byte
}

// Changed shows a frame elsewhere than on a terminal: it calls row for each changed row, from above, with
// the runs of its changed stretch, which begins in the column from. The runs are valid until row returns.
func (s *Screen) Changed(f Frame, row func(y, from int, runs []Run)) {
	d := desks.Get().(*desk)
	defer desks.Put(d)
	c := f.Canvas
	p := f.Palette.in(s.Depth)
	s.fresh = s.fresh || !s.open || int(s.w) != c.W() || int(s.h) != c.H() || s.palette != p
	s.w, s.h, s.palette = int32(c.W()), int32(c.H()), p
	d.compare(s, f, p)
	var runs []Run
	var text []byte
	for y := range d.is {
		if !s.fresh && d.same(s.rows, y, y) {
			continue
		}
		d.new = unpack(d.new, d.rows[d.is[y].at:d.is[y].end])
		from, to := 0, len(d.new)
		if !s.fresh {
			d.old = unpack(d.old, s.rows[d.was[y].at:d.was[y].end])
			from, to = stretch(d.old, d.new)
		}
		runs, text = runsOf(runs[:0], text[:0], d.new[from:to])
		row(y, from, runs)
	}
	s.open, s.fresh = true, false
	s.keep(d.rows)
}

// stretch returns the changed columns of a row; it cuts no wide character in two.
func stretch(old, new []cell) (from, to int) {
	if len(old) != len(new) {
		return 0, len(new)
	}
	half := func(x int) bool { return x < len(new) && (old[x].r == Tail || new[x].r == Tail) }
	for to = len(new); from < to && old[from] == new[from]; {
		from++
	}
	for to > from && old[to-1] == new[to-1] {
		to--
	}
	for from > 0 && half(from) {
		from--
	}
	for half(to) {
		to++
	}
	return from, to
}

// runsOf appends the runs of a row's cells, and their characters to text.
func runsOf(runs []Run, text []byte, cells []cell) ([]Run, []byte) {
	text = slices.Grow(text, utf8.UTFMax*len(cells)) // it must not move
	for i, c := range cells {
		if c.r == Tail {
			continue
		}
		from := len(text)
		text = utf8.AppendRune(text, c.r)
		if i > 0 && c.style == runs[len(runs)-1].Style && c.wide == runs[len(runs)-1].Wide {
			last := &runs[len(runs)-1]
			last.Text = text[from-len(last.Text):]
			continue
		}
		runs = append(runs, Run{Style: c.style, Wide: c.wide, Text: text[from:]})
	}
	return runs, text
}

// Shade returns a colour as 0xRRGGBB, an indexed one with xterm's value. It is not ok for the terminal's
// own.
func (c Colour) Shade() (rgb uint32, ok bool) {
	if n, ok := c.Index(); ok {
		r, g, b, _ := ansi.IndexedColor(n).RGBA()
		return r>>8<<16 | g>>8<<8 | b>>8, true
	}
	return c.RGB()
}

package paint

import (
	"encoding/binary"
	"strings"
	"sync"
)

// Terminal describes a terminal to a Screen.
type Terminal struct {
	Depth Depth
	// Erases reports whether erased cells get the current background; see ErasesAs.
	Erases bool
	// Syncs reports whether the terminal supports mode 2026 (it shows an update between two marks at once)
	// and has said so: see AskSyncs.
	Syncs bool
	// ASCII reports whether the terminal shows no other characters. A ? stands for each cell of one.
	ASCII bool
}

// ErasesAs reports whether erasing is known to leave the current background on this type of terminal. For
// all others a Screen writes coloured blanks: GNU Screen leaves the terminal's own colour, and kitty
// promises nothing.
func ErasesAs(term string) bool {
	if strings.HasPrefix(term, "xterm-kitty") {
		return false
	}
	family, _, _ := strings.Cut(term, "-")
	switch family {
	case "xterm", "tmux", "alacritty", "foot", "st", "rxvt", "vte", "gnome", "konsole", "putty", "iterm", "iterm2", "mintty", "linux",
		"wezterm", "ghostty", "contour", "rio", "nsterm":
		return true
	}
	return false
}

// AskSyncs asks a terminal whether it supports mode 2026.
const AskSyncs = "\x1b[?2026$p"

// steady makes the cursor a block that does not blink.
const steady = "\x1b[2 q"

// Frame is the next picture, and the events that the terminal should report.
type Frame struct {
	Canvas  *Canvas
	Palette *Palette
	// Glyph replaces characters by others of the same width; nil for none.
	Glyph func(rune) rune
	// Mouse asks for clicks, the wheel and drags, Releases for released keys.
	Mouse, Releases bool
}

// Screen knows a terminal's cells and returns the bytes that make it show the next frame, as few as it can.
// It relies on all of them reaching the terminal, in order, and on nobody else writing there. It is small,
// because each session has one; sessions share the memory for painting. It is not safe for several
// goroutines.
type Screen struct {
	Terminal // the caller may change it between two frames

	rows    []byte // packed, each with its length in two bytes before it
	palette *Palette
	w, h    int32
	pen     pen

	open            bool
	modes           bool // must be set anew
	fresh           bool // the terminal's cells are unknown: all must be drawn
	mouse, releases bool
	cursor, shaped  bool // the cursor shows; its shape is set
}

// desk is the memory for painting a frame, besides the screen's.
type desk struct {
	old, new []cell
	rows     []byte // the frame's, packed
	was, is  []span // the place of each row in the screen's rows and in the frame's
	changed  int    // the number of changed rows; the last of them
	last     int
	from     []int // for each row of the frame: the terminal's row before, unknown or ground
}

// span is a packed row's place.
type span struct{ at, end int }

// Values of from besides the numbers of rows.
const (
	unknown = -1
	ground  = -2 // blanks in the style of the ground

	unknownRune = -2 // the rune of an unknown cell
)

var desks = sync.Pool{New: func() any { return new(desk) }}

// Repaint makes the next frame a whole one, with all modes: the terminal then shows it, whatever happened
// before.
func (s *Screen) Repaint() { s.modes, s.fresh = true, true }

// Resized makes the next frame a whole one: terminals move their cells about when their size changes, even
// if the canvas's size stays the same.
func (s *Screen) Resized() { s.fresh = true }

// Paint appends the bytes that make the terminal show f; none if it shows f already.
func (s *Screen) Paint(dst []byte, f Frame) []byte {
	d := desks.Get().(*desk)
	defer desks.Put(d)
	c := f.Canvas
	p := f.Palette.in(s.Depth)
	s.fresh = s.fresh || !s.open || int(s.w) != c.W() || int(s.h) != c.H() || s.palette != p
	s.w, s.h, s.palette = int32(c.W()), int32(c.H()), p
	d.compare(s, f, p)

	x, y, cursor := c.Cursor()
	o := out{b: s.setModes(dst, f), pen: s.pen, w: c.W(), h: c.H(), erases: s.Erases, ascii: s.ASCII}
	sync, hide := s.Syncs && d.changed > 1, s.cursor && !cursor
	if s.cursor && cursor && !sync { // hide it while it moves about
		hide = d.changed > 1 || d.changed == 1 && d.last != s.pen.y
	}
	if sync {
		o.b = append(o.b, "\x1b[?2026h"...)
	}
	if hide {
		o.b = append(o.b, "\x1b[?25l"...)
		s.cursor = false
	}
	switch {
	case s.fresh:
		d.empty(&o)
		d.draw(&o, s.rows)
	case d.changed > 0:
		d.update(&o, s.rows)
	}
	if cursor {
		if !s.shaped {
			o.b = append(o.b, steady...)
			s.shaped = true
		}
		if o.drifts {
			o.find(x, y)
		}
		o.move(x, y)
		if !s.cursor {
			o.b = append(o.b, "\x1b[?25h"...)
		}
	}
	if sync {
		o.b = append(o.b, "\x1b[?2026l"...)
	}
	s.cursor, s.pen, s.fresh = cursor, o.pen, false
	s.keep(d.rows)
	return o.b
}

// compare packs the frame's rows and finds the changed ones; all on a fresh screen.
func (d *desk) compare(s *Screen, f Frame, p *Palette) {
	d.rows, d.was, d.is, d.from, d.changed = d.rows[:0], d.was[:0], d.is[:0], d.from[:0], 0
	pack := packer{palette: p, glyph: f.Glyph, b: d.rows}
	at := 0
	for y := range f.Canvas.H() {
		n := len(pack.b)
		pack.b = append(pack.b, 0, 0)
		pack.row(f.Canvas.Row(y))
		d.rows = pack.b
		binary.LittleEndian.PutUint16(d.rows[n:], uint16(len(d.rows)-n-2))
		d.is = append(d.is, span{n + 2, len(d.rows)})
		d.from = append(d.from, y)
		if !s.fresh {
			n := int(binary.LittleEndian.Uint16(s.rows[at:]))
			d.was = append(d.was, span{at + 2, at + 2 + n})
			at += 2 + n
			if d.same(s.rows, y, y) {
				continue
			}
		}
		d.changed++
		d.last = y
	}
}

// same reports whether the frame's row y equals the row old of the screen.
func (d *desk) same(rows []byte, y, old int) bool {
	return string(d.rows[d.is[y].at:d.is[y].end]) == string(rows[d.was[old].at:d.was[old].end])
}

// load unpacks the row y of the frame and the terminal's row in its place.
func (d *desk) load(o *out, rows []byte, y int) {
	d.new = unpack(d.new, d.rows[d.is[y].at:d.is[y].end])
	blank := cell{r: ' ', style: o.ground}
	switch from := d.from[y]; from {
	case unknown:
		blank.r = unknownRune
		fallthrough
	case ground:
		d.old = d.old[:0]
		for range d.new {
			d.old = append(d.old, blank)
		}
	default:
		d.old = unpack(d.old, rows[d.was[from].at:d.was[from].end])
	}
}

// draw draws all rows that differ from the terminal's.
func (d *desk) draw(o *out, rows []byte) {
	for y, from := range d.from {
		if from < 0 || !d.same(rows, y, from) {
			d.load(o, rows, y)
			o.row(y, d.old, d.new)
		}
	}
}

// empty clears the terminal to blanks in the most frequent ground of the frame.
func (d *desk) empty(o *out) {
	if o.erases {
		var run Style // of n neighbours so far
		n, most, count := 0, 0, map[Style]int{}
		add := func() {
			if count[run] += n; count[run] > most {
				o.ground, most = run, count[run]
			}
			n = 0
		}
		for y := range d.is {
			d.new = unpack(d.new, d.rows[d.is[y].at:d.is[y].end])
			for _, c := range d.new {
				if !o.erasable(c) {
					continue
				}
				if c.style != run {
					add()
					run = c.style
				}
				n++
			}
		}
		add()
	}
	o.pen = pen{}
	o.set(o.ground)
	o.b = append(o.b, "\x1b[H\x1b[J"...)
	o.x, o.y, o.placed = 0, 0, true
	for y := range d.from {
		d.from[y] = ground
	}
}

// keep stores rows as the terminal's.
func (s *Screen) keep(rows []byte) {
	if n := len(rows); cap(s.rows) < n || cap(s.rows) > 2*n+1024 {
		s.rows = make([]byte, 0, n+n/8)
	}
	s.rows = append(s.rows[:0], rows...)
}

// setModes appends the modes in which the terminal reports the events that the frame asks for.
func (s *Screen) setModes(b []byte, f Frame) []byte {
	anew := !s.open || s.modes
	if anew {
		// The alternate screen, without margins that another program may have left; bracketed pastes, the
		// window's focus.
		b = append(b, "\x1b[?1049h\x1b[r\x1b[?25l\x1b[?2004h\x1b[?1004h"...)
		if s.cursor = false; s.shaped {
			b = append(b, steady...)
		}
	}
	if f.Mouse != s.mouse || anew {
		if f.Mouse {
			b = append(b, "\x1b[?1002h\x1b[?1006h"...)
		} else if s.open {
			b = append(b, "\x1b[?1002l\x1b[?1006l"...)
		}
	}
	if f.Releases != s.releases || anew {
		if anew {
			b = append(b, "\x1b[>4;2m"...) // xterm's modifyOtherKeys
		}
		flags := byte('1') // kitty's: it distinguishes keys that are otherwise the same
		if f.Releases {
			flags = '3'
		}
		if s.open {
			b = append(b, "\x1b[="...)
			b = append(b, flags, ';', '1', 'u')
		} else {
			b = append(b, "\x1b[>"...)
			b = append(b, flags, 'u')
		}
		b = append(b, "\x1b[?u"...) // the answer says which of them the terminal supports
	}
	s.open, s.modes, s.mouse, s.releases = true, false, f.Mouse, f.Releases
	return b
}

// Restore resets a terminal in an unknown state.
const Restore = "\x1b[m\x1b[>4m\x1b[<1u\x1b[?2026l\x1b[?1049l\x1b[?25h\x1b[?2004l\x1b[?1004l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[0 q\r\n"

// Close appends the bytes that restore the terminal's state before the first frame. The next frame begins
// anew.
func (s *Screen) Close(b []byte) []byte {
	if !s.open {
		return b
	}
	// First the modes that terminals keep for the alternate screen alone. A terminal without such a screen
	// continues below the frame.
	b = append(b, "\x1b[m\x1b[>4m\x1b[<1u"...)
	b = appendCSI(b, max(1, int(s.h)), 'H')
	b = append(b, "\x1b[?1049l\x1b[?25h\x1b[?2004l\x1b[?1004l\x1b[?1002l\x1b[?1006l"...)
	if s.shaped {
		b = append(b, "\x1b[0 q"...)
	}
	*s = Screen{Terminal: s.Terminal}
	return b
}

package paint

import (
	"encoding/binary"
	"strings"
	"sync"
)

// Terminal is what a screen has to know of its terminal.
type Terminal struct {
	Depth Depth
	// Erases tells that what is erased gets the background of the moment; see ErasesAs.
	Erases bool
	// Syncs tells that it shows an update between two marks at once, mode 2026, and
	// has said so: see AskSyncs.
	Syncs bool
}

// ErasesAs tells of which types of terminals it is known that erasing leaves the
// background of the moment. On all others coloured blanks are written: GNU Screen
// leaves the terminal's own colour, and kitty promises nothing.
func ErasesAs(term string) bool {
	if strings.HasPrefix(term, "xterm-kitty") {
		return false
	}
	for _, p := range [...]string{"xterm", "tmux", "alacritty", "foot", "st-", "rxvt", "vte", "gnome", "konsole", "putty", "iterm", "mintty", "linux", "wezterm", "ghostty", "contour", "rio", "nsterm"} {
		if strings.HasPrefix(term, p) {
			return true
		}
	}
	return false
}

// AskSyncs asks a terminal whether it knows mode 2026.
const AskSyncs = "\x1b[?2026$p"

// steady makes the cursor a block that does not blink.
const steady = "\x1b[2 q"

// Frame is what a terminal is to show and to report.
type Frame struct {
	Canvas  *Canvas
	Palette *Palette
	// Glyph replaces characters, width for width; nil for none.
	Glyph func(rune) rune
	// Mouse asks for clicks, the wheel and drags, Releases for keys that are let go.
	Mouse, Releases bool
}

// Screen is what a terminal shows, and gives the bytes by which it shows the next
// frame: the least that it can. It counts on all of them reaching the terminal, in
// order, and on nobody else writing there. It is small, for there is one for each
// session; what painting takes besides is shared. It is not for several goroutines.
type Screen struct {
	Terminal // may be changed between two frames

	rows    []byte // packed, each with its length in two bytes before it
	palette *Palette
	w, h    int32
	pen     pen

	open            bool
	modes           bool // they have to be set anew
	fresh           bool // so have all cells: nobody knows what the terminal shows
	mouse, releases bool
	cursor, shaped  bool // it is shown; its shape has been set
}

// desk is what painting a frame takes besides the screen.
type desk struct {
	old, new []cell
	rows     []byte
	changes  []change
}

// change is a row that is not as it was: where it was in the rows packed before,
// and is in those of the frame.
type change struct{ y, old, oldEnd, new, newEnd int }

var desks = sync.Pool{New: func() any { return new(desk) }}

// Repaint makes the next frame a whole one, with all modes: after it the terminal
// shows it, whatever has happened to it.
func (s *Screen) Repaint() { s.modes, s.fresh = true, true }

// Paint appends what makes the terminal show f. It is nothing where it does so.
func (s *Screen) Paint(dst []byte, f Frame) []byte {
	d := desks.Get().(*desk)
	defer desks.Put(d)
	c := f.Canvas
	p := f.Palette.In(s.Depth)
	s.fresh = s.fresh || !s.open || int(s.w) != c.W() || int(s.h) != c.H() || s.palette != p
	s.w, s.h, s.palette = int32(c.W()), int32(c.H()), p
	d.compare(s, f, p)

	x, y, cursor := c.Cursor()
	o := out{b: s.setModes(dst, f), pen: s.pen, w: c.W(), h: c.H(), palette: p, erases: s.Erases}
	sync, hide := s.Syncs && (s.fresh || len(d.changes) > 1), s.cursor && !cursor
	if s.cursor && cursor && !sync { // it must not be seen running about
		hide = s.fresh || len(d.changes) > 1 || len(d.changes) == 1 && d.changes[0].y != int(s.pen.y)
	}
	if sync {
		o.b = append(o.b, "\x1b[?2026h"...)
	}
	if hide {
		o.b = append(o.b, "\x1b[?25l"...)
		s.cursor = false
	}
	if s.fresh {
		d.whole(&o)
	} else {
		for _, ch := range d.changes {
			d.old = unpack(d.old, s.rows[ch.old:ch.oldEnd])
			d.new = unpack(d.new, d.rows[ch.new:ch.newEnd])
			o.row(ch.y, d.old, d.new)
		}
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

// compare packs the frame's rows and notes which of them are not as they were; on
// a fresh screen all.
func (d *desk) compare(s *Screen, f Frame, p *Palette) {
	d.rows, d.changes = d.rows[:0], d.changes[:0]
	old := 0
	for y := range f.Canvas.H() {
		d.new = view(d.new, f.Canvas.Row(y), p, f.Glyph)
		at := len(d.rows)
		d.rows = pack(append(d.rows, 0, 0), d.new)
		binary.LittleEndian.PutUint16(d.rows[at:], uint16(len(d.rows)-at-2))
		ch := change{y: y, new: at + 2, newEnd: len(d.rows)}
		if !s.fresh {
			ch.old = old + 2
			ch.oldEnd = ch.old + int(binary.LittleEndian.Uint16(s.rows[old:]))
			old = ch.oldEnd
			if string(s.rows[ch.old:ch.oldEnd]) == string(d.rows[ch.new:ch.newEnd]) {
				continue
			}
		}
		d.changes = append(d.changes, ch)
	}
}

// whole empties the terminal and draws all that is not blank.
func (d *desk) whole(o *out) {
	// Most of the ground is painted by erasing it.
	ground := uint8(0)
	if o.erases {
		var count [256]int
		for _, ch := range d.changes {
			d.new = unpack(d.new, d.rows[ch.new:ch.newEnd])
			for _, c := range d.new {
				if c.r == ' ' && !c.wide && o.palette.styles[c.style].Attr == 0 {
					if count[c.style]++; count[c.style] > count[ground] {
						ground = c.style
					}
				}
			}
		}
	}
	o.pen = pen{}
	o.set(o.palette.styles[ground])
	o.b = append(o.b, "\x1b[H\x1b[2J"...)
	o.x, o.y, o.placed = 0, 0, true
	for _, ch := range d.changes {
		d.new = unpack(d.new, d.rows[ch.new:ch.newEnd])
		d.old = d.old[:0]
		for range d.new {
			d.old = append(d.old, cell{r: ' ', style: ground})
		}
		o.row(ch.y, d.old, d.new)
	}
}

// keep makes rows what the terminal shows.
func (s *Screen) keep(rows []byte) {
	if n := len(rows); cap(s.rows) < n || cap(s.rows) > 2*n+1024 {
		s.rows = make([]byte, 0, n+n/8)
	}
	s.rows = append(s.rows[:0], rows...)
}

// setModes appends what makes the terminal report what the frame asks for.
func (s *Screen) setModes(b []byte, f Frame) []byte {
	anew := !s.open || s.modes
	if anew {
		// The alternate screen, bracketed pastes, the window's focus.
		b = append(b, "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?1004h"...)
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
		flags := byte('1') // kitty's: keys that are otherwise the same are told apart
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
		b = append(b, "\x1b[?u"...) // the answer tells which of them it has
	}
	s.open, s.modes, s.mouse, s.releases = true, false, f.Mouse, f.Releases
	return b
}

// Close appends what gives the terminal back as it was before the first frame. The
// next frame begins anew.
func (s *Screen) Close(b []byte) []byte {
	if !s.open {
		return b
	}
	// What terminals keep for the alternate screen alone comes first; one without
	// such a screen goes on below the frame.
	b = append(b, "\x1b[m\x1b[>4m\x1b[<1u"...)
	b = appendCSI(b, max(1, int(s.h)), 'H')
	b = append(b, "\x1b[?1049l\x1b[?25h\x1b[?2004l\x1b[?1004l\x1b[?1002l\x1b[?1006l"...)
	if s.shaped {
		b = append(b, "\x1b[0 q"...)
	}
	*s = Screen{Terminal: s.Terminal}
	return b
}

package paint

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// colourful has the ordinary and the odd: inks that differ in one thing or in all,
// grounds with attributes, and what each depth makes the same.
var colourful = NewPalette(7, 6, func(surface, ink int) Style {
	s := [...]Style{
		{}, {Bg: Index(234)}, {Bg: Index(236), Attr: Bold}, {Bg: RGB(10, 20, 30)}, {Attr: Reverse}, {Bg: Index(3), Attr: Underline}, {Bg: Index(12)},
	}[surface]
	switch ink {
	case 1:
		s.Fg = Index(252)
	case 2:
		s.Fg, s.Attr = Index(220), s.Attr|Bold
	case 3:
		s.Fg = RGB(200, 100, 50)
	case 4:
		s.Attr |= Underline
	case 5:
		s.Fg, s.Attr = Index(9), s.Attr^Reverse
	}
	return s
})

// ascii is a set of glyphs as the arcade's safe one.
func ascii(r rune) rune {
	switch r {
	case '─':
		return '-'
	case '●':
		return 'X'
	}
	return r
}

// want is what a terminal has to show of a cell of a frame.
func want(f Frame, d Depth, x, y int) shown {
	row := f.Canvas.Row(y)
	at := row[x]
	if at.Rune == Tail {
		at = row[x-1] // both halves look as the first
		return shown{Tail, f.Palette.In(d).Look(at.Surface, at.Ink)}
	}
	r := at.Rune
	if f.Glyph != nil {
		r = f.Glyph(r)
	}
	return shown{r, f.Palette.In(d).Look(at.Surface, at.Ink)}.look()
}

// differs tells what of a frame a terminal does not show.
func (t *terminal) differs(f Frame, d Depth) error {
	for y := range f.Canvas.H() {
		for x := range f.Canvas.W() {
			if got, want := t.at(x, y).look(), want(f, d, x, y); got != want {
				return fmt.Errorf("at %d,%d: %q %+v, want %q %+v", x, y, got.r, got.style, want.r, want.style)
			}
		}
	}
	x, y, ok := f.Canvas.Cursor()
	switch {
	case t.visible != ok:
		return fmt.Errorf("cursor shown: %v", t.visible)
	case ok && (t.x != x || t.y != y):
		return fmt.Errorf("cursor at %d,%d, want %d,%d", t.x, t.y, x, y)
	case ok && t.shape != 2:
		return fmt.Errorf("cursor of shape %d", t.shape)
	case t.scrolled:
		return fmt.Errorf("scrolled")
	case !t.wrap || t.sync:
		return fmt.Errorf("left over: wrap %v, sync %v", t.wrap, t.sync)
	case !t.alt || t.otherKeys != 2 || !t.modes[1004] || !t.modes[2004]:
		return fmt.Errorf("modes: alternate screen %v, other keys %d, %v", t.alt, t.otherKeys, t.modes)
	case t.modes[1002] != f.Mouse || t.modes[1006] != f.Mouse:
		return fmt.Errorf("mouse: %v", t.modes)
	case len(t.kitty) != 2 || t.kitty[1]&2 != 0 != f.Releases || t.kitty[1]&1 == 0:
		return fmt.Errorf("keys: %v", t.kitty)
	}
	return nil
}

// drawing draws on canvases.
type drawing struct {
	t *rapid.T
	c *Canvas
}

// step changes a part of the canvas.
func (d drawing) step() {
	w, h := d.c.W(), d.c.H()
	if w == 0 || h == 0 {
		return
	}
	x, y := rapid.IntRange(0, w-1).Draw(d.t, "x"), rapid.IntRange(0, h-1).Draw(d.t, "y")
	look := Cell{' ', uint8(rapid.IntRange(0, 6).Draw(d.t, "surface")), uint8(rapid.IntRange(0, 5).Draw(d.t, "ink"))}
	switch rapid.IntRange(0, 7).Draw(d.t, "what") {
	case 0: // a panel
		for py := y; py < min(h, y+rapid.IntRange(1, h).Draw(d.t, "h")); py++ {
			n := rapid.IntRange(1, w).Draw(d.t, "w")
			for px := x; px < min(w, x+n); px++ {
				d.put(px, py, look)
			}
		}
	case 1: // a row that looks otherwise
		for px := x; px < w; px++ {
			d.c.At(px, y).Surface = look.Surface
		}
	case 2: // lines that move
		for py := y; py+1 < h; py++ {
			copy(d.c.Row(py), d.c.Row(py+1))
		}
	case 3: // the rest of the line
		for px := x; px < w; px++ {
			d.put(px, y, look)
		}
	case 4:
		d.c.SetCursor(x, y)
	default:
		for _, r := range rapid.StringOfN(rapid.RuneFrom([]rune("ab  .─●가힣ㄱ漢")), 1, 12, -1).Draw(d.t, "text") {
			look.Rune = r
			switch {
			case x >= w:
			case !wide(r):
				d.put(x, y, look)
			case x+1 < w:
				d.put(x, y, look)
				x++
				look.Rune = Tail
				d.put(x, y, look)
			}
			x++
		}
	}
}

func (d drawing) put(x, y int, c Cell) {
	d.c.Put(x, y, c.Rune)
	at := d.c.At(x, y)
	at.Surface, at.Ink = c.Surface, c.Ink
}

// another draws the next frame: much of it is as before.
func another(t *rapid.T, f Frame, s *Screen) Frame {
	c := new(Canvas)
	blank := Cell{' ', uint8(rapid.IntRange(0, 6).Draw(t, "ground")), 1}
	switch what := rapid.IntRange(0, 11).Draw(t, "next"); {
	case what == 0 || f.Canvas == nil:
		c.Reset(rapid.IntRange(0, 40).Draw(t, "columns"), rapid.IntRange(0, 8).Draw(t, "rows"), blank)
	case what == 1:
		c.Reset(f.Canvas.W(), f.Canvas.H(), blank)
	default:
		*c = *f.Canvas
		c.cells = append([]Cell(nil), c.cells...)
		c.hasCursor = c.hasCursor && what < 9
		switch what {
		case 2:
			f.Mouse = !f.Mouse
		case 3:
			f.Releases = !f.Releases
		case 4:
			s.Depth = Depth(rapid.IntRange(0, int(TrueColours)).Draw(t, "depth"))
		case 5:
			if f.Glyph = ascii; rapid.Bool().Draw(t, "glyphs") {
				f.Glyph = nil
			}
		}
	}
	for range rapid.IntRange(0, 4).Draw(t, "steps") {
		drawing{t, c}.step()
	}
	f.Canvas, f.Palette = c, colourful
	return f
}

// Whatever frames come one after the other, each is what the terminal then shows,
// with its cursor and modes; and at the end the terminal is as it was.
func TestPaint(t *testing.T) { rapid.Check(t, paints) }

func FuzzPaint(f *testing.F) { f.Fuzz(rapid.MakeFuzz(paints)) }

func paints(t *rapid.T) {
	var f Frame
	s := &Screen{Terminal: Terminal{
		Depth: Depth(rapid.IntRange(0, int(TrueColours)).Draw(t, "depth")), Erases: rapid.Bool().Draw(t, "erases"), Syncs: rapid.Bool().Draw(t, "syncs"),
	}}
	term := newTerminal(0, 0)
	term.bce, term.margin = s.Erases, rapid.IntRange(0, margins-1).Draw(t, "margin")
	larger := max(0, rapid.IntRange(-3, 2).Draw(t, "larger")) // a terminal of which not all is drawn
	for range rapid.IntRange(1, 8).Draw(t, "frames") {
		f = another(t, f, s)
		if w, h := max(1, f.Canvas.W()+larger), max(1, f.Canvas.H()+larger); term.w != w || term.h != h {
			term.resize(w, h)
		}
		if rapid.IntRange(0, 9).Draw(t, "repaint") == 0 { // something was wrong with the terminal
			term.resize(term.w, term.h)
			term.x, term.pen, term.modes, term.otherKeys, term.visible = 0, Style{Attr: Reverse}, map[int]bool{}, 0, true
			term.kitty[len(term.kitty)-1] = 0
			s.Repaint()
		}
		b := s.Paint(nil, f)
		if err := term.write(b); err != nil {
			t.Fatalf("%v in %q", err, b)
		}
		if err := term.differs(f, s.Depth); err != nil {
			t.Fatalf("%v after %q", err, b)
		}
		if b := s.Paint(nil, f); len(b) != 0 {
			t.Fatalf("the same frame again gives %q", b)
		}
	}
	if err := term.write(s.Close(nil)); err != nil {
		t.Fatal(err)
	}
	if term.alt || !term.visible || len(term.kitty) != 1 || term.otherKeys != 0 || term.shape > 0 || term.pen != (Style{}) {
		t.Fatalf("not given back: %+v", term)
	}
	for mode, on := range term.modes {
		if on {
			t.Fatalf("mode %d is left on", mode)
		}
	}
}

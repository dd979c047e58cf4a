package paint

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// colourful has ordinary and odd styles: inks that differ in one thing or in all, grounds with attributes,
// and colours that a smaller depth makes equal.
var colourful = NewPalette(7, 6, func(surface, ink int) Style {
	s := [...]Style{
		{}, {Bg: Index(234)}, {Bg: Index(236), Attr: Bold}, {Bg: Index(60)}, {Attr: Reverse}, {Bg: Index(3), Attr: Underline}, {Bg: Index(12)},
	}[surface]
	switch ink {
	case 1:
		s.Fg = Index(252)
	case 2:
		s.Fg, s.Attr = Index(220), s.Attr|Bold
	case 3:
		s.Fg = Index(173)
	case 4:
		s.Attr |= Underline
	case 5:
		s.Fg, s.Attr = Index(9), s.Attr^Reverse
	}
	return s
}).With([]Colour{RGB(0x12704f), RGB(0xfdf8ec), Index(29)}, func(c Colour) Colour { return c / 2 * 2 })

// surface chooses a role or a paint. ink also chooses bold or not.
func (d dice) surface() uint16 {
	if d(4) == 0 {
		return FirstPaint + uint16(d(3))
	}
	return uint16(d(7))
}

func (d dice) ink() uint16 {
	if d(4) == 0 {
		return FirstPaint + uint16(d(3)) | []uint16{0, BoldInk, GroundInk, DimInk}[d(4)]
	}
	return uint16(d(6))
}

// ascii is a set of glyphs like the arcade's safe one.
func ascii(r rune) rune {
	switch r {
	case '─':
		return '-'
	case '●':
		return 'X'
	}
	return r
}

// want returns the cell that a terminal must show for a cell of a frame.
func want(f Frame, d Depth, x, y int) shown {
	row := f.Canvas.Row(y)
	at := row[x]
	if at.Rune == Tail {
		at = row[x-1] // both halves look like the first
		return shown{Tail, f.Palette.in(d).Look(at.Surface, at.Ink)}
	}
	r := at.Rune
	if f.Glyph != nil {
		r = f.Glyph(r)
	}
	return shown{r, f.Palette.in(d).Look(at.Surface, at.Ink)}.look()
}

// differs returns an error with the first cell, cursor or mode of a frame that the terminal does not show.
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

// dice returns a number from 0 to below n.
type dice func(n int) int

// rolled returns choices of rapid's, which shrinks failures.
func rolled(t *rapid.T) dice {
	return func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "of "+fmt.Sprint(n)) }
}

// read returns choices from a fuzzer's bytes; 0 at their end.
func read(b []byte) dice {
	return func(n int) int {
		if len(b) == 0 {
			return 0
		}
		c := int(b[0]) % n
		b = b[1:]
		return c
	}
}

// step changes a part of a canvas.
func (d dice) step(c *Canvas) {
	w, h := c.W(), c.H()
	if w == 0 || h == 0 {
		return
	}
	put := func(x, y int, at Cell) {
		c.Put(x, y, at.Rune)
		c.At(x, y).Surface, c.At(x, y).Ink = at.Surface, at.Ink
	}
	x, y, look := d(w), d(h), Cell{' ', d.surface(), d.ink()}
	switch d(9) {
	case 0: // a panel
		right, bottom := min(w, x+1+d(w)), min(h, y+1+d(h))
		for ; y < bottom; y++ {
			for px := x; px < right; px++ {
				put(px, y, look)
			}
		}
	case 1: // a row in another style
		for ; x < w; x++ {
			c.At(x, y).Surface = look.Surface
		}
	case 2: // lines that move
		if n := 1 + d(3); d(2) == 0 {
			for ; y+n < h; y++ {
				copy(c.Row(y), c.Row(y+n))
			}
		} else {
			for end := h - 1; end-n >= y; end-- {
				copy(c.Row(end), c.Row(end-n))
			}
		}
	case 3: // the rest of the line
		for ; x < w; x++ {
			put(x, y, look)
		}
	case 4:
		c.SetCursor(x, y)
	case 5: // the end of a line moves along it
		row := c.Row(y)
		for _, c := range row {
			if c.Rune == Tail {
				return
			}
		}
		if n := 1 + d(3); x+n < w && d(2) == 0 {
			copy(row[x+n:], row[x:])
		} else if x+n < w {
			copy(row[x:], row[x+n:])
		}
	default:
		letters := []rune("ab  .─●가힣ㄱ漢")
		for range 1 + d(12) {
			look.Rune = letters[d(len(letters))]
			switch {
			case x >= w:
			case !wide(look.Rune):
				put(x, y, look)
			case x+1 < w:
				put(x, y, look)
				x++
				put(x, y, Cell{Tail, look.Surface, look.Ink})
			}
			x++
		}
	}
}

// another draws the next frame, which repeats much of the last.
func (d dice) another(f Frame, s *Screen) Frame {
	c := new(Canvas)
	blank := Cell{' ', d.surface(), 1}
	switch what := d(12); {
	case what == 0 || f.Canvas == nil:
		c.Reset(d(41), d(9), blank)
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
			s.Depth = Depth(d(int(TrueColour) + 1))
		case 5:
			if f.Glyph = ascii; d(2) == 0 {
				f.Glyph = nil
			}
		}
	}
	for range d(5) {
		d.step(c)
	}
	f.Canvas, f.Palette = c, colourful
	return f
}

// terminal chooses the screen's knowledge of its terminal.
func (d dice) terminal() Terminal {
	return Terminal{Depth: Depth(d(int(TrueColour) + 1)), Erases: d(2) == 0, Syncs: d(2) == 0}
}

// After each frame of any sequence, the terminal shows that frame with its cursor and modes. After the end,
// the terminal is as it was.
func TestPaint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { paints(t, rolled(t)) })
}

var sequences = flag.Int("sequences", 500, "how many random sequences of frames are painted")

// The same with larger frames than rapid's first ones.
func TestPaintAtRandom(t *testing.T) {
	for seed := range *sequences {
		random := rand.New(rand.NewPCG(2, uint64(seed)))
		paints(seeded{t, seed}, random.IntN)
		if seed%10 == 0 {
			paintsOnAnEmulator(seeded{t, seed}, random.IntN)
		}
	}
}

// seeded names the sequence that failed.
type seeded struct {
	t    *testing.T
	seed int
}

func (s seeded) Fatalf(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("sequence %d: "+format, append([]any{s.seed}, args...)...)
}

func FuzzPaint(f *testing.F) {
	f.Fuzz(func(t *testing.T, b []byte) { paints(t, read(b)) })
}

type fataler interface{ Fatalf(string, ...any) }

func paints(t fataler, d dice) {
	var f Frame
	s := &Screen{Terminal: d.terminal()}
	term := newTerminal(1, 1)
	term.bce, term.margin = s.Erases, d(margins)
	larger := max(0, d(6)-3) // the frame covers a part of the terminal only
	for range 1 + d(12) {
		f = d.another(f, s)
		if w, h := max(1, f.Canvas.W()+larger), max(1, f.Canvas.H()+larger); term.w != w || term.h != h || d(20) == 19 {
			term.resize(w, h)
			s.Resized()
		}
		if d(10) == 9 { // something went wrong on the terminal
			term.resize(term.w, term.h)
			term.x, term.pen, term.modes, term.otherKeys, term.visible = 0, Style{Attr: Reverse}, map[int]bool{}, 0, true
			term.kitty[len(term.kitty)-1], term.margins = 0, true
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
		t.Fatalf("%v", err)
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

// A terminal may count a character's width differently: later text at a distance, and all other rows, are
// in the right place.
func TestCharactersOfOtherWidths(t *testing.T) {
	c, s := new(Canvas), &Screen{Terminal: Terminal{Erases: true}}
	c.Reset(40, 3, Cell{' ', 0, 0})
	term := newTerminal(40, 3)
	paint := func() {
		if err := term.write(s.Paint(nil, Frame{Canvas: c, Palette: colourful})); err != nil {
			t.Fatal(err)
		}
	}
	paint()
	c.Put(2, 0, '●')
	c.Put(8, 0, 'x')
	c.Put(4, 1, 'y')
	c.SetCursor(4, 2)
	term.ambiguous = 2
	paint()
	if term.at(8, 0).r != 'x' || term.at(4, 1).r != 'y' || term.x != 4 || term.y != 2 {
		t.Errorf("%v, cursor at %d,%d", term.cells, term.x, term.y)
	}
	c.Put(5, 2, '●')
	c.SetCursor(6, 2)
	if paint(); term.x != 6 {
		t.Errorf("the cursor is at %d", term.x)
	}
}

// No cell sends a control character.
func TestNoControlCharacters(t *testing.T) {
	c, s := new(Canvas), &Screen{}
	c.Reset(12, 1, Cell{' ', 0, 0})
	for x, r := range []rune{0x1b, '\n', 0, 0x7f, 0x80, 0x9b, 0x9f, 0xD800, 0x110000, Tail, packRepeat} {
		*c.At(x, 0) = Cell{Rune: r}
	}
	term := newTerminal(12, 1)
	if err := term.write(s.Paint(nil, Frame{Canvas: c, Palette: colourful})); err != nil {
		t.Error(err)
	}
	if got := fmt.Sprintf("%c", term.cells[4].r); got != "?" {
		t.Errorf("a control character becomes %s", got)
	}
}

// Close writes nothing before the first frame. After Close a screen begins anew.
func TestClose(t *testing.T) {
	s := new(Screen)
	if b := s.Close(nil); b != nil {
		t.Errorf("%q", b)
	}
	f := Frame{Canvas: new(Canvas), Palette: colourful}
	f.Canvas.Reset(5, 2, Cell{'x', 1, 1})
	first := s.Paint(nil, f)
	s.Close(nil)
	if again := s.Paint(nil, f); string(again) != string(first) {
		t.Errorf("%q, at first %q", again, first)
	}
}

// If erasing may not leave a background, the screen does not rely on it.
func TestErasesAs(t *testing.T) {
	for term, want := range map[string]bool{
		"xterm-256color": true, "xterm": true, "tmux-256color": true, "linux": true, "alacritty": true, "xterm-ghostty": true, "st-256color": true, "st": true,
		"screen": false, "screen-256color": false, "screen.xterm-256color": false, "xterm-kitty": false, "vt100": false, "sun": false, "": false, "stv52": false,
	} {
		if ErasesAs(term) != want {
			t.Errorf("%s: %v", term, !want)
		}
	}
}

// A screen that becomes small again releases its memory.
func TestMemory(t *testing.T) {
	s := new(Screen)
	f := Frame{Canvas: new(Canvas), Palette: colourful}
	f.Canvas.Reset(500, 200, Cell{'x', 1, 1})
	for i := range 500 * 200 {
		f.Canvas.At(i%500, i/500).Ink = uint16(i % 3)
	}
	s.Paint(nil, f)
	if s.Kept() < 500*200 {
		t.Fatalf("%d bytes", s.Kept())
	}
	if f.Canvas.Reset(80, 24, Cell{'x', 1, 1}); cap(f.Canvas.cells) > 80*24 {
		t.Error("the canvas keeps it")
	}
	if s.Paint(nil, f); s.Kept() > 6<<10 {
		t.Errorf("%d bytes for a small one", s.Kept())
	}
}

func profiled(p colorprofile.Profile, n uint8) Colour {
	return seenColour(p.Convert(ansi.IndexedColor(n)))
}

// A palette has its styles for each depth.
func TestPalette(t *testing.T) {
	if p := colourful.in(Colours16); p != colourful.in(Colours16) || colourful.in(TrueColour) != colourful {
		t.Error("a palette is made twice")
	}
	for _, tc := range []struct {
		depth Depth
		want  Style
	}{
		{Colours256, Style{Index(173), Index(60), 0}}, {NoColours, Style{}},
		// The rest follows Bubble Tea.
		{Colours16, Style{profiled(colorprofile.ANSI, 173), profiled(colorprofile.ANSI, 60), 0}},
	} {
		if got := colourful.in(tc.depth).Look(3, 3); got != tc.want {
			t.Errorf("depth %d: %+v, want %+v", tc.depth, got, tc.want)
		}
	}
	for _, tc := range []struct {
		depth        Depth
		surface, ink uint16
		want         Style
	}{
		{TrueColour, FirstPaint, FirstPaint + 1 | BoldInk, Style{RGB(0xfdf8ec), RGB(0x12704f), Bold}},
		{TrueColour, 1, FirstPaint, Style{RGB(0x12704f), Index(234), 0}},
		{TrueColour, FirstPaint, 1, Style{Index(252), RGB(0x12704f), 0}},
		{TrueColour, FirstPaint, 2 | GroundInk | DimInk, Style{Index(236), RGB(0x12704e), 0}},
		{Colours256, FirstPaint, FirstPaint + 2, Style{Index(29), Index(29), 0}},
	} {
		if got := colourful.in(tc.depth).Look(tc.surface, tc.ink); got != tc.want {
			t.Errorf("paints at depth %d: %+v, want %+v", tc.depth, got, tc.want)
		}
	}
}

package paint

import (
	"fmt"
	"image/color"
	"io"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"
)

// Another project's terminal emulator also shows each frame, whatever came before it.
func TestPaintOnAnEmulator(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { paintsOnAnEmulator(t, rolled(t)) })
}

func FuzzPaintOnAnEmulator(f *testing.F) {
	f.Fuzz(func(t *testing.T, b []byte) { paintsOnAnEmulator(t, read(b)) })
}

func paintsOnAnEmulator(t fataler, d dice) {
	var f Frame
	s := &Screen{Terminal: d.terminal()}
	var term *vt.Emulator
	var visible, alt bool
	for range 1 + d(12) {
		f = d.another(f, s)
		w, h := f.Canvas.W(), f.Canvas.H()
		if w == 0 || h == 0 {
			continue
		}
		switch {
		case term == nil:
			term = vt.NewEmulator(w, h)
			term.SetCallbacks(vt.Callbacks{CursorVisibility: func(v bool) { visible = v }, AltScreen: func(on bool) { alt = on }})
			go func() { _, _ = io.Copy(io.Discard, term) }() // its answers
			defer func() { _ = term.InputPipe().(io.Closer).Close() }()
		case term.Width() != w || term.Height() != h:
			term.Resize(w, h)
		}
		if d(10) == 9 {
			_, _ = term.WriteString("\x1b[1;1Hspoilt 가가\x1b[0;7m\x1b[?1004l")
			s.Repaint()
		}
		b := s.Paint(nil, f)
		if _, err := term.Write(b); err != nil {
			t.Fatalf("%v", err)
		}
		for y := range h {
			for x := range w {
				if got, want := seen(term.CellAt(x, y)), want(f, s.Depth, x, y); got != want && want.r != Tail {
					t.Fatalf("at %d,%d of %dx%d: %q %+v, want %q %+v, after %q", x, y, w, h, got.r, got.style, want.r, want.style, b)
				}
			}
		}
		at := term.CursorPosition()
		if x, y, ok := f.Canvas.Cursor(); ok && (at.X != x || at.Y != y) || ok != visible || !alt {
			t.Fatalf("cursor at %v, %v, want %d,%d, %v; alternate screen %v; after %q", at, visible, x, y, ok, alt, b)
		}
	}
}

// seen returns an emulator's cell.
func seen(c *uv.Cell) shown {
	if c == nil || c.Width == 0 {
		return shown{r: Tail}
	}
	r := []rune(c.Content + " ")[0]
	s := Style{Fg: seenColour(c.Style.Fg), Bg: seenColour(c.Style.Bg)}
	if c.Style.Attrs&uv.AttrBold != 0 {
		s.Attr |= Bold
	}
	if c.Style.Attrs&uv.AttrReverse != 0 {
		s.Attr |= Reverse
	}
	if c.Style.Underline != ansi.UnderlineNone {
		s.Attr |= Underline
	}
	return shown{r, s}.look()
}

func seenColour(c color.Color) Colour {
	switch c := c.(type) {
	case nil:
		return 0
	case ansi.BasicColor:
		return Index(uint8(c))
	case ansi.IndexedColor:
		return Index(uint8(c))
	case color.RGBA:
		return RGB(uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B))
	}
	panic(fmt.Sprintf("a colour of type %T", c))
}

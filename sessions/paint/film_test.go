package paint_test

import (
	"bytes"
	"compress/gzip"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"arcade/internal/race"
	"arcade/lobby/text"
	"arcade/sessions/paint"
	"arcade/sessions/ui"
)

// filmed is a frame of a recorded session. A line in App.View recorded the films in testdata on 22 November
// 2026 while the tests of the screens ran: parts of eight sessions, at Klondike, Yut, Matgo and Othello, on
// pages and in text fields, in both languages and sets of glyphs.
type filmed struct {
	Film, W, H, X, Y int
	Cursor, Safe     bool
	Cells            []byte // three bytes of the character, the surface, the ink
}

// filmedOwn is the number of a surface's own ink in films.
const filmedOwn = 16

// The tokens of games, in the order and with the colours at the time of the films.
func init() {
	for _, look := range []ui.Ink{
		{Dark: 214, Light: 94, Sixteen: "33;40"}, {Dark: 80, Light: 23, Sixteen: "36;40"}, {Dark: 248, Light: 241}, {Dark: 250, Light: 239},
		{Dark: 117, Light: 25, Sixteen: "36;40"}, {Dark: 183, Light: 90, Sixteen: "35;40"}, {Dark: 220, Light: 94, Sixteen: "33;40", Bold: true},
	} {
		ui.NewInk(look)
	}
	for _, look := range []ui.Surface{
		{Fg: 231, Bg: 29, Sixteen: "30;42"}, {Fg: 16, Bg: 29, Sixteen: "30;42"}, {Fg: 231, Bg: 29, Sixteen: "1;97;42"},
		{Fg: 16, Bg: 220, Sixteen: "30;43", Mono: "1"}, {Fg: 231, Bg: 130, Sixteen: "1;97;41", Mono: "1"},
		{Fg: 16, Bg: 220, Sixteen: "30;43", Mono: "1"}, {Fg: 124, Bg: 230, Sixteen: "31;47"}, {Fg: 231, Bg: 124, Sixteen: "97;41"},
		{Fg: 231, Bg: 25, Sixteen: "97;44"}, {Fg: 231, Bg: 22, Sixteen: "30;42"}, {Fg: 231, Bg: 90, Sixteen: "97;45"},
		{Fg: 238, Bg: 252, Sixteen: "30;47"}, {Fg: 16, Bg: 183, Sixteen: "30;45"}, {Fg: 217, Bg: 88, Sixteen: "97;41"},
		{Fg: 153, Bg: 24, Sixteen: "97;44"}, {Fg: 16, Bg: 230, Sixteen: "30;47"}, {Fg: 124, Bg: 230, Sixteen: "31;47"},
		{Fg: 25, Bg: 230, Sixteen: "31;47"}, {Fg: 22, Bg: 230, Sixteen: "30;47"}, {Fg: 16, Bg: 255, Sixteen: "30;47", Mono: "7"}, {Fg: 16, Bg: 231, Sixteen: "30;47"},
	} {
		ui.NewSurface(look)
	}
}

// films returns the frames of each session, on canvases.
func films(t testing.TB) (list [][]picture) {
	t.Helper()
	bar := ui.New(1, 1)
	bar.Text(0, 0, ui.Bar, "x")
	own := bar.Cells().At(0, 0).Ink
	f, err := os.Open("testdata/films.gob.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for d := gob.NewDecoder(z); ; {
		var r filmed
		if err := d.Decode(&r); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		p := picture{Canvas: ui.New(r.W, r.H)}
		for i := range r.W * r.H {
			b := r.Cells[5*i:]
			c := paint.Cell{Rune: rune(b[0]) | rune(b[1])<<8 | rune(b[2])<<16, Surface: uint16(b[3]), Ink: uint16(b[4])}
			if c.Ink == filmedOwn {
				c.Ink = own
			}
			if c.Rune == 0xFFFFFF {
				c.Rune = paint.Tail
			}
			*p.Cells().At(i%r.W, i/r.W) = c
		}
		if r.Cursor {
			p.Cells().SetCursor(r.X, r.Y)
		}
		if r.Safe {
			p.glyph = text.Plain
		}
		if r.Film == len(list) {
			list = append(list, nil)
		}
		list[r.Film] = append(list[r.Film], p)
	}
	if len(list) < 5 {
		t.Fatal("no films")
	}
	return list
}

type picture struct {
	*ui.Canvas
	glyph func(rune) rune
}

func (p picture) frame(theme *paint.Palette) paint.Frame {
	return paint.Frame{Canvas: p.Cells(), Palette: theme, Glyph: p.glyph, Mouse: true}
}

// styled returns the picture as Bubble Tea's programs return theirs: text with styles.
func (p picture) styled(theme *paint.Palette) string {
	colour := func(ground int, c paint.Colour) string {
		if c == 0 {
			return fmt.Sprintf(";%d", ground+9)
		}
		return fmt.Sprintf(";%d;5;%d", ground+8, c&0xFF)
	}
	var b strings.Builder
	for y := range p.Cells().H() {
		if y > 0 {
			b.WriteByte('\n')
		}
		for _, at := range p.Cells().Row(y) {
			if at.Rune == paint.Tail {
				continue
			}
			s := theme.Look(at.Surface, at.Ink)
			b.WriteString("\x1b[0")
			for i, code := range []string{";1", ";4", ";7"} {
				if s.Attr>>i&1 != 0 {
					b.WriteString(code)
				}
			}
			b.WriteString(colour(30, s.Fg) + colour(40, s.Bg) + "m")
			r := at.Rune
			if p.glyph != nil {
				r = p.glyph(r)
			}
			b.WriteRune(r)
		}
		b.WriteString("\x1b[m")
	}
	return b.String()
}

// stock is Bubble Tea's renderer as a program over SSH uses it: it parses each frame, a string, into cells
// and draws the differences.
type stock struct {
	buf           bytes.Buffer
	scr           *uv.TerminalRenderer
	cells         uv.ScreenBuffer
	last          string
	x, y          int
	cursor, drawn bool
}

func newStock(w, h int) *stock {
	s := &stock{cells: uv.NewScreenBuffer(w, h)}
	s.scr = uv.NewTerminalRenderer(&s.buf, []string{"TERM=xterm-256color"})
	s.scr.SetColorProfile(colorprofile.ANSI256)
	s.scr.SetFullscreen(true)
	s.scr.SetRelativeCursor(false)
	s.scr.SetTabStops(-1)
	s.scr.SetBackspace(false)
	s.scr.SetMapNewline(true)
	s.scr.SetScrollOptim(true)
	s.scr.Erase()
	return s
}

// bytes returns the number of bytes of the next frame.
func (s *stock) bytes(p picture, theme *paint.Palette) int {
	w, h := p.Cells().W(), p.Cells().H()
	x, y, cursor := p.Cells().Cursor()
	content := p.styled(theme)
	resized := s.cells.Width() != w || s.cells.Height() != h
	if s.drawn && !resized && content == s.last && cursor == s.cursor && (!cursor || x == s.x && y == s.y) {
		return 0
	}
	if resized {
		s.scr.Erase()
		s.scr.Resize(w, h)
		s.cells.Touched = nil
		s.cells.Resize(w, h)
	}
	s.cells.Clear()
	uv.NewStyledString(content).Draw(s.cells, s.cells.Bounds())
	s.scr.Render(s.cells.RenderBuffer)
	if cursor {
		s.scr.MoveTo(x, y)
	}
	if err := s.scr.Flush(); err != nil {
		panic(err)
	}
	n := s.buf.Len()
	n += bytes.Count(s.buf.Bytes(), []byte("\n")) - bytes.Count(s.buf.Bytes(), []byte("\r\n")) // the writer's CR
	switch {                                                                                   // hides and shows the cursor
	case cursor && s.cursor && n > 0:
		n += 12
	case cursor != s.cursor:
		n += 6 + len("\x1b[2 q")
	}
	s.buf.Reset()
	s.last, s.x, s.y, s.cursor, s.drawn = content, x, y, cursor, true
	return n
}

// No film takes more bytes than with Bubble Tea's renderer. That renderer ends each frame in the plain
// style and begins the next from there, so the test compares the sums up to each frame.
func TestBytes(t *testing.T) {
	if race.On {
		t.Skip("one goroutine that counts bytes")
	}
	for name, theme := range map[string]*paint.Palette{"256": ui.Dark256.Palette(), "16": ui.Sixteen.Palette(), "mono": ui.Mono.Palette()} {
		frames, all, stockAll := 0, 0, 0
		for i, film := range films(t) {
			s := newScreen()
			b := newStock(film[0].Cells().W(), film[0].Cells().H())
			var out []byte
			sum, limit := 0, len("\x1b[m")
			for j, p := range film {
				out = s.Paint(out[:0], p.frame(theme))
				n := b.bytes(p, theme)
				if j == 0 { // with the modes, which are the same
					continue
				}
				frames, sum, limit = frames+1, sum+len(out), limit+n
				if sum > limit {
					t.Errorf("%s: frames up to %d of film %d take %d bytes, %d in the stock renderer; the last %d and %d: %q", name, j, i, sum, limit, len(out), n, out)
				}
			}
			all, stockAll = all+sum, stockAll+limit
		}
		t.Logf("%s: %d frames take %d bytes, %d in the stock renderer", name, frames, all, stockAll)
	}
}

// Sessions that paint at the same time share memory, and each gets the same bytes as alone.
func TestShared(t *testing.T) {
	paintAll := func(film []picture) (all []byte) {
		s := newScreen()
		s.Depth = paint.Colours16
		for _, p := range film {
			all = s.Paint(all, p.frame(ui.Light256.Palette()))
		}
		return s.Close(all)
	}
	list := films(t)
	var wg sync.WaitGroup
	together := make([][]byte, 3*len(list))
	for i := range together {
		wg.Go(func() { together[i] = paintAll(list[i%len(list)]) })
	}
	wg.Wait()
	for i, got := range together {
		if !bytes.Equal(got, paintAll(list[i%len(list)])) {
			t.Errorf("film %d is painted otherwise beside others", i%len(list))
		}
	}
}

// A session keeps little memory of a usual frame.
func TestKept(t *testing.T) {
	most := 0
	for _, film := range films(t) {
		s := newScreen()
		for _, p := range film {
			if s.Paint(nil, p.frame(ui.Dark256.Palette())); p.Cells().W()*p.Cells().H() == 80*24 {
				most = max(most, s.Kept())
			}
		}
	}
	if t.Logf("%d bytes at most, of 80x24", most); most == 0 || most > 6<<10 {
		t.Errorf("%d bytes", most)
	}
}

func newScreen() *paint.Screen {
	return &paint.Screen{Terminal: paint.Terminal{Depth: paint.Colours256, Erases: true}}
}

func BenchmarkPaint(b *testing.B) {
	all := films(b)
	// Two pictures, there and back.
	pair := func(name string, from, to picture) {
		b.Run(name, func(b *testing.B) {
			s := newScreen()
			var out []byte
			sent := 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				p := from
				if i%2 == 1 {
					p = to
				}
				out = s.Paint(out[:0], p.frame(ui.Dark256.Palette()))
				sent += len(out)
			}
			b.ReportMetric(float64(sent)/float64(b.N), "sent/op")
			b.ReportMetric(float64(s.Kept()), "kept")
		})
	}
	base := all[0][30]
	copied := func(change func(c *paint.Canvas)) picture {
		p := picture{Canvas: ui.New(base.Cells().W(), base.Cells().H())}
		for y := range p.Cells().H() {
			copy(p.Cells().Row(y), base.Cells().Row(y))
		}
		change(p.Cells())
		return p
	}
	pair("nothing", base, base)
	pair("cell", base, copied(func(c *paint.Canvas) { c.At(40, 12).Rune = 'x' }))
	pair("line", base, copied(func(c *paint.Canvas) {
		for x := range c.W() { // a cursor line goes down
			c.At(x, 8).Surface, c.At(x, 9).Surface = 3, 3
		}
	}))
	pair("frame", base, all[2][30])
	b.Run("whole", func(b *testing.B) {
		s := newScreen()
		var out []byte
		b.ReportAllocs()
		for b.Loop() {
			s.Repaint()
			out = s.Paint(out[:0], base.frame(ui.Dark256.Palette()))
		}
		b.ReportMetric(float64(len(out)), "sent/op")
	})
	for _, stockToo := range []bool{false, true} {
		b.Run(fmt.Sprintf("films/stock=%v", stockToo), func(b *testing.B) {
			sent, frames, kept := 0, 0, 0
			b.ReportAllocs()
			for b.Loop() {
				for _, film := range all {
					s, st := newScreen(), newStock(film[0].Cells().W(), film[0].Cells().H())
					var out []byte
					for _, p := range film {
						if stockToo {
							sent += st.bytes(p, ui.Dark256.Palette())
						} else {
							out = s.Paint(out[:0], p.frame(ui.Dark256.Palette()))
							sent += len(out)
							kept += s.Kept()
						}
						frames++
					}
				}
			}
			b.ReportMetric(float64(sent)/float64(frames), "sent/frame")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(frames), "ns/frame")
			b.ReportMetric(float64(kept)/float64(frames), "kept/frame")
		})
	}
}

package ui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arcade/lobby/text"
	"arcade/sessions/paint"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden frames anew")

// golden compares a frame with testdata/name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got+"\n" != string(want) {
		t.Errorf("%s is not as it was:\n%s\nwant:\n%s", name, got, want)
	}
}

// strict makes a canvas whose errors fail the test.
func strict(t *testing.T, w, h int) *Canvas {
	t.Helper()
	c := New(w, h)
	c.Strict = true
	t.Cleanup(func() {
		for _, err := range c.Errors {
			t.Error(err)
		}
		for _, err := range c.Lint() {
			t.Error(err)
		}
	})
	return c
}

func TestTextClips(t *testing.T) {
	c := New(10, 2)
	g := c.Sub(Rect{1, 0, 5, 1})
	if n := g.Text(0, 0, Text, "한글이름"); n != 4 {
		t.Errorf("took %d cells", n)
	}
	g.Text(0, 1, Text, "below")
	if got := c.Plain(LevelLines); got != " 한..\n" {
		t.Errorf("%q", got)
	}
	c.Reset(4, 1)
	c.Text(-1, 0, Text, "한b")
	if got := c.Plain(LevelLines); got != " b" {
		t.Errorf("half a character at the left edge: %q", got)
	}
}

func TestStrictNotesWhatDoesNotFit(t *testing.T) {
	for name, draw := range map[string]func(g Region){
		"too wide":   func(g Region) { g.Text(3, 0, Text, "abc") },
		"below":      func(g Region) { g.Text(0, 2, Text, "a") },
		"left of it": func(g Region) { g.Text(-1, 0, Text, "a") },
		"right":      func(g Region) { g.TextRight(2, 0, Text, "abc") },
		"overlap":    func(g Region) { g.Fill(g.Rect(), Text); g.Text(0, 0, Text, "한"); g.Text(1, 0, Text, "b") },
		"title":      func(g Region) { g.Box(Rect{0, 0, 5, 2}, "abc", Text, false) },
	} {
		c := New(5, 2)
		draw(c.Region)
		if len(c.Errors) != 0 {
			t.Errorf("%s: a canvas that is not strict takes note", name)
		}
		c.Reset(5, 2)
		c.Strict = true
		draw(c.Region)
		if len(c.Errors) != 1 {
			t.Errorf("%s: %d errors: %v", name, len(c.Errors), c.Errors)
		}
	}
	c := New(5, 2)
	c.Strict = true
	c.Text(0, 0, Text, "abcde")
	c.TextCut(0, 1, 3, Text, "abcde")
	c.TextRight(5, 1, Text, "ab")
	if c.Errors != nil {
		t.Error(c.Errors)
	}
}

func TestWideCellsAreNeverHalf(t *testing.T) {
	for _, tc := range []struct {
		x       int
		s, want string
	}{
		{0, "x", "x 글"}, {1, "x", " x글"}, {2, "x", "한x"}, {3, "x", "한 x"}, {1, "가", " 가"}, {0, "가", "가글"},
	} {
		c := New(4, 1)
		c.Text(0, 0, Text, "한글")
		c.Text(tc.x, 0, Text, tc.s)
		if got := c.Plain(LevelLines); got != tc.want {
			t.Errorf("%q at %d gives %q, want %q", tc.s, tc.x, got, tc.want)
		}
	}
}

// After any drawing, a frame keeps its height, no line is too wide or contains half a character, and its
// text is the same in every theme.
func TestFrameProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(0, 20).Draw(t, "w"), rapid.IntRange(0, 6).Draw(t, "h")
		c := New(w, h)
		g := c.Region
		rect := func() Rect {
			n := rapid.IntRange(-3, 22)
			return Rect{n.Draw(t, "x"), n.Draw(t, "y"), n.Draw(t, "rw"), n.Draw(t, "rh")}
		}
		tok := rapid.OneOf(rapid.Uint8Range(0, uint8(Bad)), rapid.Uint8Range(uint8(Page), uint8(Toast)))
		for range rapid.IntRange(0, 12).Draw(t, "n") {
			r, k := rect(), Token(tok.Draw(t, "tok"))
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				g = c.Sub(r)
			case 1:
				g.Fill(r, k)
			case 2:
				g.Paint(r, k)
			case 3:
				g.Box(r, "한글 title", k, true)
			case 4:
				g.TextRight(r.X, r.Y, k, anyText().Draw(t, "s"))
			case 5:
				g.HLine(r.X, r.Y, r.W, k)
			case 6:
				g.VLine(r.X, r.Y, r.H, k)
			default:
				s := anyText().Draw(t, "s")
				if n := g.Text(r.X, r.Y, k, s); n > max(0, g.W()-r.X) {
					t.Fatalf("%q took %d cells at %d of %d", s, n, r.X, g.W())
				}
			}
		}
		plain := c.Plain(LevelLines)
		lines := strings.Split(plain, "\n")
		if len(lines) != max(1, h) {
			t.Fatalf("%d lines of %d", len(lines), h)
		}
		for y, line := range lines {
			if n := ansi.StringWidth(line); n > w {
				t.Fatalf("line %d is %d wide, of %d: %q", y, n, w, line)
			}
			if n, m := ansi.StringWidth(line), ansi.StringWidth(strings.Split(c.Plain(LevelPlain), "\n")[y]); n != m {
				t.Fatalf("line %d is %d wide in one glyph set, %d in the other", y, n, m)
			}
		}
		for y := range h {
			row := c.cells.Row(y)
			for x, at := range row {
				wide := at.Rune != paint.Tail && text.Cells(at.Rune) == 2
				if wide != (x+1 < w && row[x+1].Rune == paint.Tail) || at.Rune == paint.Tail && x == 0 {
					t.Fatalf("half a character at %d,%d", x, y)
				}
			}
		}
	})
}

// looks returns the frame's rows as the styles of their cells, each once at its start.
func looks(c *Canvas, theme Theme) string {
	var b strings.Builder
	for y := range c.cells.H() {
		var last paint.Style
		for x, at := range c.cells.Row(y) {
			if s := theme.Palette().Look(at.Surface, at.Ink); s != last {
				fmt.Fprintf(&b, "%d:%d/%d/%d ", x, s.Fg&0xFF, s.Bg&0xFF, s.Attr)
				last = s
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// An ink keeps the surface below, if it can be read there.
func TestInkOnSurface(t *testing.T) {
	c := New(3, 1)
	c.Fill(c.Rect(), Panel)
	c.Text(0, 0, Warn, "a")
	c.Fill(Rect{1, 0, 1, 1}, Toast)
	c.Text(1, 0, Warn, "b")
	c.Text(2, 0, Panel, "c")
	if got, want := looks(c, Light256), "0:94/255/0 1:16/117/0 2:236/255/0 \n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestHits(t *testing.T) {
	c := New(20, 4)
	c.Hit(Rect{0, 0, 10, 2}, "under")
	g := c.Sub(Rect{5, 0, 10, 2})
	g.Hit(Rect{0, 0, 100, 1}, "over")
	at := func(x, y int) any {
		msg, ok := c.HitAt(x, y)
		if !ok {
			return nil
		}
		return msg
	}
	for _, tc := range []struct {
		x, y int
		want any
	}{{0, 0, "under"}, {4, 1, "under"}, {5, 0, "over"}, {14, 0, "over"}, {15, 0, nil}, {10, 1, nil}, {0, 2, nil}, {-1, 0, nil}} {
		if got := at(tc.x, tc.y); got != tc.want {
			t.Errorf("at %d,%d: %v, want %v", tc.x, tc.y, got, tc.want)
		}
	}
	c.BlockClicks(Rect{0, 0, 20, 3})
	if at(0, 0) != nil || at(5, 0) != nil {
		t.Error("a click goes through the shade")
	}
	w := c.Button(2, 2, "네", "y", false)
	if w != ButtonWidth("네") || at(2, 2) != Press("y") || at(2+w-1, 2) != Press("y") || at(2+w, 2) != nil {
		t.Errorf("button of %d", w)
	}
	c.Reset(20, 4)
	if at(2, 2) != nil {
		t.Error("an area of the frame before is still there")
	}
}

// lookOf returns the look of a token on a surface.
func lookOf(t Theme, on, tok Token) paint.Style { return t.Palette().Look(surface(on), ink(tok)) }

// Tokens that may be next to each other look different.
func TestThemesTellTokensApart(t *testing.T) {
	for name, theme := range map[string]Theme{"dark": Dark256, "light": Light256, "16": Sixteen, "mono": Mono} {
		page := lookOf(theme, Page, Text)
		for _, tok := range []Token{Bar, BarKey, Focus, Picked, ButtonFocus} {
			if lookOf(theme, tok, tok) == page {
				t.Errorf("%s: surface %d looks like the page", name, tok)
			}
		}
		if lookOf(theme, Page, Warn) == page || lookOf(theme, Page, Bad) == page || lookOf(theme, Page, Strong) == page || lookOf(theme, Page, Accent) == page {
			t.Errorf("%s: an emphatic ink looks like the ordinary one", name)
		}
	}
}

func TestThemeFor(t *testing.T) {
	for _, tc := range []struct {
		colours              Colours
		clear, light, vision bool
		want                 Theme
	}{
		{Colours256, false, false, false, Dark256}, {Colours256, false, true, false, Light256}, {Colours256, false, false, true, Dark256Vision}, {Colours256, false, true, true, Light256Vision},
		{TrueColours, false, false, false, Night}, {TrueColours, true, false, false, Clear}, {Colours256, true, true, true, ClearDayVision},
		{Colours16, true, true, true, Sixteen}, {NoColours, true, true, true, Mono},
	} {
		if got := ThemeFor(tc.colours, tc.clear, tc.light, tc.vision); got != tc.want {
			t.Errorf("%+v", tc)
		}
	}
}

// Both glyph sets have the same widths, and the safe one has no ambiguous characters.
func TestGlyphs(t *testing.T) {
	const house = "─═│║┌┐└┘├┤┬┴┼╔╗╚╝╱╲●○♠♥♦♣▒█▁▂▃▄▅▆▇▀"
	const ascii = `-=||+++++++++++++/\XOSHDC:#__..==#'`
	want := []rune(ascii)
	for i, r := range []rune(house) {
		if text.Plain(r) != want[i] {
			t.Errorf("%q becomes %q, want %q", r, text.Plain(r), want[i])
		}
		if Width(string(r)) != 1 {
			t.Errorf("%q is %d wide", r, Width(string(r)))
		}
	}
	for r := rune(0); r < 0x30000; r++ {
		if s := text.Plain(r); s != r && (s >= 0x80 || !strings.ContainsRune(house, r)) {
			t.Errorf("%q becomes %q", r, s)
		}
	}
}

func TestLint(t *testing.T) {
	for s, want := range map[string]int{"● ok": 0, "●x": 1, "한글 ─│": 0, "★": 1, "a→b": 1, "é": 1, "  ●": 0} {
		c := New(20, 1)
		c.Text(0, 0, Text, s)
		if got := c.Lint(); len(got) != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func TestReset(t *testing.T) {
	c := New(500, 200)
	c.Text(0, 0, Strong, "x")
	c.setCursor(1, 1)
	c.Reset(80, 24)
	if _, _, ok := c.cells.Cursor(); ok || strings.Trim(c.Plain(LevelLines), "\n") != "" {
		t.Error("something of the larger frame is left")
	}
	c.Reset(-1, -1)
	if c.Plain(LevelLines) != "" {
		t.Error("an empty canvas draws something")
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, size := range []struct {
		name string
		w, h int
	}{{"80x24", 80, 24}, {"200x60", 200, 60}} {
		b.Run(size.name, func(b *testing.B) {
			c := New(size.w, size.h)
			b.ReportAllocs()
			for b.Loop() {
				c.Reset(size.w, size.h)
				demo(c)
			}
		})
	}
}

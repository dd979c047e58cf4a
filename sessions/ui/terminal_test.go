package ui

import (
	"image/color"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
)

// A terminal answers the probe, and its screen is as it was.
func TestProbeOnATerminal(t *testing.T) {
	term := vt.NewEmulator(80, 24)
	term.SetDefaultBackgroundColor(color.White)
	_, _ = term.WriteString("$ ssh host\r\nhello")
	before := term.String()

	in := NewInput(struct {
		io.Reader
		io.Closer
	}{term, term.InputPipe().(io.Closer)})
	got, err := in.Probe(t.Context(), term, time.Minute, true)
	if want := (Answers{Measured: true, Hangul: true, Background: true, Light: true}); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	if after := term.String(); after != before || term.CursorPosition().Y != 1 || term.CursorPosition().X != 5 {
		t.Errorf("the screen was %q, is %q", before, after)
	}
	if term.IsAltScreen() {
		t.Error("the alternate screen is left on")
	}
	_ = in.Close()
}

// What a terminal makes of a frame is the frame's text, in the frame's colours.
func TestRenderOnATerminal(t *testing.T) {
	for _, g := range []Glyphs{Default, Safe} {
		for name, theme := range map[string]*Theme{"256": Dark256, "16": Sixteen, "mono": Mono} {
			c := strict(t, 80, 24)
			demo(c)
			term := vt.NewEmulator(80, 24)
			_, _ = term.WriteString(strings.ReplaceAll(c.Render(theme, g), "\n", "\r\n"))
			if got, want := trimLines(term.String()), c.Plain(g); got != want {
				t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
			}
			for y := range 24 {
				for x := range 80 {
					cell := term.CellAt(x, y)
					if cell == nil || cell.Width == 0 {
						continue
					}
					if coloured := theme != Mono; (cell.Style.Fg != nil) != coloured || (cell.Style.Bg != nil) != coloured {
						t.Fatalf("%s: at %d,%d %+v", name, x, y, cell.Style)
					}
				}
			}
			_ = term.Close()
		}
	}
}

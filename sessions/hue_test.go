package sessions_test

import (
	"fmt"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"arcade/sessions/klondike/cards"
	"arcade/sessions/paint"
	"arcade/sessions/ui"
)

// rgbOf returns a colour in 24 bits.
func rgbOf(c paint.Colour) uint32 {
	if rgb, ok := c.RGB(); ok {
		return rgb
	}
	n, _ := c.Index()
	r, g, b, _ := ansi.IndexedColor(n).RGBA()
	return r>>8<<16 | g>>8<<8 | b>>8
}

// between returns a colour as a dialogue dims it towards the page.
func between(c, page uint32) (rgb uint32) {
	for shift := 16; shift >= 0; shift -= 8 {
		rgb = rgb<<8 | (2*(c>>shift&0xFF)+3*(page>>shift&0xFF))/5
	}
	return rgb
}

// In 256 colours the inks, the surfaces and the felts of all games keep the hues that they have in 24 bits, and
// so does everything that is dimmed below a dialogue.
func TestHuesIn256(t *testing.T) {
	for exact, theme := range map[ui.Theme]ui.Theme{ui.Night: ui.Dark256, ui.Day: ui.Light256} {
		want, got := exact.Palette(), theme.Palette()
		surfaces, inks, paints := want.Size()
		hold := func(what string, from, to paint.Colour) {
			if n, ok := to.Index(); !ok || n < 16 {
				return
			}
			was, is := paint.OklabOf(rgbOf(from)), paint.OklabOf(rgbOf(to))
			if was.Hued() && was.Chroma() >= 0.055 && (is.Chroma() < was.Chroma()/4 || was.HueTo(is) > 40) || !was.Hued() && is.Chroma() > was.Chroma()+0.1 {
				t.Errorf("theme %d, %s: %06x is %06x: %.0f degrees, chroma %.3f for %.3f", theme, what, rgbOf(from), rgbOf(to), was.HueTo(is), is.Chroma(), was.Chroma())
			}
		}
		both := func(what string, surface, ink uint16) {
			was, is := want.Look(surface, ink), got.Look(surface, ink)
			hold(what, was.Bg, is.Bg)
			hold(what+", ink", was.Fg, is.Fg)
			was, is = want.Look(surface, ink|paint.DimInk), got.Look(surface, ink|paint.DimInk)
			hold(what+", dimmed", was.Bg, is.Bg)
			hold(what+", ink, dimmed", was.Fg, is.Fg)
		}
		for i := range surfaces {
			both(fmt.Sprint("surface ", i), uint16(i), uint16(inks-1))
		}
		for i := range inks {
			both(fmt.Sprint("ink ", i), 0, uint16(i))
		}
		for i := range paints { // their own colours in 256 are chosen by hand, or those of a mixture's nearer part
			n := uint16(paint.FirstPaint + i)
			below := paint.RGB(between(rgbOf(got.Look(n, n).Bg), rgbOf(want.Look(0, 0).Bg)))
			hold(fmt.Sprint("paint ", i, ", dimmed"), below, got.Look(n, n|paint.DimInk).Bg)
		}
		for _, felt := range []ui.Token{cards.FeltTop, cards.FeltFoot} {
			hold("the felt of Klondike", want.Look(uint16(felt), 0).Bg, got.Look(uint16(felt), 0).Bg)
			if lit, dim := got.Look(uint16(felt), 0).Bg, got.Look(uint16(felt), paint.DimInk).Bg; lit == dim {
				t.Errorf("theme %d: the felt of Klondike does not dim", theme)
			}
		}
	}
}

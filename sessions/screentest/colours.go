package screentest

import (
	"math"
	"testing"

	"arcade/sessions/paint"
	"arcade/sessions/ui"
)

// testColours: foreground and background come together, in readable pairs, for the tokens of the shell
// and of the games in the test's package.
func testColours(t *testing.T) {
	all := func(theme ui.Theme, bad func(s paint.Style) bool) {
		t.Helper()
		surfaces, inks, _ := theme.Palette().Size()
		for i := range surfaces {
			for j := range inks {
				if s := theme.Palette().Look(uint16(i), uint16(j)); bad(s) {
					t.Errorf("theme %d, surface %d, ink %d: %+v", theme, i, j, s)
				}
			}
		}
	}
	for _, theme := range []ui.Theme{ui.Dark256, ui.Light256, ui.Dark256Vision, ui.Light256Vision} {
		all(theme, func(s paint.Style) bool {
			return s.Fg == 0 || s.Bg == 0 || s.Attr != 0 || contrast(xterm(int(s.Fg&0xFF)), xterm(int(s.Bg&0xFF))) < 4.1
		})
	}
	for _, theme := range []ui.Theme{ui.Night, ui.Day, ui.NightVision, ui.DayVision} {
		all(theme, func(s paint.Style) bool {
			return s.Fg == 0 || s.Bg == 0 || s.Attr != 0 || contrast(shown(s.Fg), shown(s.Bg)) < 4.1
		})
	}
	all(ui.Sixteen, func(s paint.Style) bool {
		return s.Fg == 0 || s.Bg == 0 || s.Fg > paint.Index(15) || s.Bg > paint.Index(7) || s.Attr&^paint.Bold != 0
	})
	all(ui.Mono, func(s paint.Style) bool { return s.Fg != 0 || s.Bg != 0 })
}

// shown returns a colour of 24 bits, or of the table of 256.
func shown(c paint.Colour) [3]float64 {
	if rgb, ok := c.RGB(); ok {
		return [3]float64{float64(rgb>>16) / 255, float64(rgb>>8&0xFF) / 255, float64(rgb&0xFF) / 255}
	}
	return xterm(int(c & 0xFF))
}

// sixteen are the colours below 16 as in xterm; users redefine them.
var sixteen = [16]uint32{
	0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
	0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
}

// xterm returns the colour of an index in xterm's table of 256.
func xterm(n int) [3]float64 {
	if n < 16 {
		return shown(paint.RGB(sixteen[n]))
	}
	if n >= 232 {
		v := float64(8+10*(n-232)) / 255
		return [3]float64{v, v, v}
	}
	n -= 16
	level := func(i int) float64 { return [...]float64{0, 95, 135, 175, 215, 255}[i] / 255 }
	return [3]float64{level(n / 36), level(n / 6 % 6), level(n % 6)}
}

// contrast returns the contrast ratio of two colours, as WCAG 2 defines it.
func contrast(a, b [3]float64) float64 {
	luminance := func(c [3]float64) float64 {
		for i, v := range c {
			if v <= 0.04045 {
				c[i] = v / 12.92
			} else {
				c[i] = math.Pow((v+0.055)/1.055, 2.4)
			}
		}
		return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

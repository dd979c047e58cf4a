package paint

import (
	"testing"
)

// A palette in high contrast changes text, also at fewer colours, and leaves pictures and dimmed cells.
func TestClear(t *testing.T) {
	plain := NewPalette(1, 2, func(_, _ int) Style { return Style{Fg: RGB(1), Bg: RGB(2)} }).With([]Colour{RGB(3)}, nil)
	clear := plain.Clear(func(_, _ Colour) Colour { return RGB(0xFFFFFF) })
	const usual, stepped = FirstPaint, 1 | DimInk
	for _, tc := range []struct {
		at   Cell
		want bool
	}{
		{Cell{Rune: 'a', Ink: 1}, true}, {Cell{Rune: '─', Ink: 1}, true}, {Cell{Rune: '가', Ink: usual}, true},
		{Cell{Rune: '●', Ink: usual}, true}, {Cell{Rune: '▄', Ink: usual}, false}, {Cell{Rune: '─', Ink: usual}, false},
		{Cell{Rune: '▄', Ink: GroundInk}, false}, {Cell{Rune: 'a', Ink: stepped}, false},
	} {
		if s, was := clear.Shown(tc.at), plain.Shown(tc.at); (s.Fg == RGB(0xFFFFFF)) != tc.want || s.Bg != was.Bg || was != plain.Look(tc.at.Surface, tc.at.Ink) {
			t.Errorf("%+v is %+v, before it %+v", tc.at, s, was)
		}
	}
	if s := clear.in(Colours256).Shown(Cell{Rune: 'a', Ink: 1}); s.Fg != Index(231) {
		t.Errorf("in 256 colours it is %+v", s)
	}
}

package ui

import (
	"sync/atomic"

	"github.com/charmbracelet/x/ansi"

	"arcade/sessions/paint"
)

// Paint is a colour of a picture. It is drawn on LevelRich only, so it has no form for fewer than 256
// colours.
type Paint struct {
	// Night and Day are 0xRRGGBB on a dark and on a light page; Day 0 means Night.
	Night, Day uint32
	// Dark and Light are its 256-colour indexes, chosen by hand; 0 for the nearest.
	Dark, Light uint8

	visionDark, visionLight uint8 // for colour-blind people, in 256 colours; 0 for no change
}

// NewPaint adds a paint. Package variables call it, like [NewInk].
func NewPaint(p Paint) Token {
	if p.Day == 0 {
		p.Day = p.Night
		if p.Light == 0 {
			p.Light = p.Dark
		}
	}
	if p.Dark == 0 {
		p.Dark = paint.Nearest(p.Night)
	}
	if p.Light == 0 {
		p.Light = paint.Nearest(p.Day)
	}
	for i, other := range tokens.paints {
		if other == p {
			return paint.FirstPaint + Token(i)
		}
	}
	if tokens.closed || len(tokens.paints) == paint.DimInk-paint.FirstPaint {
		panic("ui: a paint too late, or too many")
	}
	tokens.paints = append(tokens.paints, p)
	return paint.FirstPaint + Token(len(tokens.paints)-1)
}

// Mix adds the paint that is t of the way from a to b, 0 to 1. In 256 colours, where blends look wrong,
// it is the nearer of the two. Package variables call it, like [NewInk].
func Mix(a, b Token, t float64) Token {
	from, to := paintOf(a), paintOf(b)
	p := Paint{Night: blend(from.Night, to.Night, t), Day: blend(from.Day, to.Day, t), Dark: from.Dark, Light: from.Light}
	if t >= 0.5 {
		p.Dark, p.Light = to.Dark, to.Light
	}
	return NewPaint(p)
}

// paintOf returns a token's colour as a paint; for a surface its ground.
func paintOf(tok Token) Paint {
	switch tok &^= Bold; {
	case tok >= paint.FirstPaint:
		return tokens.paints[tok-paint.FirstPaint]
	case tok == Page:
		s := tokens.surfaces[0]
		return Paint{Night: s.Night.Bg, Day: s.Day.Bg, Dark: 233, Light: 231}
	case tok >= Page:
		s := tokens.surfaces[tok-Page]
		return filled(Paint{Night: s.Night.Bg, Day: s.Day.Bg, Dark: s.Bg, Light: s.LightBg})
	}
	i := tokens.inks[tok]
	return filled(Paint{Night: i.Night, Day: i.Day, Dark: i.Dark, Light: i.Light, visionDark: i.VisionDark, visionLight: i.VisionLight})
}

// solid makes the paint of an ink's colour, and returns the ink.
func solid(ink Token) Token {
	tokens.solid[ink] = NewPaint(paintOf(ink))
	return ink
}

func init() {
	for ink := range tokens.inks {
		if tokens.solid[ink] == 0 {
			solid(Token(ink))
		}
	}
}

// filled returns a paint with its missing colours computed.
func filled(p Paint) Paint {
	if p.Night == 0 {
		p.Night = rgbOf(p.Dark)
	}
	if p.Light == 0 {
		p.Light = p.Dark
	}
	if p.Day == 0 {
		p.Day = rgbOf(p.Light)
	}
	return p
}

// painted returns a theme's colours of the paints, and the function that dims a colour.
func painted(t Theme) (paints []paint.Colour, dim func(paint.Colour) paint.Colour) {
	for _, p := range tokens.paints {
		rgb, index, other := p.Night, p.Dark, p.visionDark
		if t.light() {
			rgb, index, other = p.Day, p.Light, p.visionLight
		}
		other = either(t.vision(), other, 0)
		paints = append(paints, colour(t.exact() && other == 0, rgb, either(other != 0, other, index)))
	}
	if t >= Sixteen {
		return paints, nil
	}
	page := paintOf(Page).Night
	if t.light() {
		page = paintOf(Page).Day
	}
	var known [256]atomic.Uint32 // the dimmed indexes plus 1: paint.Nearest takes microseconds, and a frame has thousands of cells
	return paints, func(c paint.Colour) paint.Colour {
		n, isIndex := c.Index()
		if !isIndex {
			return stepBack(c, page)
		}
		if to := known[n].Load(); to > 0 {
			return paint.Index(uint8(to - 1))
		}
		to := stepBack(c, page)
		if index, ok := to.Index(); ok {
			known[n].Store(uint32(index) + 1)
		}
		return to
	}
}

// dimmed is the share of the way to the page's colour that a dialogue moves the part below it (LOOK.md,
// Components).
const dimmed = 0.6

// stepBack moves a colour towards the page.
func stepBack(c paint.Colour, page uint32) paint.Colour {
	if rgb, ok := c.RGB(); ok {
		return paint.RGB(blend(rgb, page, dimmed))
	}
	n, _ := c.Index()
	return paint.Index(paint.Nearest(blend(rgbOf(n), page, dimmed)))
}

// blend returns the colour t of the way from a to b.
func blend(a, b uint32, t float64) (rgb uint32) {
	for shift := 16; shift >= 0; shift -= 8 {
		x, y := float64(a>>shift&0xFF), float64(b>>shift&0xFF)
		rgb = rgb<<8 | uint32(x+(y-x)*t+0.5)
	}
	return rgb
}

// rgbOf returns a 256-colour index in 24 bits; for the first 16, which users redefine, xterm's colour.
func rgbOf(n uint8) uint32 {
	r, g, b, _ := ansi.IndexedColor(n).RGBA()
	return r>>8<<16 | g>>8<<8 | b>>8
}

// Repainted returns a paint with another 256-colour index. Package variables call it, like [NewPaint].
func Repainted(tok Token, index uint8) Token {
	p := paintOf(tok)
	p.Dark, p.Light = index, index
	return NewPaint(p)
}

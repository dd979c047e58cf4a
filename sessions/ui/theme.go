package ui

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"sync"

	"arcade/sessions/paint"
)

// Token names the meaning of a cell; a theme defines its look. An ink keeps the surface on which it is
// drawn. A surface has its own ink. A paint is a colour without a role, for pictures: a ground for Fill
// and Paint, an ink for Text. The shell's tokens are the roles below; a game adds its own with [NewInk],
// [NewSurface] and [NewPaint].
type Token uint16

// Bold makes an ink or a paint bold: Text|Bold.
const Bold Token = paint.BoldInk

// maxInks bounds the inks, games' inks included. The last number means a surface's own ink.
const maxInks = 64

// Inks.
const (
	// Text is the ordinary ink; blank cells have it.
	Text Token = iota
	Strong
	// Muted is for less important text, Faint for empty slots only.
	Muted
	Faint
	// Accent is the one colour that the eye should find first: gold on LevelRich, where it means "you".
	Accent
	Info
	OK
	// Warn and Bad also need a word, or the marks "!" and "!!", in the text.
	Warn
	Bad
	// Violet is the last of the shell's hues.
	Violet
)

// Surfaces.
const (
	// Page is the ground of every screen.
	Page Token = iota + maxInks
	// Bar is the top bar and the key bar, BarKey a key's name there.
	Bar
	BarKey
	// Focus is the cursor; the text has ">" or "[ ]" as well. On LevelRich it is the one gold fill of a
	// screen: the key that acts now.
	Focus
	// Picked is a held piece or card, and the places to which it may go.
	Picked
	// Panel is a dialogue's ground, and on LevelRich any sheet's.
	Panel
	Button
	ButtonFocus
	Toast
	// Raised is a focused panel, and the viewer's side of a table. Cap is the ground of keys, tabs and
	// the picked row. Track is the ground of meters and axes.
	Raised
	Cap
	Track
)

// Ink is the look of an ink at each depth of colours.
type Ink struct {
	// Dark and Light are its 256-colour indexes: on dark surfaces, and on a light page.
	Dark, Light uint8
	// Night and Day are the same in 24 bits, 0xRRGGBB; 0 for the 256-colour index.
	Night, Day uint32
	// VisionDark and VisionLight replace them for colour-blind people; 0 for no change.
	VisionDark, VisionLight uint8
	// Sixteen are the SGR numbers of its 16-colour form on black; "" for white.
	Sixteen string
	// Bold makes it bold on a terminal without its colour.
	Bold bool
}

// Surface is the look of a surface at each depth of colours.
type Surface struct {
	// Fg and Bg are its 256-colour indexes.
	Fg, Bg uint8
	// LightFg and LightBg are its 256-colour indexes on a light page; 0 for Fg and Bg.
	LightFg, LightBg uint8
	// Night and Day are its colours in 24 bits; the zero value for the 256-colour indexes.
	Night, Day Tone
	// Inked lets inks keep their colour on it. It is for dark and plain surfaces: on other surfaces only
	// their own ink can be read.
	Inked bool
	// VisionFg and VisionBg replace the colours for colour-blind people; 0 for no change.
	VisionFg, VisionBg uint8
	// Sixteen are the SGR numbers of its 16-colour form; "" for white on black.
	Sixteen string
	// Mono are the SGR numbers of its form without colours: "1" bold, "4" underlined,
	// "7" reversed; "" for plain.
	Mono string
}

// Tone is an ink on a ground, both 0xRRGGBB.
type Tone struct{ Fg, Bg uint32 }

// Users define the 16 colours, so they are used in pairs that differ in every common scheme.
const black, white = "30;47", "37;40"

// tokens are all looks, by number.
var tokens = struct {
	inks     []Ink
	surfaces []Surface
	paints   []Paint
	solid    [maxInks]Token // the paint of each ink's colour
	closed   bool           // a palette has been made
}{
	inks: []Ink{
		Text:   {Dark: 253, Light: 236, Night: 0xd7dbe6, Day: 0x33302a},
		Strong: {Dark: 231, Light: 16, Night: 0xffffff, Day: 0x0d0c0a, Sixteen: "1;" + white, Bold: true},
		Muted:  {Dark: 248, Light: 240, Night: 0x9aa3b8, Day: 0x5f594d},
		Faint:  {Dark: 245, Light: 242, Night: 0x7f89a2, Day: 0x6b6455, Sixteen: "90;40"},
		Accent: {Dark: 221, Light: 94, Night: 0xffcb6b, Day: 0x855600, Sixteen: "1;33;40", Bold: true},
		Info:   {Dark: 117, Light: 25, Night: 0x7cc7ff, Day: 0x1a5f9e, Sixteen: "36;40"},
		OK:     {Dark: 115, Light: 22, Night: 0x7be0a4, Day: 0x1c6b42, VisionDark: 39, VisionLight: 25, Sixteen: "32;40"},
		Warn:   {Dark: 215, Light: 94, Night: 0xffb454, Day: 0x8f4a00, Sixteen: "1;33;40", Bold: true},
		Bad:    {Dark: 210, Light: 124, Night: 0xff8a84, Day: 0xb3261e, VisionDark: 208, VisionLight: 88, Sixteen: "1;91;40", Bold: true},
		Violet: {Dark: 183, Light: 61, Night: 0xc4a7ff, Day: 0x6440a8, Sixteen: "95;40"},
	},
	surfaces: []Surface{
		0:                  {Inked: true, Night: Tone{0xd7dbe6, 0x11131a}, Day: Tone{0x33302a, 0xfbf8f1}}, // Page: its 256-colour indexes belong to the theme
		Bar - Page:         {Fg: 252, Bg: 236, Inked: true, Sixteen: black, Mono: "7"},
		BarKey - Page:      {Fg: 221, Bg: 236, Inked: true, Sixteen: "1;" + black, Mono: "1;7"},
		Focus - Page:       {Fg: 16, Bg: 221, LightFg: 231, LightBg: 94, Night: Tone{0x16130a, 0xffcb6b}, Day: Tone{0xfffaf0, 0x855600}, Sixteen: "30;43", Mono: "7"},
		Picked - Page:      {Fg: 16, Bg: 117, Night: Tone{0x16130a, 0x7cc7ff}, Sixteen: "30;46", Mono: "4"},
		Panel - Page:       {Fg: 253, Bg: 234, LightFg: 236, LightBg: 255, Night: Tone{0xd7dbe6, 0x191c27}, Day: Tone{0x33302a, 0xf2ecdf}, Inked: true},
		Button - Page:      {Fg: 16, Bg: 250, Sixteen: black},
		ButtonFocus - Page: {Fg: 16, Bg: 221, Night: Tone{0x16130a, 0xffcb6b}, Sixteen: "30;43", Mono: "7"},
		Toast - Page:       {Fg: 16, Bg: 117, Night: Tone{0x16130a, 0x7cc7ff}, Sixteen: "30;46"},
		Raised - Page:      {Fg: 253, Bg: 236, LightFg: 236, LightBg: 254, Night: Tone{0xd7dbe6, 0x242938}, Day: Tone{0x33302a, 0xe7dfcd}, Inked: true},
		Cap - Page:         {Fg: 231, Bg: 238, LightFg: 16, LightBg: 187, Night: Tone{0xffffff, 0x2e3448}, Day: Tone{0x0d0c0a, 0xddd3bd}, Sixteen: black, Mono: "7"},
		Track - Page:       {Fg: 231, Bg: 240, LightFg: 16, LightBg: 250, Night: Tone{0xffffff, 0x343a4f}, Day: Tone{0x0d0c0a, 0xcfc4ab}},
	},
}

// NewInk adds an ink of a game. Games call it, and [NewSurface], for package variables: palettes have all
// tokens, so none can be added once there is a palette.
func NewInk(look Ink) Token {
	if tokens.closed || len(tokens.inks) == maxInks-1 {
		panic("ui: an ink too late, or too many")
	}
	tokens.inks = append(tokens.inks, look)
	return solid(Token(len(tokens.inks) - 1))
}

// NewSurface adds a surface of a game.
func NewSurface(look Surface) Token {
	if tokens.closed || len(tokens.surfaces) == paint.FirstPaint-maxInks {
		panic("ui: a surface too late, or too many")
	}
	tokens.surfaces = append(tokens.surfaces, look)
	return Page + Token(len(tokens.surfaces)-1)
}

// Colours is the number of colours of a terminal.
type Colours uint8

const (
	// Colours256 is the base: TERM=xterm-256color.
	Colours256 Colours = iota
	// TrueColours is 24 bits.
	TrueColours
	// Colours16 is for terminals that have no more.
	Colours16
	// NoColours leaves bold, reverse and underline.
	NoColours
)

// Theme maps tokens to a terminal's attributes.
type Theme uint8

// The themes. The Vision forms replace the pairs that colour-blind people cannot distinguish. Night and
// Day are Dark256 and Light256 in 24 bits, the Clear ones the same in high contrast.
const (
	Dark256 Theme = iota
	Light256
	Dark256Vision
	Light256Vision
	Night
	Day
	NightVision
	DayVision
	Clear
	ClearDay
	ClearVision
	ClearDayVision
	Sixteen
	Mono
)

var palettes = sync.OnceValue(func() [Mono + 1]*paint.Palette {
	tokens.closed = true
	list := [Mono + 1]*paint.Palette{Sixteen: sixteen(), Mono: mono()}
	for _, light := range []bool{false, true} {
		for _, vision := range []bool{false, true} {
			for _, theme := range []Theme{ThemeFor(Colours256, false, light, vision), ThemeFor(TrueColours, false, light, vision), ThemeFor(TrueColours, true, light, vision)} {
				list[theme] = coloured(theme)
			}
		}
	}
	for theme, p := range list {
		if list[theme] = p.With(painted(Theme(theme))); Theme(theme).clear() {
			list[theme] = list[theme].Clear(clearly)
		}
	}
	return list
})

// Palette returns the theme with the tokens of all games.
func (t Theme) Palette() *paint.Palette { return palettes()[t] }

// light reports whether a theme is for a light page, exact whether it has 24 bits, clear whether it has
// high contrast.
func (t Theme) light() bool { return t < Sixteen && t%2 == 1 }
func (t Theme) exact() bool { return t >= Night && t < Sixteen }
func (t Theme) clear() bool { return t >= Clear && t < Sixteen }

// vision reports whether a theme is for colour-blind people.
func (t Theme) vision() bool { return t < Sixteen && t%4 >= 2 }

// ThemeFor picks a theme. Contrast and the background's lightness matter only with 256 colours or more:
// with 16 the background is black, without colours it is the terminal's own.
func ThemeFor(colours Colours, clear, light, vision bool) Theme {
	theme := Dark256
	switch {
	case colours == NoColours:
		return Mono
	case colours == Colours16:
		return Sixteen
	case clear:
		theme = Clear
	case colours == TrueColours:
		theme = Night
	}
	if light {
		theme++
	}
	if vision {
		theme += 2
	}
	return theme
}

// newPalette makes a palette from the looks of inks on surfaces. The ink is nil for the surface's own.
func newPalette(look func(surface, ink Token, s Surface, i *Ink) paint.Style) *paint.Palette {
	return paint.NewPalette(len(tokens.surfaces), maxInks, func(s, i int) paint.Style {
		var own *Ink
		if i < len(tokens.inks) {
			own = &tokens.inks[i]
		}
		return look(Page+Token(s), Token(i), tokens.surfaces[s], own)
	})
}

// either returns the look for colour-blind people, if there is one, or else the usual one.
func either(vision bool, other, usual uint8) uint8 {
	if vision && other != 0 {
		return other
	}
	return usual
}

// coloured makes a theme of 256 colours, or of 24 bits. Every cell has a foreground and a background,
// since the terminal's own are unknown.
func coloured(theme Theme) *paint.Palette {
	light, vision, exact := theme.light(), theme.vision(), theme.exact()
	// inked returns an ink's colour on a dark or a light ground.
	inked := func(i Ink, light bool) paint.Colour {
		index, other, rgb := i.Dark, i.VisionDark, i.Night
		if light {
			index, other, rgb = i.Light, i.VisionLight, i.Day
		}
		return colour(exact && (!vision || other == 0), rgb, either(vision, other, index))
	}
	return newPalette(func(surface, ink Token, s Surface, i *Ink) paint.Style {
		fg, bg, tone, lit := s.Fg, s.Bg, s.Night, false // lit: the surface is light here
		switch {
		case surface == Page && light:
			fg, bg, tone, lit = tokens.inks[Text].Light, 231, s.Day, true
		case surface == Page:
			fg, bg = tokens.inks[Text].Dark, 233
		case light && s.LightBg != 0:
			fg, bg, tone, lit = s.LightFg, s.LightBg, s.Day, true
		}
		true24 := exact && tone != Tone{} && (!vision || s.VisionBg == 0)
		style := paint.Style{Fg: colour(true24, tone.Fg, either(vision, s.VisionFg, fg)), Bg: colour(true24, tone.Bg, either(vision, s.VisionBg, bg))}
		switch {
		case theme.clear() && surface == Page:
			style.Bg = paint.RGB(farthest(light))
		case theme.clear():
			style.Bg = clearer(style.Bg, style.Fg)
		}
		switch {
		case i == nil || !s.Inked:
		case ink == Faint && surface != Page && surface != Panel: // too close to the lighter ground
			style.Fg = inked(tokens.inks[Muted], lit)
		default:
			style.Fg = inked(*i, lit)
		}
		return style
	})
}

// farthest returns white, or black.
func farthest(light bool) uint32 {
	if light {
		return 0xffffff
	}
	return 0
}

// Contrasts in high contrast: every ground allows roomy, which WCAG 2 calls enhanced; an ink gets clearest
// if there is room.
const roomy, clearest = 7, 10

// clearer returns a ground with enough contrast for its own ink.
func clearer(ground, ink paint.Colour) paint.Colour {
	from, _ := ground.Shade()
	own, _ := ink.Shade()
	dark := luminance(own) < luminance(from)
	for t := 0.0; ; t += 1.0 / 32 {
		if c := blend(from, farthest(dark), t); t >= 1 || apart(luminance(c), luminance(farthest(!dark))) >= roomy {
			return paint.RGB(c)
		}
	}
}

// clearly returns an ink with enough contrast to its ground, on the same side of it.
func clearly(ink, ground paint.Colour) paint.Colour {
	from, _ := ink.Shade()
	on, _ := ground.Shade()
	at := luminance(on)
	end := farthest(luminance(from) >= at)
	for t := 0.0; t < 1; t += 1.0 / 16 {
		if c := blend(from, end, t); apart(luminance(c), at) >= clearest {
			return paint.RGB(c)
		}
	}
	return paint.RGB(end)
}

// apart returns the contrast of two luminances, from 1 to 21, as WCAG 2 defines it.
func apart(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }

// luminance returns the luminance of a colour, as WCAG 2 defines it.
func luminance(rgb uint32) float64 {
	return 0.2126*linear[rgb>>16&0xFF] + 0.7152*linear[rgb>>8&0xFF] + 0.0722*linear[rgb&0xFF]
}

// linear is the light of a level of red, green or blue.
var linear = func() (list [256]float64) {
	for i := range list {
		if v := float64(i) / 255; v <= 0.04045 {
			list[i] = v / 12.92
		} else {
			list[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return list
}()

// colour returns the 24-bit colour if it is wanted and defined, or else the index.
func colour(exact bool, rgb uint32, index uint8) paint.Colour {
	if exact && rgb != 0 {
		return paint.RGB(rgb)
	}
	return paint.Index(index)
}

// sixteen makes the theme of 16 colours, by their SGR numbers.
func sixteen() *paint.Palette {
	return newPalette(func(_, _ Token, s Surface, i *Ink) paint.Style {
		sgr := cmp.Or(s.Sixteen, white)
		switch {
		case i == nil:
		case sgr == white:
			sgr = cmp.Or(i.Sixteen, white)
		case i.Bold && !strings.HasPrefix(sgr, "1;"):
			sgr = "1;" + sgr
		}
		return styleOf(sgr)
	})
}

// styleOf returns the style of SGR numbers, for the themes without 256 colours.
func styleOf(sgr string) (s paint.Style) {
	for f := range strings.SplitSeq(sgr, ";") {
		switch n, _ := strconv.Atoi(f); {
		case n == 1:
			s.Attr |= paint.Bold
		case n == 4:
			s.Attr |= paint.Underline
		case n == 7:
			s.Attr |= paint.Reverse
		case n >= 90:
			s.Fg = paint.Index(uint8(n - 90 + 8))
		case n >= 40:
			s.Bg = paint.Index(uint8(n - 40))
		case n >= 30:
			s.Fg = paint.Index(uint8(n - 30))
		}
	}
	return s
}

// mono makes the theme without colours. The text says everything already.
func mono() *paint.Palette {
	return newPalette(func(_, _ Token, s Surface, i *Ink) paint.Style {
		style := styleOf(s.Mono)
		if i != nil && i.Bold {
			style.Attr |= paint.Bold
		}
		return style
	})
}

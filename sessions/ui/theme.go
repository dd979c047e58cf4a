package ui

import (
	"cmp"
	"strconv"
	"strings"
	"sync"

	"arcade/sessions/paint"
)

// Token names what a cell means; a theme says how that looks. An ink keeps the surface it
// is drawn on. A surface has an ink of its own. The shell's tokens are the roles below; a
// game adds its own with [NewInk] and [NewSurface].
type Token uint8

// maxInks is how many inks there may be, games' inks included. The last number stands for
// a surface's own ink.
const maxInks = 64

// Inks.
const (
	// Text is the ordinary ink; blank cells have it.
	Text Token = iota
	Strong
	// Muted is for what may be overlooked, Faint for empty slots only.
	Muted
	Faint
	// Accent is the one colour for what the eye should find first.
	Accent
	Info
	OK
	// Warn and Bad also need a word, or the marks "!" and "!!", in the text.
	Warn
	Bad
)

// Surfaces.
const (
	// Page is the ground of every screen.
	Page Token = iota + maxInks
	// Bar is the top bar and the key bar, BarKey a key's name there.
	Bar
	BarKey
	// Focus is the cursor; the text has ">" or "[ ]" as well.
	Focus
	// Picked is what is held, and the places it may go to.
	Picked
	// Panel is a dialogue's ground.
	Panel
	Button
	ButtonFocus
	Toast
)

// Ink is how an ink looks at each depth of colours.
type Ink struct {
	// Dark and Light are its colours of 256: on dark surfaces, and on a light page.
	Dark, Light uint8
	// VisionDark and VisionLight replace them for colour-blind people; 0 for no change.
	VisionDark, VisionLight uint8
	// Sixteen are the SGR numbers of its 16-colour form on black; "" for white.
	Sixteen string
	// Bold makes it bold where there is no colour for it.
	Bold bool
}

// Surface is how a surface looks at each depth of colours.
type Surface struct {
	// Fg and Bg are its colours of 256.
	Fg, Bg uint8
	// Inked lets inks keep their colour on it. It is for dark and plain surfaces: on any
	// other only the surface's own ink can be read.
	Inked bool
	// VisionFg and VisionBg replace the colours for colour-blind people; 0 for no change.
	VisionFg, VisionBg uint8
	// Sixteen are the SGR numbers of its 16-colour form; "" for white on black.
	Sixteen string
	// Mono are the SGR numbers of its form without colours: "1" bold, "4" underlined,
	// "7" reversed; "" for plain.
	Mono string
}

// Which colours the 16 really are is up to the user, so they come in pairs that are apart
// in every common scheme.
const black, white = "30;47", "37;40"

// tokens are all looks, by number.
var tokens = struct {
	inks     []Ink
	surfaces []Surface
	closed   bool // a palette has been made
}{
	inks: []Ink{
		Text:   {Dark: 252, Light: 236},
		Strong: {Dark: 231, Light: 16, Sixteen: "1;" + white, Bold: true},
		Muted:  {Dark: 248, Light: 241},
		Faint:  {Dark: 245, Light: 243, Sixteen: "90;40"},
		Accent: {Dark: 220, Light: 90, Sixteen: "1;33;40", Bold: true},
		Info:   {Dark: 117, Light: 25, Sixteen: "36;40"},
		OK:     {Dark: 79, Light: 23, VisionDark: 39, VisionLight: 25, Sixteen: "32;40"},
		Warn:   {Dark: 214, Light: 94, Sixteen: "1;33;40", Bold: true},
		Bad:    {Dark: 209, Light: 124, VisionDark: 208, VisionLight: 130, Sixteen: "1;31;40", Bold: true},
	},
	surfaces: []Surface{
		0:                  {Inked: true}, // Page: its colours are the theme's
		Bar - Page:         {Fg: 252, Bg: 236, Inked: true, Sixteen: black, Mono: "7"},
		BarKey - Page:      {Fg: 220, Bg: 236, Inked: true, Sixteen: "1;" + black, Mono: "1;7"},
		Focus - Page:       {Fg: 16, Bg: 220, Sixteen: "30;43", Mono: "7"},
		Picked - Page:      {Fg: 16, Bg: 117, Sixteen: "30;46", Mono: "4"},
		Panel - Page:       {Fg: 255, Bg: 236, Inked: true},
		Button - Page:      {Fg: 16, Bg: 250, Sixteen: black},
		ButtonFocus - Page: {Fg: 16, Bg: 220, Sixteen: "30;43", Mono: "7"},
		Toast - Page:       {Fg: 16, Bg: 117, Sixteen: "30;46"},
	},
}

// NewInk adds an ink of a game's own. Games call it, and [NewSurface], for package
// variables: palettes have all tokens, so none can be added once there is one.
func NewInk(look Ink) Token {
	if tokens.closed || len(tokens.inks) == maxInks-1 {
		panic("ui: an ink too late, or too many")
	}
	tokens.inks = append(tokens.inks, look)
	return Token(len(tokens.inks) - 1)
}

// NewSurface adds a surface of a game's own.
func NewSurface(look Surface) Token {
	if tokens.closed || len(tokens.surfaces) == 256-maxInks {
		panic("ui: a surface too late, or too many")
	}
	tokens.surfaces = append(tokens.surfaces, look)
	return Page + Token(len(tokens.surfaces)-1)
}

// Colours is how many a terminal shows.
type Colours uint8

const (
	// Colours256 is the base: what TERM=xterm-256color means.
	Colours256 Colours = iota
	// Colours16 is for terminals that have no more.
	Colours16
	// NoColours leaves bold, reverse and underline.
	NoColours
)

// Theme is a way to turn tokens into a terminal's attributes.
type Theme uint8

// The themes. The Vision forms replace the pairs that colour-blind people cannot tell apart.
const (
	Dark256 Theme = iota
	Light256
	Dark256Vision
	Light256Vision
	Sixteen
	Mono
)

var palettes = sync.OnceValue(func() [Mono + 1]*paint.Palette {
	tokens.closed = true
	return [...]*paint.Palette{
		Dark256: coloured(false, false), Light256: coloured(true, false),
		Dark256Vision: coloured(false, true), Light256Vision: coloured(true, true),
		Sixteen: sixteen(), Mono: mono(),
	}
})

// Palette is the theme with the tokens of all games.
func (t Theme) Palette() *paint.Palette { return palettes()[t] }

// ThemeFor picks a theme. Whether the ground is light or dark matters with 256
// colours only: with 16 it is black, without it is the terminal's own.
func ThemeFor(colours Colours, light, vision bool) Theme {
	switch {
	case colours == NoColours:
		return Mono
	case colours == Colours16:
		return Sixteen
	case light && vision:
		return Light256Vision
	case light:
		return Light256
	case vision:
		return Dark256Vision
	}
	return Dark256
}

// newPalette makes a palette from what an ink on a surface looks like. The ink is nil for
// the surface's own.
func newPalette(look func(surface, ink Token, s Surface, i *Ink) paint.Style) *paint.Palette {
	return paint.NewPalette(len(tokens.surfaces), maxInks, func(s, i int) paint.Style {
		var own *Ink
		if i < len(tokens.inks) {
			own = &tokens.inks[i]
		}
		return look(Page+Token(s), Token(i), tokens.surfaces[s], own)
	})
}

// either is what a look has for colour-blind people, or else the usual.
func either(vision bool, other, usual uint8) uint8 {
	if vision && other != 0 {
		return other
	}
	return usual
}

// coloured makes a theme of 256 colours. Every cell has a foreground and a background,
// since nobody knows what the terminal's own are.
func coloured(light, vision bool) *paint.Palette {
	dark := func(i Ink) uint8 { return either(vision, i.VisionDark, i.Dark) }
	return newPalette(func(surface, ink Token, s Surface, i *Ink) paint.Style {
		fg, bg := either(vision, s.VisionFg, s.Fg), either(vision, s.VisionBg, s.Bg)
		if surface == Page && i == nil {
			i = &tokens.inks[Text]
		}
		switch {
		case surface == Page && light:
			fg, bg = either(vision, i.VisionLight, i.Light), 231
		case surface == Page:
			fg, bg = dark(*i), 234
		case i != nil && s.Inked && ink == Faint: // too near to the lighter ground
			fg = dark(tokens.inks[Muted])
		case i != nil && s.Inked:
			fg = dark(*i)
		}
		return paint.Style{Fg: paint.Index(fg), Bg: paint.Index(bg)}
	})
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

// styleOf is the style of SGR numbers, as the tables of the themes without 256
// colours have them.
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

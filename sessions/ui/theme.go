package ui

import (
	"strconv"
	"strings"

	"arcade/sessions/paint"
)

// Token names what a cell means; a theme says how that looks. The first are
// inks: they keep the surface they are drawn on. The others are surfaces, with
// an ink of their own.
type Token uint8

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
	// Stick and Refresh are yut's nodes.
	Stick
	Refresh
	// The grades of a reward, which have a letter beside them.
	RewardNone
	RewardRare
	RewardHero
	RewardEpic
	RewardSuper

	inks         // how many there are
	firstSurface = inks
)

// Surfaces.
const (
	// Page is the ground of every screen.
	Page Token = iota + firstSurface
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
	// Felt is Othello's board; the discs stand on it.
	Felt
	DiscBlack
	DiscWhite
	LastBlack // the disc placed last
	LastWhite
	HwatuBright
	HwatuAnimal
	RibbonHong
	RibbonCheong
	RibbonCho
	RibbonRain
	HwatuJunk
	HwatuBonus
	HwatuBack
	CardBack
	CardBlack // playing cards: spades, or both black suits
	CardRed
	CardDiamond // in four colours
	CardClub
	Piece    // yut: a piece
	DiscFace // the middle of a large white disc
	tokens
)

const surfaces = int(tokens) - int(firstSurface)

// page0 is the page's index among the surfaces.
const page0 = 0

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

// newTheme makes a theme of what an ink on a surface looks like, both from 0. The last
// ink is the surface's own.
func newTheme(look func(surface, ink int) paint.Style) *paint.Palette {
	return paint.NewPalette(surfaces, int(inks)+1, look)
}

// Dark256, Light256, Sixteen and Mono are the themes, which turn tokens into the terminal's attributes; the Vision forms replace
// the pairs that colour-blind people cannot tell apart.
var (
	Dark256        = coloured(&darkInks, &darkInks, 234, &surfaces256)
	Light256       = coloured(&lightInks, &darkInks, 231, &surfaces256)
	Dark256Vision  = coloured(&darkVision, &darkVision, 234, &visionSurfaces)
	Light256Vision = coloured(&lightVision, &darkVision, 231, &visionSurfaces)
	Sixteen        = sixteen()
	Mono           = mono()
)

// ThemeFor picks a theme. Whether the ground is light or dark matters with 256
// colours only: with 16 it is black, without it is the terminal's own.
func ThemeFor(colours Colours, light, vision bool) *paint.Palette {
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

type palette [inks]int

var darkInks = palette{
	Text: 252, Strong: 231, Muted: 248, Faint: 245, Accent: 220, Info: 117, OK: 79, Warn: 214, Bad: 209,
	Stick: 214, Refresh: 80, RewardNone: 248, RewardRare: 250, RewardHero: 117, RewardEpic: 183, RewardSuper: 220,
}

var lightInks = palette{
	Text: 236, Strong: 16, Muted: 241, Faint: 243, Accent: 90, Info: 25, OK: 23, Warn: 94, Bad: 124,
	Stick: 94, Refresh: 23, RewardNone: 241, RewardRare: 239, RewardHero: 25, RewardEpic: 90, RewardSuper: 94,
}

// ground is a surface's two colours. Where it is dark and plain, inks keep
// their colour, from the dark palette in every theme; elsewhere a surface's own
// colour is the only one that can be read on it.
type ground struct {
	fg, bg int
	inked  bool
}

type grounds [surfaces]ground

var surfaces256 = grounds{
	Bar - Page: {252, 236, true}, BarKey - Page: {220, 236, true}, Panel - Page: {255, 236, true},
	Focus - Page: {16, 220, false}, Picked - Page: {16, 117, false}, Toast - Page: {16, 117, false},
	Button - Page: {16, 250, false}, ButtonFocus - Page: {16, 220, false},
	Felt - Page: {231, 29, false}, DiscBlack - Page: {16, 29, false}, DiscWhite - Page: {231, 29, false},
	LastBlack - Page: {16, 220, false}, LastWhite - Page: {231, 130, false},
	HwatuBright - Page: {16, 220, false}, HwatuAnimal - Page: {124, 230, false},
	RibbonHong - Page: {231, 124, false}, RibbonCheong - Page: {231, 25, false}, RibbonCho - Page: {231, 22, false}, RibbonRain - Page: {231, 90, false},
	HwatuJunk - Page: {238, 252, false}, HwatuBonus - Page: {16, 183, false}, HwatuBack - Page: {217, 88, false},
	CardBack - Page: {153, 24, false}, CardBlack - Page: {16, 230, false}, CardRed - Page: {124, 230, false},
	CardDiamond - Page: {25, 230, false}, CardClub - Page: {22, 230, false}, Piece - Page: {16, 255, false}, DiscFace - Page: {16, 231, false},
}

// The vision forms replace what deuteranopes mix up.
var (
	darkVision     = darkInks.with(39, 208)
	lightVision    = lightInks.with(25, 130) // the same hues, dark enough for a light page
	visionSurfaces = surfaces256.with(ground{16, 166, false}, ground{16, 228, false})
)

func (p palette) with(ok, bad int) palette {
	p[OK], p[Bad] = ok, bad
	return p
}

func (g grounds) with(hong, cho ground) grounds {
	g[RibbonHong-Page], g[RibbonCho-Page] = hong, cho
	return g
}

// coloured makes a theme of 256 colours: page has the inks on the page, panel
// those on dark surfaces. Every cell has a foreground and a background, since
// nobody knows what the terminal's own are.
func coloured(page, panel *palette, bg int, g *grounds) *paint.Palette {
	return newTheme(func(i, ink int) paint.Style {
		surface := g[i]
		if i == page0 {
			surface = ground{fg: page[Text], bg: bg}
		}
		c := surface.fg
		switch {
		case ink == int(inks):
		case i == page0:
			c = page[ink]
		case surface.inked && Token(ink) == Faint: // too near to the lighter ground
			c = panel[Muted]
		case surface.inked:
			c = panel[ink]
		}
		return paint.Style{Fg: paint.Index(uint8(c)), Bg: paint.Index(uint8(surface.bg))}
	})
}

// sixteen makes the theme of 16 colours, by their SGR numbers. Which colours
// these really are is up to the user, so they come in pairs that are apart in
// every common scheme.
func sixteen() *paint.Palette {
	const black, white = "30;47", "37;40"
	own := [surfaces]string{
		page0: white, Bar - Page: black, BarKey - Page: "1;" + black, Panel - Page: white,
		Focus - Page: "30;43", Picked - Page: "30;46", Toast - Page: "30;46", Button - Page: black, ButtonFocus - Page: "30;43",
		Felt - Page: "30;42", DiscBlack - Page: "30;42", DiscWhite - Page: "1;97;42", LastBlack - Page: "30;43", LastWhite - Page: "1;97;41",
		HwatuBright - Page: "30;43", HwatuAnimal - Page: "31;47", RibbonHong - Page: "97;41", RibbonCheong - Page: "97;44", RibbonCho - Page: "30;42", RibbonRain - Page: "97;45",
		HwatuJunk - Page: black, HwatuBonus - Page: "30;45", HwatuBack - Page: "97;41", CardBack - Page: "97;44",
		CardBlack - Page: black, CardRed - Page: "31;47", CardDiamond - Page: "31;47", CardClub - Page: black, Piece - Page: black, DiscFace - Page: "30;47",
	}
	ink := [inks]string{
		Text: white, Strong: "1;" + white, Muted: white, Faint: "90;40", Accent: "1;33;40", Info: "36;40", OK: "32;40",
		Warn: "1;33;40", Bad: "1;31;40", Stick: "33;40", Refresh: "36;40",
		RewardNone: white, RewardRare: white, RewardHero: "36;40", RewardEpic: "35;40", RewardSuper: "33;40",
	}
	return newTheme(func(i, j int) paint.Style {
		s := own[i]
		if s == white && j < int(inks) {
			s = ink[j]
		} else if j < int(inks) && emphatic(Token(j)) && own[i][:2] != "1;" {
			s = "1;" + s
		}
		return styleOf(s)
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
	own := [surfaces]string{
		Bar - Page: "7", BarKey - Page: "1;7", Focus - Page: "7", ButtonFocus - Page: "7", Picked - Page: "4",
		LastBlack - Page: "1", LastWhite - Page: "1", HwatuBright - Page: "1", Piece - Page: "7",
	}
	return newTheme(func(i, j int) paint.Style {
		s := own[i]
		if j < int(inks) && emphatic(Token(j)) {
			switch s {
			case "":
				s = "1"
			case "4", "7":
				s = "1;" + s
			}
		}
		return styleOf(s)
	})
}

// emphatic tells the inks that are bold where there is no colour for them.
func emphatic(ink Token) bool {
	switch ink {
	case Strong, Accent, Warn, Bad, RewardSuper:
		return true
	}
	return false
}

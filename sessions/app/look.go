package app

import (
	"arcade/sessions/paint"
	"arcade/sessions/ui"
)

// Look is what a terminal was measured, or says of itself, to show.
type Look struct {
	// Safe reports whether the default symbols do not fit: one of them takes two cells.
	Safe bool
	// Blocks reports whether half blocks and quadrants take one cell each.
	Blocks bool
	// Light reports whether its ground is light, Clear whether its user wants high contrast, Colours
	// how many it has.
	Light, Clear bool
	Colours      ui.Colours
	// Far reports whether a round trip takes so long that motion would only lag behind.
	Far bool
}

// colours is how many colours are shown, and whether on a light ground: what the settings
// ask for, and the terminal's own where they do not. A theme of shades has 24 bits only
// where the terminal has.
func (l Look) colours(s Settings) (colours ui.Colours, light bool) {
	switch s.Theme {
	case "dark", "light":
		return l.shades(), s.Theme == "light"
	case "contrast":
		return l.shades(), l.Light
	case "true":
		return ui.TrueColours, l.Light
	case "16":
		return ui.Colours16, l.Light
	case "mono":
		return ui.NoColours, l.Light
	}
	return l.Colours, l.Light
}

// shades is how many colours a theme of shades has.
func (l Look) shades() ui.Colours {
	if l.Colours == ui.TrueColours {
		return l.Colours
	}
	return ui.Colours256
}

// theme is what the settings ask for.
func (l Look) theme(s Settings) *paint.Palette {
	colours, light := l.colours(s)
	return ui.ThemeFor(colours, s.Theme == "contrast" || s.Theme == "" && l.Clear, light, s.Vision).Palette()
}

// level is what the settings ask for, and what fits the terminal where they do not. Pictures
// need the shades of 256 colours.
func (l Look) level(s Settings) ui.Level {
	colours, _ := l.colours(s)
	shades := colours == ui.Colours256 || colours == ui.TrueColours
	switch {
	case s.Glyphs == "safe" || s.Glyphs == "" && l.Safe:
		return ui.LevelPlain
	case shades && (s.Glyphs == "rich" || s.Glyphs == "" && l.Blocks):
		return ui.LevelRich
	}
	return ui.LevelLines
}

// nextLevel is the setting after the level in force: rich, lines, plain, and round again.
func (a *App) nextLevel() string {
	switch a.Glyphs {
	case ui.LevelRich:
		return "default"
	case ui.LevelLines:
		return "safe"
	}
	rich := a.Set
	if rich.Glyphs = "rich"; a.term.Look.Blocks && a.term.Look.level(rich) == ui.LevelRich {
		return rich.Glyphs
	}
	return "default"
}

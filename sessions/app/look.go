package app

import (
	"arcade/sessions/paint"
	"arcade/sessions/ui"
)

// Look is the appearance that a terminal supports, as measured or as reported by the terminal.
type Look struct {
	// Safe reports whether the default symbols do not fit, because one of them takes two cells.
	Safe bool
	// ASCII reports whether it shows ASCII alone, because its encoding is not UTF-8. Its language is English
	// then: Korean terminals of other encodings also draw lines and symbols two cells wide, so no board would
	// fit, and one setting of theirs helps more.
	ASCII bool
	// Blocks reports whether half blocks and quadrants take one cell each.
	Blocks bool
	// Light reports whether its background is light, Clear whether its user wants high contrast, Finger whether
	// the user points with a finger. Colours is its number of colours.
	Light, Clear, Finger bool
	Colours              ui.Colours
	// Far reports whether the connection is so slow that motion would lag.
	Far bool
}

// colours returns the number of colours, and whether the background is light: by the settings, or else by
// the terminal. A theme of shades has 24 bits only if the terminal has.
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

// shades returns the number of colours of a theme of shades.
func (l Look) shades() ui.Colours {
	if l.Colours == ui.TrueColours {
		return l.Colours
	}
	return ui.Colours256
}

// theme returns the palette of the settings.
func (l Look) theme(s Settings) *paint.Palette {
	colours, light := l.colours(s)
	return ui.ThemeFor(colours, s.Theme == "contrast" || s.Theme == "" && l.Clear, light, s.Vision).Palette()
}

// level returns the level of the settings, or else the level that fits the terminal. Pictures need the
// shades of 256 colours.
func (l Look) level(s Settings) ui.Level {
	colours, _ := l.colours(s)
	shades := colours == ui.Colours256 || colours == ui.TrueColours
	switch {
	case l.ASCII || s.Glyphs == "safe" || s.Glyphs == "" && l.Safe:
		return ui.LevelPlain
	case shades && (s.Glyphs == "rich" || s.Glyphs == "" && l.Blocks):
		return ui.LevelRich
	}
	return ui.LevelLines
}

// nextLevel returns the setting after the present level: rich, lines, plain, and round again.
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

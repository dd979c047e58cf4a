package app

import (
	"arcade/sessions/paint"
	"arcade/sessions/ui"
)

// Look is what a terminal was measured, or says of itself, to show.
type Look struct {
	// Safe tells that the default symbols do not fit: one of them takes two cells.
	Safe bool
	// Light tells that its ground is light, Colours how many it has.
	Light   bool
	Colours ui.Colours
}

// theme is what the settings ask for, and the terminal's own where they do not.
func (l Look) theme(s Settings) *paint.Palette {
	colours, light := l.Colours, l.Light
	switch s.Theme {
	case "dark", "light":
		colours, light = ui.Colours256, s.Theme == "light"
	case "16":
		colours = ui.Colours16
	case "mono":
		colours = ui.NoColours
	}
	return ui.ThemeFor(colours, light, s.Vision).Palette()
}

package ui

import "arcade/lobby/text"

// Glyphs is one of the two sets of symbols. Drawing code always writes the
// default set; the canvas replaces it on the way out, cell by cell, so that the
// layout is the same in both.
type Glyphs uint8

const (
	// Default has box drawing, discs, suits and blocks: one cell each on most
	// terminals, two on some with East Asian settings.
	Default Glyphs = iota
	// Safe is ASCII only: certain to be one cell.
	Safe
)

// Replaces is what the painter replaces characters by, nil for none.
func (g Glyphs) Replaces() func(rune) rune {
	if g == Safe {
		return text.Plain
	}
	return nil
}

// isSymbol tells the symbols that fonts paint wider than a cell, even where the
// terminal counts one: a blank has to follow.
func isSymbol(r rune) bool {
	switch r {
	case '●', '○', '♠', '♥', '♦', '♣':
		return true
	}
	return false
}

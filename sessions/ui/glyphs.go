package ui

import (
	"strings"

	"arcade/lobby/text"
)

// Level is a terminal's ability to draw. Lines and Plain share their layouts: drawing code writes the
// symbols of LevelLines, and the painter replaces them cell by cell. Rich has its own layouts, with the
// same words and keys.
type Level uint8

const (
	// LevelLines has box drawing, discs, suits and blocks: one cell each on most terminals, two on some
	// with East Asian settings.
	LevelLines Level = iota
	// LevelPlain is ASCII only: each character certainly takes one cell.
	LevelPlain
	// LevelRich draws pictures with half blocks and quadrants, in 256 or 24-bit colours.
	LevelRich
)

// Replaces returns the painter's replacement of characters, nil for none.
func (l Level) Replaces() func(rune) rune {
	if l == LevelPlain {
		return text.Plain
	}
	return nil
}

// isSymbol reports whether fonts paint a symbol wider than a cell even if the terminal counts one: then a
// blank has to follow.
func isSymbol(r rune) bool {
	switch r {
	case '●', '○', '♠', '♥', '♦', '♣':
		return true
	}
	return false
}

// isRich reports whether a character belongs to LevelRich besides the house list.
func isRich(r rune) bool {
	switch {
	case r >= 0x2580 && r <= 0x259F && r != '░' && r != '▒' && r != '▓', r >= 0x2800 && r <= 0x28FF: // blocks, Braille
		return true
	case r >= 0x2500 && r <= 0x257F: // lines
		return true
	}
	return strings.ContainsRune("■□▲▼★✓←→↑↓‹›×·", r)
}

// lined returns the sign that stands for one of pictures where there are lines.
func lined(r rune) rune {
	switch r {
	case '›':
		return '>'
	case '‹':
		return '<'
	case '■':
		return '*'
	case '□', '━':
		return '-'
	}
	return r
}

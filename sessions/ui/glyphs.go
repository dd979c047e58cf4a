package ui

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

// safe is the ASCII stand-in of a symbol of the house list, which has the same
// width; anything else stays as it is.
func safe(r rune) rune {
	switch {
	case r < 0x2500 || r > 0x2666:
		return r
	case r >= 0x2500 && r <= 0x257F:
		switch r {
		case '─':
			return '-'
		case '═':
			return '='
		case '│', '║':
			return '|'
		case '┌', '┐', '└', '┘', '├', '┤', '┬', '┴', '┼', '╔', '╗', '╚', '╝':
			return '+'
		case '╱':
			return '/'
		case '╲':
			return '\\'
		}
		return r
	}
	switch r {
	case '●':
		return 'X'
	case '○':
		return 'O'
	case '♠':
		return 'S'
	case '♥':
		return 'H'
	case '♦':
		return 'D'
	case '♣':
		return 'C'
	case '▒':
		return ':'
	case '█', '▇':
		return '#'
	case '▁', '▂':
		return '_'
	case '▃', '▄': // the upper half of a big disc too
		return '.'
	case '▅', '▆':
		return '='
	case '▀':
		return '\''
	}
	return r
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

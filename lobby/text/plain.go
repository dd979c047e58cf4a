package text

// Plain returns the ASCII stand-in of a symbol of the house list, which has the same width. It returns
// any other rune unchanged.
func Plain(r rune) rune {
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
	case '▃', '▄': // also the upper half of a big disc
		return '.'
	case '▅', '▆':
		return '='
	case '▀':
		return '\''
	}
	return r
}

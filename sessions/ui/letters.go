package ui

import "strings"

// glyphs5 are digits, capital letters and signs of five pixels in height. I and O are missing, because
// codes avoid them.
var glyphs5 = map[rune]string{
	'0': "111 101 101 101 111", '1': "110 010 010 010 111", '2': "111 001 111 100 111", '3': "111 001 111 001 111",
	'4': "101 101 111 001 001", '5': "111 100 111 001 111", '6': "111 100 111 101 111", '7': "111 001 001 010 010",
	'8': "111 101 111 101 111", '9': "111 101 111 001 111", ':': "0 1 0 1 0", '-': "000 000 111 000 000", '+': "000 010 111 010 000", '.': "0 0 0 0 1", '%': "101 001 010 100 101", ' ': "0 0 0 0 0", 'x': "000 101 010 101 000", '=': "000 111 000 111 000", '?': "111 001 011 000 010",
	'A': "010 101 111 101 101", 'B': "110 101 110 101 110", 'C': "011 100 100 100 011", 'D': "110 101 101 101 110",
	'E': "111 100 110 100 111", 'F': "111 100 110 100 100", 'G': "011 100 101 101 011", 'H': "101 101 111 101 101",
	'J': "001 001 001 101 010", 'K': "101 110 100 110 101", 'L': "100 100 100 100 111", 'M': "10001 11011 10101 10001 10001",
	'N': "1001 1101 1011 1001 1001", 'P': "110 101 110 100 100", 'Q': "01110 10001 10101 10010 01101", 'R': "110 101 110 110 101",
	'S': "011 100 010 001 110", 'T': "111 010 010 010 010", 'U': "101 101 101 101 111", 'V': "101 101 101 101 010",
	'W': "10001 10001 10101 11011 10001", 'X': "101 101 010 101 101", 'Y': "101 101 010 010 010", 'Z': "111 001 010 100 111",
}

// A Shade is five colours from the top of a letter to its foot.
type Gradient [5]Token

// GradientOf makes a shade from one colour to another. Package variables call it, like [Mix].
func GradientOf(top, foot Token) (s Gradient) {
	for i := range s {
		s[i] = Mix(top, foot, float64(i)/4)
	}
	return s
}

// White is the shade of scores, Gold of the viewer's score, Warning of time that runs out.
var (
	White   = GradientOf(Strong, Muted)
	Gold    = GradientOf(Accent, Mix(Accent, Page, 0.25))
	Warning = GradientOf(Strong, Warn)
)

// Letters draws digits and capital letters in pixels, k cells a pixel: 3k cells high for k = 1, in rows
// of half cells from y on. It returns the cells taken, and skips other characters.
func (g Region) Letters(x, y int, s string, k int, shade Gradient) int {
	from := x
	for _, r := range s {
		glyph, ok := glyphs5[r]
		if !ok {
			continue
		}
		rows := strings.Fields(glyph)
		for j, row := range rows {
			for i, bit := range row {
				if bit == '1' {
					g.block(x+i*k, 2*y+j*k, k, shade[j])
				}
			}
		}
		x += (len(rows[0]) + 1) * k
	}
	return max(0, x-from-k)
}

// block draws k by k pixels.
func (g Region) block(x, y, k int, tok Token) {
	for j := range k {
		for i := range k {
			g.Pixel(x+i, y+j, tok)
		}
	}
}

// LettersWidth returns the width of Letters in cells.
func LettersWidth(s string, k int) int {
	w := -1
	for _, r := range s {
		if glyph, ok := glyphs5[r]; ok {
			w += strings.IndexByte(glyph+" ", ' ') + 1
		}
	}
	return max(0, w*k)
}

// HasLetters reports whether all characters of s have pixels.
func HasLetters(s string) bool {
	for _, r := range s {
		if _, ok := glyphs5[r]; !ok {
			return false
		}
	}
	return true
}

package lobby

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// CleanText makes a line that one player sends to another safe for the other's
// terminal: one line, composed (NFC), without control, direction, zero-width,
// combining or private characters, at most max runes long. Blanks are folded.
func CleanText(s string, max int) string {
	if len(s) > 8*max {
		s = s[:8*max]
	}
	s = norm.NFC.String(strings.ToValidUTF8(s, ""))
	var b strings.Builder
	blank, n := true, 0
	for _, r := range s {
		if unicode.IsSpace(r) {
			if !blank {
				b.WriteByte(' ')
				n++
			}
			blank = true
		} else if printable(r) {
			b.WriteRune(r)
			n++
			blank = false
		}
		if n >= max {
			break
		}
	}
	return strings.TrimSpace(b.String())
}

// printable tells that r is a character that takes its own cells and changes
// nothing around it.
func printable(r rune) bool {
	switch {
	case r >= 0x115F && r <= 0x1160, r == 0x3164, r == 0xFFA0: // Hangul fillers: letters that show nothing
		return false
	case r >= 0x1F000: // emoji and beyond: their width is a lottery
		return false
	}
	return unicode.IsGraphic(r) && !unicode.In(r, unicode.M, unicode.C)
}

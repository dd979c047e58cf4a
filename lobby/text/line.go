package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// typewriter turns marks that phones and word processors insert back into plain ones. Their width depends
// on the terminal.
var typewriter = strings.NewReplacer("\u2018", "'", "\u2019", "'", "\u201c", `"`, "\u201d", `"`,
	"\u2013", "-", "\u2014", "-", "\u2026", "...", "\u00b7", ".")

// Line makes a line from one player safe for another's terminal: one line, composed (NFC), at most max
// runes long, with folded blanks. It drops control, direction, zero-width, combining and private
// characters, right-to-left letters, and characters whose width depends on the terminal. Of accented
// letters it keeps the plain letter.
func Line(s string, max int) string {
	if len(s) > 8*max {
		s = s[:8*max]
	}
	s = typewriter.Replace(norm.NFC.String(strings.ToValidUTF8(s, "")))
	var b strings.Builder
	blank, n := true, 0
	for _, r := range s {
		r = bare(r)
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

// bare returns the plain letter of an accented one whose width depends on the terminal.
func bare(r rune) rune {
	if !ambiguous(r) {
		return r
	}
	if d := norm.NFD.String(string(r)); d[0] < utf8.RuneSelf {
		return rune(d[0])
	}
	return r
}

// ambiguous reports whether a character takes one cell, or two on terminals with an East Asian setting.
func ambiguous(r rune) bool { return width.LookupRune(r).Kind() == width.EastAsianAmbiguous }

// printable reports whether r takes its own cells, equally many on every terminal, and changes nothing
// around it.
func printable(r rune) bool {
	switch {
	case r == 0x115F, r >= 0x1160 && r <= 0x11FF, r >= 0xD7B0 && r <= 0xD7FF: // Hangul fillers, and vowels that join the previous character
		return false
	case r == 0x3164, r == 0xFFA0, r == 0x2800: // a filler, its narrow form, a Braille blank: all invisible
		return false
	case r >= 0x2300 && r <= 0x23FF, r >= 0x2600 && r <= 0x27BF, r >= 0x2B00 && r <= 0x2BFF, r >= 0x1F000:
		return false // symbols that some terminals draw as emoji, and emoji
	case !unicode.IsGraphic(r), unicode.In(r, unicode.M, unicode.C):
		return false
	case ambiguous(r):
		return false
	}
	p, _ := bidi.LookupRune(r)
	return p.Class() != bidi.R && p.Class() != bidi.AL && p.Class() != bidi.AN
}

package text

import (
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Ellipsis marks the text that Cut removed. The one-character form has an ambiguous width.
const Ellipsis = ".."

// Width returns the number of cells that s takes on a canvas. Hangul takes 2, Latin and the symbols of
// the house list 1, control and combining characters and escape sequences 0. Screens measure text only
// with Width. It counts character by character, so that widths add up however texts are joined. It agrees
// with ansi.StringWidth, which Bubble Tea's renderer uses, on all that a canvas shows.
func Width(s string) int {
	w := 0
	for i := 0; i < len(s); {
		if c := s[i]; c >= ' ' && c < 0x7F { // most of them
			w, i = w+1, i+1
			continue
		}
		_, cells, n := Next(s[i:])
		w, i = w+cells, i+n
	}
	return w
}

// Cut shortens s to at most w cells; ".." at the end marks the missing rest. It never splits a wide
// character, so the result may be a cell narrower.
func Cut(s string, w int) string {
	if w <= 0 {
		return ""
	}
	if len(s) <= w || Width(s) <= w { // no character is wider than it is long
		return s
	}
	if w <= len(Ellipsis) {
		return Ellipsis[:w]
	}
	return Head(s, w-len(Ellipsis)) + Ellipsis
}

// Head returns the longest beginning of s that fits in w cells.
func Head(s string, w int) string {
	end := 0
	for end < len(s) {
		_, cells, n := Next(s[end:])
		if cells > w {
			break
		}
		w -= cells
		end += n
	}
	return s[:end]
}

// PadRight makes s exactly w cells wide: text left, blanks right, cut if too long.
func PadRight(s string, w int) string {
	s = Cut(s, w)
	return s + blanks(w-Width(s))
}

// PadLeft makes s exactly w cells wide: text right, blanks left, cut if too long.
func PadLeft(s string, w int) string {
	s = Cut(s, w)
	return blanks(w-Width(s)) + s
}

// Center makes s exactly w cells wide with the text in the middle; an odd blank
// goes to the right.
func Center(s string, w int) string {
	s = Cut(s, w)
	gap := max(0, w-Width(s))
	return blanks(gap/2) + s + blanks(gap-gap/2)
}

func blanks(n int) string { return strings.Repeat(" ", max(0, n)) }

// Wrap breaks s into lines of at most w cells, at blanks if it can. It keeps the line feeds in s, and
// drops blanks at a break.
func Wrap(s string, w int) []string {
	if w < 2 { // a wide character must fit
		return nil
	}
	return slices.Collect(WrapSeq(s, w))
}

// WrapSeq returns the lines of [Wrap] one by one, for a w of at least 2. Screens measure with it all the time: it
// allocates nothing unless words are more than one blank apart.
func WrapSeq(s string, w int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for par := range strings.SplitSeq(s, "\n") {
			if !evenly(par) {
				par = strings.Join(strings.Fields(par), " ")
			}
			for {
				n := fitting(par, w)
				if !yield(par[:n]) {
					return
				}
				if par = strings.TrimPrefix(par[n:], " "); par == "" {
					break
				}
			}
		}
	}
}

// evenly reports whether there is one blank between two words, and none around them.
func evenly(s string) bool {
	blank := true
	for _, r := range s {
		if unicode.IsSpace(r) && (r != ' ' || blank) {
			return false
		}
		blank = r == ' '
	}
	return !blank || s == ""
}

// fitting returns the length of the first line of w cells in bytes: whole words, or else as much of the first one as
// fits.
func fitting(s string, w int) (end int) {
	for at, cells := 0, 0; at < len(s); {
		word := s[at:]
		if n := strings.IndexByte(word, ' '); n >= 0 {
			word = word[:n]
		}
		if cells += Width(word); cells > w {
			if end == 0 {
				return len(Head(word, w))
			}
			return end
		}
		end = at + len(word)
		at, cells = end+1, cells+1
	}
	return end
}

// Next returns the first character of s: the rune that a cell will show, its width in cells, and its
// length in bytes. The width is 0 for control and combining characters and escape sequences. A character
// that a cell cannot hold becomes '?', one cell.
func Next(s string) (r rune, cells, n int) {
	if c := s[0]; c < utf8.RuneSelf {
		if c >= ' ' && c < 0x7F {
			return rune(c), 1, 1
		}
		_, _, n, _ = ansi.DecodeSequence(s, ansi.NormalState, nil) // more than a byte for an escape sequence
		return 0, 0, max(1, n)
	}
	r, n = utf8.DecodeRuneInString(s)
	if r < plane {
		cells = int(widths()[r])
	} else {
		cells = shown(r)
	}
	if cells < 0 {
		return '?', 1, n
	}
	return r, cells, n
}

// plane is the number of characters in Unicode's first plane, which has all common ones.
const plane = 1 << 16

// known has the results of shown for the first plane, once they are needed: every frame asks for thousands of them.
var known atomic.Pointer[[plane]int8]

// widths returns what known has.
func widths() *[plane]int8 {
	if all := known.Load(); all != nil {
		return all
	}
	return measured()
}

// measured returns the results of shown, and keeps them for widths.
func measured() *[plane]int8 {
	var all [plane]int8
	for r := range all {
		all[r] = int8(shown(rune(r)))
	}
	known.Store(&all)
	return &all
}

// shown returns the width of a character, -1 if a cell cannot hold it.
func shown(r rune) int {
	cells := Cells(r)
	if cells > 0 && !storable(r) {
		return -1
	}
	return cells
}

// storable reports whether r can stand alone in a cell whatever its neighbours are: its script or symbol
// has a settled width, and it never joins the character before or after.
func storable(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r >= ' ' && r != 0x7F
	case r >= 0x1100 && r <= 0x11FF, r >= 0xA960 && r <= 0xA97F, r >= 0xD7B0 && r <= 0xD7FF, // conjoining jamo
		r == 0x3164, r == 0xFFA0, // fillers: letters that show nothing
		r == 0xFF9E, r == 0xFF9F, // sound marks that join the character before them
		r > 0xFFFF:
		return false
	case r >= 0xAC00 && r <= 0xD7A3, Plain(r) != r:
		return true
	case r >= 0x2010 && r <= 0x2027, r >= 0x2030 && r <= 0x205E, r >= 0x20A0 && r <= 0x20C0,
		r >= 0x2100 && r <= 0x25FF, r >= 0x2600 && r <= 0x2BFF, r >= 0x3000 && r <= 0x303F, r >= 0xFF01 && r <= 0xFFEE:
		return unicode.IsGraphic(r) && !unicode.Is(unicode.M, r)
	case r >= 0xA1 && r <= 0xFF:
		return r != 0xAD
	}
	return unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) &&
		!unicode.Is(unicode.M, r)
}

// Cells returns the width of one character.
func Cells(r rune) int {
	switch {
	case r >= ' ' && r < 0x7F:
		return 1
	case r >= 0xAC00 && r <= 0xD7A3, r >= 0x3131 && r <= 0x3163:
		return 2
	case Plain(r) != r:
		return 1
	}
	return ansi.StringWidth(string(r))
}

package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// lookalikes replaces characters that people type or paste by habit, and characters whose width depends
// on the terminal.
var lookalikes = map[rune]string{
	'…': "..", '‥': "..", '·': ".", 'ㆍ': ".", '•': "*", '‐': "-", '‑': "-", '‒': "-", '–': "-", '—': "-", '―': "-", '−': "-",
	'‘': "'", '’': "'", '‚': "'", '′': "'", '“': `"`, '”': `"`, '„': `"`, '″': `"`, '«': `"`, '»': `"`,
	'×': "x", '÷': "/", '±': "+-", '°': "", '¿': "?", '¡': "!", '₩': "W", '€': "E", '£': "L", '¥': "Y",
	'→': ">", '←': "<", '↑': "^", '↓': "v", '▶': ">", '▷': ">", '◀': "<", '◁': "<", '▲': "^", '△': "^", '▼': "v", '▽': "v",
	'■': "#", '□': "#", '◆': "#", '◇': "#", '★': "*", '☆': "*", '※': "*",
	'♡': "H", '♤': "S", '♢': "D", '♧': "C", '◎': "O", '◯': "O",
	'Ø': "O", 'ø': "o", 'Æ': "AE", 'æ': "ae", 'ß': "ss", 'Œ': "OE", 'œ': "oe", 'Ł': "L", 'ł': "l", 'Đ': "D", 'đ': "d", 'ı': "i",
}

// Clean makes typed text safe to draw: one line, composed (NFC), without control, direction, zero-width,
// combining and private characters. Characters of uncertain width become ASCII look-alikes; letters
// without one become '?', and other signs disappear. The text is cut to maxCells cells. Clean does not
// judge whether the text is a fit name.
func Clean(s string, maxCells int) string {
	if maxCells <= 0 {
		return ""
	}
	if limit := 32*maxCells + 64; len(s) > limit { // text that is far too long is not worth the work
		s = s[:limit]
	}
	var b strings.Builder
	for _, r := range norm.NFC.String(strings.ToValidUTF8(s, "")) {
		b.WriteString(tame(r))
	}
	return Cut(b.String(), maxCells)
}

// Drops reports whether a text has a sign, such as an emoji, that [Clean] and [Line] leave out.
func Drops(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsOneOf(signs, r) && tame(r) == "" })
}

// signs are the characters that a person sees for themselves: not marks on others or controls.
var signs = []*unicode.RangeTable{unicode.L, unicode.N, unicode.P, unicode.S}

// tame returns the result of Clean for one character.
func tame(r rune) string {
	switch {
	case r >= ' ' && r < 0x7F, r >= 0xAC00 && r <= 0xD7A3, r >= 0x3131 && r <= 0x3163:
		return string(r)
	case unicode.IsSpace(r):
		return " "
	case r >= 0xFF01 && r <= 0xFF5E: // full-width ASCII
		return string(r - 0xFF01 + '!')
	case r >= 0x2460 && r <= 0x2468: // circled digits
		return string(r - 0x2460 + '1')
	}
	if ascii, ok := lookalikes[r]; ok {
		return ascii
	}
	if ascii := Plain(r); ascii != r {
		return string(ascii)
	}
	// Han and kana are two cells everywhere; half-width forms are left out.
	if r <= 0xFFFF && storable(r) && Cells(r) == 2 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
		return string(r)
	}
	if unicode.IsLetter(r) || unicode.IsNumber(r) {
		if invisible(r) {
			return ""
		}
		var buf [utf8.UTFMax]byte
		if base := norm.NFD.Bytes(buf[:utf8.EncodeRune(buf[:], r)]); base[0] < utf8.RuneSelf {
			return string(rune(base[0]))
		}
		return "?"
	}
	return ""
}

// invisible reports whether a letter shows nothing, as Hangul fillers do.
func invisible(r rune) bool { return r == 0x115F || r == 0x1160 || r == 0x3164 || r == 0xFFA0 }

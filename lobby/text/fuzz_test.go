package text

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Text from people becomes one line that every terminal shows alike.
func FuzzText(f *testing.F) {
	for _, s := range []string{"안녕 hello", "\x1b[31m", "e\u0301\u200d\u202e", "ａ→ß…", "\xff\xfe", "\u1112\u1161\u11ab", strings.Repeat("가", 100), "a\r\nb\u2028c"} {
		f.Add(s, 20)
	}
	f.Fuzz(func(t *testing.T, s string, n int) {
		n = min(max(n, 0), 200)
		line, clean := Line(s, n), Clean(s, n)
		if utf8.RuneCountInString(line) > n || Width(clean) > n {
			t.Errorf("%q: %q, %q are longer than %d", s, line, clean, n)
		}
		for _, out := range []string{line, clean} {
			if !utf8.ValidString(out) || strings.ContainsFunc(out, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("%q lets through %q", s, out)
			}
		}
		if again := Line(line, n); again != line {
			t.Errorf("%q: %q becomes %q", s, line, again)
		}
		if again := Clean(clean, n); again != clean {
			t.Errorf("%q: %q becomes %q", s, clean, again)
		}
		if n > 1 {
			for _, part := range Wrap(clean, n) {
				if Width(part) > n {
					t.Errorf("%q is wrapped to %q", clean, part)
				}
			}
		}
		if Width(PadRight(clean, n)) != n || Width(PadLeft(clean, n)) != n || Width(Center(clean, n)) != n {
			t.Errorf("%q does not fill %d cells", clean, n)
		}
	})
}

package text

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// maxLine limits the lines of these tests.
const maxLine = 60

func TestLine(t *testing.T) {
	for name, c := range map[string][2]string{
		"plain":             {"good game!", "good game!"},
		"Korean":            {"좋은 판이었어요 ㅋㅋ", "좋은 판이었어요 ㅋㅋ"},
		"accents":           {"cafe\u0301 Zoë", "cafe Zoë"},
		"letters apart":     {"\u1112\u1161\u11ab", "한"},
		"escape":            {"\x1b[31mred\x1b[0m\x07", "[31mred[0m"},
		"OSC":               {"\x1b]52;c;aGk=\x07x\u009b2J\u009d0;t\u009c", "]52;c;aGk=x2J0;t"},
		"lines":             {"a\r\nb\tc\u2028d\u0085e", "a b c d e"},
		"blanks":            {"  a \u00a0\u3000 b  ", "a b"},
		"right to left":     {"\u202eabc\u202c \u2066x\u2069\u200f\u061c", "abc x"},
		"Hebrew and Arabic": {"a שלום سلام b", "a b"},
		"zero width":        {"a\u200b\u200c\u200d\u2060\ufeff\u00adb", "ab"},
		"fillers":           {"\u3164\u115f\u1160\uffa0\u2800a", "a"},
		"joining jamo":      {"a\u1161\u11a8\ud7b0", "a"},
		"combining":         {"z\u0335\u0336\u0489\u0300\u20dd!", "z!"},
		"selectors":         {"a\ufe0f\U000e0101\U000e0041", "a"},
		"emoji":             {"gg😀👍🏽🇰🇷⚡☺❤⌚⭐x", "ggx"},
		"private use":       {"a\ue0b0\U000f0000b", "ab"},
		"not a character":   {"a\xff\xc3\ufffeb", "ab"},
		"ambiguous width":   {"a→①★※±αж", "a"},
		"quotes and dashes": {"\u201cit\u2019s\u201d \u2014 so\u2026", `"it's" - so...`},
		"nothing":           {" \u200b\x00 ", ""},
	} {
		if got := Line(c[0], maxLine); got != c[1] {
			t.Errorf("%s: %q, want %q", name, got, c[1])
		}
	}
	if got := Line(strings.Repeat("가", 100), maxLine); got != strings.Repeat("가", maxLine) {
		t.Errorf("cut to %d runes", utf8.RuneCountInString(got))
	}
	if got := Line(strings.Repeat("\u0301", 1<<20)+"a", maxLine); got != "" {
		t.Errorf("a megabyte of marks: %q", got)
	}
}

// A text with too many cells is refused, wherever its blanks are.
func TestOneLine(t *testing.T) {
	for in, fits := range map[string]bool{
		"abcd": true, " a  cd ": true, "가나": true,
		"abcde": false, "abcd e": false, "abcd  e": false, "가나 다": false,
	} {
		got, err := OneLine(in, 4)
		if want := strings.Join(strings.Fields(in), " "); fits && (got != want || err != nil) || !fits && !errors.Is(err, ErrLong) {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}

func TestLineOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		got := Line(in, maxLine)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > maxLine || strings.TrimSpace(got) != got {
			t.Fatalf("%q gives %q", in, got)
		}
		for _, r := range got {
			if r != ' ' && !printable(r) {
				t.Fatalf("%q lets %U through", in, r)
			}
		}
		if again := Line(got, maxLine); again != got {
			t.Fatalf("cleaned twice: %q, once: %q", again, got)
		}
	})
}

package ui

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"arcade/lobby/text"
)

// anyText draws strings of all kinds of characters, often awkward ones.
func anyText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		part := rapid.OneOf(
			rapid.StringMatching(`[ -~]{0,6}`),
			rapid.SampledFrom([]string{"한글", "각", "ㅋ", "●", "─", "中", "カ", "ｶ", "ﾞ", "한글ﾟ", "é", "e\u0301", "ᄒ", "ᅡ", "ᆨ", "👨‍👩‍👧", "🇰🇷", "🇰", "☎\ufe0f", "\u200b", "\u202e", "ก็", "क्ष", "؀١", "\ufeff", "ഃ"}),
			rapid.Map(rapid.Rune(), func(r rune) string {
				if unicode.IsControl(r) {
					return ""
				}
				return string(r)
			}),
		)
		return strings.Join(rapid.SliceOfN(part, 0, 8).Draw(t, "parts"), "")
	})
}

// The renderer counts a canvas's text with the same tables, in both of its modes.
func TestWhatIsDrawnIsAsWideAsTheRendererSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyText().Draw(t, "s")
		c := New(40, 1)
		end := c.TextCut(0, 0, 40, Text, s)
		c.TextCut(end, 0, 40, Text, "|")
		plain := c.Plain(LevelLines)
		if a, b := ansi.StringWidth(plain), ansi.StringWidthWc(plain); a != b || a != min(end+1, 40) {
			t.Fatalf("%q is drawn as %q: %d cells by clusters, %d by characters", s, plain, a, b)
		}
	})
}

// Cleaned text contains only characters of the house list.
func TestCleanTextCanBeDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(anyText(), rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "s")
		c := New(30, 1)
		c.Text(0, 0, Text, text.Clean(s, 30))
		if errs := c.Lint(); errs != nil {
			t.Fatal(errs)
		}
	})
}

// A label is broken into as few lines as Wrap needs, with all its words whole, and no line is left to a short word.
func TestWrapEven(t *testing.T) {
	for _, test := range []struct {
		label string
		w     int
		want  []string
	}{
		{"하루 한 수", 10, []string{"하루 한 수"}}, {"a 바깥길 > O7 (재배치)", 14, []string{"a 바깥길 > O7", "(재배치)"}}, {"하루 한 수", 9, []string{"하루", "한 수"}}, {"하루 한 수", 7, []string{"하루", "한 수"}},
		{"one day a move", 12, []string{"one day", "a move"}}, {"무르기 요청", 8, []string{"무르기", "요청"}}, {"resignation", 6, []string{"resign", "ation"}},
	} {
		if got := WrapEven(test.label, test.w); !slices.Equal(got, test.want) {
			t.Errorf("%q in %d cells: %q", test.label, test.w, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		label := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"하루", "한", "수", "a", "move", "resignation", "무르기"}), 1, 6).Draw(t, "words"), " ")
		w := rapid.IntRange(2, 30).Draw(t, "w")
		even, rows := WrapEven(label, w), Wrap(label, w)
		if len(even) != len(rows) || strings.Join(even, "") != strings.Join(rows, "") && strings.Join(even, " ") != label {
			t.Fatalf("%q in %d cells: %q, by Wrap %q", label, w, even, rows)
		}
		for _, line := range even {
			if Width(line) > w {
				t.Fatalf("%q in %d cells: %q", label, w, even)
			}
		}
	})
}

package text

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// anyText draws strings of all kinds of characters, with many awkward ones.
func anyText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		part := rapid.OneOf(
			rapid.StringMatching(`[ -~]{0,6}`),
			rapid.SampledFrom([]string{"한글", "각", "ㅋ", "●", "─", "中", "カ", "ｶ", "é", "e\u0301", "ᄒ", "ᅡ", "ᆨ", "👨‍👩‍👧", "🇰🇷", "🇰", "☎\ufe0f", "\u200b", "\u202e", "ก็", "क्ष", "؀١", "\ufeff", "ഃ"}),
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

func TestWidth(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "abc": 3, "한글": 4, "a한": 3, "●": 1, "─┼═╬": 4, "ㅋㅋ": 4, "e\u0301": 1, "中": 2, "\x1b[31mred\x1b[m": 3, "a\tb": 2,
	} {
		if got := Width(s); got != want {
			t.Errorf("Width(%q) = %d, want %d", s, got, want)
		}
	}
}

// The renderer uses the same tables, in both of its modes.
func TestWidthAgreesWithTheRenderer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyText().Draw(t, "s")
		if tame := Clean(s, 1000); Width(tame) != ansi.StringWidth(tame) {
			t.Fatalf("Width(%q) = %d, the library says %d", tame, Width(tame), ansi.StringWidth(tame))
		}
	})
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !storable(r) {
			continue
		}
		s := string(r)
		if a, b, w := ansi.StringWidth(s), ansi.StringWidthWc(s), Cells(r); a != b || a != w || w < 1 || w > 2 {
			t.Errorf("%U %q: %d by clusters, %d by characters, %d here", r, s, a, b, w)
		}
	}
}

func TestCut(t *testing.T) {
	for _, tc := range []struct {
		s    string
		w    int
		want string
	}{
		{"abcdef", 6, "abcdef"}, {"abcdef", 5, "abc.."}, {"abcdef", 2, ".."}, {"abcdef", 1, "."}, {"abcdef", 0, ""}, {"abc", -1, ""},
		{"한글이름", 8, "한글이름"}, {"한글이름", 7, "한글.."}, {"한글이름", 6, "한글.."}, {"한글이름", 5, "한.."}, {"한글이름", 3, ".."},
	} {
		if got := Cut(tc.s, tc.w); got != tc.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", tc.s, tc.w, got, tc.want)
		}
	}
}

func TestCutAndPadProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyText().Draw(t, "s")
		w := rapid.IntRange(-1, 20).Draw(t, "w")
		cut := Cut(s, w)
		if Width(cut) > max(0, w) {
			t.Fatalf("Cut(%q, %d) = %q is %d wide", s, w, cut, Width(cut))
		}
		if w > 0 && Width(s) <= w && cut != s {
			t.Fatalf("Cut(%q, %d) = %q lost something", s, w, cut)
		}
		if body, dots := strings.CutSuffix(cut, Ellipsis); Width(s) > w && w > 2 && (!dots || !strings.HasPrefix(s, body) || Width(body) < w-3) {
			t.Fatalf("Cut(%q, %d) = %q", s, w, cut)
		}
		for name, padded := range map[string]string{"right": PadRight(s, w), "left": PadLeft(s, w), "center": Center(s, w)} {
			if Width(padded) != max(0, w) && Width(cut) == max(0, w) || Width(padded) > max(0, w) || Width(padded) < w {
				t.Fatalf("padded %s to %d: %q is %d wide", name, w, padded, Width(padded))
			}
		}
	})
}

func TestPad(t *testing.T) {
	if got := PadRight("한", 5) + "|" + PadLeft("한", 5) + "|" + Center("한", 5); got != "한   |   한| 한  " {
		t.Errorf("%q", got)
	}
}

func TestWrap(t *testing.T) {
	got := Wrap("지금 나가면 이 판을 집니다\n(7점)", 12)
	if want := []string{"지금 나가면", "이 판을", "집니다", "(7점)"}; strings.Join(got, "/") != strings.Join(want, "/") {
		t.Errorf("%q", got)
	}
	if got := Wrap("가나다라마", 5); strings.Join(got, "/") != "가나/다라/마" {
		t.Errorf("%q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(0, 20).Draw(t, "w")
		for _, line := range Wrap(anyText().Draw(t, "s"), w) {
			if Width(line) > w {
				t.Fatalf("%q is wider than %d", line, w)
			}
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(anyText(), rapid.StringMatching(`[a가 \n\t]{0,40}`)).Draw(t, "s")
		w := rapid.IntRange(2, 20).Draw(t, "w")
		if got, want := Wrap(s, w), wordByWord(s, w); !slices.Equal(got, want) {
			t.Fatalf("%q in %d: %q, not %q", s, w, got, want)
		}
	})
}

// wordByWord is Wrap in its simplest form.
func wordByWord(s string, w int) (lines []string) {
	for _, par := range strings.Split(s, "\n") {
		line := ""
		for _, word := range strings.Fields(par) {
			if line != "" && Width(line)+1+Width(word) > w {
				lines, line = append(lines, line), ""
			}
			if line != "" {
				line += " "
			}
			line += word
			for Width(line) > w {
				first := Head(line, w)
				lines, line = append(lines, first), line[len(first):]
			}
		}
		lines = append(lines, line)
	}
	return lines
}

func TestClean(t *testing.T) {
	for s, want := range map[string]string{
		"hello 안녕":               "hello 안녕",
		"a\tb\nc\r\nd":           "a b c  d",
		"\x1b[31mred\x1b]0;x\a":  "[31mred]0;x",
		"\u202eevil\u2066":       "evil",
		"a\u200bb\ufeffc\u00add": "abcd",
		"e\u0301té":              "ete",
		"a\u0300\u0301\u0302b":   "ab",
		"\xff\xfeok":             "ok",
		"\ue000x":                "x",
		"“좋은 수”… — 1·2 × ★":      `"좋은 수".. - 1.2 x *`,
		"●○♥─│":                  "XOH-|",
		"①③ ＡＢ！":                 "13 AB!",
		"😀gg👨‍👩‍👧":               "gg",
		"привет":                 "??????",
		"ᄒ\u1161ᆫ글":              "한글",
		"中文 カナ":                  "中文 カナ",
		"\u3164\u115f":           "",
		"⠿braille":               "braille",
		"straße Ünsal":           "strasse Unsal",
		"nb\u00a0sp\u3000wide":   "nb sp wide",
	} {
		if got := Clean(s, 40); got != want {
			t.Errorf("Clean(%q) = %q, want %q", s, got, want)
		}
	}
	if got := Clean(strings.Repeat("x", 1<<20), 5); got != "xxx.." {
		t.Errorf("%q", got)
	}
}

// Whatever the input, each remaining character has a settled width and is on the house list, and cleaning
// again changes nothing.
func TestCleanProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(anyText(), rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "s")
		w := rapid.IntRange(0, 30).Draw(t, "w")
		got := Clean(s, w)
		if Width(got) > w {
			t.Fatalf("%q is wider than %d", got, w)
		}
		if again := Clean(got, w); again != got {
			t.Fatalf("%q becomes %q", got, again)
		}
		for _, r := range got {
			if r == '?' && strings.ContainsRune(got, '?') {
				continue
			}
			if r >= 0x80 && Cells(r) != 2 {
				t.Fatalf("%q of %q", r, s)
			}
		}
	})
}

// A server started with RUNEWIDTH_EASTASIAN=1 measures like any other.
func TestEnvironmentDoesNotChangeWidths(t *testing.T) {
	if os.Getenv("TEXT_WIDTH_CHILD") != "" {
		if ansi.StringWidth("●─") != 2 || ansi.StringWidthWc("●─") != 2 {
			t.Fatal("the environment has changed the width of ● and ─")
		}
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestEnvironmentDoesNotChangeWidths$")
	cmd.Env = append(os.Environ(), "TEXT_WIDTH_CHILD=1", "RUNEWIDTH_EASTASIAN=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

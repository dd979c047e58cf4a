package names

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"kim":     "kim",
		"  kim  ": "kim",
		"Kim_2-x": "Kim_2-x",
		"Ｋｉｍ１２":   "Kim12", // full-width letters and digits
		"김철수":     "김철수",
		"\u1100\u1175\u11b7\u110e\u1165\u11af\u1109\u116e": "김철수", // the same in letters
		"가나다라마바":                   "가나다라마바",       // 12 cells
		"가나다라마ab":                  "가나다라마ab",      // 12 cells
		"abcdefghijkl":             "abcdefghijkl", // 12 cells
		"가":                        "가",            // 2 cells
		"\u3000김\u3000":            "김",            // wide blanks around it
		"가나다라마바a":                  "",             // 13 cells
		"abcdefghijklm":            "",             // 13 cells
		"a":                        "",
		"":                         "",
		"kim lee":                  "",
		"kim\u00a0lee":             "",
		"kim\x1b[31m":              "",
		"kim\n":                    "kim",
		"k\nim":                    "",
		"kím":                      "",
		"кім":                      "", // Cyrillic
		"ㅋㅋ":                       "", // jamo are not syllables
		"\u3164\u3164":             "",
		"kim\u200b":                "",
		"\u202ekim":                "",
		"kim😀":                     "",
		"金先生":                      "",
		"kim\xff":                  "",
		"kim/..":                   "",
		"<kim>":                    "",
		strings.Repeat("a", 1<<20): "",
	} {
		got, err := Clean(in)
		if got != want || (want == "") != (err == ErrBad) {
			t.Errorf("%.40q: %q, %v, want %q", in, got, err, want)
		}
	}
}

func TestCleanAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.String().Draw(t, "name")
		got, err := Clean(in)
		if err != nil {
			return
		}
		if again, err := Clean(got); err != nil || again != got || !utf8.ValidString(got) || len(Key(got)) > 64 {
			t.Fatalf("%q: %q, and again %q, %v", in, got, again, err)
		}
	})
}

func TestSuggestedNamesDoNotRunOut(t *testing.T) {
	seen := map[string]bool{}
	for range 5000 {
		name := Suggest("root", "ko", func(n string) bool { return seen[n] })
		if seen[name] {
			t.Fatalf("%q twice", name)
		}
		seen[name] = true
	}
	// The search ends even if the store never answers.
	if name := Suggest("kim", "en", func(string) bool { return true }); name == "" {
		t.Error("no name")
	}
}

func TestNormal(t *testing.T) {
	for in, want := range map[string]string{
		"k7q-2m8": "K7Q2M8", "K7Q 2M8": "K7Q2M8", "oil0": "0110", "": "", strings.Repeat("a", 65): "",
	} {
		if got := Normal(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := ShowCode("K7Q2M8"); got != "K7Q-2M8" {
		t.Errorf("shown as %q", got)
	}
	if got := ShowCode("K7Q"); got != "K7Q" {
		t.Errorf("shown as %q", got)
	}
}

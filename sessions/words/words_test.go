package words

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

var placeholder = regexp.MustCompile(`\{([a-z0-9_]*)\}`)

func placeholders(s string) []string {
	var names []string
	for _, m := range placeholder.FindAllStringSubmatch(s, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// argWidth is the width of a value for which the entry has none.
func argWidth(e entry, name string) int {
	if w, ok := e.Args[name]; ok {
		return w
	}
	switch name {
	case "p", "q", "name": // a player
		return 12
	case "gold":
		return 13
	}
	return 6
}

// allowed reports whether the catalogue may have a character: ASCII, Hangul, and the symbols of the house
// list.
func allowed(r rune) bool {
	return r >= ' ' && r < 0x7F || r >= 0xAC00 && r <= 0xD7A3 || r >= 0x3131 && r <= 0x3163 ||
		strings.ContainsRune("─│┌┐└┘├┤┬┴┼═║╔╗╚╝╱╲█▄▀▒▁▂▃▅▆▇●○♠♥♦♣", r)
}

// inBoth lists the English texts with Korean in them: the names of the languages.
var inBoth = []string{"sh.hangul", "home.langs", "home.langs.touch", "key.lang", "set.lang", "set.lang.ko"}

var symbol = regexp.MustCompile(`[●○♠♥♦♣][^ ]`)

func TestCatalogue(t *testing.T) {
	key := regexp.MustCompile(`^[a-z][a-z0-9]*(\.[a-z0-9_-]+)+$`)
	for _, k := range slices.Sorted(maps.Keys(catalogue)) {
		e := catalogue[k]
		if !key.MatchString(k) {
			t.Errorf("%q is no key", k)
		}
		if e.Max <= 0 {
			t.Errorf("%s: no max", k)
		}
		texts := map[string]string{"ko": e.KO, "en": e.EN}
		if e.ENOne != "" {
			texts["en_one"] = e.ENOne
			if !strings.Contains(e.KO, "{n}") {
				t.Errorf("%s: a form for one without a count {n}", k)
			}
		}
		if e.ENYou != "" {
			texts["en_you"] = strings.Replace(e.ENYou, "You", "{p}", 1)
			if !strings.HasPrefix(e.ENYou, "You") || strings.Contains(e.ENYou, "{p}") {
				t.Errorf("%s: a form for the listener that begins otherwise", k)
			}
		}
		if e.KOShort != "" || e.ENShort != "" || e.MaxShort > 0 {
			texts["ko_short"], texts["en_short"] = e.KOShort, e.ENShort
		}
		names, short := placeholders(e.KO), placeholders(e.KOShort)
		for name := range e.Args {
			if !slices.Contains(names, name) && !slices.Contains(short, name) {
				t.Errorf("%s: a width for {%s}, which is not in the text", k, name)
			}
		}
		for form, s := range texts {
			if s == "" {
				t.Errorf("%s: no %s", k, form)
				continue
			}
			names, most := names, e.Max
			if strings.HasSuffix(form, "_short") {
				names, most = short, e.MaxShort
			}
			if got := placeholders(s); !slices.Equal(got, names) && !(form == "en_one" && slices.Equal(slices.Sorted(slices.Values(append(got, "n"))), names)) {
				t.Errorf("%s: %s has %v, ko has %v", k, form, got, names)
			}
			if rest := placeholder.ReplaceAllString(s, ""); strings.ContainsAny(rest, "{}") {
				t.Errorf("%s: %s has a brace that is no placeholder: %q", k, form, s)
			}
			if strings.TrimSpace(s) != s || !norm.NFC.IsNormalString(s) {
				t.Errorf("%s: %s has blanks at its ends or is not composed: %q", k, form, s)
			}
			for _, r := range s {
				rich := strings.HasSuffix(k, ".rich") && strings.ContainsRune("■□▲▼★✓", r) // only where pictures are drawn
				if !allowed(r) && r != '\n' && !rich {
					t.Errorf("%s: %s has %q, which is not of the house list", k, form, r)
				}
			}
			if m := symbol.FindString(s); m != "" {
				t.Errorf("%s: %s has no blank after the symbol in %q", k, form, m)
			}
			if !strings.HasPrefix(form, "ko") && !slices.Contains(inBoth, k) && strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }) {
				t.Errorf("%s: %s is Korean: %q", k, form, s)
			}
			worst := placeholder.ReplaceAllStringFunc(s, func(m string) string {
				return strings.Repeat("x", argWidth(e, strings.Trim(m, "{}")))
			})
			for line := range strings.Lines(worst) {
				if w := ansi.StringWidth(line); w > most {
					t.Errorf("%s: %s becomes %d cells, of %d: %q", k, form, w, most, line)
				}
			}
		}
	}
}

// The files' entries have no unknown fields: a typing mistake would pass unseen.
func TestFilesHaveNoOtherFields(t *testing.T) {
	dir, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range dir {
		if !strings.HasSuffix(f.Name(), ".json") {
			continue
		}
		data, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		n++
		var topic map[string]map[string]any
		if err := json.Unmarshal(data, &topic); err != nil {
			t.Fatal(err)
		}
		for key, e := range topic {
			for name := range e {
				if !slices.Contains([]string{"max", "args", "ko", "en", "en_one", "en_you", "max_short", "ko_short", "en_short"}, name) {
					t.Errorf("%s: %s has %q", f.Name(), key, name)
				}
			}
		}
		if len(topic) != strings.Count(string(data), `"max":`) {
			t.Errorf("%s: a key twice, or an entry without max", f.Name())
		}
	}
	if n == 0 {
		t.Error("no files")
	}
}

func TestT(t *testing.T) {
	catalogue["test.win"] = entry{KO: "{p} 승리 {a}:{b}", EN: "{p} wins {a}:{b}"}
	defer delete(catalogue, "test.win")
	for _, tc := range []struct {
		got, want string
	}{
		{T(KO, "test.win", "p", "백파이", "a", 40, "b", 24), "백파이 승리 40:24"},
		{T(EN, "test.win", "b", 24, "a", 40, "p", "{a}"), "{a} wins 40:24"},
		{T(EN, "test.win", "p", "x"), "x wins {a}:{b}"},
		{T(EN, "test.win"), "{p} wins {a}:{b}"},
		{T(KO, "ui.small.leave"), "나가기"},
		{T(KO, "no.such"), "!no.such!"},
	} {
		if tc.got != tc.want {
			t.Errorf("%q, want %q", tc.got, tc.want)
		}
	}
}

// Sentences address the listener in the second person.
func TestYou(t *testing.T) {
	catalogue["test.you"] = entry{KO: "{p}: {c} 냈어요", EN: "{p}: plays {c}", ENYou: "You play {c}"}
	defer delete(catalogue, "test.you")
	for _, c := range [][3]string{{"en", T(EN, "wd.you"), "You play x"}, {"en", "Kim", "Kim: plays x"}, {"ko", T(KO, "wd.you"), "나: x 냈어요"}} {
		if got := T(either(c[0] == "en", EN, KO), "test.you", "p", c[1], "c", "x"); got != c[2] {
			t.Errorf("%s: %q, want %q", c[1], got, c[2])
		}
	}
}

func either(ok bool, a, b Lang) Lang {
	if ok {
		return a
	}
	return b
}

func TestPlural(t *testing.T) {
	catalogue["test.plural"] = entry{KO: "{n}판", EN: "{n} games", ENOne: "one game"}
	defer delete(catalogue, "test.plural")
	for n, want := range map[any]string{0: "0 games", 1: "one game", 2: "2 games", "1": "one game", int64(1): "one game"} {
		if got := T(EN, "test.plural", "n", n); got != want {
			t.Errorf("%v: %q", n, got)
		}
	}
	if got := T(KO, "test.plural", "n", 1); got != "1판" {
		t.Errorf("%q", got)
	}
}

func TestLangFromEnv(t *testing.T) {
	for _, tc := range []struct {
		all, messages, lang string
		want                Lang
		ok                  bool
	}{
		{"", "", "", KO, false}, {"", "", "ko_KR.UTF-8", KO, true}, {"", "", "en_US.UTF-8", EN, true}, {"en_US", "ko_KR", "ko_KR", EN, true},
		{"", "ko", "en", KO, true}, {"", "", "C.UTF-8", KO, false}, {"", "", "POSIX", KO, false}, {"C", "", "ko_KR", KO, false}, {"", "", "ja_JP.UTF-8", EN, true},
		{"", "", "KO-kr", KO, true}, {"", "", "kok_IN", EN, true}, {"", "", strings.Repeat("x", 1<<16), EN, true},
	} {
		if got, ok := LangFromEnv(tc.all, tc.messages, tc.lang); got != tc.want || ok != tc.ok {
			t.Errorf("%+.60v: %v, %v", tc, got, ok)
		}
	}
	for _, l := range []Lang{KO, EN} {
		if got, ok := ParseLang(l.String()); got != l || !ok {
			t.Errorf("%v", l)
		}
	}
	if _, ok := ParseLang("xx"); ok {
		t.Error("xx is a language")
	}
}

func TestComma(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1012400: "1,012,400", -100: "-100", -1234: "-1,234", -9223372036854775808: "-9,223,372,036,854,775,808"} {
		if got := Comma(n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

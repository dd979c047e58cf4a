// Package words is the catalogue of all texts on the screens, in Korean and English: one key for each
// sentence, in the JSON files beside this one, one for each topic.
//
// An entry has the two texts, "max" (the largest width of one of its lines in cells, with its longest
// values filled in) and, for values of unusual width, "args" (their largest width in cells). "en_one" is
// the English text for a count of one, where {n} is the count, "en_you" the one that begins with "You"
// where {p} is the listener. Values stand as {name}. "ko_short" and "en_short" are shorter texts of at most
// "max_short" cells for narrow places, see [Short].
package words

import (
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lang is a language of the screens.
type Lang uint8

const (
	KO Lang = iota
	EN
)

// String returns the language's code, "ko" or "en".
func (l Lang) String() string {
	if l == EN {
		return "en"
	}
	return "ko"
}

// ParseLang reads "ko" or "en".
func ParseLang(s string) (Lang, bool) {
	switch s {
	case "ko":
		return KO, true
	case "en":
		return EN, true
	}
	return KO, false
}

// LangFromEnv returns the language of a client's LC_ALL, LC_MESSAGES and LANG; the first that is set
// decides: Korean for "ko…", English for any other language; not ok if all of them are "", "C" or "POSIX".
func LangFromEnv(all, messages, lang string) (l Lang, ok bool) {
	for _, v := range []string{all, messages, lang} {
		if v == "" {
			continue
		}
		v, _, _ = strings.Cut(strings.ToLower(v), ".")
		switch {
		case v == "ko" || strings.HasPrefix(v, "ko_") || strings.HasPrefix(v, "ko-"):
			return KO, true
		case v == "c" || v == "posix":
			return KO, false
		}
		return EN, true
	}
	return KO, false
}

//go:embed *.json
var files embed.FS

type entry struct {
	Max   int            `json:"max"`
	Args  map[string]int `json:"args"`
	KO    string         `json:"ko"`
	EN    string         `json:"en"`
	ENOne string         `json:"en_one"`
	ENYou string         `json:"en_you"`

	MaxShort int    `json:"max_short"`
	KOShort  string `json:"ko_short"`
	ENShort  string `json:"en_short"`
}

var catalogue = load()

// load reads the embedded files. They are part of the program, so an error in them is one of the build.
func load() map[string]entry {
	all := map[string]entry{}
	dir, err := files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	for _, f := range dir {
		data, err := files.ReadFile(f.Name())
		if err != nil {
			panic(err)
		}
		add(all, f.Name(), data)
	}
	return all
}

// Add adds a game's own catalogue, embedded by its package: JSON as in the files beside this one, which
// have the shell's texts. Do not call it after the first session has begun.
func Add(name string, data []byte) { add(catalogue, name, data) }

// Put adds a text with lines of at most most cells, which comes from another place than a catalogue. Do
// not call it after the first session has begun.
func Put(key string, most int, ko, en string) {
	if _, twice := catalogue[key]; twice {
		panic(fmt.Errorf("words: %q is in a file as well", key))
	}
	catalogue[key] = entry{Max: most, KO: ko, EN: en}
}

func add(all map[string]entry, name string, data []byte) {
	var topic map[string]entry
	if err := json.Unmarshal(data, &topic); err != nil {
		panic(fmt.Errorf("words: %s: %w", name, err))
	}
	for key, e := range topic {
		if _, twice := all[key]; twice {
			panic(fmt.Errorf("words: %s: %q is in another file as well", name, key))
		}
		all[key] = e
	}
}

// Page ends the key of a page's sentence, which replaces the one whose key it follows.
const Page = ".page"

// Touch ends the key of the sentence that a screen for a finger shows in place of the one whose key it follows: a finger
// has no keys and no mouse.
const Touch = ".touch"

// Has reports whether there is such a key.
func Has(key string) bool {
	_, ok := catalogue[key]
	return ok
}

// T returns the text of a key with the values filled in: args are names and values in turn, T(lang,
// "ot.win", "p", name, "a", 40, "b", 24). An unknown key returns "!key!"; a test finds such uses. Braces in
// a value have no meaning.
func T(lang Lang, key string, args ...any) string {
	e, ok := catalogue[key]
	if !ok {
		return "!" + key + "!"
	}
	text := e.KO
	if lang == EN {
		text = e.EN
		if e.ENOne != "" && value("n", args) == "1" {
			text = e.ENOne
		}
		if e.ENYou != "" && value("p", args) == catalogue["wd.you"].EN {
			text = e.ENYou
		}
	}
	return fill(text, args)
}

// Short returns the short form of a key's text, for places too narrow for the sentence, or the text if it has no
// short form.
func Short(lang Lang, key string, args ...any) string {
	e := catalogue[key]
	short := e.KOShort
	if lang == EN {
		short = e.ENShort
	}
	if short == "" {
		return T(lang, key, args...)
	}
	return fill(short, args)
}

// fill puts the values into a text.
func fill(text string, args []any) string {
	if len(args) == 0 || !strings.Contains(text, "{") {
		return text
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, found := strings.Cut(rest, "}")
		if !found {
			b.WriteString("{" + rest)
			return b.String()
		}
		b.WriteString(value(name, args))
		text = after
	}
}

// value returns the value of a name as text; "{name}" if it has none.
func value(name string, args []any) string {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == name {
			switch v := args[i+1].(type) {
			case string:
				return v
			case int:
				return strconv.Itoa(v)
			}
			return fmt.Sprint(args[i+1])
		}
	}
	return "{" + name + "}"
}

// Comma returns n with a comma between groups of three digits: 1,012,400.
func Comma(n int64) string {
	s := strconv.FormatInt(n, 10)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(s) - 3; i > first; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Capital returns a text with a capital first letter, as in the lines of menus.
func Capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

// Game returns the name of a game under rules, "" for the usual ones: with the rules, if those have a name of their own.
func Game(lang Lang, name, rules string) string { return T(lang, GameKey(name, rules)) }

// GameKey returns the key of that name.
func GameKey(name, rules string) string {
	if key := "game." + name + "." + rules; rules != "" && Has(key) {
		return key
	}
	return "game." + name
}

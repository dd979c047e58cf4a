package exec

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"unicode"
)

func TestSplit(t *testing.T) {
	for line, want := range map[string][]string{
		"":                   nil,
		"   ":                nil,
		"a  b\tc":            {"a", "b", "c"},
		`a 'b  c' "d \" e"`:  {"a", "b  c", `d " e`},
		`a\ b '' ""`:         {"a b", "", ""},
		`it's' fine`:         {"its", "fine"},
		`'a\b'`:              {`a\b`},
		"kibo show 한글":       {"kibo", "show", "한글"},
		"a;b $(c) | d > e *": {"a;b", "$(c)", "|", "d", ">", "e", "*"},
	} {
		got, err := Split(line)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q, %v; want %q", line, got, err, want)
		}
	}
	for line, want := range map[string]error{
		"'a": errQuote, `"a`: errQuote, `a\`: errQuote,
		"a\nb": errCharacters, "a\x00": errCharacters, "\xff": errCharacters, "a\u202eb": errCharacters, "a\u200bb": errCharacters, "\x1b[A": errCharacters,
		strings.Repeat("a", maxCommand+1): errTooLong, strings.Repeat("a ", maxWords+1): errTooLong,
	} {
		if _, err := Split(line); err != want {
			t.Errorf("%.20q: %v, want %v", line, err, want)
		}
	}
}

func FuzzSplit(f *testing.F) {
	f.Add(`kibo show "M 1" 'x' \y`)
	f.Add("a\x00\xff")
	f.Fuzz(func(t *testing.T, line string) {
		words, err := Split(line)
		if err != nil {
			return
		}
		if len(words) > maxWords {
			t.Errorf("%d words", len(words))
		}
		for _, w := range words {
			if strings.ContainsFunc(w, func(r rune) bool { return r != '\t' && !unicode.IsPrint(r) }) {
				t.Errorf("lets through %q", w)
			}
		}
		var out, errs strings.Builder
		call := &Call{Stdout: &out, Stderr: &errs, Stdin: strings.NewReader(""), Lang: "en"}
		if len(words) > 0 {
			_, _ = Route(context.Background(), call, nil, words)
		}
	})
}

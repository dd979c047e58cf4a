package spoken

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
	"unicode/utf8"
)

// Whatever comes is taken as short, clean lines, and the reading ends with the input.
func FuzzLines(f *testing.F) {
	f.Add([]byte("d3\r\n1.\n\n  say hi  \n"))
	f.Add([]byte("\x1b[9;31;7m\x00\xff\xfe\u202e\n\x9b1A\n"))
	f.Add(append(bytes.Repeat([]byte{'x'}, 10*maxLine), "\nb\n"...))
	f.Add(append(bytes.Repeat([]byte("가"), maxLine), '\n'))
	f.Fuzz(func(t *testing.T, in []byte) {
		r := &reader{in: iotest.DataErrReader(bytes.NewReader(in))}
		for range bytes.Count(in, []byte{'\n'}) {
			l := r.next()
			l.text = tidy(l.text)
			switch {
			case l.end:
				t.Fatal("the end comes before the last line")
			case l.long && l.text != "", len(l.text) > maxLine, !utf8.ValidString(l.text):
				t.Fatalf("a line is %q", l.text)
			case strings.ContainsFunc(l.text, func(c rune) bool { return !unicode.IsPrint(c) }), l.text != strings.TrimSpace(l.text):
				t.Fatalf("a line is not clean: %q", l.text)
			}
			if n, ok := number(l.text); ok && (n < 1 || n > 999) {
				t.Fatalf("%q is the number %d", l.text, n)
			}
			_ = alias(l.text)
		}
		if l := r.next(); !l.end {
			t.Fatalf("after the last line comes %q", l.text)
		}
	})
}

// A line comes whole in whatever pieces its bytes come, and one that is too long is said to be.
func TestPieces(t *testing.T) {
	text := "d3\n" + strings.Repeat("x", maxLine-1) + "\n" + strings.Repeat("y", maxLine) + "\n" + strings.Repeat("가", maxLine) + "\nb\nend"
	for name, in := range map[string]io.Reader{"whole": strings.NewReader(text), "bytes": iotest.OneByteReader(strings.NewReader(text))} {
		r := &reader{in: in}
		var got []line
		for l := r.next(); !l.end; l = r.next() {
			got = append(got, l)
		}
		want := []line{{text: "d3"}, {text: strings.Repeat("x", maxLine-1)}, {long: true}, {long: true}, {text: "b"}}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

package server

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// On a dumb terminal only typed characters, line ends and erasures are echoed. A line stays short,
// whatever the keys are.
func FuzzLineEditor(f *testing.F) {
	f.Add([]byte("d3\r\nab\x7f\x7f\x7fc\r"))
	f.Add([]byte("\x1b[A\x1bOP\x1b[1;5Cx\r\x1b]0;owned\x07\r"))
	f.Add([]byte("가나\x08\r\xff\xfe\x80\x08\r"))
	f.Add(append(bytes.Repeat([]byte{'x'}, 1<<16), '\r'))
	f.Fuzz(func(t *testing.T, keys []byte) {
		var shown bytes.Buffer
		got, err := io.ReadAll(&lineEditor{in: bytes.NewReader(keys), out: &shown})
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(string(got), "\n") {
			if len(line) > maxTyped {
				t.Fatalf("a line of %d bytes", len(line))
			}
			if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 127 }) {
				t.Fatalf("a line has control characters: %q", line)
			}
		}
		for _, b := range shown.Bytes() {
			if b < ' ' && b != '\n' && b != '\b' || b == 127 {
				t.Fatalf("%q is shown", shown.String())
			}
		}
	})
}

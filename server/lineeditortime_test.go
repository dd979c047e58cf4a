package server

import (
	"io"
	"testing"
	"testing/synctest"
	"time"
)

// A line editor that has seen the start of a sequence takes the keys of a person again: after a second, and
// at once for Enter, Ctrl+C and the start of another sequence.
func TestLineEditorForgetsSequences(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"\x1b", "d3\r", "d3\n"},
		{"\x1b[", "12\r", "12\n"},
		{"\x1b[1;5", "d3\r", "d3\n"},
		{"\x1bO", "d3\r", "d3\n"},
	} {
		synctest.Test(t, func(t *testing.T) {
			r, w := io.Pipe()
			go func() {
				_, _ = io.WriteString(w, c.before)
				time.Sleep(sequenceTime + time.Millisecond)
				_, _ = io.WriteString(w, c.after)
				w.Close()
			}()
			if got, err := io.ReadAll(&lineEditor{in: r, out: io.Discard}); err != nil || string(got) != c.want {
				t.Errorf("%q, later %q: %q, %v", c.before, c.after, got, err)
			}
		})
	}
	for in, want := range map[string]string{
		"\x1b\rd3\r": "\nd3\n", "\x1b[1;\rd3\r": "\nd3\n", "x\x1b[1\x03d3\r": "", "\x1b[1\x1b[Ad3\r": "d3\n", "\x1b\x1b[Ad3\r": "d3\n", "\x1b\x7fd3\r": "d3\n",
	} {
		synctest.Test(t, func(t *testing.T) {
			r, w := io.Pipe()
			go func() { _, _ = io.WriteString(w, in); w.Close() }()
			if got, err := io.ReadAll(&lineEditor{in: r, out: io.Discard}); err != nil || string(got) != want {
				t.Errorf("%q: %q, %v", in, got, err)
			}
		})
	}
}

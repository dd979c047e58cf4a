package sessions

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade/sessions/term"
	"arcade/sessions/ui"
)

// A terminal has the colours of its type and environment, and 24-bit colours if it answers so, whatever its
// name. A terminal inside another proves nothing by its answer.
func TestLook(t *testing.T) {
	const widths, fence = "\x1b[2;2R\x1b[2;2R\x1b[2;2R\x1b[2;2R\x1b[2;3R", "\x1b[?62c"
	const exact = "\x1bP1$r0;48:2::1:2:3m\x1b\\"
	for name, c := range map[string]struct {
		term, env, answer string
		want              ui.Colours
	}{
		"xterm":                 {"xterm", "", "", ui.Colours16},
		"xterm that answers":    {"xterm", "", exact, ui.TrueColours},
		"256":                   {"xterm-256color", "", "", ui.Colours256},
		"256 that answers":      {"xterm-256color", "", exact, ui.TrueColours},
		"COLORTERM":             {"xterm-256color", "COLORTERM=truecolor", "", ui.TrueColours},
		"direct":                {"xterm-direct", "", "", ui.TrueColours},
		"screen that answers":   {"screen-256color", "", exact, ui.Colours256},
		"no colours are wanted": {"xterm-256color", "NO_COLOR=1", exact, ui.NoColours},
	} {
		t.Run(name, func(t *testing.T) {
			in := term.NewInput(io.NopCloser(strings.NewReader(widths + c.answer + fence)))
			defer in.Close()
			look, err := probe(t.Context(), in, &term.Terminal{Term: c.term, Env: []string{c.env}, Out: io.Discard, Close: func() error { return nil }})
			if err != nil || look.Colours != c.want || !look.Blocks {
				t.Errorf("%+v, %v, want colours %v and blocks", look, err, c.want)
			}
		})
	}
}

// late is a terminal's answer that comes after a delay.
type late struct {
	io.Reader
	after time.Duration
}

func (l *late) Read(p []byte) (int, error) {
	time.Sleep(l.after)
	l.after = 0
	return l.Reader.Read(p)
}

// A terminal whose answers take long is far away and gets no motion.
func TestFar(t *testing.T) {
	for after, want := range map[time.Duration]bool{200 * time.Millisecond: false, 300 * time.Millisecond: true} {
		synctest.Test(t, func(t *testing.T) {
			in := term.NewInput(io.NopCloser(&late{strings.NewReader("\x1b[2;2R\x1b[2;2R\x1b[2;2R\x1b[2;2R\x1b[2;3R\x1b[?62c"), after}))
			defer in.Close()
			look, err := probe(t.Context(), in, &term.Terminal{Term: "xterm-256color", Out: io.Discard, Close: func() error { return nil }})
			if err != nil || look.Far != want {
				t.Errorf("answers after %v: %+v, %v", after, look, err)
			}
		})
	}
}

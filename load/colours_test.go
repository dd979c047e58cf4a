package load_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"arcade/internal/logtest"
	"arcade/load"
	"arcade/server"
)

// A session gets only the colours of its terminal.
func TestColours(t *testing.T) {
	t.Parallel()
	addr, _ := arcade(t, server.Limits{})
	for _, c := range []struct {
		colours     load.Colours
		exact, many bool
	}{{load.Exact, true, false}, {load.Many, false, true}, {load.Sixteen, false, false}} {
		var screen logtest.Buffer
		enough, end := when(func() bool { return strings.Contains(screen.String(), "Klondike") })
		r, err := load.Run(t.Context(), load.Config{
			Target: addr, Sessions: 1, Play: "keys", Colours: c.colours, Time: time.Minute, KeysEvery: 20 * time.Millisecond, Settle: time.Millisecond,
		}.Until(func(int) io.Writer { return &screen }, enough))
		end()
		if err != nil || r.Opened != 1 || len(r.Lost) > 0 {
			t.Fatalf("%s: %v, %+v", c.colours, err, r)
		}
		// The queries to the terminal also set a 24-bit colour.
		shown := strings.ReplaceAll(screen.String(), "\x1b[48;2;1;2;3m", "")
		if exact, many := strings.Contains(shown, ";2;"), strings.Contains(shown, "8;5;"); exact != c.exact || many != c.many {
			t.Errorf("%s: 24-bit colours %v, of 256 %v, want %v and %v", c.colours, exact, many, c.exact, c.many)
		}
		if r.Connect.Bytes < 1000 {
			t.Errorf("%s: %d bytes came with the first screen", c.colours, r.Connect.Bytes)
		}
	}
}

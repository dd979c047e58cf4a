package term

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// typed is what a client sends, and the pause after it.
type typed struct {
	keys  string
	pause time.Duration
}

// heard returns what an input makes of what a client sends.
func heard(t *testing.T, from []typed) (got []string) {
	t.Helper()
	r, w := io.Pipe()
	in := newInput(NewInput(r))
	ended := make(chan struct{})
	in.Listen(func(m tea.Msg) {
		switch m := m.(type) {
		case tea.KeyPressMsg:
			got = append(got, m.String())
		case tea.PasteMsg:
			got = append(got, "paste:"+m.Content)
		default:
			got = append(got, fmt.Sprintf("%T", m))
		}
	}, func() { close(ended) }, func(f func()) { f() })
	for _, p := range from {
		_, _ = io.WriteString(w, p.keys)
		time.Sleep(p.pause)
		synctest.Wait()
	}
	w.Close()
	<-ended
	in.Close()
	return got
}

// Whatever waits for the client's next byte ends by time, and what comes late is not typed by anybody.
func TestWaitsEnd(t *testing.T) {
	const moment, soon, late = 10 * time.Millisecond, 2 * escWait, time.Minute
	letters := func(n int, pause time.Duration) (list []typed) {
		for range n {
			list = append(list, typed{"k", pause})
		}
		return list
	}
	for _, c := range []struct {
		name string
		from []typed
		want []string
	}{
		{"a paste without end", []typed{{"\x1b[200~abc", late}, {"q\x03", moment}}, []string{"paste:abc", "q", "ctrl+c"}},
		{"a paste whose end is cut", []typed{{"\x1b[200~abc\x1b[20", late}, {"q", moment}}, []string{"paste:abc", "q"}},
		{"a paste whose end comes too late", []typed{{"\x1b[200~abc", late}, {"\x1b[201~q", moment}}, []string{"paste:abc", "q"}},
		{"a slow paste", []typed{{"\x1b[200~abc", pasteWait - moment}, {"def", pasteWait - moment}, {"\x1b[201~", moment}}, []string{"paste:abcdef"}},
		{"a paste at the end", []typed{{"\x1b[200~abc", moment}}, []string{"paste:abc"}},

		{"a mouse report without its escape", []typed{{"\x1b", soon}, {"[<0;13;4M", moment}, {"2", moment}}, []string{"esc", "2"}},
		{"in pieces", []typed{{"\x1b", soon}, {"[", moment}, {"<0;1", soon}, {"3;4", soon}, {"M2", moment}}, []string{"esc", "2"}},
		{"an old mouse report", []typed{{"\x1b", soon}, {"[M 12", moment}, {"2", moment}}, []string{"esc", "2"}},
		{"an arrow", []typed{{"\x1b", soon}, {"OA", moment}, {"2", moment}}, []string{"esc", "2"}},
		{"a key of the Linux console", []typed{{"\x1b", soon}, {"[[A", moment}, {"2", moment}}, []string{"esc", "2"}},
		{"a colour", []typed{{"\x1b", soon}, {"]11;rgb:1212/3434/5656\x1b\\2", moment}}, []string{"esc", "2"}},
		{"a report cut in two", []typed{{"\x1b[<0;13", soon}, {";4M2", moment}}, []string{"2"}},
		{"a clipboard cut in two", []typed{{"\x1b]52;c;YWJj", soon}, {"ZGVm\x1b", soon}, {"\\2", moment}}, []string{"2"}},
		{"a capability cut in two", []typed{{"\x1bP1+r52", soon}, {"4742\x1b\\2", moment}}, []string{"2"}},
		{"cut by another key", []typed{{"\x1b[<0;1", soon}, {"\x1b[A2", moment}}, []string{"up", "2"}},
		{"cut by Enter", []typed{{"\x1b[<0;1", soon}, {"\r2", moment}}, []string{"enter", "2"}},

		{"brackets of a person", []typed{{"\x1b", late}, {"[", moment}, {"2", moment}}, []string{"esc", "[", "2"}},
		{"a bracket soon after", []typed{{"\x1b", soon}, {"[", late}, {"2", moment}}, []string{"esc", "[", "2"}},
		{"another key soon after", []typed{{"\x1b", soon}, {"2", moment}}, []string{"esc", "2"}},
		{"escape twice", []typed{{"\x1b", soon}, {"\x1b", soon}, {"2", moment}}, []string{"esc", "esc", "2"}},
		{"a string without end", []typed{{"\x1b]52;c;YWJj", late}, {"q", moment}}, []string{"q"}},
		{"half a character", []typed{{"\xea\xb0", late}, {"q", moment}}, []string{"q"}},

		{"the second click", []typed{{"\x1b", soon}, {"[<0;13;4M", late}, {"\x1b", soon}, {"[<0;13;4M", moment}}, []string{"esc", "tea.MouseClickMsg"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if got := heard(t, c.from); !reflect.DeepEqual(got, c.want) {
					t.Errorf("got %q, want %q", got, c.want)
				}
			})
		})
	}
	// Keys do not keep a paste or a string open.
	for start, first := range map[string]string{"\x1b[200~": "paste:" + strings.Repeat("k", 12), "\x1b]52;c;": ""} {
		synctest.Test(t, func(t *testing.T) {
			from := append([]typed{{start, soon}}, letters(60, time.Second/2)...)
			got := heard(t, from)
			if first != "" {
				if len(got) == 0 || !strings.HasPrefix(got[0], "paste:k") {
					t.Fatalf("%q", got)
				}
				got = got[1:]
			}
			if len(got) < 40 {
				t.Errorf("%q: %d of 60 keys come through", start, len(got))
			}
		})
	}
	// A large paste over a slow line is one.
	synctest.Test(t, func(t *testing.T) {
		from := []typed{{"\x1b[200~", moment}}
		for range 100 {
			from = append(from, typed{strings.Repeat("x", 200), time.Second / 8})
		}
		if got := heard(t, append(from, typed{"\x1b[201~q", moment})); len(got) != 2 || got[1] != "q" {
			t.Errorf("%d events", len(got))
		}
	})
}

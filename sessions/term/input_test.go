package term

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/ultraviolet"
)

// decodeAll returns the messages of the chunks as text.
func decodeAll(expire bool, chunks ...string) []string {
	var got []string
	d := decoder{emit: func(m tea.Msg) {
		switch m := m.(type) {
		case uv.KeyPressEvent:
			got = append(got, uv.Key(m).Keystroke())
		case tea.PasteMsg:
			got = append(got, "paste:"+m.Content)
		default:
			got = append(got, fmt.Sprintf("%T", m))
		}
	}}
	for _, c := range chunks {
		d.feed([]byte(c))
	}
	if expire {
		d.expire()
	}
	return got
}

func TestDecode(t *testing.T) {
	for _, c := range []struct {
		name   string
		chunks []string
		expire bool
		want   []string
	}{
		{"letters", []string{"ab"}, false, []string{"a", "b"}},
		{"arrow", []string{"\x1b[A"}, false, []string{"up"}},
		{"arrow in application mode", []string{"\x1bOD"}, false, []string{"left"}},
		{"arrow in two pieces", []string{"\x1b", "[B"}, false, []string{"down"}},
		{"arrow in three pieces", []string{"\x1b", "[", "C"}, false, []string{"right"}},
		{"escape waits", []string{"\x1b"}, false, nil},
		{"escape", []string{"\x1b"}, true, []string{"esc"}},
		{"escape twice at once", []string{"\x1b\x1b"}, true, []string{"esc", "esc"}},
		{"alt", []string{"\x1bx"}, false, []string{"alt+x"}},
		{"alt and arrow", []string{"\x1b\x1b[A"}, false, []string{"alt+up"}},
		{"shift and tab", []string{"\x1b[Z"}, false, []string{"shift+tab"}},
		{"F2 of the Linux console", []string{"\x1b[[B"}, false, []string{"f2"}},
		{"F2 of the Linux console in pieces", []string{"\x1b[", "[", "B"}, false, []string{"f2"}},
		{"syllable", []string{"가"}, false, []string{"가"}},
		{"syllable in pieces", []string{"\xea", "\xb0", "\x80x"}, false, []string{"가", "x"}},
		{"broken syllable", []string{"\xea\xb0"}, true, nil},
		{"mouse as it was", []string{"\x1b[M", " !", "!x"}, false, []string{"uv.MouseClickEvent", "x"}},
		{"mouse of eight bits", []string{"\x9bM !", "!"}, false, []string{"shift+m", "space", "!", "!"}},
		{"controls of eight bits after escape", []string{"\x1b\x9bM", "\x1b\x1b\x9bM"}, false, []string{"esc", "shift+m", "esc", "esc", "shift+m"}},
		{"bytes of no character", []string{"\x80\x9d\xc0\xffx"}, false, []string{"x"}},
		{"mouse", []string{"\x1b[<0;3;4M"}, false, []string{"uv.MouseClickEvent"}},
		{"cursor report", []string{"\x1b[3;7R"}, false, []string{"uv.CursorPositionEvent"}},
		{"clipboard", []string{"\x1b]52;c;7Jy3\a", "x"}, false, []string{"uv.ClipboardEvent", "x"}},
		{"sizes made up", []string{"\x1b[8;9999;9999t\x1b[48;9999;9999;1;1tx"}, false, []string{"x"}},
		{"paste", []string{"\x1b[200~가 나\x1b[A\x1b[201~z"}, false, []string{"paste:가 나\x1b[A", "z"}},
		{"paste in pieces", []string{"\x1b[20", "0~a", "b\x1b[2", "01~", "c"}, false, []string{"paste:ab", "c"}},
		{"string never ended", []string{"\x1b]52;c;" + strings.Repeat("A", 2*maxSequence), "AA\aq"}, false, []string{"q"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := decodeAll(c.expire, c.chunks...); !reflect.DeepEqual(got, c.want) {
				t.Errorf("%q: got %q, want %q", c.chunks, got, c.want)
			}
		})
	}
}

func TestDecodeKeepsLittle(t *testing.T) {
	for _, start := range []string{pasteStart, "\x1b]", "\x1bP", "\x1b_", "\x1b[", "\x1b[1;", "\x1b", "\xea"} {
		d := decoder{emit: func(tea.Msg) {}}
		d.feed([]byte(start))
		for range 1000 {
			d.feed([]byte(strings.Repeat("1", 1024)))
			if n := len(d.buf) + len(d.paste); n > maxSequence+maxPaste+1024 {
				t.Fatalf("%q: keeps %d bytes", start, n)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("\x1b[A\x1b[<0;3;4M가\x1b[200~a\x1b[201~"), 3)
	f.Add([]byte("\x1b]11;rgb:ff/ff/ff\x07\x1bP1+r524742\x1b\\"), 1)
	f.Add([]byte("\x1b\x1b\x1b[[A\x9b1;2$\x1b[1$\x1b[M"), 2)
	f.Add([]byte("\x9bM !!\x1b\x9bM !!"), 5)
	f.Fuzz(func(t *testing.T, in []byte, size int) {
		if size < 1 || size > 1024 {
			size = 1 + len(in)/2
		}
		d := decoder{emit: func(m tea.Msg) {
			switch m.(type) {
			case uv.WindowSizeEvent, tea.WindowSizeMsg, tea.QuitMsg, tea.SuspendMsg:
				t.Errorf("input made a %T", m)
			}
		}}
		for len(in) > 0 {
			n := min(size, len(in))
			d.feed(in[:n:n]) // a read beyond it panics
			in = in[n:]
		}
		if d.expire(); d.waiting() {
			t.Errorf("%q and %q are left", d.buf, d.paste)
		}
	})
}

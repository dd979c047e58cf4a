package page

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/client"
	"arcade/sessions/paint"
)

// scene has a picture's parts besides cells.
type scene struct {
	areas []client.Area
	field *client.Field
	said  []string
	heard []string // events
}

func (s scene) Title() string          { return "Here" }
func (s scene) Lang() string           { return "en" }
func (s scene) Place() ([]string, int) { return []string{"/"}, 0 }
func (s scene) Areas() []client.Area   { return s.areas }
func (s scene) Tabs() bool             { return false }
func (s scene) Keys() []client.Key     { return []client.Key{{Key: "esc", Label: "back"}} }
func (s scene) Spoken(since int) client.Spoken {
	return client.Spoken{Events: s.heard[since:], First: since + 1, Last: len(s.heard), Now: s.said}
}
func (s scene) Field() (client.Field, bool) {
	if s.field == nil {
		return client.Field{}, false
	}
	return *s.field, true
}

var palette = paint.NewPalette(2, 2, func(surface, ink int) paint.Style {
	return paint.Style{Fg: paint.RGB(uint32(0x102030 + ink)), Bg: paint.RGB(uint32(surface))}
})

// pictured returns a picture with one row of text.
func pictured(text string, sc client.Scene) client.Picture {
	var c paint.Canvas
	c.Reset(10, 2, paint.Cell{Rune: ' '})
	x := 0
	for _, r := range text {
		c.Put(x, 0, r)
		if x++; r >= '가' {
			c.Put(x, 0, paint.Tail)
			x++
		}
	}
	return client.Picture{Frame: paint.Frame{Canvas: &c, Palette: palette, Mouse: true}, Scene: sc}
}

// line returns a line as a page reads it.
func line(t *testing.T, b []byte) (m map[string]any) {
	t.Helper()
	if len(b) == 0 {
		return nil
	}
	if err := json.Unmarshal(b, &m); err != nil || b[len(b)-1] != '\n' {
		t.Fatalf("%v: %q", err, b)
	}
	return m
}

// Only changes are sent, and everything after a repaint.
func TestDisplaySendsChanges(t *testing.T) {
	d := newDisplay()
	sc := scene{areas: []client.Area{{X: 1, W: 2, H: 1, AtX: 1, Label: `say "x" \ <b>`}}, said: []string{"first"}}
	first := line(t, d.Show(nil, pictured("가a", sc)))
	if got := fmt.Sprint(first["rows"]); got != "[[0 0 102030 000000 8 가 0 0 0 a       ] [1 0  000000 0 10]]" {
		t.Errorf("rows %s", got)
	}
	if got := fmt.Sprint(first["areas"]); got != `[1 [0 1 0 2 1 1 0 0 say "x" \ <b>]]` {
		t.Errorf("areas %s", got)
	}
	if b := d.Show(nil, pictured("가a", sc)); len(b) > 0 {
		t.Errorf("the same again: %s", b)
	}
	sc.said = []string{"second"}
	next := line(t, d.Show(nil, pictured("가a", sc)))
	if next["rows"] != nil || next["areas"] != nil || fmt.Sprint(next["say"]) != "[1 0 [] [second]]" {
		t.Errorf("another sentence: %v", next)
	}
	// Of a row only the changed stretch, with whole characters.
	for text, want := range map[string]string{"가b": "[[0 2 102030 000000 0 b]]", "나b": "[[0 0 102030 000000 8 나]]", "abb": "[[0 0 102030 000000 0 ab]]", "가a": "[[0 0 102030 000000 8 가 0 0 0 a]]"} {
		one := newDisplay()
		for _, text := range []string{"가a", map[string]string{"가b": "가a", "나b": "가b", "abb": "가b", "가a": "abb"}[text]} {
			one.Show(nil, pictured(text, sc))
		}
		if got := fmt.Sprint(line(t, one.Show(nil, pictured(text, sc)))["rows"]); got != want {
			t.Errorf("%s: rows %s, want %s", text, got, want)
		}
	}
	// Of the areas only the changed ones, and their number.
	more := sc
	more.areas = []client.Area{sc.areas[0], {X: 4, W: 1, H: 1, AtX: 4, Label: "b"}, {X: 5, W: 1, H: 1, AtX: 5, Label: "c"}}
	d.Show(nil, pictured("가a", more))
	more.areas = []client.Area{more.areas[0], {X: 4, W: 1, H: 1, AtX: 4, Label: "d"}}
	if got := fmt.Sprint(line(t, d.Show(nil, pictured("가a", more)))["areas"]); got != "[2 [1 4 0 1 1 4 0 0 d]]" {
		t.Errorf("one area less, and one another: %s", got)
	}
	if got := fmt.Sprint(line(t, d.Show(nil, pictured("가a", sc)))["areas"]); got != "[1]" {
		t.Errorf("one area less: %s", got)
	}
	d.Repaint()
	if again := line(t, d.Show(nil, pictured("가a", sc))); again["rows"] == nil || again["areas"] == nil || again["title"] == nil {
		t.Errorf("after a repaint: %v", again)
	}
}

// Each event is sent once, also those of frames that were not shown, and all again after a repaint: the page knows their
// numbers.
func TestDisplaySendsEachEvent(t *testing.T) {
	d := newDisplay()
	said := func(now string, events ...string) any {
		return line(t, d.Show(nil, pictured("a", scene{heard: events, said: []string{now}})))["say"]
	}
	for _, c := range []struct {
		now    string
		events []string
		want   string
	}{
		{"Your move", nil, "[1 0 [] [Your move]]"},
		{"Your move", []string{"a", "b"}, "[1 2 [a b] [Your move]]"},
		{"Your move", []string{"a", "b"}, "<nil>"},
		{"Choose", []string{"a", "b"}, "[3 2 [] [Choose]]"},
		{"Choose", []string{"a", "b", "c"}, "[3 3 [c] [Choose]]"},
	} {
		if got := fmt.Sprint(said(c.now, c.events...)); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	d.Repaint()
	if got := fmt.Sprint(said("Choose", "a", "b", "c")); got != "[1 3 [a b c] [Choose]]" {
		t.Errorf("after a repaint: %s", got)
	}
}

// Names and chat are sent as text in a line, whatever they contain.
func TestTextIsText(t *testing.T) {
	d := newDisplay()
	for _, text := range []string{"\x00\n\r\x1b[2J", `"},{"bye":"x"}`, "</script>", "\u2028\u202e", "\xff\xfe"} {
		for _, b := range [][]byte{d.Copy(nil, text, false), []byte(Bye(text)), d.Show(nil, pictured("a", scene{said: []string{text}}))} {
			if n := strings.Count(string(b), "\n"); n != 1 {
				t.Errorf("%q is %d lines", b, n)
			}
			line(t, b)
		}
	}
}

// A text for a field that is no longer in view is dropped. A text for the field in view is answered with
// its number.
func TestFieldKnowsWhatItHasSeen(t *testing.T) {
	d := newDisplay()
	f := &client.Field{X: 1, W: 5, Max: 9, Of: new(int)}
	first := line(t, d.Show(nil, pictured("", scene{field: f})))
	number := int(first["field"].([]any)[0].(float64))
	if !d.Take(client.Typed{Text: "x", No: 1, Of: number + 1}) {
		t.Error("the text of another field reaches the model")
	}
	if d.Take(client.Typed{Text: "x", No: 7, Of: number}) {
		t.Error("the field's own text does not")
	}
	if got := fmt.Sprint(line(t, d.Show(nil, pictured("", scene{field: f})))["field"]); got != "[1 1 0 5 0 9 7 ]" {
		t.Errorf("field %s", got)
	}
	f.Of = new(int)
	if got := fmt.Sprint(line(t, d.Show(nil, pictured("", scene{field: f})))["field"]); got != "[2 1 0 5 0 9 0 ]" {
		t.Errorf("another field %s", got)
	}
}

// A step of the browser's history has the place of a screen, and the command of its address.
func TestSteps(t *testing.T) {
	for in, want := range map[string]string{
		`{"t":"g","n":1,"a":7,"v":"/watch/ABC"}`: "{1 7 [watch ABC]}", `{"t":"g","n":0,"a":1,"v":"/"}`: "{0 1 []}", `{"t":"g","v":"/boards/yut?screen"}`: "{0 0 [boards yut]}",
		`{"t":"g","v":"/boards/yut?screen&board=turns&day=today"}`: "{0 0 [boards yut turns today]}", `{"t":"g","v":"/play/yut?lang=ko"}`: "{0 0 [play yut]}",
	} {
		m, err := Parse([]byte(in))
		if err != nil {
			t.Fatal(in, err)
		}
		if msg, err := m.parse(); err != nil || fmt.Sprint(msg) != want {
			t.Errorf("%s is %v, want %s: %v", in, msg, want, err)
		}
	}
	if m, err := Parse([]byte(`{"t":"g","n":-1}`)); err == nil {
		if _, err = m.parse(); err == nil {
			t.Error("a step before the first screen is a message")
		}
	}
}

// Keys have the same names as over SSH.
func TestKeys(t *testing.T) {
	for in, want := range map[string]string{
		`{"t":"k","k":"ArrowUp"}`: "up", `{"t":"k","k":"Enter"}`: "enter", `{"t":"k","k":"a"}`: "a", `{"t":"k","k":"ㅁ"}`: "ㅁ",
		`{"t":"k","k":"c","m":4}`: "ctrl+c", `{"t":"k","k":"Tab","m":1}`: "shift+tab", `{"t":"k","k":"Process","c":"KeyQ"}`: "q",
		`{"t":"k","k":" "}`: "space", `{"t":"k","k":"F2"}`: "f2", `{"t":"k","k":"Unknown"}`: "", `{"t":"k","k":"\u001b"}`: "", `{"t":"k"}`: "",
	} {
		m, err := Parse([]byte(in))
		if err != nil {
			t.Fatal(in, err)
		}
		msg, err := m.parse()
		got := ""
		if k, ok := msg.(tea.KeyPressMsg); ok {
			got = k.String()
		}
		if got != want || err != nil {
			t.Errorf("%s is %q, want %q: %v", in, got, want, err)
		}
	}
	for _, bad := range []string{`{"t":"z"}`, `{}`, `{"t":"d","x":-1}`} {
		if m, err := Parse([]byte(bad)); err == nil {
			if _, err = m.parse(); err == nil {
				t.Errorf("%s is a message", bad)
			}
		}
	}
}

// socket is a page's socket that records its input.
type socket struct {
	mu   sync.Mutex
	got  []string
	gone string
}

func (s *socket) Send(_ context.Context, p []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got = append(s.got, string(p))
	return nil
}

func (s *socket) Drop(reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone = reason
}

// state returns the number of received lines, and the reason for the drop.
func (s *socket) state() (lines int, gone string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.got), s.gone
}

// linked returns a link with a socket, a listener, and the messages that it has received.
func linked() (*Link, *socket, *[]tea.Msg) {
	s := &socket{}
	l := NewLink(s)
	heard := new([]tea.Msg)
	l.Listen(func(m tea.Msg) { *heard = append(*heard, m) }, func() {}, func(f func()) { f() })
	return l, s, heard
}

// A page that does not show its lines gets no more. If that goes on it is dropped, and its session waits
// for another.
func TestSlowPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, s, _ := linked()
		defer time.Sleep(time.Second) // the writer sees the end
		defer l.Close()
		var wrote atomic.Int64
		go func() {
			for !l.Ended() {
				_, _ = l.Write([]byte("{}\n"))
				wrote.Add(1)
				time.Sleep(time.Millisecond)
			}
		}()
		time.Sleep(time.Second)
		synctest.Wait()
		if n, _ := s.state(); n != window {
			t.Fatalf("%d lines are on their way", n)
		}
		if err := l.Receive(s, parsed(`{"t":"a","n":3}`)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if n, gone := s.state(); n != 2*window || gone != "" {
			t.Fatalf("%d lines, %q", n, gone)
		}
		time.Sleep(maxWait + time.Second)
		synctest.Wait()
		if _, gone := s.state(); gone != Slow || l.Ended() {
			t.Fatalf("dropped as %q", gone)
		}
		if n := wrote.Load(); n < 100 { // nobody waits for a missing page
			t.Errorf("%d writes", n)
		}
	})
}

// A session waits a minute for its page. The next page gets everything, but not the second half of a line
// to the previous one.
func TestPageComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, s, heard := linked()
		_, _ = l.Write([]byte("{\"a\":"))
		l.Detach(s)
		time.Sleep(Away - time.Second)
		next := &socket{}
		if !l.Attach(next) {
			t.Fatal("the session has ended")
		}
		_, _ = l.Write([]byte("1}\n{\"b\":1}\n"))
		if got := strings.Join(next.got, ""); got != "{\"b\":1}\n" {
			t.Errorf("it is sent %q", got)
		}
		if fmt.Sprintf("%T", (*heard)[0]) != "client.Attached" {
			t.Errorf("heard %v", *heard)
		}
		if l.Receive(s, parsed(`{"t":"k","k":"x"}`)); len(*heard) != 1 {
			t.Error("the page before is still heard")
		}
		other := &socket{}
		l.Attach(other)
		if next.gone != Moved {
			t.Errorf("the one before is dropped as %q", next.gone)
		}
		l.Detach(next) // no longer the session's
		l.Detach(other)
		time.Sleep(Away + time.Second)
		if !l.Ended() || l.Attach(next) {
			t.Error("the session goes on without a page")
		}
	})
}

// prompt is a socket that shows each line at once.
type prompt struct {
	socket
	l *Link
}

func (p *prompt) Send(ctx context.Context, b []byte) error {
	_ = p.socket.Send(ctx, b)
	for range strings.Count(string(b), "\n") {
		_ = p.l.Receive(p, parsed(`{"t":"a","n":1}`))
	}
	return nil
}

// Pages that come in the middle of a write get only whole lines, and are not charged for lines that another
// got.
func TestPagesComeWhileWriting(t *testing.T) {
	l := NewLink(nil)
	l.Listen(func(tea.Msg) {}, func() {}, func(f func()) { f() })
	done := make(chan struct{})
	go func() {
		defer close(done)
		for !l.Ended() {
			_, _ = l.Write([]byte("{\"a\":"))
			_, _ = l.Write([]byte("1}\n"))
		}
	}()
	pages := make([]*prompt, 2000)
	for i := range pages {
		pages[i] = &prompt{l: l}
		l.Attach(pages[i])
		if runtime.Gosched(); i%3 == 0 {
			l.Detach(pages[i])
		}
	}
	_ = l.Close()
	<-done
	for i, p := range pages {
		if got := strings.ReplaceAll(strings.Join(p.got, ""), "{\"a\":1}\n", ""); got != "" && got != "{\"a\":" {
			t.Fatalf("page %d is sent %q", i, got)
		}
	}
	if l.behind != 0 {
		t.Errorf("the last page owes %d lines", l.behind)
	}
}

func FuzzMessage(f *testing.F) {
	for _, s := range []string{`{"t":"k","k":"a"}`, `{"t":"i","v":"가나","a":1,"n":2,"f":3}`, `{"t":"w","x":1,"y":2,"n":-1}`, `{"t":"a","n":-5}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := Parse(b)
		if err != nil {
			return
		}
		if msg, err := m.parse(); err == nil {
			if typed, ok := msg.(client.Typed); ok && (typed.At < 0 || typed.At > len([]rune(typed.Text))) {
				t.Errorf("the cursor is at %d of %q", typed.At, typed.Text)
			}
		}
	})
}

// parsed parses a message that a page sends.
func parsed(text string) Message {
	m, err := Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return m
}

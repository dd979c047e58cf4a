package term

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

const (
	narrow = "\x1b[2;2R\x1b[2;2R\x1b[2;2R\x1b[2;2R\x1b[2;3R"
	wide   = "\x1b[2;3R\x1b[2;3R\x1b[2;3R\x1b[2;3R\x1b[2;3R"
	fence  = "\x1b[?62;22c"
)

func TestProbe(t *testing.T) {
	for name, tc := range map[string]struct {
		sent string
		want Answers
		rest string
		done bool
	}{
		"all answers":    {narrow + "\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1bP1+r524742=38\x1b\\" + fence, Answers{Measured: true, Hangul: true, Blocks: true, Background: true, Light: true, TrueColor: true}, "", true},
		"wide symbols":   {wide + fence, Answers{Measured: true, Safe: true, Hangul: true}, "", true},
		"one wide":       {"\x1b[2;2R\x1b[2;3R\x1b[2;2R\x1b[2;2R\x1b[2;3R" + fence, Answers{Measured: true, Safe: true, Hangul: true, Blocks: true}, "", true},
		"the other wide": {"\x1b[2;3R\x1b[2;2R\x1b[2;2R\x1b[2;2R\x1b[2;3R" + fence, Answers{Measured: true, Safe: true, Hangul: true, Blocks: true}, "", true},
		"a wide block":   {"\x1b[2;2R\x1b[2;2R\x1b[2;3R\x1b[2;2R\x1b[2;3R" + fence, Answers{Measured: true, Hangul: true}, "", true},
		"a wide quarter": {"\x1b[2;2R\x1b[2;2R\x1b[2;2R\x1b[2;3R\x1b[2;3R" + fence, Answers{Measured: true, Hangul: true}, "", true},
		"style, xterm":   {"\x1bP1$r0;48:2::1:2:3m\x1b\\" + fence, Answers{TrueColor: true}, "", true},
		"style, kitty":   {"\x1bP1$r48:2:1:2:3m\x1b\\" + fence, Answers{TrueColor: true}, "", true},
		"style of 256":   {"\x1bP1$r48;5;16m\x1b\\" + fence, Answers{}, "", true},
		"style refused":  {"\x1bP0$r\x1b\\" + fence, Answers{}, "", true},
		"no UTF-8":       {strings.Repeat("\x1b[2;4R", 5) + fence, Answers{Measured: true, Safe: true}, "", true},
		"fence only":     {fence, Answers{}, "", true},
		"VT100":          {narrow + "\x1b[?1;2c", Answers{Measured: true, Hangul: true, Blocks: true}, "", true},
		"partial":        {"\x1b[2;3R\x1b[2;", Answers{Safe: true}, "\x1b[2;", false},
		"nothing":        {"", Answers{}, "", false},
		"dark, BEL":      {"\x1b]11;rgb:28/2c/34\a" + fence, Answers{Background: true}, "", true},
		"one digit":      {"\x1b]11;rgb:f/f/e\a" + fence, Answers{Background: true, Light: true}, "", true},
		"rgba":           {"\x1b]11;rgba:fdf6/f6f6/e3e3/ffff\a" + fence, Answers{Background: true, Light: true}, "", true},
		"bad colour":     {"\x1b]11;rgb:xx/0/0\a" + fence, Answers{}, "\x1b]11;rgb:xx/0/0\a", true},
		"long colour":    {"\x1b]11;rgb:fffff/0/0\a" + fence, Answers{}, "\x1b]11;rgb:fffff/0/0\a", true},
		"no capability":  {"\x1bP0+r524742\x1b\\" + fence, Answers{}, "", true},
		"keys between":   {"a\x1b[2;2Rㅎ\x1b[2;2R\x1b[A\x1b[2;2R\x1b[2;2R\x1b[2;3R \x1b" + fence + "z", Answers{Measured: true, Hangul: true, Blocks: true}, "aㅎ\x1b[A \x1bz", true},
		"shift F3":       {"\x1b[1;2R" + narrow + fence, Answers{Measured: true, Hangul: true, Blocks: true}, "\x1b[1;2R", true},
		"a fourth":       {narrow + "\x1b[2;9R" + fence, Answers{Measured: true, Hangul: true, Blocks: true}, "\x1b[2;9R", true},
		"after the end":  {narrow + fence + narrow, Answers{Measured: true, Hangul: true, Blocks: true}, narrow, true},
		"mouse":          {"\x1b[<0;2;2M" + fence, Answers{}, "\x1b[<0;2;2M", true},
		"paste":          {"\x1b[200~x\x1b[201~" + fence, Answers{}, "\x1b[200~x\x1b[201~", true},
		"DA2":            {"\x1b[>0;1c" + fence, Answers{}, "\x1b[>0;1c", true},
		"not a report":   {"\x1b[;R\x1b[2R\x1b[R\x1b[99999999999999999999;2R\x1b[?c", Answers{}, "\x1b[;R\x1b[2R\x1b[R\x1b[99999999999999999999;2R", true},
		"escape escapes": {"\x1b\x1b\x1b[?c", Answers{}, "\x1b\x1b", true},
		"string in mid":  {"\x1b]11;rgb:\x1b[2;3R" + fence, Answers{Safe: true}, "\x1b]11;rgb:", true},
	} {
		for _, step := range []int{1, 3, 1 << 20} {
			var p probe
			for s := tc.sent; s != ""; {
				n := min(step, len(s))
				p.feed([]byte(s[:n]))
				s = s[n:]
			}
			if rest := string(p.Finish()); p.Answers != tc.want || rest != tc.rest || p.done != tc.done {
				t.Errorf("%s, by %d: %+v, rest %q, done %v", name, step, p.Answers, rest, p.done)
			}
		}
	}
}

// The probe does not collect a reply without end, and does not lose it either: the program gets it and has
// its own limit.
func TestProbeGiants(t *testing.T) {
	for _, start := range []string{"\x1b]11;", "\x1b[", "\x1bP1+r", "x", "\x1b\x1b"} {
		var p probe
		n := 0
		chunk := []byte(strings.Repeat("1", 1000))
		p.feed([]byte(start))
		for !p.done && n < 1000 {
			p.feed(chunk)
			n++
		}
		rest := p.Finish()
		if !p.done || n > 6 || string(rest) != start+strings.Repeat("1", 1000*n) {
			t.Errorf("%q: done %v after %d, rest of %d", start, p.done, n, len(rest))
		}
	}
}

// For any input, the probe takes out only answers, adds nothing, and the split into reads does not matter.
func TestProbeProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.OneOf(
			rapid.SampledFrom([]string{"\x1b[2;2R", "\x1b[2;3R", "\x1b[1;3R", "\x1b]11;rgb:0/0/0\a", "\x1b]11;", "\x1bP1+r", "\x1b\\", "\x1b", "\x1b[", "a", "가", "\x1b[A", "\x1bP0+r\x1b\\"}),
			rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 8), func(b []byte) string { return string(b) }),
		)
		sent := strings.Join(rapid.SliceOfN(part, 0, 20).Draw(t, "sent"), "")
		var whole, parts probe
		whole.feed([]byte(sent))
		for s := sent; s != ""; {
			n := rapid.IntRange(1, len(s)).Draw(t, "n")
			parts.feed([]byte(s[:n]))
			s = s[n:]
		}
		a, b := whole.Finish(), parts.Finish()
		if !bytes.Equal(a, b) || whole.Answers != parts.Answers {
			t.Fatalf("at once %q %+v, in parts %q %+v", a, whole.Answers, b, parts.Answers)
		}
		i := 0
		for _, c := range a { // a is a subsequence of sent
			for i < len(sent) && sent[i] != c {
				i++
			}
			if i++; i > len(sent) {
				t.Fatalf("%q is not part of %q", a, sent)
			}
		}
	})
}

func FuzzProbe(f *testing.F) {
	f.Add([]byte(narrow + fence))
	f.Add([]byte("\x1b]11;rgb:ffff/ffff/ffff\x1b\\x"))
	f.Add([]byte("\x1bP1+r524742=\x1b\\\x1b\x1b[\x1b]"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var p probe
		p.feed(b)
		if len(p.Finish()) > len(b) {
			t.Fatal("more came out than went in")
		}
	})
}

// client is a terminal's end: it sees the server's writes, and the server reads its input.
type asked struct {
	*Input
	send *io.PipeWriter
	out  *recorder
}

type recorder struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.buf.Write(p)
}

func (r *recorder) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.buf.String()
}

func newClient() *asked {
	r, w := io.Pipe()
	return &asked{NewInput(r), w, new(recorder)}
}

// rest returns the input after the end of the question.
func (c *asked) rest(t *testing.T) string {
	t.Helper()
	_ = c.send.Close()
	rest, err := fed(c.Input)
	if !errors.Is(err, io.EOF) {
		t.Error(err)
	}
	return rest
}

// fed returns what an input hands over until its end.
func fed(in *Input) (text string, err error) {
	ended := make(chan error, 1)
	in.Feed(func(p []byte, err error) {
		if text += string(p); err != nil {
			ended <- err
		}
	})
	err = <-ended
	return text, err
}

func TestInputProbe(t *testing.T) {
	for name, tc := range map[string]struct {
		sent []string // a second apart, the first at once
		wait time.Duration
		took time.Duration
		want Answers
		rest string
	}{
		"answers at once":      {[]string{"q" + narrow + fence + "w"}, 800 * time.Millisecond, 0, Answers{Measured: true, Hangul: true, Blocks: true}, "qw"},
		"fence later":          {[]string{narrow, "x", fence}, 5 * time.Second, 2 * time.Second, Answers{Measured: true, Hangul: true, Blocks: true}, "x"},
		"nothing":              {nil, 800 * time.Millisecond, 800 * time.Millisecond, Answers{}, ""},
		"keys only":            {[]string{"abc"}, 800 * time.Millisecond, 800 * time.Millisecond, Answers{}, "abc"},
		"too late":             {[]string{"\x1b[2;3R", wide + fence}, 800 * time.Millisecond, 800 * time.Millisecond, Answers{Safe: true}, wide + fence},
		"in the mid of one":    {[]string{"\x1b[2;3R\x1b[2;", "3R"}, 800 * time.Millisecond, 800 * time.Millisecond, Answers{Safe: true}, "\x1b[2;3R"},
		"more than is endured": {[]string{strings.Repeat("x", 3000) + strings.Repeat("y", 3000)}, 800 * time.Millisecond, 0, Answers{}, strings.Repeat("x", 3000) + strings.Repeat("y", 3000)},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newClient()
				sent := make(chan struct{})
				go func() {
					defer close(sent)
					for i, s := range tc.sent {
						if i > 0 {
							time.Sleep(time.Second)
						}
						_, _ = io.WriteString(c.send, s)
					}
				}()
				start := time.Now()
				got, err := c.Probe(t.Context(), c.out, tc.wait, true)
				if got.Took != 0 && got.Took != time.Since(start) {
					t.Errorf("took %v", got.Took)
				}
				got.Took = 0
				if err != nil || got != tc.want || time.Since(start) != tc.took {
					t.Errorf("%+v, %v, after %v", got, err, time.Since(start))
				}
				if c.out.String() != question(true) {
					t.Errorf("asked %q", c.out)
				}
				rest := make(chan string)
				go func() {
					text, _ := fed(c.Input)
					rest <- text
				}()
				<-sent
				_ = c.send.Close()
				if got := <-rest; got != tc.rest {
					t.Errorf("rest %q", got)
				}
			})
		})
	}
}

func TestInputProbeOfAClientThatGoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClient()
		go func() {
			_, _ = io.WriteString(c.send, "x")
			_ = c.send.Close()
		}()
		if _, err := c.Probe(t.Context(), c.out, time.Hour, false); err != nil {
			t.Error(err)
		}
		if rest := c.rest(t); rest != "x" {
			t.Errorf("%q", rest)
		}

		c = newClient()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := c.Probe(ctx, c.out, time.Hour, false); err != nil {
			t.Error(err)
		}
		_ = c.Close()

		c = newClient()
		go func() { _ = c.Close() }()
		if _, err := c.Probe(t.Context(), c.out, time.Hour, false); err != nil {
			t.Error(err)
		}
	})
}

func TestInputProbeOfAClientThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClient()
		r, w := io.Pipe()
		if _, err := c.Probe(t.Context(), w, time.Second, false); !errors.Is(err, errProbe) {
			t.Errorf("%v", err)
		}
		_ = r.Close() // the transport is closed: the writing goroutine ends
		_ = c.Close()

		c = newClient()
		if _, err := c.Probe(t.Context(), w, time.Second, false); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%v", err)
		}
		_ = c.Close()
	})
}

// Feed hands over each byte and the reason for the end. Close ends the reading, also with a chunk that nobody takes.
func TestInputEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClient()
		want := strings.Repeat("가나다", 2000)
		go func() {
			_, _ = io.WriteString(c.send, want)
			_ = c.send.CloseWithError(errors.New("gone"))
		}()
		if got, err := fed(c.Input); got != want || err.Error() != "gone" {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		for _, typed := range []string{"", "x"} {
			c = newClient()
			if typed != "" {
				_, _ = io.WriteString(c.send, typed)
			}
			synctest.Wait()
			_ = c.Close()
			_ = c.Close()
			if got, err := fed(c.Input); got != "" || !errors.Is(err, io.ErrClosedPipe) {
				t.Errorf("%q, %v", got, err)
			}
		}
	})
}

// xterm without UTF-8 shows a byte from 0xA0 on as a character, and takes those below it as control characters. It is
// known by the syllable.
func TestProbeWithoutUTF8(t *testing.T) {
	var sent strings.Builder
	for _, p := range probed {
		column := 1
		for _, c := range []byte(p.s) {
			if c >= 0xa0 {
				column++
			}
		}
		fmt.Fprintf(&sent, "\x1b[2;%dR", column)
	}
	var p probe
	p.feed([]byte(sent.String() + fence))
	if !p.Measured || p.Hangul {
		t.Errorf("%+v", p.Answers)
	}
}

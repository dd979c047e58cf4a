package term

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"arcade/sessions/client"
	"arcade/sessions/paint"
)

// toy is a model that records its messages. It quits on q, panics on p (in Update), c (in a command) and v
// (in Paint), and fills the screen with another letter after each of the news.
type toy struct {
	seen  *[]string
	sizes *[]client.Size
	fill  int
	drawn atomic.Int32 // frames
	boom  bool
	size  client.Size
	wake  chan struct{}
	due   time.Time
	clock int // number of further frames of a countdown
	told  chan struct{}
	to    *client.Client

	palette *paint.Palette // nil for the plain one
}

func newToy() *toy {
	return &toy{seen: new([]string), sizes: new([]client.Size), size: client.Size{Width: 80, Height: 24}}
}

type news int

func (p *toy) Attach(c *client.Client) { p.to = c }
func (p *toy) Init() tea.Cmd           { return nil }
func (p *toy) Wake() <-chan struct{}   { return p.wake }

func (p *toy) Notice() (<-chan struct{}, tea.Msg) { return p.told, news(7) }

func (p *toy) View() tea.View {
	defer p.to.Contain("view")
	p.to.Show(client.Frame{Due: func() time.Time { return p.due }, Paint: p.Paint})
	return tea.View{}
}

func (p *toy) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	m = p
	defer p.to.Contain("update")
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.size = client.Size(msg)
		*p.sizes = append(*p.sizes, p.size)
	case news:
		*p.seen = append(*p.seen, fmt.Sprint("news ", int(msg)))
		p.fill++
	case client.Woken:
		p.fill++
	case client.Ticked:
		*p.seen = append(*p.seen, "ticked")
		p.due = time.Time{}
	case tea.KeyPressMsg:
		*p.seen = append(*p.seen, msg.String())
		switch msg.String() {
		case "q":
			return p, tea.Quit
		case "f":
			p.fill++
		case "r":
			p.to.Repaint()
		case "y":
			p.to.Copy("text", false)
			p.to.Ring()
		case "k":
			p.to.Copy("text", true)
		case "p":
			panic("update")
		case "c":
			p.to.Go(func() tea.Msg { panic("command") })
		case "v":
			p.boom = true
		}
	}
	return p, nil
}

var plain = paint.NewPalette(1, 1, func(int, int) paint.Style { return paint.Style{} })

func (p *toy) Paint(d client.Display, dst []byte) []byte {
	if p.boom {
		panic("paint")
	}
	p.drawn.Add(1)
	if p.clock > 0 { // the picture changes by itself
		p.clock--
		p.due = time.Now().Add(time.Second)
	}
	var c paint.Canvas
	c.Reset(p.size.Width, p.size.Height, paint.Cell{Rune: rune('A' + p.fill%26)})
	return d.Show(dst, client.Picture{Frame: paint.Frame{Canvas: &c, Palette: cmp.Or(p.palette, plain), Mouse: true}})
}

// far is the far end of a Terminal.
type far struct {
	*link
	keys *io.PipeWriter
	term Terminal
}

// newFar returns a far end. At the end of the test Bubble Tea gets the half second for which its
// ReleaseTerminal waits.
func newFar(t *testing.T) *far {
	t.Cleanup(func() { time.Sleep(time.Second) })
	in, keys := io.Pipe()
	l := newLink()
	return &far{link: l, keys: keys, term: Terminal{
		In: in, Out: l, Close: l.Close, Term: "xterm-256color", Width: 80, Height: 24,
		Log: slog.New(slog.DiscardHandler),
	}}
}

// press types keys one by one. When it returns, the program has taken each key.
func (c *far) press(keys ...string) {
	for _, k := range keys {
		_, _ = c.keys.Write([]byte(k))
		synctest.Wait()
	}
}

// start runs a model until it ends, and a feed of messages beside it.
func (c *far) start(ctx context.Context, m client.Model, feeds ...func(ctx context.Context, send func(tea.Msg))) <-chan error {
	done := make(chan error, 1)
	go func() {
		p := New(ctx, c.term, NewInput(c.term.In), m)
		ctx, cancel := context.WithCancel(ctx)
		var wg sync.WaitGroup
		for _, feed := range feeds {
			wg.Go(func() { feed(ctx, p.Send) })
		}
		err := p.Run()
		cancel()
		wg.Wait()
		done <- cmp.Or(p.Close(), err)
	}()
	synctest.Wait()
	return done
}

// In a synctest bubble a goroutine that Run leaves behind fails the test.

func TestRunRestoresTheTerminal(t *testing.T) {
	for i := range 60 {
		synctest.Test(t, func(t *testing.T) {
			c := newFar(t)
			c.delay = time.Duration(i%20) * 10 * time.Millisecond
			done := c.start(t.Context(), newToy())
			time.Sleep(time.Duration(i) * 7 * time.Millisecond)
			go c.keys.Write([]byte("q"))
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			out := c.String()
			if in, left := strings.LastIndex(out, ansi.SetModeAltScreenSaveCursor), strings.LastIndex(out, ansi.ResetModeAltScreenSaveCursor); left < in {
				t.Errorf("quit %d: still in the alternate screen: %q", i, out[max(0, len(out)-80):])
			}
			if in, left := strings.LastIndex(out, ansi.SetModeMouseButtonEvent), strings.LastIndex(out, ansi.ResetModeMouseButtonEvent); left < in {
				t.Errorf("quit %d: the mouse is still taken", i)
			}
		})
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		why := errors.New("the server stops")
		ctx, cancel := context.WithCancelCause(t.Context())
		c := newFar(t)
		done := c.start(ctx, newToy())
		time.Sleep(time.Second)
		cancel(why)
		if err := <-done; !errors.Is(err, why) {
			t.Errorf("ended with %v", err)
		}
		if !strings.Contains(c.String(), ansi.ResetModeAltScreenSaveCursor) {
			t.Error("still in the alternate screen")
		}
	})
}

func TestRunEndsWithItsClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newFar(t)
		p := newToy()
		done := c.start(t.Context(), p)
		c.press("a")
		_ = c.keys.Close()
		if err := <-done; !errors.Is(err, client.ErrHangup) {
			t.Errorf("ended with %v", err)
		}
		if got := fmt.Sprint(*p.seen); got != "[a]" {
			t.Errorf("saw %v", got)
		}
	})
}

// A client that never reads is cut off and delays nobody: the table still makes news while its program is
// stuck or ended.
func TestRunWithAClientThatNeverReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newFar(t)
		c.stuck = true
		c.term.Width, c.term.Height = 500, 200
		var longest time.Duration
		table := func(ctx context.Context, send func(tea.Msg)) {
			for i := range news(500) {
				at := time.Now()
				send(i)
				longest = max(longest, time.Since(at))
				time.Sleep(50 * time.Millisecond)
			}
		}
		start := time.Now()
		done := c.start(t.Context(), newToy(), table)
		select {
		case <-c.closed:
		case <-time.After(maxWrite + time.Second):
			t.Fatal("the connection is still open")
		}
		if err := <-done; !errors.Is(err, client.ErrSlow) {
			t.Errorf("ended with %v", err)
		}
		if longest > 0 {
			t.Errorf("news waited %v", longest)
		}
		t.Log("cut off after", time.Since(start))
	})
}

func TestRunPassesNews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newFar(t)
		p := newToy()
		ended := false
		done := c.start(t.Context(), p, func(ctx context.Context, send func(tea.Msg)) {
			send(news(1))
			<-ctx.Done()
			send(news(2)) // nobody takes it, and it does not wait
			ended = true
		})
		c.press("q")
		if err := <-done; err != nil {
			t.Error(err)
		}
		if got := fmt.Sprint(*p.seen); got != "[news 1 q]" {
			t.Errorf("saw %v", got)
		}
		if !ended {
			t.Error("Run returned before its feed")
		}
	})
}

func TestRunSizes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newFar(t)
		sizes := make(chan client.Size)
		c.term.Resizes = sizes
		p := newToy()
		done := c.start(t.Context(), p)
		for _, s := range [][2]int{{1, 1}, {0, 0}, {1000, 1000}, {-1, 5}, {1 << 32, 3}, {81, 25}} {
			sizes <- client.Size{Width: s[0], Height: s[1]}
			synctest.Wait()
		}
		close(sizes) // must not spin
		c.press("\x1b[8;9999;9999t", "q")
		if err := <-done; err != nil {
			t.Error(err)
		}
		if got, want := fmt.Sprint(*p.sizes), "[{1 1} {500 200} {500 3} {81 25}]"; got != want {
			t.Errorf("sizes %v, want %v", got, want)
		}
	})
}

// A size that changes while the program starts stays: the first size does not replace it.
func TestRunKeepsTheNewestSize(t *testing.T) {
	for range 50 {
		synctest.Test(t, func(t *testing.T) {
			c := newFar(t)
			sizes := make(chan client.Size, 1)
			sizes <- client.Size{Width: 99, Height: 31}
			c.term.Resizes = sizes
			p := newToy()
			done := c.start(t.Context(), p)
			c.press("q")
			<-done
			if got := fmt.Sprint(*p.sizes); got != "[{99 31}]" {
				t.Fatalf("sizes %s", got)
			}
		})
	}
}

func TestRunSurvivesPanics(t *testing.T) {
	for _, key := range []string{"p", "c", "v"} {
		synctest.Test(t, func(t *testing.T) {
			c := newFar(t)
			done := c.start(t.Context(), newToy())
			time.Sleep(time.Second)
			go c.keys.Write([]byte(key))
			if err := <-done; !errors.Is(err, client.ErrPanic) {
				t.Errorf("%s: ended with %v", key, err)
			}
			if !strings.Contains(c.String(), ansi.ResetModeAltScreenSaveCursor) {
				t.Errorf("%s: still in the alternate screen", key)
			}
		})
	}
}

// Keys that the program does not take must not keep the reader alive.
func TestRunEndsUnderAFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newFar(t)
		done := c.start(t.Context(), newToy())
		flood := make(chan struct{})
		go func() {
			defer close(flood)
			for {
				if _, err := c.keys.Write([]byte("aaaaaaaaq\x1b]aaaaaaa")); err != nil {
					return
				}
			}
		}()
		if err := <-done; err != nil {
			t.Error(err)
		}
		<-flood
	})
}

func TestCheckTerm(t *testing.T) {
	for term, ok := range map[string]bool{
		"xterm": true, "xterm-256color": true, "linux": true, "rxvt-unicode-256color": true, "screen.xterm-256color": true,
		"": false, "dumb": false, "../../etc/passwd": false, "x\x1b[31m": false, "가": false, strings.Repeat("x", 65): false,
	} {
		if err := CheckTerm(term); (err == nil) != ok {
			t.Errorf("%q: %v", term, err)
		}
	}
}

func TestEnvironmentIsTheClients(t *testing.T) {
	t.Setenv("COLORTERM", "truecolor")
	got := fmt.Sprint(Environment(Terminal{Term: "xterm", Env: []string{"NO_COLOR=yes", "TMUX=/x", "LANG=ko_KR.UTF-8", "LC_ALL=C", "UV_DEBUG=/tmp/x", "TERM=other", "junk"}}))
	if want := "[TERM=xterm SSH_TTY=1 NO_COLOR=1 LANG=ko_KR.UTF-8 LC_ALL=C]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// onlyWriter hides the method by which a copy would hand over all bytes at once.
type onlyWriter struct{ io.Writer }

// Of 10 MB of keys only as many come through as the rate allows, in order and without a gap, and a client
// that continues is sent away.
func TestFloodOfKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newFar(t)
		c.term.Keys = testKeys
		model := newToy()
		start := time.Now()
		done := c.start(t.Context(), model)
		source := strings.NewReader(strings.Repeat("0123456789", 1<<20))
		size := source.Len()
		go func() { _, _ = io.Copy(onlyWriter{c.keys}, struct{ io.Reader }{source}) }()
		time.Sleep(floodTime - time.Second)
		synctest.Wait()
		if n := size - source.Len(); n > 64<<10 {
			t.Errorf("%d bytes are held", n)
		}
		if err := <-done; !errors.Is(err, client.ErrFlood) {
			t.Errorf("ended with %v", err)
		}
		took := time.Since(start)
		if took < floodTime || took > floodTime+2*time.Second {
			t.Errorf("took %v", took)
		}
		seen := len(*model.seen)
		if most := testKeys * (keyBurst + int(took/time.Second) + 1); seen > most || seen < most-2*testKeys {
			t.Errorf("%d keys in %v, want about %d", seen, took, most)
		}
		for i, k := range *model.seen {
			if want := string(rune('0' + i%10)); k != want {
				t.Fatalf("key %d is %s, want %s", i, k, want)
			}
		}
	})
}

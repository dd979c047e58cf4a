package term

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/client"
	"arcade/sessions/paint"
)

// Changes by themselves are gathered to twenty frames a second. A key and the news that it makes do not
// wait.
func TestProgramPaintsWhenItMust(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := newFar(t), newToy()
		done := c.start(t.Context(), p, func(ctx context.Context, send func(tea.Msg)) {
			for range 1000 {
				time.Sleep(2 * time.Millisecond)
				send(news(0))
			}
		})
		first := int(p.drawn.Load())
		time.Sleep(time.Second)
		synctest.Wait()
		if n := int(p.drawn.Load()) - first; n < 19 || n > 20 {
			t.Errorf("%d frames of news in a second", n)
		}
		time.Sleep(300 * time.Microsecond)
		for i := range 50 { // a hundred keys a second, in between
			time.Sleep(9 * time.Millisecond)
			n := int(p.drawn.Load())
			c.press("f")
			if int(p.drawn.Load()) != n+1 {
				t.Errorf("key %d: %d frames", i, int(p.drawn.Load())-n)
			}
		}
		c.press("q")
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		c, p := newFar(t), newToy()
		p.wake = make(chan struct{}, 1)
		done := c.start(t.Context(), p)
		time.Sleep(time.Second)
		want := int(p.drawn.Load())
		expect := func(more int, what string) {
			t.Helper()
			synctest.Wait()
			if want += more; int(p.drawn.Load()) != want {
				t.Fatalf("%s: %d frames, want %d", what, int(p.drawn.Load()), want)
			}
		}
		p.wake <- struct{}{}
		expect(1, "the first news")
		c.press("f")
		expect(1, "a key")
		time.Sleep(pause - time.Millisecond)
		p.wake <- struct{}{}
		expect(0, "news too soon")
		time.Sleep(time.Millisecond)
		expect(1, "when it is time")
		time.Sleep(pause)
		c.press("f")
		p.wake <- struct{}{}
		expect(2, "a key and its news")
		c.press("q")
		<-done
	})
}

// A session without events does nothing; a timer that it has set works.
func TestProgramRests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := newFar(t), newToy()
		p.due = time.Now().Add(3 * time.Hour)
		done := c.start(t.Context(), p)
		time.Sleep(3*time.Hour - time.Second)
		synctest.Wait()
		if n := p.drawn.Load(); n != 1 {
			t.Errorf("%d frames", n)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if n := p.drawn.Load(); n != 2 {
			t.Errorf("%d frames", n)
		}
		c.press("q")
		<-done
		if got := fmt.Sprint(*p.seen); got != "[ticked q]" {
			t.Errorf("saw %v", got)
		}
	})
}

// A slow client skips frames: only one is on its way at a time, and after it comes the newest.
func TestSlowClientFallsBehindInFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := newFar(t), newToy()
		c.delay = maxWrite - time.Second // for each write
		start := time.Now()
		done := c.start(t.Context(), p, func(ctx context.Context, send func(tea.Msg)) {
			for range 2000 {
				time.Sleep(50 * time.Millisecond)
				send(news(0))
			}
		})
		time.Sleep(95 * time.Second)
		synctest.Wait()
		if most := int(time.Since(start)/c.delay) + 1; int(p.drawn.Load()) > most || int(p.drawn.Load()) < most-1 {
			t.Errorf("%d frames in %v, want %d", int(p.drawn.Load()), time.Since(start), most)
		}
		time.Sleep(30 * time.Second)
		go c.keys.Write([]byte("q"))
		if err := <-done; err != nil {
			t.Error(err)
		}
		if got, want := last(c.String(), 80), string(rune('A'+p.fill%26)); strings.Trim(got, want) != "" {
			t.Errorf("the last frame is %q, want %s", got, want)
		}
	})
}

// last returns the last n upper-case letters of a text.
func last(s string, n int) (out string) {
	for i := len(s) - 1; i >= 0 && len(out) < n; i-- {
		if s[i] >= 'A' && s[i] <= 'Z' && (i == 0 || s[i-1] >= 'A' && s[i-1] <= 'Z' || s[i-1] == 'm') {
			out += s[i : i+1]
		}
	}
	return out
}

// A client that does not read is sent away: during a frame after maxWrite, at the end after maxDrain.
func TestProgramGivesUp(t *testing.T) {
	for _, c := range []struct {
		name  string
		key   string
		after time.Duration
		want  error
	}{
		{"on a frame", "a", maxWrite, client.ErrSlow},
		{"at the end", "q", maxDrain, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				far := newFar(t)
				far.stuck = true
				start := time.Now()
				done := far.start(t.Context(), newToy())
				go far.keys.Write([]byte(c.key))
				if err := <-done; !errors.Is(err, c.want) {
					t.Errorf("ended with %v", err)
				}
				if took := time.Since(start); took != c.after {
					t.Errorf("gave up after %v, want %v", took, c.after)
				}
				<-far.closed
			})
		})
	}
}

// A transport that fails ends the session as if the client had gone.
func TestProgramEndsWithItsTransport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newFar(t)
		done := c.start(t.Context(), newToy())
		_ = c.Close()
		go c.keys.Write([]byte("f"))
		if err := <-done; !errors.Is(err, client.ErrHangup) {
			t.Errorf("ended with %v", err)
		}
	})
}

// The program takes the keys that a client typed before it went.
func TestProgramTakesTheLastKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := newFar(t), newToy()
		done := c.start(t.Context(), p)
		_, _ = io.WriteString(c.keys, "0123456789abdeg")
		_ = c.keys.Close()
		if err := <-done; !errors.Is(err, client.ErrHangup) {
			t.Errorf("ended with %v", err)
		}
		if got := strings.Join(*p.seen, ""); got != "0123456789abdeg" {
			t.Errorf("saw %s", got)
		}
	})
}

// meter is a [client.Meter] of functions.
type meter struct {
	spent func(time.Duration) time.Duration
	shown func(first bool, waited time.Duration)
}

func (m meter) Spent(took time.Duration) time.Duration {
	if m.spent == nil {
		return 0
	}
	return m.spent(took)
}

func (m meter) Shown(first bool, waited time.Duration) {
	if m.shown != nil {
		m.shown(first, waited)
	}
}

// A session that costs too much takes no keys for a while, and loses none.
func TestProgramHolds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := newFar(t), newToy()
		c.term.Meter = meter{spent: func(time.Duration) time.Duration { return time.Second }}
		done := c.start(t.Context(), p)
		time.Sleep(time.Minute)
		start := time.Now()
		c.press("a", "b", "d", "e", "g", "q")
		<-done
		if took := time.Since(start); took < 2*time.Second { // some frames may be on their way
			t.Errorf("six keys took %v", took)
		}
		if got := strings.Join(*p.seen, ""); got != "abdegq" {
			t.Errorf("saw %s", got)
		}
	})
}

// Requests to the terminal reach it beside the frames, and a repaint is a whole frame.
func TestProgramAsksTheTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newFar(t)
		c.term.Term = "xterm-kitty"
		done := c.start(t.Context(), newToy())
		if out := c.String(); !strings.Contains(out, "\x1b[?2026$p") {
			t.Errorf("asked for %q", out)
		}
		c.press("y")
		time.Sleep(pause)
		synctest.Wait()
		if out := c.String(); !strings.Contains(out, "\x1b]52;c;dGV4dA==\x07") || !strings.Contains(out, "\a\a") && strings.Count(out, "\a") != 2 {
			t.Errorf("%q", out[max(0, len(out)-100):])
		}
		n := len(c.String())
		c.press("a")
		if got := c.String()[n:]; got != "" {
			t.Errorf("a frame in which nothing is new: %q", got)
		}
		c.press("\x1b[?2026;2$y", "r")
		if got := c.String()[n:]; strings.Count(got, "A") < 80*24 || !strings.Contains(got, "\x1b[?2026h") {
			t.Errorf("a whole frame: %q", got)
		}
		c.press("q")
		<-done
	})
}

// The decoder knows the key ESC by the pause after it, and a sequence may come late.
func TestProgramEscape(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := newFar(t), newToy()
		done := c.start(t.Context(), p)
		for _, part := range []string{"\x1b", "[", "A"} {
			c.press(part)
			time.Sleep(escWait - time.Millisecond)
		}
		c.press("\x1b")
		time.Sleep(escWait + time.Millisecond)
		c.press("a", "\x1b", "q")
		time.Sleep(time.Second)
		c.press("\x1b")
		_ = c.keys.Close()
		<-done
		if got := fmt.Sprint(*p.seen); got != "[up esc a alt+q esc]" {
			t.Errorf("saw %s", got)
		}
	})
}

// A channel's end is reported once.
func TestProgramIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := newFar(t), newToy()
		p.told = make(chan struct{})
		done := c.start(t.Context(), p)
		c.press("a")
		close(p.told)
		synctest.Wait()
		c.press("b", "q")
		if err := <-done; err != nil {
			t.Error(err)
		}
		if got := fmt.Sprint(*p.seen); got != "[a news 7 b q]" {
			t.Errorf("saw %v", got)
		}
	})
}

// The palette limits the colours of a terminal with many; a terminal of 16 gets no more.
func TestProgramColours(t *testing.T) {
	for term, all := range map[string]bool{"xterm-256color": true, "xterm": false} {
		synctest.Test(t, func(t *testing.T) {
			c, p := newFar(t), newToy()
			c.term.Term = term
			p.palette = paint.NewPalette(1, 1, func(int, int) paint.Style { return paint.Style{Fg: paint.Index(200)} })
			done := c.start(t.Context(), p)
			c.press("q")
			<-done
			if got := c.String(); strings.Contains(got, "38;5;200") != all || strings.Contains(got, "\x1bP+q") {
				t.Errorf("all colours %v: %q", all, got)
			}
		})
	}
}

// A countdown in a frame is drawn again when its text changes, even though the program learns that time
// only with the frame.
func TestProgramCountsDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := newFar(t), newToy()
		p.clock = 5
		done := c.start(t.Context(), p)
		time.Sleep(time.Minute)
		synctest.Wait()
		if n := p.drawn.Load(); n != 6 {
			t.Errorf("%d frames", n)
		}
		c.press("q")
		<-done
	})
}

// The meter is told how long the user waited for the first frame, and for those that answer keys: from the key to the
// last byte. News, and keys that change nothing, do not count.
func TestProgramTellsWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := newFar(t), newToy()
		c.delay = 100 * time.Millisecond
		var mu sync.Mutex
		var waits []string
		c.term.Meter = meter{shown: func(first bool, waited time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			waits = append(waits, fmt.Sprint(first, " ", waited))
		}}
		done := c.start(t.Context(), p, func(_ context.Context, send func(tea.Msg)) {
			time.Sleep(5 * time.Second)
			send(news(1))
		})
		time.Sleep(10 * time.Second)
		c.press("a") // changes nothing
		time.Sleep(time.Second)
		c.press("f")
		time.Sleep(30 * time.Millisecond)
		c.press("a", "f") // while the first is under way
		time.Sleep(time.Second)
		c.press("q")
		<-done
		if want := []string{"true 100ms", "false 100ms", "false 170ms"}; !slices.Equal(waits, want) {
			t.Errorf("waits %v, want %v", waits, want)
		}
	})
}

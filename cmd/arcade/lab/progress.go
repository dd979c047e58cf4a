package lab

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"arcade/cmd/arcade/cli"
)

const (
	// drawEvery is the interval of progress on a terminal, tellEvery on other outputs.
	drawEvery, tellEvery = 200 * time.Millisecond, 10 * time.Second
	// A rate is shown after rateAfter, because an earlier one has no meaning.
	rateAfter = time.Second
)

// progress shows on stderr the progress of a job: a bar on a terminal, or else a line every ten seconds.
// A nil progress shows nothing.
type progress struct {
	w        io.Writer
	terminal bool
	all      int
	things   string
	done     atomic.Int64

	mu    sync.Mutex
	shown bool // the bar is on the screen
	begun time.Time
	from  int64 // finished before this job began
}

func newProgress(w io.Writer, all int, things string) *progress {
	return &progress{w: w, terminal: cli.IsTerminal(w), all: all, things: things}
}

// start shows progress until stop is called, which leaves a clean line.
func (p *progress) start() (stop func()) {
	if p == nil {
		return func() {}
	}
	p.begun, p.from = time.Now(), p.done.Load()
	every := tellEvery
	if p.terminal {
		every = drawEvery
	}
	tick, over := time.NewTicker(every), make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			select {
			case <-tick.C:
				p.tell()
			case <-over:
				return
			}
		}
	})
	return func() {
		tick.Stop()
		close(over)
		wait.Wait()
		p.clear()
	}
}

// add counts n more finished items.
func (p *progress) add(n int) {
	if p != nil {
		p.done.Add(int64(n))
	}
}

func (p *progress) tell() {
	p.mu.Lock()
	defer p.mu.Unlock()
	done := int(p.done.Load())
	line := progressLine(done, p.all, p.things) + pace(done-int(p.from), p.all-done, time.Since(p.begun))
	if p.terminal {
		p.shown = true
		fmt.Fprint(p.w, "\r"+line+"\x1b[K")
	} else {
		fmt.Fprintln(p.w, line)
	}
}

// clear removes the bar, so that a line of output does not run into it.
func (p *progress) clear() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		p.shown = false
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// progressLine returns a bar, with the finished and all items in numbers.
func progressLine(done, all int, things string) string {
	filled := done * barWidth / all
	return fmt.Sprintf("[%s%s] %3d %%  %d of %d %s",
		strings.Repeat("#", filled), strings.Repeat(".", barWidth-filled), done*100/all, done, all, things)
}

// pace returns the rate, and the expected remaining time.
func pace(done, left int, took time.Duration) string {
	if done == 0 || took < rateAfter {
		return ""
	}
	rate := float64(done) / took.Seconds()
	digits := 0
	if rate < 10 {
		digits = 2
	}
	seconds := min(float64(left)/rate, 1e9) // nobody waits longer
	return fmt.Sprintf(", %.*f a second, %v left", digits, rate, time.Duration(seconds)*time.Second)
}

package screentest

import (
	"flag"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"arcade/sessions/client"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

var costs = flag.Int("cost", 0, "how many frames of each page are drawn in a row, to say what one costs")

// sayCosts says what a frame of each page costs:
//
//	go test ./sessions/yut -run TestFrames/cost -cost 1000 -v
//
// One page alone: -run TestFrames/cost/yut-choose. With -cpuprofile it shows where the time goes.
func sayCosts(t *testing.T, pages []Page) {
	if *costs == 0 {
		t.Skip("only with -cost FRAMES")
	}
	for _, pg := range pages {
		t.Run(pg.Name, func(t *testing.T) {
			for _, level := range []ui.Level{ui.LevelRich, ui.LevelLines} {
				for _, s := range []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}, {Width: 48, Height: 40}} {
					allocs, bytes, took := pg.cost(t, s, level)
					t.Logf("%dx%d %-6s %4d allocations, %6d bytes, %5d us", s.Width, s.Height, glyphNames[level], allocs, bytes, took.Microseconds())
				}
			}
		})
	}
}

// cost returns what a frame of the page takes. A clock within the bubble would stand still.
func (pg Page) cost(t *testing.T, s client.Size, level ui.Level) (allocs, bytes int, took time.Duration) {
	var from, to runtime.MemStats
	at := make(chan bool)
	times := make(chan time.Time, 2)
	go func() {
		for range at {
			times <- time.Now()
		}
	}()
	defer close(at)
	synctest.Test(t, func(t *testing.T) {
		p := pg.Make(NewHall(t, words.EN))
		p.LookAs(s.Width, s.Height, level)
		runtime.ReadMemStats(&from)
		at <- true
		for range *costs {
			p.Drawn = false
			p.Canvas()
		}
		at <- true
		runtime.ReadMemStats(&to)
	})
	began := <-times
	return int(to.Mallocs-from.Mallocs) / *costs, int(to.TotalAlloc-from.TotalAlloc) / *costs, (<-times).Sub(began) / time.Duration(*costs)
}

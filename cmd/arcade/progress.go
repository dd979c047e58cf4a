package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// showProgress draws a line a few times a second until stop, and then takes it away.
func showProgress(w io.Writer, stop <-chan struct{}, progress func() (done, all int)) {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			fmt.Fprint(w, "\r\x1b[K")
			return
		case <-tick.C:
			done, all := progress()
			fmt.Fprint(w, "\r"+progressLine(done, all, "games")+"\x1b[K")
		}
	}
}

// progressLine is a bar, and how many of all things of a kind are done.
func progressLine(done, all int, things string) string {
	filled := done * barWidth / all
	return fmt.Sprintf("[%s%s] %3d %%  %d of %d %s",
		strings.Repeat("#", filled), strings.Repeat(".", barWidth-filled), done*100/all, done, all, things)
}

// isTerminal is true for a character device, which is near enough for a line of progress.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// barWidth is the cells of the longest bar.
const barWidth = 40

// bar prints one row of a distribution: the share of n in all, and a bar against the highest.
func bar(w io.Writer, label string, n int, all []int) {
	var sum, highest int
	for _, k := range all {
		sum += k
		highest = max(highest, k)
	}
	length := 0
	if highest > 0 {
		length = (n*barWidth + highest/2) / highest
	}
	line := fmt.Sprintf("  %-10s %6.2f %%  %9d  %s", label, 100*float64(n)/float64(max(sum, 1)), n, strings.Repeat("#", length))
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// answer prints what a command found out, as one JSON object or for people.
func answer(out io.Writer, asJSON bool, f found) error {
	if asJSON {
		return json.NewEncoder(out).Encode(f)
	}
	w := bufio.NewWriter(out)
	f.Print(w)
	return w.Flush()
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
